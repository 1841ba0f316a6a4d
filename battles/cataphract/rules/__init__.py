"""*Cataphract*: the rulebook in pure Python. Numbers in brackets are its sections."""
