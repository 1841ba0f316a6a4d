"""Deployment on the on-screen board. Players take a proposed layout with one tap, and then swap, drag or
nudge elements.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from battles.dba.pages.board import drawing
from battles.dba.pages.board.drawing import Token
from battles.dba.rules.board import layouts
from battles.dba.rules.board.layouts import Zone
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.field.bases import Base
from battles.dba.rules.field.geometry import UNIT
from battles.dba.rules.field.position import Placed, Position
from battles.dba.rules.table.state import TableState
from battles.dba.wording import DbaWording, board_texts
from battles.dba.wording.names import element_name, short_name
from engine.game import Facts, Refusal

if TYPE_CHECKING:
    from games.scene import Scene

WORD: Final = "deploy"  # the first word of a previewed layout: "deploy r3: r1 300 480 0, r2 ..."
STEP: Final = 20 * UNIT
LONGEST: Final = 3000  # maximum length of a previewed layout, in characters


@dataclass(frozen=True)
class LayoutPreview:
    """A layout that a player is previewing, and the element selected in it."""

    scene: Scene
    rules: BoardRules
    state: TableState
    colours: Mapping[str, str]
    zone: Zone
    places: Mapping[str, Base]
    chosen: str = ""

    @property
    def seat(self) -> str:
        return self.state.active

    @property
    def game(self) -> Facts:
        found: Facts = self.scene.game.scenario
        return found

    @property
    def query_text(self) -> str:
        return self.write_layout(self.places, self.chosen)

    def write_layout(self, places: Mapping[str, Base], chosen: str = "") -> str:
        """Write a layout as text, after ``WORD`` and the name of any selected element."""
        return f"{' '.join((WORD, chosen)).strip()}: {layouts.write_layout(places)}"

    @cached_property
    def position(self) -> Position:
        blocks = self.rules.battle.blocks
        own = {name: Placed(self.seat, base, blocks[name].general) for name, base in self.places.items()}
        there = self.zone.position
        return replace(there, elements={**there.elements, **own})

    @cached_property
    def refusal(self) -> Refusal | None:
        try:
            layouts.places(self.zone, layouts.write_layout(self.places))
        except Refusal as refused:
            return refused
        return None


def laying(scene: Scene, told: str, colours: Mapping[str, str]) -> LayoutPreview | None:
    """Read the layout that the player is previewing, or start with a proposed one. Return None if no layout
    is possible.
    """
    rules, state = scene.table.rules, scene.table.state
    try:
        zone = layouts.zone(rules.battle, state, state.active)
        proposed = layouts.places(zone, "centre")
    except Refusal:
        return None
    head, _colon, rest = told[:LONGEST].partition(":")
    words = head.split()
    try:
        places = {**proposed, **layouts.read(rest, zone.codes)} if words[:1] == [WORD] and rest else proposed
    except Refusal:
        places = proposed
    chosen = words[1] if len(words) == 2 and words[1] in places else ""
    return LayoutPreview(scene, rules, state, colours, zone, places, chosen)


def tokens(laid: LayoutPreview) -> dict[str, Token]:
    """Return all elements on the field. One tap selects an element, and a tap on a second element swaps the
    two.
    """
    found = {}
    for name, one in laid.position.elements.items():
        own = name in laid.places
        found[name] = Token(
            _tap_place(laid, name) if own else name,
            one.base.code,
            element_name(name, laid.game),
            laid.colours[one.seat],
            own=own,
            chosen=name == laid.chosen,
        )
    return found


def _tap_place(laid: LayoutPreview, name: str) -> str:
    if not laid.chosen or laid.chosen == name:
        return laid.write_layout(laid.places, "" if laid.chosen else name)
    a, b = laid.places[laid.chosen], laid.places[name]
    swapped = {laid.chosen: replace(b, code=a.code), name: replace(a, code=b.code)}
    return laid.write_layout({**laid.places, **swapped})


def field(laid: LayoutPreview, names: Mapping[int, str], to: str) -> str:
    told = tokens(laid)
    return drawing.field(laid.position, told, drawing.marks(laid.position, told, (), to), names, to)


def panel_context(laid: LayoutPreview) -> dict[str, Any]:
    """Return the template variables of the panel: layout styles, small moves of the selected element,
    mistakes, and the form.
    """
    wording = DbaWording(laid.game)
    found: dict[str, Any] = {
        "id": laid.query_text,
        "styles": list(_styles(laid)),
        "names": [(_tap_place(laid, name), short_name(name, laid.game)) for name in laid.places],
        "chosen": short_name(laid.chosen, laid.game) if laid.chosen else "",
        "steps": list(_steps(laid)) if laid.chosen else [],
        "layout": json.dumps(layouts.write_layout(laid.places)),
        "key": str(uuid.uuid4()),
    }
    if laid.refusal is not None:
        text, rule = wording.refusal(laid.refusal), wording.rule(laid.refusal.rule)
        found["refusal"] = {"text": text, "rule": rule}
    return found


def _styles(laid: LayoutPreview) -> Iterator[tuple[str, Any]]:
    for style in layouts.STYLES:
        try:
            yield laid.write_layout(layouts.places(laid.zone, style)), board_texts.STYLES[style]
        except Refusal:
            continue


def _steps(laid: LayoutPreview) -> Iterator[tuple[str, str]]:
    base = laid.places[laid.chosen]
    steps = (
        (_("left"), base.move_by(0, -STEP)),
        (_("right"), base.move_by(0, STEP)),
        (_("forward"), base.move_by(STEP)),
        (_("back"), base.move_by(-STEP)),
    )
    for label, there in steps:
        if there.x >= 0 and there.y >= 0:
            yield label, laid.write_layout({**laid.places, laid.chosen: there}, laid.chosen)
