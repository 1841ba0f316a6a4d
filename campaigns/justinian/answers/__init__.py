"""Answers to the public test cases, which ask about the rules outside any game."""
