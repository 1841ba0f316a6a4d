"""The pages about people: who plays, who steps in, by when they answer, what the game master sees of it."""
