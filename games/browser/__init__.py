"""An offline battle: the whole program, running in the browser.

``python`` fetches the interpreter, ``bundle`` packs what it runs, ``inside`` is what runs there. Pages, rules
and log are the server's own; nothing is written twice.
"""
