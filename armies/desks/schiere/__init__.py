"""The desk of Schiere: words, pictures and pages of its armies."""
