"""The rules of *Justinian*, pure: no Django, no clock, dice passed in.

Folders follow the rulebook's chapters, files its sections; docs/coverage/justinian.md says which, and which
tests cover them. **One decision, one file**: its frame, its actions and events, the seat that decides, the
default, the choices, the answer and the standing order are in one file and register themselves there. A
folder imports only from those before it:

- scenario/: the map and the forces, read from data/ with every mistake named
- state/: the common base of all chapters: state.py and progress.py (what is on the map, what is in
progress),
  play.py (an action being carried out, and where decisions register), units.py, tables.py, ...
- turn/: sequence, money, leaders, events, victory (3.1, 4, 5, 9, 10); setting_up/: before the first turn (3)
- march/: armies on the move, interception (6.5, 7.1, 7.3); sea/: fleets (7.2, 8.3); battle/: on land (8)
- segment/: whose turn it is to act, and with whom (6)
- chapters.py: the list of the files with decisions; system.py: the object that the engine knows
- view.py: what each seat sees; cases*.py: the public test cases
"""
