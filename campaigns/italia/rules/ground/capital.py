"""The capital: named and moved at any moment (8.1)."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.italia.rules.ground.play import Play
from campaigns.italia.rules.ground.position import Position
from campaigns.italia.rules.ground.registry import Action, Event
from campaigns.italia.rules.ground.trim import Trim
from engine.game import Choice, Choices, Option, Pick


@dataclass(frozen=True)
class NameCapital(Action):
    area: str


@dataclass(frozen=True)
class CapitalNamed(Event):
    nation: str
    area: str


def capital_choices(pos: Position, nation: str) -> Choices:
    """To name another area that the nation controls; none where its card fixes the capital."""
    if pos.nation(nation).effect("fixed_capital"):
        return ()
    areas = tuple(
        Option(area)
        for area in pos.areas_of(nation)
        if area != pos.capital(nation) and pos.uses(nation, area) and not pos.foes(nation, area)
    )
    return (Choice("name_capital", {}, (Pick("area", areas),), "8.1"),) if areas else ()


def name_capital(play: Play, nation: str, area: str) -> None:
    """Move the capital. What then stands in the old one beyond its limit is removed at once, but not while
    the nation moves or fights there: then the check at the end of the phase sees to it."""
    old = play.pos.capital(nation)
    play.hold(nation, capital=area)
    play.tell(CapitalNamed(nation, area))
    if not old or nation == play.state.nation or play.pos.foes(nation, old):
        return
    if play.pos.troops(old, nation) > play.pos.limit(nation, old):
        play.push(Trim(nation, old, play.pos.limit(nation, old)))
