"""Shock on the map: who attacks whom, who is Engaged, and the advance afterwards."""
