"""Names of pieces, terrain and obstacles to shots, as the pages of the board use them."""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.schiere.wording import names

card, facing, kind, shape, side = names.card, names.facing, names.temper, names.shape, names.side
lost, lower = names.loss_way, names.troop  # in lower case, for use in the middle of a label


def troop(id: str) -> str:
    """Name a kind of unit, a commander or a standard bearer, with a capital letter."""
    return str(capfirst(names.troop(id)))


def ground(id: str) -> str:
    return {
        "plain": pgettext("ground", "plain"),
        "height": pgettext("ground", "height"),
        "wood": pgettext("ground", "wood"),
        "river": pgettext("ground", "river"),
        "stream": pgettext("ground", "stream"),
        "ford": pgettext("ground", "ford"),
        "bridge": pgettext("ground", "bridge"),
        "boat_bridge": pgettext("ground", "bridge of boats"),
    }.get(id, id)


def hindrance(code: str) -> str:
    """Name the obstacle that blocks a shot, or return "" if there is none."""
    return {
        "height_between": _("a height in between"),
        "wood_between": _("a wood in between"),
        "wood_and_river": _("out of a wood over a river"),
        "friends": _("friends in between"),
    }.get(code, code)
