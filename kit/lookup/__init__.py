"""Calculators of systems: pages, JSON, and how they work offline. It knows games and no system."""
