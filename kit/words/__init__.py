"""The wordings that several systems share. This package imports no system."""
