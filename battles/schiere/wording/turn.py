"""Texts for the turn: initiative, actions, movement and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.schiere.wording.names import card, facing, piece, pieces, shape, side
from engine.game import Choice, Decision, Facts


def _initiative(e: Facts) -> str:
    said = []
    for seat in sorted(e["cards"]):
        laid = f" + {card(e['orders'][seat])}" if seat in e["orders"] else ""
        said.append(f"{side(seat)} {card(e['cards'][seat])}{laid}: {e['actions'][seat]}")
    facts = {"scores": "; ".join(said), "first": side(e["first"])}
    if e["tie"]:
        return _("Initiative (%(scores)s): a tie, one action each in turn; %(first)s begins.") % facts
    return _("Initiative (%(scores)s): %(first)s acts first.") % facts


def _action(e: Facts) -> str:
    text = ngettext(
        "%(seat)s acts with %(units)s; %(n)s action left.",
        "%(seat)s acts with %(units)s; %(n)s actions left.",
        e["left"],
    )
    return text % {"seat": side(e["seat"]), "units": pieces(e["units"]), "n": e["left"]}


def _word_reserved(e: Facts) -> str:
    text = ngettext(
        "%(seat)s ends its actions; %(n)s action is reserved.",
        "%(seat)s ends its actions; %(n)s actions are reserved.",
        e["banked"],
    )
    return text % {"seat": side(e["seat"]), "n": e["banked"]}


def _word_marched(e: Facts) -> str:
    facts = {"units": pieces(e["units"]), "facing": facing(e["facing"])}
    if not e["way"]:
        return _("%(units)s turn to the %(facing)s.") % facts
    return _("%(units)s go to %(to)s and face %(facing)s.") % {**facts, "to": e["way"][-1]}


def _word_lost(e: Facts) -> str:
    text = {
        "eliminated": _("%(piece)s are eliminated."),
        "captured": _("%(piece)s is captured."),
        "surrendered": _("%(piece)s surrenders."),
        "routed": _("%(piece)s flees from the field."),
    }.get(e["why"], _("%(piece)s leaves the board."))
    return text % {"piece": piece(e["piece"])}


def _hurt(e: Facts) -> str:
    text = ngettext(
        "%(piece)s take %(n)s point of damage.", "%(piece)s take %(n)s points of damage.", e["points"]
    )
    return text % {"piece": piece(e["piece"]), "n": e["points"]}


def _order_gone(e: Facts) -> str:
    facts = {"seat": side(e["seat"]), "card": card(e["card"])}
    text = {
        "taken": _("An order of %(seat)s falls to the enemy."),
        "lost": _("An order of %(seat)s is lost: %(card)s."),
    }.get(e["why"], _("%(seat)s uses up an order: %(card)s."))
    return text % facts


def _word_ended(e: Facts) -> str:
    points = ", ".join(f"{side(seat)} {n}" for seat, n in sorted(e["points"].items()))
    return _("The battle is over. Points: %(points)s.") % {"points": points}


def _word_formed(e: Facts) -> str:
    facts = {"units": pieces(e["units"]), "shape": shape(e["shape"]), "facing": facing(e["facing"])}
    return _("%(units)s form up %(shape)s, facing %(facing)s.") % facts


def _standard_taken(e: Facts) -> str:
    facts = {"seat": side(e["seat"]), "unit": piece(e["unit"])}
    if e["back"]:
        return _("%(unit)s of %(seat)s take a standard back.") % facts
    return _("%(unit)s of %(seat)s takes an enemy standard.") % facts


EVENTS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "formed_up": _word_formed,
    "attached": lambda e: (
        _("%(commander)s joins %(unit)s.") % {"commander": piece(e["commander"]), "unit": piece(e["unit"])}
    ),
    "shifted": lambda e: (
        _("%(units)s shift to %(squares)s.")
        % {"units": pieces(e["units"]), "squares": ", ".join(e["squares"])}
    ),
    "standard_taken": _standard_taken,
    "standard_passed": lambda e: (
        _("The standard is handed to %(commander)s.") % {"commander": piece(e["commander"])}
    ),
    "standard_brought_home": lambda e: (
        _("%(seat)s brings a taken standard into its camp.") % {"seat": side(e["seat"])}
    ),
    "camp_taken": lambda e: _("%(seat)s takes the enemy's camp and destroys it.") % {"seat": side(e["seat"])},
    "turn_began": lambda e: _("Turn %(number)s begins.") % {"number": e["turn"]},
    "initiative_drawn": _initiative,
    "action_taken": _action,
    "actions_reserved": _word_reserved,
    "marched": _word_marched,
    "hastened": lambda e: _("%(units)s may move once more.") % {"units": pieces(e["units"])},
    "piece_lost": _word_lost,
    "piece_hurt": _hurt,
    "order_gone": _order_gone,
    "battle_ended": _word_ended,
}


def _act(choice: Choice) -> str:
    units = choice.fixed.get("units")
    if units:
        return _("Act with %(units)s") % {"units": pieces(units)}
    return _("Act with units of schiera %(name)s") % {"name": str(choice.facts.get("schiera", "")).upper()}


def _step_up(choice: Choice) -> str:
    name = {"name": str(choice.fixed["schiera"]).upper()}
    if choice.fields:
        return _("Let units of schiera %(name)s step up") % name
    return _("Let schiera %(name)s step up") % name


QUIET: Final[Mapping[str, Callable[[Facts, str], str]]] = {
    # says neither whether an order is laid nor which one
    "lay_order": lambda action, army: _("%(seat)s is ready to draw for the initiative.") % {"seat": army},
    "end_action": lambda action, army: _("%(seat)s ends the action.") % {"seat": army},
}
CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "lay_order": lambda choice: _("Draw, with an order or without"),
    "reserve": lambda choice: _("End my actions for this turn"),
    "take_action": _act,
    "form_up": lambda choice: (
        _("Form up facing %(facing)s") % {"facing": facing(str(choice.fixed["facing"]))}
    ),
    "attach": lambda choice: _("Join a unit"),
    "make_room": lambda choice: _("Let %(unit)s make room") % {"unit": piece(str(choice.fixed["unit"]))},
    "step_up": _step_up,
    "hasten": lambda choice: _("Move a second time: all movement points once more"),
    "end_action": lambda choice: _("End the action"),
    "move_along": lambda choice: _("Move %(unit)s") % {"unit": piece(str(choice.fixed["lead"]))},
    "turn": lambda choice: _("Turn %(unit)s where it stands") % {"unit": piece(str(choice.fixed["lead"]))},
}


def _acting(decision: Decision) -> str:
    left = decision.facts.get("left", 0)
    text = ngettext("You have %(n)s action. Who acts?", "You have %(n)s actions. Who acts?", int(left))
    return text % {"n": left}


def _moving(decision: Decision) -> str:
    facts = {"units": pieces(decision.facts.get("units", ())), "n": decision.facts.get("moves", 0)}
    return _("%(units)s act; moves left: %(n)s.") % facts


ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "lay_order": lambda decision: _("Initiative: lay an order face down, or none, and draw."),
    "act": _acting,
    "move": _moving,
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "lay_order": lambda: _("drawing for the initiative"),
    "act": lambda: _("choosing who acts"),
    "move": lambda: _("carrying an action out"),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "not_offered": lambda facts: _("You can't do that now. Choose something on the page."),
    "time": lambda facts: _("The agreed time is over; the points decide."),
    "chief_lost": lambda facts: _("A commander in chief has fallen."),
    "game_over": lambda facts: _("The battle is over."),
    "not_yours": lambda facts: _("That isn't your piece."),
    "nobody_chosen": lambda facts: _("Choose who acts."),
    "acted_already": lambda facts: _(
        "That unit has acted this turn; a schiera acts once, except for shooters with a shot and a "
        "target left."
    ),
    "only_shoots": lambda facts: _("They have acted in this turn: now they may only shoot."),
    "not_together": lambda facts: _(
        "Units in close order act as one only while they are next to each other. Let them act one by one."
    ),
    "not_urged_on": lambda facts: _(
        "Only infantry of a resolute wing commander moves twice in an action, one schiera a turn."
    ),
    "out_of_command": lambda facts: _(
        "That unit is beyond the reach of your commanders and must stand. Move the commander in chief nearer."
    ),
    "reorganises": lambda facts: _("That unit has just fallen back and needs this turn to get into order."),
    "follows_its_commander": lambda facts: _("A standard bearer follows its commander."),
    "not_one_schiera": lambda facts: _("In one action only units of one schiera act."),
    "not_acting": lambda facts: _("That unit is not acting now, or has no move left."),
    "move_stolen": lambda facts: _("The enemy has the next move of this action."),
    "one_goal": lambda facts: (
        _("Units in open order are one schiera only while they face the same way: %(facing)s.")
        % {"facing": facing(str(facts.get("facing", "")))}
    ),
    "looks_there_already": lambda facts: _("It already faces that way."),
    "host_under_attack": lambda facts: _("A commander does not leave a unit that is under attack."),
    "no_such_shape": lambda facts: _(
        "These units can't form up like this: the whole body forms up together."
    ),
    "no_room_to_form": lambda facts: _(
        "There is no room for that, or it would cost too many movement points."
    ),
    "cannot_join": lambda facts: _(
        "A commander joins an adjacent unit that nobody leads yet, but not a ballista."
    ),
    "cannot_shift": lambda facts: _("A unit makes room once a turn, in command and away from the enemy."),
    "nobody_waits": lambda facts: _("Room is made for friends of another schiera who may still act."),
    "cannot_step_up": lambda facts: _(
        "A schiera steps up only into places that another has left in this turn, and not up to an enemy."
    ),
    "no_way": lambda facts: _("Choose where to go."),
    "not_a_neighbour": lambda facts: _(
        "A route goes from square to neighbouring square and enters each one once."
    ),
    "must_halt": lambda facts: _("In %(place)s they must halt.") % facts,
    "cannot_enter": lambda facts: _("They cannot enter %(place)s.") % facts,
    "too_far": lambda facts: _("That route costs %(cost)s movement points; %(budget)s are left.") % facts,
    "cannot_come_back": lambda facts: (
        _("From %(place)s this cavalry could not come back into command with the points that it has left.")
        % facts
    ),
}
