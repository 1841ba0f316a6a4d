"""Texts for everything before the first turn: armies, edges, camps, orders and deployment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.schiere.wording.names import card, edge, group, piece, pieces, shape, side, temper
from engine.game import Choice, Decision, Facts


def _word_chosen(e: Facts) -> str:
    return _("%(seat)s has chosen its army.") % {"seat": side(e["seat"])}


def _word_given(e: Facts) -> str:
    facts = {
        "seat": side(e["seat"]),
        "units": ", ".join(group(f"{troop}:{number}") for troop, number in e["units"].items()),
        "commanders": ", ".join(temper(kind) for kind in (e["chief"], *e["wings"])),
        "points": e["points"],
    }
    text = _("%(seat)s: %(units)s; commanders: %(commanders)s; points for orders and actions: %(points)s.")
    return text % facts


def _edges_drawn(e: Facts) -> str:
    cards = ", ".join(f"{side(seat)}: {card(face)}" for seat, face in sorted(e["cards"].items()))
    return _("For the choice of sides (%(cards)s): %(seat)s chooses.") % {
        "cards": cards,
        "seat": side(e["chooser"]),
    }


def _edge_chosen(e: Facts) -> str:
    return _("%(seat)s comes from %(edge)s.") % {"seat": side(e["seat"]), "edge": edge(e["edges"][e["seat"]])}


def _camps(e: Facts) -> str:
    said = ", ".join(f"{side(seat)} {at}" for seat, at in sorted(e["camps"].items()))
    return _("The camps: %(camps)s.") % {"camps": said}


def _word_revealed(e: Facts) -> str:
    said = "; ".join(
        f"{side(seat)}: {', '.join(temper(kind) for kind in (chief, *e['wings'].get(seat, ())))}"
        for seat, chief in sorted(e["chiefs"].items())
    )
    return _("The commanders: %(commanders)s.") % {"commanders": said}


def _orders_drawn(e: Facts) -> str:
    facts = {"seat": side(e["seat"]), "n": e["count"], "actions": e["actions"]}
    told = ngettext("%(seat)s has %(n)s tactical order", "%(seat)s has %(n)s tactical orders", e["count"])
    if e.get("cards"):
        told += f" ({', '.join(card(face) for face in e['cards'])})"
    if e["actions"]:
        more = ngettext(" and %(actions)s bought action", " and %(actions)s bought actions", e["actions"])
        told += more
    return (told + ".") % facts


def _deployment_ordered(e: Facts) -> str:
    text = ngettext(
        "%(first)s deploys first, %(n)s schiera at a time.",
        "%(first)s deploys first, %(n)s schiere at a time.",
        e["batch"],
    )
    return text % {"first": side(e["first"]), "n": e["batch"]}


def _word_deployed(e: Facts) -> str:
    facts = {"seat": side(e["seat"]), "units": pieces(e["pieces"]), "stood": ", ".join(e["squares"])}
    return _("%(seat)s places %(units)s: %(stood)s.") % facts


def _word_assigned(e: Facts) -> str:
    held = {holder: n for holder, n in e["held"].items() if holder != "chief"}
    if not held:
        return _("%(seat)s leaves all orders with the commander in chief.") % {"seat": side(e["seat"])}
    said = ", ".join(f"{piece(holder)} {n}" for holder, n in sorted(held.items()))
    return _("%(seat)s gives out orders: %(held)s.") % {"seat": side(e["seat"]), "held": said}


EVENTS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "army_chosen": _word_chosen,
    "army_given": _word_given,
    "edges_drawn": _edges_drawn,
    "edge_chosen": _edge_chosen,
    "camps_placed": _camps,
    "commanders_revealed": _word_revealed,
    "orders_drawn": _orders_drawn,
    "deployment_ordered": _deployment_ordered,
    "deployed": _word_deployed,
    "orders_assigned": _word_assigned,
}


def _deploy(choice: Choice) -> str:
    facts = {"group": group(str(choice.fixed["group"])), "shape": shape(str(choice.fixed["shape"]))}
    return _("Place %(group)s, %(shape)s") % facts


QUIET: Final[Mapping[str, Callable[[Facts, str], str]]] = {
    # the enemy learns neither the square nor the purchases from these sentences
    "place_camp": lambda action, army: _("%(seat)s has chosen a square for its camp.") % {"seat": army},
    "buy": lambda action, army: _("%(seat)s has spent its remaining points.") % {"seat": army},
    "assign_orders": lambda action, army: _("%(seat)s has decided who gets orders.") % {"seat": army},
}
CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "muster": lambda choice: _("Choose the army"),
    "choose_edge": lambda choice: _("Choose the side of the board"),
    "place_camp": lambda choice: _("Place the camp"),
    "buy": lambda choice: _("Spend the remaining points"),
    "deploy_in_turns": lambda choice: _("Choose who deploys first"),
    "deploy": _deploy,
    "assign_orders": lambda choice: _("Give out orders"),
}


def _muster(decision: Decision) -> str:
    text = _("Choose an army for %(points)s points, and its commanders. The enemy does not see it.")
    return text % {"points": decision.facts.get("points", "")}


ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "muster": _muster,
    "choose_edge": lambda decision: _("You drew more swords: from which side does your army come?"),
    "place_camp": lambda decision: _("Where do you put your camp? Both camps are revealed at the same time."),
    "buy": lambda decision: _("What do your last points buy? An order costs 1, an action 2."),
    "order_deployment": lambda decision: _("Who deploys first, and how many schiere at a time?"),
    "deploy": lambda decision: _("Place a schiera or a commander."),
    "assign_orders": lambda decision: _("Who gets an order before the battle begins?"),
}
# The options of a battle, for its set-up page and its description.
FIELDS: Final[Mapping[str, Callable[[], str]]] = {
    "points": lambda: _("Points of each army"),
    "turns": lambda: _("Turns"),
    "points_an_order": lambda: _("Points of the army for each tactical order"),
    "ground": lambda: _("A board drawn by number (0: the scenario's own)"),
    "routers_disorder": lambda: _("Whose rout disorders the schiere it crosses"),
    "nerve_of_commanders": lambda: _("Nerve of isolated commanders"),
    "corners": lambda: _("Touching an enemy only by a corner"),
}


def _like_scenario(text: str) -> str:
    return _("as the scenario says") if text == "scenario" else text


VALUES: Final[Mapping[str, Callable[[Any], str]]] = {
    "points": lambda said: _like_scenario(str(said)),
    "turns": lambda said: _like_scenario(str(said)),
    "routers_disorder": lambda said: _("that of light units") if said == "light" else _("that of all others"),
    "nerve_of_commanders": lambda said: (
        _("never tested: they fall fighting or surrounded")
        if said == "steady"
        else _("tested like that of units")
    ),
    "corners": lambda said: (
        _("supports a friend and binds nobody")
        if said == "support"
        else _("only where that enemy is being fought")
    ),
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "muster": lambda: _("choosing an army"),
    "choose_edge": lambda: _("choosing a side of the board"),
    "place_camp": lambda: _("placing the camp"),
    "buy": lambda: _("spending the last points"),
    "order_deployment": lambda: _("deciding who deploys first"),
    "deploy": lambda: _("placing the army"),
    "assign_orders": lambda: _("giving out orders"),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "board_too_small": lambda facts: (
        _("The entry areas hold %(room)s units, too few for armies of %(points)s points.") % facts
    ),
}
