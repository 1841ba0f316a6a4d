"""The capital, which can be named and moved at any moment (8.1).

It is offered to a player in their own purchases, movement, retreats or flights. At any other moment players
can name one for each of their nations without being asked.
"""

from __future__ import annotations

from collections.abc import Collection

from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from engine.codec import late
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class NameCapital(Action):
    """Name a capital. ``nation``: whose capital it becomes; "" for the nation that is asked."""

    area: str
    nation: str = late("")


@dataclass(frozen=True)
class CapitalNamed(Event):
    nation: str
    area: str


def sites(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the areas that a nation can make its capital: all others that it controls; none if its card
    fixes one.
    """
    if pos.nation(nation).effect("fixed_capital"):
        return ()
    now = pos.capital(nation)
    return tuple(
        area
        for area in pos.areas_of(nation)
        if area != now and pos.uses(nation, area) and not pos.enemies(nation, area)
    )


def capital_choices(pos: Position, nation: str) -> Choices:
    """Return the choices to name another capital, for a nation that is asked."""
    areas = tuple(map(Option, sites(pos, nation)))
    return (Choice("name_capital", {}, (Pick("area", areas),), "8.1"),) if areas else ()


def at_any_moment(pos: Position, seat: str, asked: Collection[str]) -> Choices:
    """Return optional choices for a player's other nations: name another capital. They answer no decision."""
    found = []
    for nation in pos.scn.nations.values():
        if nation.seat != seat or nation.id in asked:
            continue
        areas = tuple(map(Option, sites(pos, nation.id)))
        if areas:
            found.append(Choice("name_capital", {"nation": nation.id}, (Pick("area", areas),), "8.1"))
    return tuple(found)


def name_unasked(play: Play, seat: str, action: NameCapital) -> None:
    """Carry out an action that needed no decision, or refuse it."""
    pos = play.pos
    if action.nation not in pos.scn.nations or pos.seat(action.nation) != seat:
        refuse("8.1", "not_your_nation", nation=action.nation[:80])
    if pos.nation(action.nation).effect("fixed_capital"):
        refuse("8.1", "fixed_capital", nation=action.nation)
    if action.area not in sites(pos, action.nation):
        refuse("8.1", "not_controlled", area=action.area[:80])
    name_capital(play, action.nation, action.area)


def name_capital(play: Play, nation: str, area: str) -> None:
    """Move the capital. Excess units in the old one are removed at once, except during a fight or before the
    end of the nation's own movement, which checks them.
    """
    old = play.pos.capital(nation)
    play.hold(nation, capital=area)
    play.tell(CapitalNamed(nation, area))
    if not old or play.pos.enemies(nation, old) or _limits_suspended(play, nation, old):
        return
    if play.pos.troops(old, nation) > play.pos.limit(nation, old):
        play.push(Trim(nation, old, play.pos.area(old).limit, capital_counts=True))


def _limits_suspended(play: Play, nation: str, area: str) -> bool:
    """Return whether limits do not apply now. In a nation's own turn they apply only during fights and
    checks, and not at its campaign's start or between the phases of an invasion (8.0, 8.4).
    """
    if nation != play.state.nation:
        return False
    phase, checking = play.state.in_progress(Combats), play.state.in_progress(Trim)
    if not checking and (phase is None or phase.invasion):
        return True
    campaign = play.pos.nation(nation).campaigns.get(play.state.round)
    return campaign is not None and play.pos.leader_at(campaign.leader) == area
