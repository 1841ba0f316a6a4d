"""Maps and boards. A system describes places, links and pieces; this package draws them."""
