"""Screenshots of the site as people meet it, and what axe says of it: `python -m tools.gallery FOLDER`.

``pages`` lists what is looked at, ``town`` makes something to look at, ``camera`` looks.
"""
