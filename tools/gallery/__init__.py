"""Take screenshots of the site and check its pages with axe: `python -m tools.gallery FOLDER`.

``pages`` lists the pages, ``town`` creates sample games, and ``camera`` takes the pictures.
"""
