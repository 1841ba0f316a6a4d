"""Wordings of systems by code, as far as several systems share them. The code knows games and no system."""
