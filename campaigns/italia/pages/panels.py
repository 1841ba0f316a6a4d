"""The panels next to the map: the turn, the players with their nations, and the scoring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.italia.pages.board import nation_label
from campaigns.italia.pages.heraldry import side
from campaigns.italia.pages.rewards import rewards
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.wording.names import Names, era, halves, nation
from engine.game import Facts
from games.scene import Place
from maps.values import Side


@dataclass(frozen=True)
class Line:
    """A line of a nation's chart, and the points that it would give now."""

    text: str
    now: str


@dataclass(frozen=True)
class NationRow:
    """A nation in its player's panel. ``now``: the points that the next chart would give now, or "" if none
    is due. ``status``: a text that names its overlord, or "". ``acts``: whether it is the nation's turn.
    ``lines``: the chart that scores next. ``rewards``: the rewards on its card.
    """

    id: str
    name: str
    side: Side
    gold: int
    income: int
    areas: int
    cities: int
    capital: str
    points: str
    now: str
    status: str
    acts: bool
    lines: tuple[Line, ...]
    rewards: tuple[str, ...]


@dataclass(frozen=True)
class Player:
    """A player with the points and gold of all their nations, and a row for each nation. ``now``: the points
    that the next charts would give the player now, or "" if none are due.
    """

    place: Place
    points: str
    now: str
    gold: int
    nations: tuple[NationRow, ...]


def players(scn: Scenario, view: Facts, places: Sequence[Place], names: Names) -> tuple[Player, ...]:
    """Return every player in the order of seats at the table."""
    coming = view["scoring"]["nations"]
    found = []
    for place in places:
        keys = [key for key in view["nations"] if scn.nations[key].seat == place.key]
        now = sum(coming[key]["halves"] for key in keys if key in coming)
        found.append(
            Player(
                place,
                halves(view["scores"].get(place.key, 0)),
                halves(now) if coming else "",
                sum(view["nations"][key]["gold"] for key in keys),
                tuple(_row(scn, view, key, names) for key in keys),
            )
        )
    return tuple(found)


def _row(scn: Scenario, view: Facts, key: str, names: Names) -> NationRow:
    has, coming = view["nations"][key], view["scoring"]["nations"].get(key)
    return NationRow(
        key,
        nation_label(key),
        side(scn, key),
        has["gold"],
        has["income"],
        has["areas"],
        has["cities"],
        names.place(has["capital"]) if has["capital"] else "",
        halves(has["half_points"]),
        halves(coming["halves"]) if coming else "",
        _subject(has),
        key == view["nation"],
        lines(coming["lines"], names) if coming else (),
        rewards(scn, key, names),
    )


def _subject(has: Facts) -> str:
    if not has["overlord"]:
        return ""
    return _("subject to %(nation)s since round %(round)s") % {
        "nation": nation(has["overlord"]),
        "round": has["since"],
    }


def lines(found: Sequence[Facts], names: Names) -> tuple[Line, ...]:
    """Return each line of a scoring chart in words, with the points that it would give now."""
    return tuple(_line(one, names) for one in found)


def _line(one: Facts, names: Names) -> Line:
    text = {
        "area": _("Areas held, %(points)s each: %(areas)s"),
        "city": _("Cities held, %(points)s each: %(areas)s"),
        "area_with_city": _("Areas held with a city, %(points)s each: %(areas)s"),
        "region_control": _("No foreign unit there, %(points)s: %(areas)s"),
    }.get(one["award"], _("%(points)s, less 1 for each area with a foreign unit: %(areas)s"))
    areas = names.places_of(one["areas"]) or _("anywhere but in entry areas")
    return Line(text % {"points": halves(one["halves"]), "areas": areas}, halves(one["worth"]))


def turn(scn: Scenario, view: Facts) -> Mapping[str, Any]:
    """Return the current round and its years, the nation that acts, those to come, and the scoring rounds."""
    return {
        "round": view["round"],
        "last": scn.rounds,
        "years": era(view["years"]),
        "nation": nation_label(view["nation"]) if view["nation"] else "",
        "side": side(scn, view["nation"]) if view["nation"] else None,
        "to_come": [(nation_label(key), side(scn, key)) for key in view["to_come"]],
        "scores_in": view["scoring"]["round"],
        "scoring": [(number, number < view["round"]) for number in sorted(scn.scoring)],
    }


@dataclass(frozen=True)
class Turn:
    """A nation's place in the order of play. ``when``: over, now or to_come."""

    id: str
    name: str
    side: Side
    when: str


def order(scn: Scenario, view: Facts) -> tuple[Turn, ...]:
    """Return the order of play: the nations in the game, and those that arrive and act later this round."""
    coming = list(view["to_come"])
    found = []
    for key in scn.order:
        when = "now" if key == view["nation"] else "to_come" if key in coming else "over"
        if when != "over" or key in view["nations"]:
            found.append(Turn(key, nation_label(key), side(scn, key), when))
    return tuple(found)
