"""The pieces on the map, ready to be drawn and read out: areas and seas with their units and leaders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.templatetags.static import static
from django.utils.translation import gettext as _

from campaigns.italia.pages.heraldry import side
from campaigns.italia.rules.scenario.types import ENTRY, FLEET, HIGHLAND, MARSH, Scenario
from campaigns.italia.wording.names import Names, capital, nation, units
from engine.game import Facts
from maps.values import Level, Map, Outlines, Piece, Place, Side, outlines

LEADER = "leader"
LEVELS = (Level(0.25), Level(0.5), Level(0.9), Level(1.4, play=True))

# Types of units, in lines around the middle of a counter; two shields or a horse mean two hits.
SYMBOLS = {
    "infantry": "M-5-3.5H5V3.5H-5ZM-5-3.5L5 3.5M5-3.5L-5 3.5",
    "roman_foederati": "M0-4.2A4.2 4.2 0 1 0 .01-4.2ZM0-1A1 1 0 1 0 .01-1Z",
    "legion": "M-3-4.5H3V4.5H-3ZM0-4.5V4.5",
    "consular_legion": "M-5.5-4.5H-.8V4.5H-5.5ZM.8-4.5H5.5V4.5H.8Z",
    "knight": "M-5-3.5H5V3.5H-5ZM-5 3.5L5-3.5",
    "elephant": "M-5 4V-.5A3.5 3.5 0 0 1-1.5-4H2.5A2.5 2.5 0 0 1 5-1.5V4H3.5V0H2V4H.5V1.5H-2V4Z",
}


@dataclass(frozen=True)
class Token:
    """Units of a type, or a leader (``unit`` is LEADER), of a nation in a place."""

    nation: str
    side: Side
    unit: str
    number: int
    label: str


@dataclass(frozen=True)
class Spot:
    """An area or a sea. ``kind``: the kind of area, or sea; ``city``: city, ruin or ""; ``limit``: how many
    units of a nation can stay; ``capital``: the nations that have their capital there.
    """

    id: str
    name: str
    kind: str
    city: str
    limit: int
    holder: str
    holder_name: str
    tokens: tuple[Token, ...]
    capital: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the facts of a place: its terrain, city or ruin, owner, and stacking limit."""
        parts = [ground(self.kind)]
        if self.city:
            parts.append(_("city") if self.city == "city" else _("ruin"))
        parts += [_("capital of %(nation)s") % {"nation": one} for one in self.capital]
        if self.limit:
            parts.append(_("room for %(n)s units") % {"n": self.limit})
        return tuple(part for part in parts if part)

    @property
    def occupants(self) -> str:
        """Describe the occupants in one line."""
        return "; ".join(
            f"{name}: {', '.join(token.label for token in tokens)}" for name, _side, tokens in self.forces
        )

    @property
    def forces(self) -> tuple[tuple[str, Side, tuple[Token, ...]], ...]:
        """Return the pieces of each nation: its name, its side, its pieces."""
        owners = dict.fromkeys(token.nation for token in self.tokens)
        found = ((one, tuple(t for t in self.tokens if t.nation == one)) for one in owners)
        return tuple((nation_label(one), tokens[0].side, tokens) for one, tokens in found)

    @property
    def description(self) -> str:
        """Describe everything here in one line, for the tooltip and for screen readers."""
        told = ", ".join((*self.facts, *((self.occupants,) if self.tokens else ())))
        return f"{self.name}: {told}" if told else self.name


def ground(kind: str) -> str:
    """Name the kind of terrain; "" for ordinary ground."""
    return {
        HIGHLAND: _("highland"),
        MARSH: _("marsh"),
        ENTRY: _("entry area"),
        "sea": _("sea"),
    }.get(kind, "")


def spots(scn: Scenario, view: Facts, names: Names) -> tuple[Spot, ...]:
    """Return every area and sea of the board with what is there."""
    capitals: dict[str, list[str]] = {}
    for key, one in view["nations"].items():
        if one["capital"]:
            capitals.setdefault(one["capital"], []).append(nation(key))
    placed = tokens(scn, view, names)
    found = []
    for sea in scn.board.seas:
        found.append(Spot(sea, names.place(sea), "sea", "", 0, "", "", placed.get(sea, ())))
    for key, area in scn.board.areas.items():
        here = placed.get(key, ())
        holder = holder_of(here)
        standing = view["cities"].get(key)
        city = "" if standing is None else "city" if standing else "ruin"
        whose = nation_label(holder) if holder else nobodys()
        seat = tuple(capitals.get(key, ()))
        found.append(Spot(key, names.place(key), area.kind, city, area.limit, holder, whose, here, seat))
    return tuple(found)


def tokens(scn: Scenario, view: Facts, names: Names) -> dict[str, tuple[Token, ...]]:
    """Return the pieces in each place, by nation in order of play, units before leaders."""
    found: dict[str, list[Token]] = {}
    for place, here in view["pieces"].items():
        for key, force in here.items():
            for unit, number in force.items():
                label = units(unit, number)
                found.setdefault(place, []).append(Token(key, side(scn, key), unit, number, label))
    for leader, place in view["leaders"].items():
        key = scn.leaders[leader].nation
        token = Token(key, side(scn, key), LEADER, 0, names.leader(leader))
        found.setdefault(place, []).append(token)
    order = {key: number for number, key in enumerate((*scn.nations, *scn.units, LEADER))}
    return {
        place: tuple(sorted(here, key=lambda t: (order[t.nation], order[t.unit], t.label)))
        for place, here in found.items()
    }


def holder_of(here: Iterable[Token]) -> str:
    """Return the nation that holds an area: of several, as after a march into it, the one with most units."""
    strength: Counter[str] = Counter()
    for token in here:
        strength[token.nation] += token.number
    return max(strength, key=lambda one: strength[one]) if strength else ""


def nation_label(key: str) -> str:
    """Return the name of a nation as a label."""
    return capital(nation(key))


def nobodys() -> str:
    """Return the words for an area without an owner."""
    return _("nobody's")


# --- the same map as drawn by the package ``maps`` --------------------------------------------------------


def map_outlines() -> Outlines:
    """Return the outlines of the map (tools/maps)."""
    path = settings.BASE_DIR / "campaigns/italia/data/outlines.json"
    return outlines(path, static("campaigns/italia_map.svg"))


def merge_outlines(scenario: Facts, scn: Scenario) -> dict[str, tuple[str, ...]]:
    """Return the outlines of each area on the smaller board: its own and those merged into it."""
    found: dict[str, list[str]] = {}
    for area in scenario["board"]["areas"]:
        into = area.get("merge_into")
        if into and area["id"] not in scn.board.areas:
            found.setdefault(into, [into]).append(area["id"])
    return {into: tuple(parts) for into, parts in found.items()}


def describe_map(spots: Iterable[Spot], scn: Scenario, parts: Mapping[str, tuple[str, ...]]) -> Map:
    """Return the map with all its pieces. A place without an outline, on a custom board, appears only in the
    table.
    """
    known = map_outlines().points
    return Map(
        _("Italy, its islands and the coast of Africa"),
        map_outlines(),
        tuple(_place(one, scn, parts) for one in spots if one.id in known),
        LEVELS,
        side(scn, ""),
        symbols=SYMBOLS,
    )


def _place(spot: Spot, scn: Scenario, parts: Mapping[str, tuple[str, ...]]) -> Place:
    x, y = map_outlines().points[spot.id]
    sea = spot.kind == "sea"
    return Place(
        spot.id,
        "sea" if sea else "land",
        x,
        y,
        spot.name,
        spot.description,
        holder=None if sea else side(scn, spot.holder),
        rich=spot.city == "city",
        sign=spot.city,
        pieces=tuple(_piece(token) for token in spot.tokens),
        ground=spot.kind if spot.kind in (HIGHLAND, MARSH) else "",
        outlines=parts.get(spot.id, ()),
    )


def _piece(token: Token) -> Piece:
    if token.unit == LEADER:
        return Piece("disc", token.side, lettered=True)
    shape = "hull" if token.unit == FLEET else "unit"
    symbol = token.unit if token.unit in SYMBOLS else ""
    return Piece(shape, token.side, token.number, lettered=True, symbol=symbol)
