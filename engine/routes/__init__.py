"""Ways through places: paths of an action, named places, and the search for the cheapest way."""
