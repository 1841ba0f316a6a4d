"""The calculators of the systems: pages, JSON, and offline use. This package imports no system."""
