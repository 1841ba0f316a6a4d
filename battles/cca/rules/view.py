"""The JSON view of a battle for a seat or an observer."""

from __future__ import annotations

from typing import Any

from battles.cca.rules import chapters
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.play.state import SEATS, Ordered
from battles.cca.rules.terrain.board import NAMES
from engine.game import Facts
from kit.hand.hands import count_drawable


def view(pos: Battle, seat: str | None) -> Facts:
    """Return everything public, and the seat's own hand. Once the battle has ended, nothing is hidden."""
    state = pos.state
    told: set[str | None] = set() if pos.setting.options.real_cards else {seat} if state.stack else {*SEATS}
    left = count_drawable(state.deck, (army.hand for army in state.armies.values()))
    turn = state.turn
    return {
        "number": state.number,
        "seat": turn.seat,
        "card": turn.card,
        "stands_for": turn.stands_for,
        "plain": turn.plain,
        "faces": list(turn.faces),
        "sections": list(turn.sections),
        "struck": turn.struck,
        "goal": pos.setting.scenario.banners,
        "units": {at: _unit(pos, at) for at in sorted(state.units)},
        "leaders": {
            at: {"seat": str(one.side), "name": one.name} for at, one in sorted(state.leaders.items())
        },
        "ground": {NAMES[at]: str(ground) for at, ground in sorted(pos.setting.ground.items())},
        "armies": {one: _army(pos, one, one in told) for one in SEATS},
        "deck": left if state.stack else list(state.deck.cards),
        "discards": list(state.discards),
        "last": {"seat": state.last.seat, "card": state.last.card, "sections": list(state.last.sections)},
        "rolls": list(turn.rolls),
        "last_rolls": list(state.last.rolls),
        "held": dict(sorted(state.held.items())),
        "in_progress": [chapters.CODEC.write(frame) for frame in state.stack],
        "ordered": {at: _ordered_json(one) for at, one in sorted(turn.units.items())},
        "leaders_ordered": {at: _ordered_json(one) for at, one in sorted(turn.leaders.items())},
        "frozen": list(turn.frozen),
        "ended": state.ended,
        "winner": state.winner,
    }


def _unit(pos: Battle, at: str) -> Facts:
    unit = pos.state.units[at]
    said: dict[str, Any] = {
        "seat": str(unit.side),
        "type": unit.type,
        "blocks": unit.blocks,
        "of": unit.kind.blocks,
    }
    if unit.special:
        said["special"] = unit.special
    return said


def _army(pos: Battle, seat: str, told: bool) -> Facts:
    army = pos.state.armies[seat]
    return {
        "banners": pos.banners(seat),
        "goal": pos.setting.goal(seat),
        "command": army.command,
        "cards": len(army.hand),
        "hand": list(army.hand) if told else None,
        "turns": army.turns,
        "away": list(army.away),
    }


def _ordered_json(one: Ordered) -> Facts:
    return {"from": one.origin, "moved": one.moved, "done": one.done, "fights": one.fights}
