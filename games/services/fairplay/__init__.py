"""Power over a seat that somebody else plays: who may use it, and whose consent it takes."""
