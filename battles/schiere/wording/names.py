"""Names of sides, troops, commanders, cards and squares."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.schiere.rules.cards import CARDS
from games.wording.generic import plain, readable


def side(seat: str) -> str:
    """Name a side within a sentence."""
    return {"rome": _("Rome"), "carthage": _("Carthage")}.get(seat, seat)


def troop(name: str) -> str:
    """Name a kind of unit, a commander, a standard bearer or a camp."""
    return {
        "legionaries": _("legionaries"),
        "auxiliaries": _("auxiliaries"),
        "velites": _("velites"),
        "archers": pgettext("schiere", "archers"),
        "slingers": _("mercenary slingers"),
        "heavy_cavalry": _("heavy cavalry"),
        "light_cavalry": _("mercenary Numidians"),
        "ballistae": _("ballistae"),
        "punic_foot": _("Punic, Celtiberian and Gallic foot"),
        "greek_foot": _("Greek and Ligurian foot"),
        "libyans": _("Libyan javelinmen and caetrati"),
        "bowmen": _("Libyan and Numidian archers"),
        "baleares": pgettext("schiere", "slingers"),
        "horse": _("Punic and Gallic heavy cavalry"),
        "numidians": pgettext("schiere", "Numidians"),
        "elephants": pgettext("schiere", "elephants"),
        "chief": _("commander in chief"),
        "wing": _("wing commander"),
        "standard": _("standard bearer"),
        "camp": pgettext("schiere", "camp"),
    }.get(name, readable(name))


def temper(kind: str) -> str:
    """Name a kind of commander."""
    return {
        "solid": pgettext("schiere", "solid"),
        "astute": pgettext("schiere", "astute"),
        "enterprising": pgettext("schiere", "enterprising"),
        "resolute": pgettext("schiere", "resolute"),
        "impetuous": pgettext("schiere", "impetuous"),
        "energetic": pgettext("schiere", "energetic"),
        "resolute2": pgettext("schiere", "second resolute"),
        "impetuous2": pgettext("schiere", "second impetuous"),
        "energetic2": pgettext("schiere", "second energetic"),
    }.get(kind, readable(kind))


def card(name: str) -> str:
    """Name the face of a card or an order. The face "" is one that stays hidden."""
    return {
        "sword1": _("1 sword"),
        "sword2": _("2 swords"),
        "sword3": _("3 swords"),
        "shield": pgettext("schiere card", "shield"),
        "feint": pgettext("schiere card", "feint"),
        "": _("covered"),
    }.get(name, readable(name))


def facing(name: str) -> str:
    """Name a unit's facing."""
    return {"n": _("north"), "e": _("east"), "s": _("south"), "w": _("west")}.get(name, name)


def shape(name: str) -> str:
    """Name a schiera's formation."""
    return {
        "line": _("side by side"),
        "column": _("one behind the other"),
        "square": _("in a square"),
        "loose": _("wherever there is room"),
    }.get(name, readable(name))


def piece(id: str) -> str:
    """Name a piece by its id in capitals, which the pages replace with its name on the board."""
    return id.upper()


def pieces(ids: Any) -> str:
    return ", ".join(piece(id) for id in ids)


def group(name: str) -> str:
    """Name a group waiting to be deployed, such as "legionaries:4" or "wing:resolute"."""
    what, _colon, rest = name.partition(":")
    if rest.isdigit():
        return f"{rest} {troop(what)}"
    return f"{troop(what)} ({temper(rest)})"


def value(field: str, said: Any) -> str:
    """Describe the value of a form field."""
    text = said if isinstance(said, str) else plain(said)  # ids are looked up in their original form
    # the value is a card or a side, depending on the form
    words = {
        "chief": temper,
        "wings": temper,
        "wing": temper,
        "facing": facing,
        "shape": shape,
        "group": group,
        "first": lambda t: card(t) if t in CARDS else side(t),
        "edge": edge,
        "units": lambda t: piece(t) if t[1:].isdigit() else troop(t),
        "given": order_given,
        "order": lambda t: card(t) if t in CARDS else _name_other(t),
        "wares": ware,
        "lost": loss_way,
    }.get(field)
    if words is not None:
        return words(text)
    return _name_other(text)


def _name_other(text: str) -> str:
    """Name any other value, such as a piece or a side. Unknown text is returned unchanged."""
    if text[:1] in "rc" and text[1:].isdigit() and len(text) > 2:
        return piece(text)
    if text in ("rome", "carthage"):
        return side(text)
    return text


def edge(name: str) -> str:
    """Name an edge of the board."""
    return {"south": _("the south"), "north": _("the north")}.get(name, name)


def order_given(text: str) -> str:
    """Describe an assigned order and the piece that gets it. ``text`` is "sword1>r5", or "sword1*2>r5" for
    another order of the same face.
    """
    said, _arrow, holder = text.partition(">")
    face, more, _number = said.partition("*")
    told = _("another %(card)s for %(piece)s") if more else _("%(card)s for %(piece)s")
    return told % {"card": card(face), "piece": piece(holder)}


def loss_way(way: str) -> str:
    """Describe how units left the board."""
    return {
        "eliminated": pgettext("units", "eliminated"),
        "routed": pgettext("units", "fled"),
        "surrendered": pgettext("units", "surrendered"),
        "captured": pgettext("units", "captured"),
    }.get(way, way)


def ware(name: str) -> str:
    """Name a purchase."""
    return {"order": _("tactical order"), "action": _("action")}.get(name, readable(name))
