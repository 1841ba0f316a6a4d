"""Events as motion on a map: marches, clashes, changes of control. Systems describe their events
(:mod:`games.motion.values`, ``Page.motions``), this package sequences them, and browsers draw them
(static/maps/motion.js)."""
