"""The calculators for duels, shots, the initiative, tests of nerve, rallies and armies. They need no account
and also work offline.
"""
