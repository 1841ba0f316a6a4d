"""The map with its pieces and marks, prepared to be drawn or described."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from battles.cataphract.pages.board.goals import goals_by_hex
from battles.cataphract.pages.board.heraldry import STROKES, SYMBOLS, TERRAIN
from battles.cataphract.rules.battle.marching import shots
from battles.cataphract.rules.battle.melee.designating import Designating, attackers, enemies_in_zones
from battles.cataphract.rules.battle.moves import Marching
from battles.cataphract.rules.battle.ordering import orderable_units
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of
from battles.cataphract.rules.battle.reacting import Reacting, reactions
from battles.cataphract.rules.field.pieces import Piece as Unit
from battles.cataphract.wording.names import FACINGS, MARKS, Names, word
from engine.game import Choice
from kit.grid.hexes import Hex
from maps.hexes import facing_to_corner, facing_to_side, hex_map, strokes_along
from maps.values import Badge, Map, Marks, Piece, Side, Way

FLAGS: Final = ("routed", "rallied", "moved", "column", "wedge", "shieldwall", "engaged", "limbered")


@dataclass(frozen=True)
class ReadersMap:
    """A battle on the map as one reader sees it. ``flags``: the colours and patterns of each side."""

    pos: MapField
    names: Names
    flags: Mapping[str, Side]


def draw_board(seen: ReadersMap, own: frozenset[str]) -> Map:
    """Draw the map. ``own``: the hexes where the reader can do something."""
    pos = seen.pos
    ground = pos.setting.ground
    taken = dict.fromkeys((*pos.battlefield.occupants, *_posts(pos)))
    return hex_map(
        _("The battlefield"),
        ground.board,
        {at: (draw_piece(seen, at),) for at in taken},
        lambda at: line_of(seen, at),
        ground={at: TERRAIN[kind] for at, kind in ground.covers.items() if kind in TERRAIN},
        own=lambda at: name_of(at) in own,
        symbols=SYMBOLS,
        strokes=[
            one
            for side, kind in ground.edges.items()
            for one in strokes_along(ground.board, STROKES.get(kind, "wall"), [side])
        ],
    )


def _posts(pos: MapField) -> Iterator[Hex]:
    """Yield the hexes of the living leaders."""
    living = {one for seat in pos.roster.sides for one in pos.living_leaders(seat)}
    return (hex_of(at) for leader, at in pos.board.posts.items() if leader in living)


def draw_piece(seen: ReadersMap, at: Hex) -> Piece:
    """Return the piece drawn in a hex: a unit, with a star if a leader is with it, or a leader alone."""
    pos = seen.pos
    units = pos.battlefield.occupants.get(at, ())
    leaders = pos.leaders_in(name_of(at))
    if not units:
        chief = pos.chief(leaders[0])
        return Piece("token", seen.flags[chief.seat], symbol="leader", label=chief.name[:2])
    one, board = units[0], pos.setting.ground.board
    turned = facing_to_side if one.unit.column else facing_to_corner
    return Piece(
        "token",
        seen.flags[one.seat],
        symbol="artillery" if one.artillery else "horse" if one.is_mounted else "foot",
        label=kind_of(one),
        facing=None if one.artillery else turned(board, one.facing),
        led=1 if leaders else 0,
        count=len(units),
        badges=tuple(_badges(pos, one)),
    )


def kind_of(one: Unit) -> str:
    """Return the abbreviation of a unit's type. Cataphracts have an abbreviation of their own."""
    return "Ct" if one.unit.cataphract else one.unit.type


def _badges(pos: MapField, one: Unit) -> Iterator[Badge]:
    now = pos.markers(one.id)
    if now.routed:
        yield Badge("nw", "R", "warn")
    elif now.hits:
        yield Badge("nw", str(now.hits), "warn" if pos.hits_left(one.id) == 1 else "hurt")
    if now.supply != "full":
        yield Badge("ne", "L" if now.supply == "low" else "N", "hurt")
    formed = next(
        (s for f, s in (("column", "C"), ("wedge", "W"), ("shieldwall", "S")) if getattr(now, f)), ""
    )
    if formed:
        yield Badge("sw", formed, "done")


# --- descriptions -----------------------------------------------------------------------------------------


def terrain(seen: ReadersMap, at: Hex) -> str:
    """Describe the terrain of a hex, or return "" for open ground."""
    cover = seen.pos.setting.ground.cover(at)
    level = seen.pos.setting.ground.board.level(at)
    words = {"woods": _("woods"), "broken": _("broken ground")}
    found = [words[cover]] if cover in words else []
    if level:
        found.append(_("level %(level)s") % {"level": level})
    return ", ".join(found)


def describe_unit(seen: ReadersMap, unit: str) -> str:
    """Describe a unit in one line: its name, type, facing, hits and markers."""
    pos = seen.pos
    one, now = pos.piece(unit), pos.markers(unit)
    facts = {
        "side": seen.names.side(one.seat),
        "unit": seen.names.unit(unit),
        "kind": f"{one.unit.type} {one.unit.missile}".strip(),
        "facing": word(FACINGS, one.facing_name),
        "hits": now.hits,
        "limit": pos.limit(unit),
    }
    parts = [_("%(side)s: %(unit)s (%(kind)s), facing %(facing)s, %(hits)s of %(limit)s hits") % facts]
    parts += [word(MARKS, flag) for flag in FLAGS if getattr(now, flag)]
    if now.supply != "full":
        parts.append(word(MARKS, now.supply))
    return "; ".join(parts)


def occupants(seen: ReadersMap, at: Hex) -> tuple[str, ...]:
    """Describe the units and leaders in a hex."""
    units = [describe_unit(seen, one.id) for one in seen.pos.battlefield.occupants.get(at, ())]
    leaders = [
        _("%(side)s: %(leader)s, leader")
        % {"side": seen.names.side(seen.pos.chief(one).seat), "leader": seen.names.leader(one)}
        for one in seen.pos.leaders_in(name_of(at))
    ]
    return (*units, *leaders)


def line_of(seen: ReadersMap, at: Hex) -> str:
    """Describe everything in a hex in one line."""
    there = (*filter(None, (terrain(seen, at),)), *occupants(seen, at))
    return f"{name_of(at)}: {'. '.join(there)}" if there else name_of(at)


# --- marks on the map -------------------------------------------------------------------------------------


def marks(
    seen: ReadersMap, choices: Sequence[Choice], at: str, preview: Mapping[str, str], way: Sequence[str]
) -> Marks:
    """Mark the places to choose from with their costs, and the units that can be shot at or attacked.

    ``preview``: the hexes, with costs, that a tapped unit could reach if it were ordered to move. ``way``:
    the route to the tapped place.
    """
    pos, frame = seen.pos, seen.pos.state.stack[-1] if seen.pos.state.stack else None
    reach = {hex: cost for hex, (cost, _options) in goals_by_hex(choices).items()} or dict(preview)
    targets: set[str] = set()
    can: set[str] = set()
    fights: set[str] = set()
    if isinstance(frame, Marching) and choices:
        targets = {_hex(pos, unit) for unit in shots(pos, frame)}
        can = {_hex(pos, frame.unit)}
    elif isinstance(frame, Reacting) and frame.mover in pos.battlefield.pieces:
        targets = {_hex(pos, frame.mover)}
        who = {one.split("|")[0] for one in reactions(pos, frame)}
        can = {_hex(pos, one) if one in pos.board.places else pos.board.posts[one] for one in who}
    elif isinstance(frame, Designating):
        fights = {_hex(pos, unit) for unit in attackers(pos)}
        targets = {_hex(pos, unit) for found in enemies_in_zones(pos).values() for unit in found}
    elif any(one.kind == "order_unit" for one in choices):
        can = {_hex(pos, unit) for unit in orderable_units(pos)}
    phase = pos.state.phase
    ordered = [u for u in pos.battlefield.pieces if pos.markers(u).ordered] if phase is not None else []
    charging = [u for u in pos.board.charging if u in pos.battlefield.pieces]
    states = {
        "can": frozenset(can),
        "ordered": frozenset(_hex(pos, unit) for unit in ordered),
        "moved": frozenset(_hex(pos, u) for u in pos.battlefield.pieces if pos.markers(u).moved),
        "fights": frozenset((*fights, *(_hex(pos, unit) for unit in charging))),
    }
    shaded = frozenset(name_of(one) for one in _shade_hexes(pos, moving=bool(reach)))
    ways = (Way(tuple(way)),) if len(way) > 1 else ()
    reach |= {one: "" for one in targets if one not in reach}
    return Marks(at, reach, frozenset(targets), ways, shaded=shaded, states=states)


def _shade_hexes(pos: MapField, *, moving: bool) -> Iterator[Hex]:
    """Yield the hexes to shade: enemy zones while a unit moves, and otherwise the active leader's command
    range.
    """
    phase = pos.state.phase
    if phase is None:
        return
    if moving:
        for at, holders in pos.battlefield.zones.items():
            if any(one.seat != phase.seat for one in holders):
                yield at
    elif not phase.fought:
        yield from (at for at in pos.command_range if at in pos.setting.ground.board)


def _hex(pos: MapField, unit: str) -> str:
    return pos.board.places[unit].at
