"""Decks and hands of cards, dealt by the site or held at a real table."""
