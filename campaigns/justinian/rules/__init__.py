"""The rules of *Justinian*, pure: no Django, no clock, dice passed in.

A section of the rulebook is one file, or a few with the same beginning (march*.py: 7.1); which one, and which
test would notice, says docs/coverage/justinian.md. The rest is what carries them:

- system.py: the object that the engine knows; it carries on what is in progress until somebody must answer
- state.py, frames.py: what stands on the map, and the stack of what is in progress
- duty.py, duties.py: how a frame goes on, what it asks, what it allows; the list of them
- play.py: one action being carried out; units.py: the strength points that it moves or loses
- actions/, events/: what a player may do, and what happened, a file for each part of the rulebook
- tables.py, scenario*.py, geography.py: the printed tables, the map and the forces, from data/
- odds/, reach.py, prospects.py, landings.py: what is reckoned ahead, by the code that resolves it
- standing*.py, bot/: who answers for a player; view.py: what he may know; cases*.py: the public test cases
"""
