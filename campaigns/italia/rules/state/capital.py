"""The capital, which a player can name or move at any time (8.1).

When a nation buys, moves, retreats or flees, naming its capital is one of the choices offered. At other times
players can name a capital for each of their nations without being asked.
"""

from __future__ import annotations

from collections.abc import Collection

from campaigns.italia.rules.combat.phase import Combats
from campaigns.italia.rules.state.play import Play
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import Trim
from engine.codec import late_field
from engine.game import Choice, Choices, Option, Pick
from engine.values import dataclass
from kit.rules.decisions import Action, Event, refuse


@dataclass(frozen=True)
class NameCapital(Action):
    """Name a capital. ``nation``: the nation whose capital the area becomes, or "" for the nation whose
    decision this answers.
    """

    area: str
    nation: str = late_field("")


@dataclass(frozen=True)
class CapitalNamed(Event):
    nation: str
    area: str


def sites(pos: Position, nation: str) -> tuple[str, ...]:
    """Return the areas that a nation can make its capital. These are the areas that it controls, except its
    present capital, areas with enemies, and entry areas that are not ordinary for it. There are none if its
    card fixes the capital.
    """
    if pos.nation(nation).effect("fixed_capital"):
        return ()
    now = pos.capital(nation)
    return tuple(
        area
        for area in pos.areas_of(nation)
        if area != now and pos.treats_as_ordinary(nation, area) and not pos.enemies(nation, area)
    )


def capital_choices(pos: Position, nation: str) -> Choices:
    """Return the choice to name another capital, for a nation that owes a decision."""
    areas = tuple(map(Option, sites(pos, nation)))
    return (Choice("name_capital", {}, (Pick("area", areas),), "8.1"),) if areas else ()


def unasked_capital_choices(pos: Position, seat: str, asked: Collection[str]) -> Choices:
    """Return the choices to name another capital for a player's nations that owe no decision."""
    found = []
    for nation in pos.scn.nations.values():
        if nation.seat != seat or nation.id in asked:
            continue
        areas = tuple(map(Option, sites(pos, nation.id)))
        if areas:
            found.append(Choice("name_capital", {"nation": nation.id}, (Pick("area", areas),), "8.1"))
    return tuple(found)


def name_unasked(play: Play, seat: str, action: NameCapital) -> None:
    """Name the capital of a nation that owes no decision. Raises IllegalAction if this is not allowed."""
    pos = play.pos
    if action.nation not in pos.scn.nations or pos.seat(action.nation) != seat:
        refuse("8.1", "not_your_nation", nation=action.nation[:80])
    if pos.nation(action.nation).effect("fixed_capital"):
        refuse("8.1", "fixed_capital", nation=action.nation)
    if action.area not in sites(pos, action.nation):
        refuse("8.1", "not_controlled", area=action.area[:80])
    name_capital(play, action.nation, action.area)


def name_capital(play: Play, nation: str, area: str) -> None:
    """Move the capital. The owner must remove excess units from the old capital at once. They stay if enemies
    are in it, or if its stacking limit is suspended and checked later anyway.
    """
    old = play.pos.capital(nation)
    play.hold(nation, capital=area)
    play.tell(CapitalNamed(nation, area))
    if not old or play.pos.enemies(nation, old) or _limits_suspended(play, nation, old):
        return
    if play.pos.troops(old, nation) > play.pos.limit(nation, old):
        play.push(Trim(nation, old, play.pos.area(old).limit, capital_counts=True))


def _limits_suspended(play: Play, nation: str, area: str) -> bool:
    """Return whether stacking limits are suspended in an area. In a nation's own turn they apply only during
    fights and checks. They do not apply where its campaign starts or between the phases of an invasion
    (8.0, 8.4).
    """
    if nation != play.state.nation:
        return False
    phase, checking = play.state.in_progress(Combats), play.state.in_progress(Trim)
    if not checking and (phase is None or phase.invasion):
        return True
    campaign = play.pos.nation(nation).campaigns.get(play.state.round)
    return campaign is not None and play.pos.leader_at(campaign.leader) == area
