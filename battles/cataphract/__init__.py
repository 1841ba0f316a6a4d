"""*Cataphract*: the battles of Justinian's age, unit by unit."""
