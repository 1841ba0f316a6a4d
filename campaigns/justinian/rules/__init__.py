"""The rules of *Justinian* in pure Python: no Django, no clock, and dice passed in.

Folders follow the rulebook's chapters, and files its sections. docs/coverage/justinian.md lists which file
and which tests cover each section. **One decision, one file**: a file defines the decision's frame, actions
and events, the seat that decides, the default, the choices, the answer and the standing order, and registers
them. A folder imports only from folders above it in this list:

- scenario/: the map and the forces, read from data/ so that every mistake is reported
- state/: the common base of all chapters: state.py (the map), progress.py (frames), play.py (an action being
  carried out, and the registry of decisions), units.py, tables.py and others
- turn/: sequence, money, leaders, events, victory (3.1, 4, 5, 9, 10); setting_up/: before the first turn (3)
- march/: marches and interception (6.5, 7.1, 7.3); sea/: fleets (7.2, 8.3); battle/: land battles (8)
- segment/: the segments of both sides, alliances and Combined Operations (6)
- chapters.py: the list of files with decisions; system.py: the object that the engine registers
- view.py: the state as the seats see it
"""
