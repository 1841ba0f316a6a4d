"""A battle at a table offline: the program itself, taken along in the browser.

``python`` fetches the interpreter that browsers run, ``bundle`` packs what they run with it, ``inside`` is
what runs there. Written nowhere a second time: the pages, the rules and the log are those of the server.
"""
