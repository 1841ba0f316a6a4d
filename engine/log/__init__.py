"""What is done with a log besides playing: carried out once more, proved, put right by hand."""
