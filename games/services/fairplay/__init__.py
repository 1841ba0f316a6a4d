"""Power over another person's seat: who may use it, and whose consent it needs."""
