"""Screenshots of the site, and axe's findings: `python -m tools.gallery FOLDER`.

``pages`` lists the pages, ``town`` makes games to show, ``camera`` takes the pictures.
"""
