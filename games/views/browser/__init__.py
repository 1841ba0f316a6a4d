"""Pages and files by which a battle is played where there is no line."""
