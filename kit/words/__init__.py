"""Words of systems, by code: what their wordings share. It knows games and no system."""
