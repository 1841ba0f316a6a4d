"""The results of games played here, by scenario and side."""
