"""The calculators for a duel, a shot, the initiative and a test of nerve. They need no account and also work
offline.
"""
