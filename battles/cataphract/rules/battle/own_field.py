"""Battles on the map that are not printed: armies from a scenario, on open ground with the printed grid.

The set-up, the ground and the Lines are the site's own (docs/rulings/cataphract.md, ruling 81).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from battles.cataphract.rules.contingents import contingents
from battles.cataphract.rules.field.flight import AWAY, Goal
from battles.cataphract.rules.field.ground import Ground, plain, read_ground, read_hex
from battles.cataphract.rules.field.lines import LineKind
from battles.cataphract.rules.field.pieces import CORNERS, Piece
from battles.cataphract.rules.sheet.armies.reading import read_roster
from battles.cataphract.rules.sheet.armies.roster import SEATS, Counter, Roster
from engine.game import BadScenario, Facts
from engine.reading import Reader
from engine.values import dataclass, replace
from kit.grid.hexes import Hex

SCHEMA: Final = "cataphract-field/1"
GAP: Final = 1  # hexes allowed between two mounted units of a Line, as in the printed battles
RANGE: Final = 2  # the units of a Line are within twice the leader's range (4.32)
MOST_NUMBER: Final = 80


@dataclass(frozen=True)
class OwnField:
    """The set-up of armies that fight no printed battle.

    ``pieces``: every unit in its hex. ``posts``: the hex of each leader. ``goals``: the edge to which the
    units of each side flee.
    """

    pieces: Mapping[str, Piece]
    posts: Mapping[str, str]
    goals: Mapping[str, Goal]


def read_own_field(raw: Facts) -> tuple[Roster, Ground, OwnField]:
    """Read the armies, the map and the set-up of a scenario. Raises BadScenario listing every mistake."""
    top = Reader(raw)
    top.fields("schema title armies counters posts retreat", "ground")
    top["title"].text(80)
    ground = read_ground(top["ground"]) if top["ground"].has_value else plain()
    top["armies"].object()
    top.raise_mistakes(BadScenario)
    roster = _read_armies(raw["armies"])
    pieces = {one.id: one for one in _pieces(top["counters"], roster)}
    posts = dict(_posts(top["posts"], roster, pieces))
    goals: dict[str, Goal] = {}
    if top["retreat"].fields(SEATS):
        edges = tuple(AWAY.values())
        goals = {seat: Goal(CORNERS.index(top["retreat"][seat].one_of(edges))) for seat in SEATS}
    top.raise_mistakes(BadScenario)
    return roster, ground, OwnField(pieces, posts, goals)


def _read_armies(raw: Facts) -> Roster:
    """Read both armies. The places of mistakes begin with ``$.armies``."""
    try:
        return read_roster(raw)
    except BadScenario as bad:
        inside = [replace(one, path=one.path.replace("$", "$.armies", 1)) for one in bad.mistakes]
        raise BadScenario(inside) from None


def lines_by_type(pieces: Iterable[Piece], seat: str) -> tuple[LineKind, ...]:
    """Return the kinds of Lines that a side can form: units of one people and type (4.32, ruling 81)."""
    found: dict[tuple[str, str], set[str]] = {}
    for one in pieces:
        if one.seat == seat:
            people = contingents()[one.contingent].nation
            found.setdefault((people, one.unit.type), set()).add(one.contingent)
    mounted = {one.unit.type for one in pieces if one.is_mounted}
    return tuple(
        LineKind(frozenset(named), None, GAP if type_ in mounted else None, RANGE)
        for (_people, type_), named in sorted(found.items())
    )


def _pieces(listed: Reader, roster: Roster) -> Iterator[Piece]:
    if not listed.fields(tuple(roster.counters)):
        return
    taken: dict[Hex, str] = {}
    for counter in roster.counters.values():
        one = listed[counter.id]
        if not one.fields("of number hex facing"):
            continue
        at = read_hex(one["hex"], one["hex"].text(8))
        of, facing = one["of"].one_of(contingents()), one["facing"].one_of(CORNERS)
        number = one["number"].number(1, MOST_NUMBER)
        if at is None or of not in contingents() or facing not in CORNERS:
            continue
        if at in taken:
            one["hex"].note_mistake("hex_taken", hex=one["hex"].value, by=taken[at])
        taken[at] = counter.id
        yield _piece(counter, of, number, at, facing)


def _piece(counter: Counter, of: str, number: int, at: Hex, facing: str) -> Piece:
    tags = contingents()[of].tags
    corner = CORNERS.index(facing)
    return Piece(counter.id, counter.seat, counter.unit, counter.ma, at, corner, tags, of, number)


def _posts(listed: Reader, roster: Roster, pieces: Mapping[str, Piece]) -> Iterator[tuple[str, str]]:
    """Yield the hex of each leader, who begins with a unit of their own side."""
    if not listed.fields(tuple(roster.chiefs)):
        return
    for chief in roster.chiefs.values():
        name = listed[chief.id].text(8)
        at = read_hex(listed[chief.id], name)
        if at is not None and not any(one.at == at and one.seat == chief.seat for one in pieces.values()):
            listed[chief.id].note_mistake("nobody_in_this_hex", hex=name)
        yield chief.id, name
