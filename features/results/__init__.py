"""Results of games played on this site, by scenario and side."""
