"""The wordings that several systems share. This package knows games but no system."""
