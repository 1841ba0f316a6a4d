"""What people agree upon around a battle: who commands it, when it is fought."""
