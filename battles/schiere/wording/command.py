"""Texts for orders during the battle: orders sent, intercepted and stolen, and actions stolen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from battles.schiere.wording.names import piece, side
from engine.game import Choice, Decision, Facts


def _holder(name: str) -> str:
    return _("the commander in chief") if name == "chief" else piece(name)


EVENTS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "order_sent": lambda e: (
        _("%(seat)s: an order goes from %(source)s to %(to)s.")
        % {"seat": side(e["seat"]), "source": _holder(e["source"]), "to": piece(e["to"])}
    ),
    "action_stolen": lambda e: (
        _("%(by)s steals an action; %(of)s has %(n)s left.")
        % {"by": side(e["by"]), "of": side(e["of"]), "n": e["left"]}
    ),
}
CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "send_order": lambda choice: (
        _("Send an order from %(source)s") % {"source": _holder(str(choice.fixed["source"]))}
    ),
    "intercept": lambda choice: _("Catch the order with a feint, or let it pass"),
    "steal_action": lambda choice: _("Steal an action with an order of one sword, or do not"),
    "steal_order": lambda choice: _("Steal an order of the enemy's chief with a feint"),
}
ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "intercept": lambda decision: (
        _("The enemy sends an order to %(to)s. Do you catch it with a feint?")
        % {"to": piece(str(decision.facts.get("to", "")))}
    ),
    "steal_action": lambda decision: (
        _("The enemy has %(left)s more. Do you steal an action with an order of one sword?")
        % {"left": decision.facts.get("left", "")}
    ),
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "intercept": lambda: _("catching an order"),
    "steal_action": lambda: _("stealing an action"),
}
ORDERS: Final[Mapping[str, Callable[[], str]]] = {
    "steal_action": lambda: _(
        "When an enterprising chief steals an action: as soon as the enemy has no more than this many left."
    ),
    "intercept": lambda: _("Whether an astute chief spends a feint on the next order that the enemy sends."),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "sends_no_more": lambda facts: _(
        "A chief sends three orders a turn, a wing commander one, and only along the chain of command."
    ),
    "no_such_order": lambda facts: _("There is no such order to send, or it only arrived this turn."),
    "cannot_receive": lambda facts: _(
        "No order reaches it: it fights, has one, is out of command or gets them from a wing commander."
    ),
    "steals_no_orders": lambda facts: _("Only an astute chief steals orders, one a turn."),
    "no_feint": lambda facts: _("That takes a feint among the orders of the commander in chief."),
    "nothing_to_steal": lambda facts: _("The enemy's commander in chief holds no order."),
}
FIELDS: Final[Mapping[str, Callable[[], str]]] = {
    "catch": lambda: _("Catch it"),
    "steal": lambda: _("Steal an action"),
    "when_left": lambda: _("Actions that the enemy has left"),
}
THROWS: Final[Mapping[str, Callable[[], str]]] = {"stolen_order": lambda: _("Which order is stolen")}
