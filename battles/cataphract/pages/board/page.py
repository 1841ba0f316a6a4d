"""The template context of the page of a battle on the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from django.utils.translation import gettext as _

from battles.cataphract.pages import armies, clashes
from battles.cataphract.pages.board import drawing, heraldry
from battles.cataphract.pages.board.drawing import ReadersMap
from battles.cataphract.pages.board.goals import HEX, goals_by_hex
from battles.cataphract.pages.board.preview import Preview, preview
from battles.cataphract.rules.battle.marching import may_charge
from battles.cataphract.rules.battle.melee.designating import Designating, assign_remaining
from battles.cataphract.rules.battle.moves import Marching
from battles.cataphract.rules.battle.position import MapField, hex_of, name_of, read_stand
from battles.cataphract.rules.battle.rules import MapRules
from battles.cataphract.rules.field.reach import reach
from battles.cataphract.rules.sheet.armies.roster import SEATS
from battles.cataphract.rules.sheet.play.state import Attacking, Charged, Defending
from battles.cataphract.wording import CataphractWording
from battles.cataphract.wording.names import DOUBTS, FOUND, word
from games import plugins
from kit.grid.hexes import Hex, distance
from maps import drawing as maps_drawing
from maps import looking

if TYPE_CHECKING:
    from django.http import HttpRequest

    from battles.cataphract.wording.names import Names
    from games.scene import Scene
    from maps.values import Map

CHOSEN: Final = "battles/cataphract/board/_chosen.html"  # the template of the part that a tap replaces
LEGEND: Final = "battles/cataphract/board/_legend.html"
ZOOMS: Final = (("1", 1500), ("2", 2600))  # name of each zoom level, and the drawing's width in pixels


def seen_by(scene: Scene) -> ReadersMap:
    """Return the battle as a reader sees it. Nothing on the map is hidden."""
    rules = cast("MapRules", scene.table.rules)
    names = names_of(scene)
    flags = heraldry.sides({seat: names.side(seat) for seat in SEATS}, scene.game.banners)
    return ReadersMap(rules.position(scene.table.state), names, flags)


def names_of(scene: Scene) -> Names:
    return cast("CataphractWording", plugins.wording(scene.game)).names


def draw(seen: ReadersMap) -> Map:
    """Draw the map as the reader sees it, without marks."""
    return drawing.draw_board(seen, frozenset())


def context(request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
    """Return the template context of the page. See games.contract.Page."""
    seen = seen_by(scene)
    pos, view = seen.pos, scene.view
    at = looking.selected_place(request, {name_of(one): name_of(one) for one in pos.setting.ground.board})
    at = at if _is_on_map(pos, at) else ""
    frame = pos.state.stack[-1] if pos.state.stack else None
    goals = goals_by_hex(scene.choices)
    previews = dict(_previews(pos, frame, goals[at][1])) if at in goals else {}
    tapped = pos.battlefield.occupants.get(hex_of(at), ()) if at and not goals else ()
    reached = _reach_of(pos, tapped[0].id) if tapped else {}
    way = max((one.way for one in previews.values()), key=len, default=())
    marks = drawing.marks(seen, scene.choices, at, reached, way)
    asked = looking.query(request, at)
    shown = armies.Armies(pos.roster, view, seen.names)
    found: dict[str, Any] = {
        "on_map": True,
        "seen": seen,
        "query": asked,
        "here": _describe(seen, at, reached) if at else None,
        "previews": previews,
        "goals": goals,
        "straight": " ".join(goals) if _is_plain(goals) else "",
        "shaded": _explain_shade(pos, moving=bool(goals or reached)),
    }
    drawn = draw(seen)
    if "paper" in request.GET:
        when = _("Turn %(number)s") % {"number": pos.state.turn}
        return {**found, **looking.paper(drawn, when, LEGEND)}
    if looking.wants_selection_only(request):
        return {**found, "base_template": CHOSEN, "marks": maps_drawing.draw_marks(drawn, marks)}
    focus = at or _focus(seen, marks)
    return {
        **found,
        **looking.window(request, drawn, marks, asked, focus=focus, zooms=ZOOMS),
        "focus": focus,
        "key_template": LEGEND,
        "sides": [shown.side(seat, scene.place(seat)) for seat in view["sides"]],
        "phase": shown.phase(),
        "rows": [(seat, seen.names.side(seat), list(_rows(seen, seat))) for seat in SEATS],
        "clashes": _clashes(seen, frame, scene),
        "assigned": isinstance(frame, Designating),
        "doubts": _doubts(pos),
    }


def _is_on_map(pos: MapField, at: str) -> bool:
    return len(at) == HEX and at.isdigit() and hex_of(at) in pos.setting.ground.board


def _is_plain(goals: Mapping[str, Any]) -> bool:
    """Return whether a tap on a place can be the answer, because each place is offered once and without a
    facing.
    """
    offered = [one for _cost, there in goals.values() for one in there]
    kinds = {id(choice) for choice, _field, _option in offered}
    return len(kinds) == 1 and all(len(str(option.value)) == HEX for _choice, _field, option in offered)


def _previews(pos: MapField, frame: Any, there: Sequence[Any]) -> Iterator[tuple[str, Preview]]:
    """Yield each facing that a march can end with in the tapped hex, with a preview of that march."""
    if not isinstance(frame, Marching):
        return
    column = pos.unit(frame.unit).column
    for choice, _field, option in there:
        if choice.kind == "march":
            yield str(option.value), preview(pos, frame, read_stand(str(option.value), column))


def _reach_of(pos: MapField, unit: str) -> dict[str, str]:
    """Return the hexes that a unit could reach with an order to move, each with its cost in movement
    points.
    """
    one = pos.piece(unit)
    if one.unit.routed or pos.is_frozen(unit):
        return {}
    found: dict[str, int] = {}
    for stand, (cost, _way) in reach(pos.battlefield, one).stands.items():
        name = name_of(stand.at)
        if stand.at != one.at:
            found[name] = min(cost.mp, found.get(name, cost.mp))
    return {name: str(mp) for name, mp in found.items()}


def _describe(seen: ReadersMap, at: str, reached: Mapping[str, str]) -> dict[str, Any]:
    there = hex_of(at)
    return {
        "id": at,
        "terrain": drawing.terrain(seen, there),
        "told": drawing.occupants(seen, there),
        "reach": len(reached),
    }


def _explain_shade(pos: MapField, *, moving: bool) -> str:
    phase = pos.state.phase
    if phase is None or phase.fought:
        return ""
    if moving:
        return _("Shaded: the enemy's zones, where a unit stops.")
    return (
        _("Shaded: the active leader's command range. Enemies and their zones block it.")
        if phase.leader
        else ""
    )


def _focus(seen: ReadersMap, marks: Any) -> str:
    """Return the hex that the map shows first, or "" if no unit is on the map.

    It is the hex of the moving unit, of a target, or of the active leader. Otherwise it is the hex of the
    unit nearest to the middle of all units.
    """
    pos, phase = seen.pos, seen.pos.state.phase
    frame = pos.state.stack[-1] if pos.state.stack else None
    if isinstance(frame, Marching) and frame.unit in pos.board.places:
        return pos.board.places[frame.unit].at
    if marks.targets:
        return str(min(marks.targets))
    if phase is not None and phase.leader in pos.board.posts:
        return pos.board.posts[phase.leader]
    there = [one.at for one in pos.battlefield.pieces.values()]
    if not there:
        return ""
    middle = Hex(sum(at.q for at in there) // len(there), sum(at.r for at in there) // len(there))
    return name_of(min(there, key=lambda at: (distance(at, middle), at)))


# --- positions as text -------------------------------------------------------------------------------------


def _rows(seen: ReadersMap, seat: str) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yield the name of each contingent of a side, with its units from north to south: (hex, name, state)."""
    pos = seen.pos
    found: dict[str, list[Any]] = {}
    for one in pos.battlefield.of(seat):
        found.setdefault(one.contingent, []).append(one)
    for there in found.values():
        units = sorted(there, key=lambda one: (name_of(one.at)[2:], name_of(one.at)))
        title = seen.names.unit(units[0].id).rpartition(" ")[0] or seen.names.unit(units[0].id)
        yield (
            title,
            [(name_of(one.at), seen.names.unit(one.id), _state(seen, one.id)) for one in units],
        )


def _state(seen: ReadersMap, unit: str) -> str:
    told = drawing.describe_unit(seen, unit)
    return told.partition("), ")[2] or told


# --- clashes ----------------------------------------------------------------------------------------------


def _clashes(seen: ReadersMap, frame: Any, scene: Scene) -> list[dict[str, Any]]:
    """Return the clashes to show on the page, with their odds.

    These are the declared clashes and, while clashes are being declared, also those to which the remaining
    attackers would be assigned. While a unit under orders may charge, they are instead its possible clashes
    with each enemy in its zone.
    """
    pos = seen.pos
    declared = list(pos.state.clashes)
    if isinstance(frame, Designating):
        for units, foes in assign_remaining(pos):
            declared.append(
                Charged(
                    tuple(Attacking(u, u in pos.board.charging) for u in units),
                    tuple(Defending(u) for u in foes),
                )
            )
    elif isinstance(frame, Marching) and may_charge(pos, frame) and scene.choices:
        declared = [
            Charged((Attacking(frame.unit, True),), (Defending(foe.id),)) for foe in pos.opponents(frame.unit)
        ]
    if not declared:
        return []
    return clashes.describe_segment(
        MapField(pos.setting, pos.state.but(clashes=tuple(declared))), scene.view, seen.names
    )


def _doubts(pos: MapField) -> list[tuple[str, str]]:
    return [(word(DOUBTS, what), word(FOUND, how)) for what, how in pos.roster.marks]
