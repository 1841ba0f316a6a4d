"""Shots on the map: whom they can hit, what shelters from them, and Harassment."""
