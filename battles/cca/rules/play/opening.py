"""The first state of a battle: the set-up of the scenario, a full deck, and a hand for each
side (L128-144).
"""

from __future__ import annotations

from battles.cca.rules.cards import CARDS
from battles.cca.rules.play.battle import Setting
from battles.cca.rules.play.state import SEATS, Army, State, Turn
from battles.cca.rules.terrain.board import NAMES, Side
from engine.frames import Frame
from kit.hand.deck import deck_of


def opening_state(setting: Setting, first: Frame) -> State:
    """Return the state before the first card is dealt."""
    scenario = setting.scenario
    board = scenario.position
    held = {}
    for rule in setting.special("camps_held"):
        holder = next(seat for seat in SEATS if rule["start"][seat])
        held = dict.fromkeys(rule["hexes"], holder)
    return State(
        number=1,
        turn=Turn(str(scenario.first)),
        units=dict(sorted((NAMES[at], unit) for at, unit in board.units.items())),
        leaders=dict(sorted((NAMES[at], leader) for at, leader in board.leaders.items())),
        armies={seat: Army(command=scenario.seats[Side(seat)].hand) for seat in SEATS},
        deck=deck_of(card.id for card in CARDS.values() for _copy in range(card.count)),
        held=held,
        stack=(first,),
    )
