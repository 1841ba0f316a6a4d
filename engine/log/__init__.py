"""Uses of a log besides playing: carried out once more, proved, corrected by hand."""
