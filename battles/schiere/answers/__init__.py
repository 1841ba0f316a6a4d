"""Answers to rules questions that belong to no game. The calculator and the public test cases use them."""
