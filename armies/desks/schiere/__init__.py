"""Schiere's desk: the texts, pictures and pages of its armies."""
