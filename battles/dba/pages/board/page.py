"""The template variables of the board's page: the previewed move, the offered moves, and the combats with
their odds.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext as _

from battles.dba.pages.battlefield import page as battlefield
from battles.dba.pages.board import drawing, placement, preview
from battles.dba.pages.board.drawing import Ghost, Token
from battles.dba.pages.board.preview import Chance, Preview
from battles.dba.pages.board.static_board import short_code
from battles.dba.rules.board import moves, offers, orders, stances, table_terms
from battles.dba.rules.board.actions import ShootOnBoard
from battles.dba.rules.board.board_position import position_of
from battles.dba.rules.board.orders import Move
from battles.dba.rules.board.play import BoardRules
from battles.dba.rules.field import bases, groups
from battles.dba.rules.field.position import Position
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.rules.odds import PAIRS, odds
from battles.dba.rules.table import actions as act
from battles.dba.rules.table import engagement
from battles.dba.rules.table.state import TableState
from battles.dba.wording import DbaWording
from battles.dba.wording import table_texts as texts
from battles.dba.wording.names import element_name, number_of, short_name
from battles.dba.wording.orders import group_title, move_text, who_text
from engine.game import Choice, IllegalAction, InvalidAction
from maps import looking

if TYPE_CHECKING:
    from django.http import HttpRequest

    from games.scene import Scene

CHOSEN: Final = "battles/dba/board/_answer.html"  # the template that replaces part of the page after a tap
LONGEST: Final = 400  # maximum length of a previewed order, in characters
ANGLES: Final = (15, 30, 45)  # offered wheels, in degrees
STRIDES: Final = (50, 100, 200)  # offered marches, in paces


@dataclass(frozen=True)
class ReaderView:
    """A battle as one reader sees it. ``who``: the selected elements. ``move``: the previewed move,
    or None.
    """

    scene: Scene
    rules: BoardRules
    state: TableState
    colours: Mapping[str, str]
    who: tuple[str, ...] = ()
    move: Move | None = None

    @cached_property
    def position(self) -> Position:
        return position_of(self.rules.battle, self.state)

    @cached_property
    def offered_moves(self) -> list[Move]:
        found = (c for c in self.scene.choices if c.kind == "move_on_board" and "order" in c.fixed)
        return [Move.parse(str(choice.fixed["order"])) for choice in found]

    @property
    def moves_now(self) -> bool:
        return any(choice.kind == "end_moves" for choice in self.scene.choices)

    @cached_property
    def preview(self) -> Preview | None:
        seat = self.scene.seat
        if self.move is None or seat is None or not self.moves_now:
            return None
        return preview.preview(self.rules, self.state, seat, self.move)

    @cached_property
    def proposal(self) -> Preview | None:
        """The best offered move of the selected elements while no move is previewed: the most favourable
        contact, or else the march ahead. Return None if neither is offered.
        """
        seat = self.scene.seat
        if self.move is not None or seat is None or not self.moves_now:
            return None
        mine = [move for move in self.offered_moves if move.who == self.who]
        touching = [move for move in mine if _makes_contact(move)]
        tried = (preview.preview(self.rules, self.state, seat, move) for move in touching)
        good = [one for one in tried if one.refusal is None and _advantage(one) > 0]
        if good:
            return max(good, key=_advantage)
        ahead = [move for move in mine if move not in touching and isinstance(move.legs[0], orders.Ahead)]
        found = preview.preview(self.rules, self.state, seat, ahead[0]) if ahead else None
        return None if found is None or found.refusal is not None else found

    @property
    def query_text(self) -> str:
        return str(self.move) if self.move else " ".join(self.who)


def _makes_contact(move: Move) -> bool:
    return any(isinstance(leg, orders.Onto) for leg in move.legs)


def _advantage(tried: Preview) -> int:
    """Return by how much a move's combats favour those who move, in 36ths; a loss counts twice."""
    return sum(2 * one.kills + one.beats - one.beaten - 2 * one.lost for one in tried.chances)


def context(request: HttpRequest, scene: Scene, colours: Mapping[str, str]) -> dict[str, Any]:
    """Return the template variables of the page, or {} if the battle is not on the on-screen board."""
    rules, state = scene.table.rules, scene.table.state
    if not isinstance(rules, BoardRules):
        return {}
    if state.phase == "deployment" and any(one.kind == "deploy_on_board" for one in scene.choices):
        return _deployment_context(request, scene, colours)
    if state.board is None or not state.board.places:
        return {"on_board": True}
    eyes = _read_selection(request, ReaderView(scene, rules, state, colours))
    asked = looking.query(request, eyes.query_text)
    told = tokens(eyes)
    marks = drawing.marks(eyes.position, told, ghosts(eyes), asked["to"])
    found = {"on_board": True, "query": asked, "here": chosen_context(eyes), "marks": marks}
    if looking.wants_selection_only(request):
        return {**found, "base_template": CHOSEN}
    names = battlefield.edge_names(scene.view, scene.game.scenario)
    picture = drawing.field(eyes.position, told, marks, names, asked["to"])
    in_bound = state.phase in ("moves", "shooting", "combat") and bool(scene.choices)
    return {
        **found,
        "in_bound": in_bound,
        "map": picture,
        "focus": "",
        "no_find": True,
        "odds": dict(fights(eyes)),
        "movers": movers(eyes),
    }


def _deployment_context(request: HttpRequest, scene: Scene, colours: Mapping[str, str]) -> dict[str, Any]:
    """Return the template variables of the page while the reader deploys an army."""
    laid = placement.laying(scene, request.GET.get(looking.place_field(request), ""), colours)
    if laid is None:
        return {"on_board": True}
    asked = looking.query(request, laid.query_text)
    names = battlefield.edge_names(scene.view, scene.game.scenario)
    picture = placement.field(laid, names, asked["to"])
    found = {
        "on_board": True,
        "query": asked,
        "map": picture,
        "deploying": placement.panel_context(laid),
        "focus": "",
    }
    return {**found, "no_find": True}


def _read_selection(request: HttpRequest, eyes: ReaderView) -> ReaderView:
    """Read the reader's selection from the request: names of elements, or a whole order."""
    told = request.GET.get(looking.place_field(request), "")[:LONGEST]
    names, colon, _rest = told.partition(":")
    who = tuple(name for name in names.split() if name in eyes.position.elements)
    try:
        move = Move.parse(told) if colon and who else None
    except InvalidAction:
        move = None
    return replace(eyes, who=move.who if move else who, move=move)


# --- the field ---


def tokens(eyes: ReaderView) -> dict[str, Token]:
    state, scenario = eyes.state, eyes.scene.game.scenario
    ready = set(offers.ready(eyes.rules.battle, state, eyes.position)) if eyes.moves_now else set()
    found = {}
    for name, one in eyes.position.elements.items():
        group = tuple(n for n in groups.group_of(eyes.position, name) if n in ready) if name in ready else ()
        done = one.seat == state.active and state.phase == "moves" and name not in ready
        text = element_name(name, scenario)
        if one.general:
            text = _("%(element)s, the general") % {"element": text}
        if done and state.elements[name].moves:
            text = _("%(element)s, moved") % {"element": text}
        found[name] = Token(
            " ".join(group or (name,)),
            short_code(one.base.code),
            text,
            eyes.colours[one.seat],
            short_code(one.base.type),
            own=name in ready,
            done=done,
            chosen=name in eyes.who,
        )
    return found


def ghosts(eyes: ReaderView) -> Iterator[Ghost]:
    """Yield the outlines (ghosts) that show where the previewed move would end or, without a previewed move,
    where the legal moves of the selected elements would end. The proposed one is filled.
    """
    if eyes.preview is not None:
        yield from _ghosts_of(eyes, eyes.preview)
        return
    proposed = eyes.proposal.move if eyes.proposal else None
    for move in eyes.offered_moves:
        if move.who == eyes.who:
            kind = "plan" if move == proposed else "contact" if _makes_contact(move) else "march"
            ends = ends_of(eyes.position, move)
            yield Ghost(str(move), move_text(move, eyes.scene.game.scenario), ends, kind)


def _ghosts_of(eyes: ReaderView, tried: Preview) -> Iterator[Ghost]:
    """Yield the outlines (ghosts) that show where the previewed move would end and, if the move is refused,
    where its legal part would end.
    """
    game = eyes.scene.game.scenario
    if tried.ends:
        kind = "bad" if tried.refusal else "plan"
        yield Ghost("", move_text(tried.move, game), tuple(tried.ends.values()), kind)
    if tried.cut is not None:
        yield Ghost(str(tried.cut), move_text(tried.cut, game), ends_of(eyes.position, tried.cut))


def ends_of(position: Position, move: Move) -> tuple[bases.Base, ...]:
    try:
        after = moves.execute(position, move).position
    except IllegalAction:
        return ()
    return tuple(after.base(name) for name in move.who if name in after.elements)


# --- the selected elements ---


def chosen_context(eyes: ReaderView) -> dict[str, Any] | None:
    """Return the template variables of the panel for the selected elements, or None if none are selected."""
    if not eyes.who:
        return None
    game = eyes.scene.game.scenario
    own = eyes.moves_now and all(
        eyes.position.elements[n].seat == eyes.state.active for n in eyes.who if n in eyes.position.elements
    )
    title = ", ".join(element_name(n, game) for n in eyes.who)
    if own:  # the members of a group are listed below, each as a link
        title = group_title(len(eyes.who)) if len(eyes.who) > 1 else who_text(eyes.who, game)
    found: dict[str, Any] = {"id": eyes.query_text, "title": title[:1].upper() + title[1:], "own": own}
    if not own:
        return found
    found["who"] = " ".join(eyes.who)
    members = sorted(eyes.who, key=lambda name: number_of(name, game))
    found["alone"] = [(n, short_name(n, game)) for n in members] if len(members) > 1 else []
    found["whole"] = _group_link(eyes)
    proposed = eyes.proposal
    found["offers"] = [
        (str(m), move_text(m, game).partition(": ")[2])
        for m in eyes.offered_moves
        if m.who == eyes.who and (proposed is None or m != proposed.move)
    ]
    found["steps"] = list(steps(eyes))
    found["order"] = str(eyes.move) if eyes.move else f"{' '.join(eyes.who)}: ahead 100p"
    if eyes.preview is not None:
        found["tried"] = _preview_context(eyes, eyes.preview)
    elif proposed is not None:
        found["proposed"] = _preview_context(eyes, proposed)
    return found


def _group_link(eyes: ReaderView) -> str:
    """Return the link that selects the whole group of a single selected element, or "" if it is in no
    group.
    """
    if len(eyes.who) != 1:
        return ""
    token = tokens(eyes)[eyes.who[0]]
    return token.at if " " in token.at else ""


def steps(eyes: ReaderView) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield rows of small moves that can start or extend the previewed move: (title, [(label, ``at``)])."""
    begun = eyes.move.legs if eyes.move else ()

    def row(legs: list[tuple[str, orders.Leg]]) -> list[tuple[str, str]]:
        return [(label, str(Move(eyes.who, add_leg(begun, leg)))) for label, leg in legs]

    yield _("Ahead"), row([(str(far), orders.Ahead(far * PER_PACE)) for far in STRIDES])
    yield _("Wheel left"), row([(f"{angle}°", orders.Wheel("left", 2 * angle)) for angle in ANGLES])
    yield _("Wheel right"), row([(f"{angle}°", orders.Wheel("right", 2 * angle)) for angle in ANGLES])
    if len(eyes.who) == 1:
        yield _("Back"), row([(str(far), orders.Ahead(-far * PER_PACE)) for far in STRIDES])
        if not begun:
            yield _("Turn"), row([(_("about"), _turn_about(eyes.position.base(eyes.who[0])))])
    elif not begun and len(lead := groups.files(eyes.position, eyes.who)) > 1:
        columns = ((_("from the left"), lead[0][0]), (_("from the right"), lead[-1][0]))
        yield _("Column"), row([(label, orders.Column(first)) for label, first in columns])


def _turn_about(base: bases.Base) -> orders.To:
    x, y = base.corners.rear_right
    return orders.To(x, y, (base.heading + bases.HALF) % bases.FULL)


def add_leg(legs: Sequence[orders.Leg], leg: orders.Leg) -> tuple[orders.Leg, ...]:
    """Return the legs of a move with one more leg. A march after a march, or a wheel after a wheel to the
    same side, lengthens the last leg instead.
    """
    if legs and isinstance(leg, orders.Ahead) and isinstance(legs[-1], orders.Ahead):
        units = legs[-1].units + leg.units
        return (*legs[:-1], orders.Ahead(units)) if units else tuple(legs[:-1]) or (leg,)
    last = legs[-1] if legs else None
    if isinstance(leg, orders.Wheel) and isinstance(last, orders.Wheel) and leg.side == last.side:
        return (*legs[:-1], orders.Wheel(leg.side, leg.half + last.half))
    return (*legs, leg)


def _preview_context(eyes: ReaderView, tried: Preview) -> dict[str, Any]:
    game = eyes.scene.game.scenario
    wording = DbaWording(game)
    found: dict[str, Any] = {
        "text": move_text(tried.move, game).partition(": ")[2],
        "order": json.dumps(str(tried.move)),
        "key": str(uuid.uuid4()),
        "cost": tried.cost,
        "left": tried.left,
        "reasons": [texts.REASONS[one] for one in tried.reasons],
        "needs_die": tried.needs_die,
        "chances": [chance_words(one, game) for one in tried.chances],
    }
    if tried.refusal is not None:
        found["refusal"] = {"text": wording.refusal(tried.refusal), "rule": wording.rule(tried.refusal.rule)}
    if tried.cut is not None:
        found["cut"] = (str(tried.cut), move_text(tried.cut, game).partition(": ")[2])
    elif tried.refusal is None and not tried.needs_die and _dismount(eyes):
        found["dismount"] = True
    return found


def _dismount(eyes: ReaderView) -> bool:
    blocks, elements = eyes.rules.battle.blocks, eyes.state.elements
    return all(blocks[n].dismounts is not None and not elements[n].dismounted for n in eyes.who)


def movers(eyes: ReaderView) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return every group and element that can move, with descriptions of its offered moves, for browsers
    that show no picture.
    """
    game = eyes.scene.game.scenario
    found: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for move in eyes.offered_moves:
        found.setdefault(move.who, []).append((str(move), move_text(move, game).partition(": ")[2]))
    return [(" ".join(who), who_text(who, game), told) for who, told in found.items()]


# --- combats and shots ---


def fights(eyes: ReaderView) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the odds of each offered combat and shot, keyed by the ids of its elements."""
    game = eyes.scene.game.scenario
    for choice in eyes.scene.choices:
        told = _describe_fight(eyes, choice)
        if told is None:
            continue
        one, two, action = told
        found = odds(engagement.engage(eyes.rules.battle, eyes.state, action).situation)
        together = " ".join(choice.fixed.get("shooters", (one,)))
        yield f"{together} {two}", chance_words(preview.chance(one, two, found), game)


def _describe_fight(eyes: ReaderView, choice: Choice) -> tuple[str, str, act.Fight | act.Shoot] | None:
    if choice.kind == "fight_on_board":
        one, two = str(choice.fixed["attacker"]), str(choice.fixed["defender"])
        seen = (stances.stance(eyes.position, one, two), stances.stance(eyes.position, two, one))
        return one, two, act.Fight(one, two, *seen)
    if choice.kind == "shoot_on_board":
        one, two = str(choice.fixed["shooters"][0]), str(choice.fixed["target"])
        chosen = ShootOnBoard(tuple(choice.fixed["shooters"]), two)
        return one, two, table_terms.complete_shot(eyes.rules.battle, eyes.state, eyes.position, chosen)
    return None


def chance_words(one: Chance, game: Any) -> dict[str, Any]:
    """Return a combat's chances for the page: the parts of a bar, and their labels."""
    labels = (
        ("kills", _("kills"), one.kills),
        ("beats", _("drives back"), one.beats),
        ("stands", _("no effect"), one.stands),
        ("beaten", _("is driven back"), one.beaten),
        ("lost", _("is lost"), one.lost),
    )
    shares, at = [], 0
    for kind, label, count in labels:
        if count:
            shares.append(
                {"kind": kind, "label": label, "x": at, "wide": count, "percent": round(100 * count / PAIRS)}
            )
        at += count
    names = {"own": element_name(one.own, game), "enemy": element_name(one.enemy, game)}
    said = ", ".join(f"{share['label']} {share['percent']}%" for share in shares)
    return {**names, "shares": shares, "said": said}
