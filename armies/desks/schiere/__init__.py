"""Schiere's desk: the words, pictures and pages of its armies."""
