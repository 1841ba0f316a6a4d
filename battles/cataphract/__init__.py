"""*Cataphract*: battles of Justinian's age, fought unit by unit."""
