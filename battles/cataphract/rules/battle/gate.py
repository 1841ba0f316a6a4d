"""The gate of Dara: what an enemy in it costs its side (L3225)."""

from __future__ import annotations

from battles.cataphract.rules.battle.play import MapPlay
from battles.cataphract.rules.battle.position import name_of
from battles.cataphract.rules.sheet.armies.roster import foe
from battles.cataphract.rules.sheet.command.special import GateEntered, gates
from battles.cataphract.rules.sheet.play.state import MAP


def watch_gate(play: MapPlay) -> None:
    """Lower the withdrawal level of a side once an enemy that has not routed is in its gate (L3225)."""
    for seat in gates(play.pos):
        at = play.pos.setting.goals[seat].hex
        there = [u for u, one in play.pos.board.places.items() if at is not None and one.at == name_of(at)]
        for unit in there:
            now = play.state.units[unit]
            if play.pos.counter(unit).seat == foe(seat) and now.where == MAP and not now.routed:
                special = play.state.special
                play.set(special=special.but(gates=(*special.gates, seat)))
                play.tell(GateEntered(unit, seat, play.pos.level(seat)))
                break
