"""*Cataphract*: what the rulebook says, in pure Python. The numbers in brackets are its sections."""
