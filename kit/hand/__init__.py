"""Decks and hands of cards, dealt by the program or held at a real table. Pure code."""
