"""Quality checks on the map, and their effects on friends through whom units move (10.11, L2441)."""

from __future__ import annotations

from battles.cataphract.rules.battle.play import MapPlay
from battles.cataphract.rules.checks.quality import hits
from battles.cataphract.rules.sheet.units.checking import QualityChecked


def check(play: MapPlay, unit: str, what: str, cause: str = "") -> None:
    """Roll a quality check, and give the unit the hits that it costs (10.11)."""
    one = play.pos.counter(unit)
    face = play.throw(f"{what}|{one.name}", "10.11", one.seat) + play.pos.check_modifier(one.seat)
    found = play.pos.unit(unit)
    cost = hits(what, found, face)
    play.tell(QualityChecked(unit, what, face, found.quality, cost, not cost))
    play.hurt(unit, cost, cause or what)


def pass_through(play: MapPlay, mover: str, friend: str) -> None:
    """Hurt a friend through whom a unit has moved (L2441). A routed friend is eliminated (6.63)."""
    if play.pos.markers(friend).routed:
        play.eliminate(friend, "passage")
    elif play.pos.setting.base[mover].rides_through:
        check(play, friend, "passed_by_steppe")
    else:
        play.hurt(friend, 1, "passage")


def run_through(play: MapPlay, friend: str) -> None:
    """Make a friend check its quality when a routed unit runs through it. A routed friend is eliminated
    (10.24).
    """
    if play.pos.markers(friend).routed:
        play.eliminate(friend, "run_over")
    else:
        check(play, friend, "passed_by_routed")
