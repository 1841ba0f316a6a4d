"""The areas and seas with their pieces, ready to be drawn and read out."""

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

# Silhouettes of unit types, drawn around the middle of a counter: shields and spears on foot, a rider, an
# elephant. Two shields mean two legions.
SYMBOLS = {
    "infantry": "M-6.5 6V-4.5H-7.5L-6-7.5-4.5-4.5H-5.5V6ZM1.5-7A2 2 0 1 0 1.51-7Z"
    "M1.5-2.5A4.4 4.4 0 1 0 1.51-2.5ZM1.5 .7A1.2 1.2 0 1 1 1.49 .7Z",
    "roman_foederati": "M0-6Q5-5 5 0T0 6Q-5 5-5 0T0-6ZM0-1.6A1.6 1.6 0 1 1-.01-1.6Z"
    "M-8 6V-4H-9L-7.5-7-6-4H-7V6Z",
    "legion": "M-4.5-6Q0-7.5 4.5-6V6Q0 7.5-4.5 6ZM0-2A2 2 0 1 1-.01-2ZM-.5-5.5H.5V-3.2H-.5Z"
    "M-.5 3.2H.5V5.5H-.5ZM-7.5 6V-4H-8.5L-7-7-5.5-4H-6.5V6Z",
    "consular_legion": "M-8-5.5Q-4.5-7-1-5.5V5.5Q-4.5 7-8 5.5ZM-4.5-1.7A1.7 1.7 0 1 1-4.51-1.7Z"
    "M1-5.5Q4.5-7 8-5.5V5.5Q4.5 7 1 5.5ZM4.5-1.7A1.7 1.7 0 1 1 4.49-1.7Z",
    "knight": "M-8 6V2Q-8-1-5-1H-3L-2-3.6A1.9 1.9 0 1 1 1.2-3.6L1.6-1H3L5-4.5 6-5.5 8.5-2.5 7.5-1.2 6-1.5"
    " 5 1.5V6H3.5V2.5H-4.5L-6.2 6Z",
    "elephant": "M-8 6V-1Q-8-5-3.5-5H1.5Q3-7 5.5-5.5 8-4.5 8-1V4Q8 6 6 6V4.7Q6.7 4.7 6.6 3.8L6.4 .5 4.5 1V6"
    "H2V2.5H-4.5V6Z",
}


@dataclass(frozen=True)
class Token:
    """Units of one type and nation in a place. For a leader, ``unit`` is LEADER and ``number`` is 0."""

    nation: str
    side: Side
    unit: str
    number: int
    label: str


@dataclass(frozen=True)
class Spot:
    """An area or a sea. ``kind``: the kind of area, or "sea". ``city``: city, ruin or "". ``limit``: how many
    units of a nation can stay. ``capital``: the names of nations whose capital the place is.
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
        """The facts about a place in words: terrain, city or ruin, capitals, and stacking limit."""
        parts = [ground(self.kind)]
        if self.city:
            parts.append(_("city") if self.city == "city" else _("ruin"))
        parts += [_("capital of %(nation)s") % {"nation": one} for one in self.capital]
        if self.limit:
            parts.append(_("room for %(n)s units") % {"n": self.limit})
        return tuple(part for part in parts if part)

    @property
    def occupants(self) -> str:
        """The pieces in a place in one line, grouped by nation."""
        return "; ".join(
            f"{name}: {', '.join(token.label for token in tokens)}" for name, _side, tokens in self.forces
        )

    @property
    def forces(self) -> tuple[tuple[str, Side, tuple[Token, ...]], ...]:
        """The pieces in a place, grouped by nation. Each group is the nation's name, its appearance and its
        pieces.
        """
        owners = dict.fromkeys(token.nation for token in self.tokens)
        found = ((one, tuple(t for t in self.tokens if t.nation == one)) for one in owners)
        return tuple((nation_label(one), tokens[0].side, tokens) for one, tokens in found)

    @property
    def description(self) -> str:
        """Everything about a place in one line, for the tooltip and for screen readers."""
        told = ", ".join((*self.facts, *((self.occupants,) if self.tokens else ())))
        return f"{self.name}: {told}" if told else self.name


def ground(kind: str) -> str:
    """Return the name of a kind of terrain, or "" for ordinary ground."""
    return {
        HIGHLAND: _("highland"),
        MARSH: _("marsh"),
        ENTRY: _("entry area"),
        "sea": _("sea"),
    }.get(kind, "")


def spots(scn: Scenario, view: Facts, names: Names) -> tuple[Spot, ...]:
    """Return all seas and areas of the board with the pieces in them."""
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
        whose = nation_label(holder) if holder else no_owner_text()
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
    """Return the nation that holds an area, given the pieces in it, or "" if there are none. If several
    nations have pieces in it, as before a combat, return the one with the most units.
    """
    strength: Counter[str] = Counter()
    for token in here:
        strength[token.nation] += token.number
    return max(strength, key=lambda one: strength[one]) if strength else ""


def nation_label(key: str) -> str:
    """Return a nation's name, capitalised for use as a label."""
    return capital(nation(key))


def no_owner_text() -> str:
    """Return the words for an area without an owner."""
    return _("nobody's")


# --- the map as the package ``maps`` draws it ---------------------------------------------------------------


def map_outlines() -> Outlines:
    """Return the outlines of the map, which tools/maps builds."""
    path = settings.BASE_DIR / "campaigns/italia/data/outlines.json"
    return outlines(path, static("campaigns/italia_map.svg"))


def merge_outlines(scenario: Facts, scn: Scenario) -> dict[str, tuple[str, ...]]:
    """Return the outlines that make up each merged area of the smaller board. Each merged area's id maps to
    the ids of the outlines, its own first.
    """
    found: dict[str, list[str]] = {}
    for area in scenario["board"]["areas"]:
        into = area.get("merge_into")
        if into and area["id"] not in scn.board.areas:
            found.setdefault(into, [into]).append(area["id"])
    return {into: tuple(parts) for into, parts in found.items()}


def describe_map(spots: Iterable[Spot], scn: Scenario, parts: Mapping[str, tuple[str, ...]]) -> Map:
    """Return the map with all its pieces. On a custom board, a place without an outline is not drawn, and
    appears only in the table of places.
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
        return Piece("disc", token.side, lettered=True, label=token.label[:1])
    shape = "hull" if token.unit == FLEET else "unit"
    symbol = token.unit if token.unit in SYMBOLS else ""
    return Piece(shape, token.side, token.number, lettered=True, symbol=symbol)
