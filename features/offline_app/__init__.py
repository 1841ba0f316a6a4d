"""Offline play: the application itself, running in the browser.

``python`` downloads the interpreter, ``bundle`` packs the code, and the code in ``inside`` runs in the
browser. Pages, rules and log are the server's own code, so nothing is written twice.
"""
