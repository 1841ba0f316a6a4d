"""Maps and boards: a system describes places, links and pieces; this room draws them."""
