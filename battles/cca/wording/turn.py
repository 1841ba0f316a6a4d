"""Texts for cards, orders and moves in a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cca.wording.names import card, face, faces, leader, section, unit
from battles.cca.wording.names import unit_at as standing
from engine.game import Choice, Decision, Facts

Army = Callable[[str], str]  # names the soldiers of a seat, for use after an article


def _word_drawn(e: Facts, army: Army) -> str:
    if not e["card"]:
        return _("The %(army)s draw a card.") % {"army": army(e["seat"])}
    return _("The %(army)s draw %(card)s.") % {"army": army(e["seat"]), "card": card(e["card"])}


def _word_played(e: Facts, army: Army) -> str:
    facts = {"army": army(e["seat"]), "card": card(e["card"]), "other": card(e["stands_for"])}
    if e["stands_for"] != e["card"]:
        said = _("The %(army)s play %(card)s: it counts as %(other)s.") % facts
    else:
        said = _("The %(army)s play %(card)s.") % facts
    plain = _("None of the units it names is there: it orders any one unit.")
    return " ".join((said, plain)) if e["plain"] else said


def _banner(e: Facts, army: Army) -> str:
    facts = {"army": army(e["seat"]), "n": e["banners"]}
    if e["number"] < 0:
        return _("The %(army)s lose a banner and have %(n)s.") % facts
    return _("The %(army)s win a banner and have %(n)s.") % facts


def _word_moved(e: Facts, army: Army) -> str:
    facts = {"unit": capfirst(unit(e["unit"])), "at": e["at"], "to": e["to"], "leader": e["leader"]}
    if e["leader"]:
        return _("%(unit)s with a leader: %(at)s to %(to)s.") % facts
    return _("%(unit)s: %(at)s to %(to)s.") % facts


def _word_ended(e: Facts, army: Army) -> str:
    facts = {"army": army(e["winner"]), "a": e["banners"][0], "b": e["banners"][1]}
    return {
        "banners": _("The %(army)s have their last banner and win, %(a)s to %(b)s."),
        "leader_lost": _("The enemy's general has fallen: the %(army)s win."),
        "draw": _("Both sides have their last banner at once: a draw."),
        "exhausted": _("Both armies are exhausted: a draw, %(a)s to %(b)s."),
    }[e["reason"]] % facts


EVENTS: Final[Mapping[str, Callable[[Facts, Army], str]]] = {
    "turn_began": lambda e, army: _("Turn of the %(army)s.") % {"army": army(e["seat"])},
    "card_drawn": _word_drawn,
    "deck_shuffled": lambda e, army: (
        ngettext(
            "The discards are shuffled: %(n)s card in the deck.",
            "The discards are shuffled: %(n)s cards in the deck.",
            e["cards"],
        )
        % {"n": e["cards"]}
    ),
    "card_played": _word_played,
    "orders_rolled": lambda e, army: (
        _("%(card)s, dice: %(faces)s.") % {"card": card(e["card"]), "faces": faces(e["faces"])}
    ),
    "block_restored": lambda e, army: (
        _("%(unit)s regain a block (%(face)s) and have %(n)s.")
        % {"unit": capfirst(standing(e["unit"], e["at"])), "face": face(e["face"]), "n": e["blocks"]}
    ),
    "unit_ordered": lambda e, army: _("Order: %(unit)s.") % {"unit": standing(e["unit"], e["at"])},
    "leader_ordered": lambda e, army: (
        _("Order: %(leader)s in %(hex)s, alone.") % {"leader": leader(e["name"]), "hex": e["at"]}
    ),
    "unit_moved": _word_moved,
    "leader_moved": lambda e, army: (
        _("%(leader)s: %(at)s to %(to)s.") % {"leader": leader(e["name"]), "at": e["at"], "to": e["to"]}
    ),
    "unit_left": lambda e, army: (
        _("%(unit)s leave the board over the enemy's edge.")
        % {"unit": capfirst(standing(e["unit"], e["at"]))}
    ),
    "ambush_sprung": lambda e, army: (
        _("The hidden force of the %(army)s comes on: %(section)s.")
        % {"army": army(e["seat"]), "section": section(e["section"])}
    ),
    "unit_placed": lambda e, army: (
        _("%(unit)s with %(leader)s enter.")
        % {"unit": capfirst(standing(e["unit"], e["at"])), "leader": e["leader"]}
        if e["leader"]
        else _("%(unit)s enter.") % {"unit": capfirst(standing(e["unit"], e["at"]))}
    ),
    "banner_won": _banner,
    "camp_taken": lambda e, army: (
        _("The %(army)s take the camp in %(hex)s.") % {"army": army(e["seat"]), "hex": e["at"]}
    ),
    "command_changed": lambda e, army: (
        _("Command of the %(army)s: %(n)s cards from now on.") % {"army": army(e["seat"]), "n": e["command"]}
    ),
    "battle_ended": _word_ended,
}


QUIET: Final[Mapping[str, Callable[[Facts, str], str]]] = {
    "go_to_battle": lambda a, army: _("The %(army)s end their moves.") % {"army": army},
    "restore_no_more": lambda a, army: _("The %(army)s restore no more blocks.") % {"army": army},
}


def _order(choice: Choice) -> str:
    if choice.fixed["leader"]:
        return _("Order the leader in %(hex)s alone") % {"hex": choice.fixed["at"]}
    return _("Order %(hex)s") % {"hex": choice.fixed["at"]}


CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "play_card": lambda c: _("Play %(card)s") % {"card": card(str(c.fixed["card"]))},
    "restore": lambda c: _("Restore a block in %(hex)s") % {"hex": c.fixed["at"]},
    "restore_no_more": lambda c: _("Restore no more"),
    "order": _order,
    "move": lambda c: _("Move from %(hex)s") % {"hex": c.fixed["at"]},
    "move_leader": lambda c: _("Move the leader from %(hex)s alone") % {"hex": c.fixed["at"]},
    "leave_board": lambda c: _("Leave the board from %(hex)s, for a banner") % {"hex": c.fixed["at"]},
    "spring_ambush": lambda c: (
        _("Spring the ambush: %(section)s") % {"section": section(str(c.fixed["section"]))}
    ),
    "place": lambda c: (
        _("Place it in %(hex)s, with the leader") % {"hex": c.fixed["at"]}
        if c.fixed["leader"]
        else _("Place it in %(hex)s") % {"hex": c.fixed["at"]}
    ),
    "go_to_battle": lambda c: _("Go to battle"),
}
ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "card": lambda d: _("Play a card."),
    "rally": lambda d: (
        _("Rally: which units regain a block? Left: %(faces)s.") % {"faces": faces(d.facts.get("faces", ()))}
    ),
    "command": lambda d: (
        _("%(card)s: order and move your units.") % {"card": card(str(d.facts.get("card", "")))}
    ),
    "place": lambda d: (
        _("Ambush: where do your %(unit)s enter?") % {"unit": unit(str(d.facts.get("unit", "")))}
    ),
    "move_again": lambda d: _("Move the ordered units a second time."),
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "card": lambda: _("playing a card"),
    "rally": lambda: _("rallying units"),
    "command": lambda: _("ordering and moving units"),
    "move_again": lambda: _("moving a second time"),
    "place": lambda: _("placing the ambush"),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "play_a_card": lambda f: _("First play a card."),
    "no_card_yet": lambda f: _("First play a card."),
    "card_not_held": lambda f: _("That card is not in your hand."),
    "nothing_to_repeat": lambda f: _(
        "Counter Attack repeats the card that the enemy has just played, never First Strike: there is none."
    ),
    "orders_given": lambda f: _("Orders were given before the fire; now only those units move again."),
    "nobody_there": lambda f: _("No unit or leader of yours that it could be is there."),
    "ordered_already": lambda f: _("It already has an order; no unit gets two in a turn."),
    "not_ordered": lambda f: _("It has no order."),
    "cannot_detach": lambda f: _(
        "A leader leaves a unit only with a section card, Order Mounted Troops or I Am Spartacus."
    ),
    "moved_with_unit": lambda f: _("The leader has moved with the unit and cannot leave it now."),
    "one_unit_only": lambda f: _("With this card you may order any one unit, no more."),
    "units_only": lambda f: _("This card orders units, not leaders alone."),
    "not_of_card": lambda f: _("This card orders other types of units."),
    "no_order_left": lambda f: _("The card has no order left for it."),
    "other_section": lambda f: _("It is in a different section from the one the card orders."),
    "not_linked_to_leader": lambda f: _(
        "Leadership cards order a chain of hexes that begins with the leader's, as many as the card says."
    ),
    "not_linked": lambda f: _("The card orders one linked group: it must be next to somebody in it."),
    "no_symbol_left": lambda f: _("No die is left that orders it: its own symbol, or a helmet."),
    "orders_nobody": lambda f: _("This card orders no more units."),
    "no_ambush": lambda f: _(
        "The ambush comes with a Leadership card, from the second turn on, into a section with room for it."
    ),
    "ambush_alone": lambda f: _("With this card the hidden force comes on, and nobody else has an order."),
    "moved_already": lambda f: _("It has already moved; no unit moves twice."),
    "card_forbids_moves": lambda f: _("With this card nobody moves."),
    "leader_has_joined": lambda f: _("A leader has joined it in this turn: it may fight, but not move."),
    "out_of_reach": lambda f: (
        _("It cannot end its move in %(to)s: too far, occupied, or terrain that stops or bars it.")
        % {"to": f.get("to", "")}
    ),
    "cannot_leave": lambda f: _("It has no way over the edge with a hex of movement left."),
}
THROWS: Final[Mapping[str, Callable[[], str]]] = {
    "card": lambda: _("A card drawn"),
    "i_am_spartacus": lambda: _("Dice of I Am Spartacus"),
    "rally": lambda: _("Dice of Rally"),
}


def value(field: str, found: Any) -> str | None:
    """Return the label of a field's value, or None if this module has no texts for the field."""
    return card(str(found)) if field in ("card", "stands_for") else None
