"""Offline battles: the application itself, running in the browser.

``python`` downloads the interpreter, ``bundle`` packs the code, ``inside`` runs there. Pages, rules and log
are the server's own code; nothing is written twice.
"""
