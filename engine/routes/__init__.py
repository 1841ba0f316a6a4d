"""Routes through places: paths in actions, and the search for the cheapest route. A third module,
``places``, finds the line of each value in a JSON text.
"""
