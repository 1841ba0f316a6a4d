"""The rules of *Justinian*, pure: no Django, no clock, dice passed in.

Folders follow the rulebook's chapters, files its sections; which one, and which test would notice, says
docs/coverage/justinian.md. **One decision, one file**: its frame, its actions and events, who is asked, the
default, the choices, the answer and the standing order stand together and register themselves there. A room
imports only from those before it:

- scenario/: the map and the forces, from data/, every mistake named
- ground/: what all chapters stand on: state.py and progress.py (what stands on the map, what is in progress),
  play.py (an action being carried out, and where decisions register), units.py, tables.py, ...
- turn/: sequence, money, leaders, events, victory (3.1, 4, 5, 9, 10); setting_up/: before the first turn (3)
- march/: armies on the move, interception (6.5, 7.1, 7.3); sea/: fleets (7.2, 8.3); battle/: on land (8)
- segment/: whose turn it is to act, and with whom (6)
- chapters.py: the list of the files with decisions; system.py: the object that the engine knows
- view.py: what may be seen; cases*.py: the public test cases
"""
