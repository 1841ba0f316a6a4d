"""*Cataphract*: the rulebook in pure Python. The numbers in brackets are its sections."""
