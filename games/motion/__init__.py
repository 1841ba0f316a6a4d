"""Events as motion on a map: marches, clashes, what changed hands. Systems say what their events look
like (:mod:`games.motion.values`, ``Page.motions``), this room shares them out to be played one after
the other; browsers draw (static/maps/motion.js).
"""
