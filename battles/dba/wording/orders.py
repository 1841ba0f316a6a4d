"""Texts for moves on the board: "group of 3 (4Sp 1, 4Sp 2, 4Sp 3): ahead 200 paces, wheel left 15°"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.dba.rules.board import orders
from battles.dba.rules.board.orders import Leg, Move
from battles.dba.rules.field.sight import PER_PACE
from battles.dba.wording import board_texts
from battles.dba.wording.names import army_name, element_name, number_of, short_name
from engine.game import Facts


def who_text(who: Sequence[str], game: Facts) -> str:
    names = ", ".join(short_name(one, game) for one in sorted(who, key=lambda one: number_of(one, game)))
    if len(who) == 1:
        return names
    group = ngettext("group of %(n)d (%(names)s)", "group of %(n)d (%(names)s)", len(who))
    return group % {"n": len(who), "names": names}


def group_title(number: int) -> str:
    """Name a group by its size alone."""
    return ngettext("Group of %(n)d", "Group of %(n)d", number) % {"n": number}


def move_text(move: Move, game: Facts) -> str:
    return f"{who_text(move.who, game)}: {', '.join(leg_text(leg, game) for leg in move.legs)}"


def leg_text(leg: Leg, game: Facts) -> str:
    return _LEGS[type(leg)](leg, game)


def paces(units: int) -> int:
    return (abs(units) + PER_PACE // 2) // PER_PACE


def degrees(half: int) -> str:
    return f"{half // 2}{'.5' if half % 2 else ''}"


def _word_ahead(leg: orders.Ahead, game: Facts) -> str:
    text = _("back %(n)s paces") if leg.units < 0 else _("ahead %(n)s paces")
    return text % {"n": paces(leg.units)}


def _wheel(leg: orders.Wheel, game: Facts) -> str:
    text = _("wheel left %(n)s°") if leg.side == "left" else _("wheel right %(n)s°")
    return text % {"n": degrees(leg.half)}


def _shift(leg: orders.Shift, game: Facts) -> str:
    text = _("shift left %(n)s paces") if leg.units < 0 else _("shift right %(n)s paces")
    return text % {"n": paces(leg.units)}


def _column(leg: orders.Column, game: Facts) -> str:
    facts = {"lead": short_name(leg.lead, game), "n": leg.files}
    if leg.files == 1:
        return _("form a column behind %(lead)s") % facts
    return _("narrow to %(n)s files from %(lead)s") % facts


def _word_onto(leg: orders.Onto, game: Facts) -> str:
    facts = {"who": short_name(leg.who, game), "enemy": element_name(leg.enemy, game)}
    return str(board_texts.ONTO[leg.where]) % facts


def _close(leg: orders.Close, game: Facts) -> str:
    return _("ahead until it touches %(enemy)s") % {"enemy": element_name(leg.enemy, game)}


def _word_to(leg: orders.To, game: Facts) -> str:
    facts = {"x": leg.x // 1000, "y": leg.y // 1000, "n": degrees(leg.heading)}
    return _("to %(x)s cm from the left and %(y)s cm from the far edge, facing %(n)s°") % facts


def _assault(leg: orders.Assault, game: Facts) -> str:
    if leg.place == "bua":
        return _("attack or enter the built-up area")
    return _("attack or enter the camp of %(army)s") % {
        "army": army_name(leg.place.removeprefix("camp "), game)
    }


def land_text(fixed: Facts, game: Facts) -> str:
    """Describe a landing: which elements land, how many files wide, and where their front is."""
    if "x" not in fixed:
        return _("Land the elements aboard (1 PIP)")
    facts = {"x": fixed["x"] // 10, "y": fixed["y"] // 10, "n": fixed["heading"], "wide": fixed["files"]}
    text = _(
        "Land %(who)s, %(wide)s wide: %(x)s cm from the left and %(y)s cm from the far edge, facing %(n)s°"
    )
    return text % {**facts, "who": who_text(fixed["who"], game)}


_LEGS: Final[dict[type, Callable[[Any, Facts], str]]] = {
    orders.Ahead: _word_ahead,
    orders.Wheel: _wheel,
    orders.Shift: _shift,
    orders.Column: _column,
    orders.Onto: _word_onto,
    orders.Close: _close,
    orders.To: _word_to,
    orders.Assault: _assault,
}
