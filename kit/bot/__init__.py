"""Search code that the bots of several systems share: trials in imagined worlds, and reasons for answers. The
code needs no Django, and the rules never import it.
"""
