"""Descriptions of the command cards, which do not quote the rulebook (L1059-1205)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cca.rules.cards import CARDS, Card
from battles.cca.wording.names import section


def describe_card(name: str) -> str:
    """Describe in a sentence or two which units a card orders and what else it allows."""
    card = CARDS[name]
    if name in _DOES:
        return _DOES[name]()
    if card.leader_in:
        return _leadership(card)
    (where, most), *_rest = card.sections
    return ngettext(
        "%(n)s unit or leader: %(section)s.", "%(n)s units or leaders: %(section)s.", int(most)
    ) % {"n": most, "section": section(where)}


def describe_fallback(name: str) -> str:
    """Describe a card's orders if its player has no unit that it names. Return "" for a card without such a
    fallback.
    """
    card = CARDS[name]
    if not card.fallback or card.leader_in:
        return ""
    return _("If you have none of the units it names, it orders any one unit, without the card's advantages.")


def _leadership(card: Card) -> str:
    facts = {"n": card.linked, "section": section(card.leader_in)}
    if card.leader_in == "any":
        return _("A leader's hex and %(n)s linked hexes; or any one unit.") % facts
    return _("The hex of a leader and %(n)s linked hexes, %(section)s; or any one unit.") % facts


_DOES: Final[Mapping[str, Callable[[], str]]] = {
    "coordinated_attack": lambda: _("1 unit or leader in each section."),
    "out_flanked": lambda: _("2 units or leaders on the left and 2 on the right."),
    "order_light_troops": lambda: _(
        "Light units, as many as your Command. Light foot may pass through friends."
    ),
    "order_medium_troops": lambda: _("Medium units, as many as your Command."),
    "order_heavy_troops": lambda: _("Heavy units, as many as your Command."),
    "order_mounted_troops": lambda: _("Mounted units and leaders, as many as your Command."),
    "clash_of_shields": lambda: _(
        "Every unit next to an enemy attacks with 2 dice more. Nobody moves or fires."
    ),
    "counter_attack": lambda: _("Repeats the card the enemy has just played; left and right change places."),
    "darken_the_sky": lambda: _("Every unit with missiles may fire twice. Nobody moves."),
    "double_time": lambda: _(
        "Up to 4 linked foot units move 2 hexes (warriors 3) and may attack. Nobody fires."
    ),
    "first_strike": lambda: _(
        "Played when you are attacked at close quarters: your unit rolls first. In your own turn it orders"
        " nobody."
    ),
    "i_am_spartacus": lambda: _(
        "Roll as many dice as your Command: each symbol orders a unit of its class, a helmet anyone. They"
        " fight with 1 die more."
    ),
    "line_command": lambda: _("Any number of linked foot units. They move at most 1 hex."),
    "move_fire_move": lambda: _(
        "Light units, as many as your Command: move, fire, and move again. No close combat."
    ),
    "mounted_charge": lambda: _(
        "Mounted units, as many as your Command, attack with 1 die more; heavy ones move 3 hexes. Nobody"
        " fires."
    ),
    "rally": lambda: _(
        "Roll as many dice as your Command: units with or next to a leader regain blocks, then move and"
        " fight."
    ),
}
