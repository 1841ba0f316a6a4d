"""The calculators of the systems: pages, JSON, and offline use. This package knows games but no system."""
