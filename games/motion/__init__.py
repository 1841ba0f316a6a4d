"""Events as motion on a map: marches, clashes, changes of control. Systems describe their events
(:mod:`games.motion.values`, ``Page.motions``), this package puts them in sequence, and browsers draw them
(static/maps/motion.js).
"""
