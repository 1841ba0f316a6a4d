"""Names of sides, troops, commanders, cards and squares."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.schiere.rules.cards import CARDS
from games.generic import plain, readable


def side(seat: str) -> str:
    """Name a side within a sentence."""
    return {"rome": _("Rome"), "carthage": _("Carthage")}.get(seat, seat)


def troop(name: str) -> str:
    """Name a kind of unit, a commander or a bearer."""
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
    """Name the kind of a commander."""
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
    """Name the face of a card or an order."""
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
    """Name the formation of a schiera."""
    return {
        "line": _("side by side"),
        "column": _("one behind the other"),
        "square": _("in a square"),
        "loose": _("wherever there is room"),
    }.get(name, readable(name))


def piece(id: str) -> str:
    """Name a piece by the label on its counter."""
    return id.upper()


def pieces(ids: Any) -> str:
    return ", ".join(piece(id) for id in ids)


def group(name: str) -> str:
    """Name a group waiting to be deployed: "legionaries:4", "wing:resolute"."""
    what, _colon, rest = name.partition(":")
    if rest.isdigit():
        return f"{rest} {troop(what)}"
    return f"{troop(what)} ({temper(rest)})"


def value(field: str, said: Any) -> str:
    """Return the value of a form field in words."""
    text = said if isinstance(said, str) else plain(said)  # ids are looked up in their original form
    words = {
        "chief": temper,
        "wings": temper,
        "wing": temper,
        "facing": facing,
        "shape": shape,
        "group": group,
        "first": lambda t: (
            card(t) if t in CARDS else side(t)
        ),  # the value is a card or a side, depending on the field's form
        "edge": edge,
        "units": lambda t: piece(t) if t[1:].isdigit() else troop(t),
        "given": order_given,
        "order": lambda t: card(t) if t in CARDS else _any(t),
        "wares": ware,
        "lost": loss_way,
    }.get(field)
    if words is not None:
        return words(text)
    return _any(text)


def _any(text: str) -> str:
    """Name any other value: a piece, a side or a troop; return other text as it is."""
    if text[:1] in "rc" and text[1:].isdigit() and len(text) > 2:
        return piece(text)
    if text in ("rome", "carthage"):
        return side(text)
    return text


def edge(name: str) -> str:
    """Name an edge of the board."""
    return {"south": _("the south"), "north": _("the north")}.get(name, name)


def order_given(text: str) -> str:
    """Describe an order and its recipient: "sword1>r5"; "sword1*2>r5" is a second one."""
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
    """Describe what points have bought."""
    return {"order": _("tactical order"), "action": _("action")}.get(name, readable(name))
