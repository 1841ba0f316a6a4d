"""Maps and boards: a system describes places, links and pieces; this package draws them."""
