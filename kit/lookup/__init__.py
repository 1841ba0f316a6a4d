"""The calculators of the systems: pages, JSON, and offline use. The code knows games and no system."""
