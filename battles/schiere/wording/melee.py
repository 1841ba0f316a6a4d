"""Texts for melee: charge, duel, aftermath, tests of nerve, retreat and rout."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.schiere.wording.names import card, piece, pieces
from engine.game import Choice, Decision, Facts
from games.wording.generic import plain, readable


def _word_declared(e: Facts) -> str:
    facts = {"units": pieces(e["units"]), "targets": pieces(e["targets"])}
    if e["moved"]:
        return _("%(units)s charge %(targets)s.") % facts
    return _("%(units)s attack %(targets)s.") % facts


def _word_received(e: Facts) -> str:
    met, stand = pieces(e["countercharge"]), pieces(e["stand"])
    if not met:
        return _("%(units)s stand and receive the charge.") % {"units": stand}
    if not stand:
        return _("%(units)s charge to meet them.") % {"units": met}
    return _("%(met)s charge to meet them, %(stand)s stand.") % {"met": met, "stand": stand}


def _began(e: Facts) -> str:
    facts = {"a": piece(e["attacker"]), "d": piece(e["defender"]), "second": piece(e["second"])}
    if e["second"]:
        return _("%(a)s and %(second)s fight %(d)s from two sides.") % facts
    return {
        "flank": _("%(a)s strike %(d)s in the flank."),
        "rear": _("%(a)s strike %(d)s from behind."),
    }.get(e["struck"], _("%(a)s and %(d)s fight.")) % facts


def _word_laid(face: str, order: str) -> str:
    """Name a card together with the order that is added to it."""
    if not order:
        return card(face)
    return _("%(card)s with the order %(order)s") % {"card": card(face), "order": card(order)}


def _blow(e: Facts) -> str:
    own, other = (_word_laid(face, order) for face, order in zip(e["cards"], e["orders"], strict=True))
    (attack_a, defence_a), (attack_d, defence_d) = e["totals"]
    facts = {
        "n": e["number"],
        "a": piece(e["attacker"]),
        "d": piece(e["defender"]),
        "own": own,
        "other": other,
        "attack_a": attack_a,
        "attack_d": attack_d,
        "defence_a": defence_a,
        "defence_d": defence_d,
        "damage_a": e["damage"][0],
        "damage_d": e["damage"][1],
    }
    return (
        _(
            "Blow %(n)s: %(a)s play %(own)s, %(d)s %(other)s. %(attack_a)s against %(defence_d)s: "
            "damage %(damage_d)s; %(attack_d)s against %(defence_a)s: damage %(damage_a)s."
        )
        % facts
    )


def _duel_ended(e: Facts) -> str:
    facts = {"a": piece(e["attacker"]), "d": piece(e["defender"]), "took": e["harm"][0], "did": e["harm"][1]}
    return _("The duel ends: %(d)s took %(did)s damage, %(a)s %(took)s.") % facts


def _word_tested(e: Facts) -> str:
    text = {
        "stands": _("%(unit)s is tested (%(card)s) and stands."),
        "retreats": _("%(unit)s is tested (%(card)s) and falls back."),
        "routs": _("%(unit)s is tested (%(card)s) and runs."),
    }.get(e["result"], _("%(unit)s is tested (%(card)s) and lays down its arms."))
    return text % {"unit": piece(e["unit"]), "card": card(e["card"])}


def _word_retreated(e: Facts) -> str:
    facts = {"unit": piece(e["unit"]), "to": e["to"]}
    if e["why"] == "disordered":
        return _("%(unit)s is pushed back to %(to)s.") % facts
    return _("%(unit)s falls back to %(to)s.") % facts


def _word_disordered(e: Facts) -> str:
    text = _("Those who flee disorder %(units)s, who fight worse for the rest of the turn.")
    return text % {"units": pieces(e["units"])}


EVENTS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "charge_declared": _word_declared,
    "charge_received": _word_received,
    "duel_began": _began,
    "blow_struck": _blow,
    "duel_ended": _duel_ended,
    "move_stolen": lambda e: (
        _("The attack of %(unit)s did no harm: %(by)s has its next move.")
        % {"unit": piece(e["unit"]), "by": piece(e["by"])}
    ),
    "nerve_tested": _word_tested,
    "unit_retreated": _word_retreated,
    "schiera_disordered": _word_disordered,
    "unit_rallied": lambda e: _("The chief rallies %(unit)s with a shield.") % {"unit": piece(e["unit"])},
    "unit_shut_in": lambda e: (
        _("%(unit)s is shut in by %(by)s.") % {"unit": piece(e["unit"]), "by": pieces(e["by"])}
    ),
}
QUIET: Final[Mapping[str, Callable[[Facts, str], str]]] = {
    # the same for a card and for a policy, because both are secret until the duel is fought
    "lay": lambda action, army: _("%(seat)s has chosen its card.") % {"seat": army},
    "leave_to": lambda action, army: _("%(seat)s has chosen its card.") % {"seat": army},
    "hold_ground": lambda action, army: _("%(seat)s holds its ground.") % {"seat": army},
}
CHOICES: Final[Mapping[str, Callable[[Choice], str]]] = {
    "attack": lambda choice: _("Attack with %(unit)s") % {"unit": piece(str(choice.fixed["unit"]))},
    "receive": lambda choice: _("Receive the charge"),
    "lay": lambda choice: _("Play a card face down"),
    "leave_to": lambda choice: _("Let a policy choose the card"),
    "test_nerve": lambda choice: _("Call for a test of nerve"),
    "rally": lambda choice: _("Rally it with a shield, or let it run"),
    "hold_ground": lambda choice: _("Hold the ground"),
    "strike_back": lambda choice: _("Strike back"),
    "give_ground": lambda choice: _("Fall back"),
}


def _asked_charge(decision: Decision) -> str:
    facts = {name: pieces(decision.facts.get(name, ())) for name in ("units", "targets")}
    return _("%(units)s charge %(targets)s. Which of yours charge to meet them?") % facts


def _asked_blow(decision: Decision) -> str:
    facts = {name: piece(str(decision.facts.get(name, ""))) for name in ("attacker", "defender")}
    text = _("%(attacker)s against %(defender)s, blow %(blow)s: play a card. Both are revealed at once.")
    return text % {**facts, "blow": decision.facts.get("blow", 1)}


def _asked_after(decision: Decision) -> str:
    facts = {"unit": piece(str(decision.facts["unit"])), "enemy": piece(str(decision.facts["enemy"]))}
    if decision.facts["harm"]:
        return _("%(enemy)s has hurt %(unit)s. Does it hold its ground or fall back?") % facts
    return _("%(enemy)s has done %(unit)s no harm, and the next move is yours.") % facts


ASKED: Final[Mapping[str, Callable[[Decision], str]]] = {
    "receive": _asked_charge,
    "blow": _asked_blow,
    "test_nerve": lambda decision: (
        _("%(unit)s has one shield left. Call for a test of nerve?")
        % {"unit": piece(str(decision.facts["unit"]))}
    ),
    "rally": lambda decision: (
        _("%(unit)s runs. Do you stop it with a shield?") % {"unit": piece(str(decision.facts["unit"]))}
    ),
    "aftermath": _asked_after,
}
KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "receive": lambda: _("receiving a charge"),
    "blow": lambda: _("playing a card in a duel"),
    "test_nerve": lambda: _("calling for a test of nerve"),
    "rally": lambda: _("rallying a unit"),
    "aftermath": lambda: _("deciding what follows a duel"),
}
ORDERS: Final[Mapping[str, Callable[[], str]]] = {
    "receive": lambda: _("How your units receive a charge that they could meet."),
    "blow": lambda: _(
        "How cards are played in your duels: by a policy, or always in your order. You can change it "
        "until it is used."
    ),
    "test_nerve": lambda: _("Whether to call for a test of nerve on enemies with one shield left."),
    "rally": lambda: _("Whether a solid chief spends a shield on a unit that runs."),
    "aftermath": lambda: _("What your attacked units do after a duel, where they can; else they hold."),
}
REFUSALS: Final[Mapping[str, Callable[[Facts], str]]] = {
    "no_more_attacks": lambda facts: _(
        "A unit attacks once in an action, and once more only if it has just done damage."
    ),
    "not_attackable": lambda facts: _("It isn't side by side with that enemy, or may not attack it."),
}
FIELDS: Final[Mapping[str, Callable[[], str]]] = {
    "card": lambda: _("Card"),
    "then": lambda: _("And after it"),
    "policy": lambda: _("Policy"),
    "whole": lambda: _("For the whole duel"),
    "countercharge": lambda: _("Charge to meet them"),
    "target": lambda: _("Target"),
    "to": lambda: _("To"),
    "ask": lambda: _("Ask for the test"),
    "use": lambda: _("Use a shield"),
    "how": lambda: _("How"),
    "until": lambda: _("Until the end of which turn (0: the whole battle)"),
    "answer": lambda: _("Answer"),
    "second": lambda: _("Second"),
    "third": lambda: _("Third"),
    "fourth": lambda: _("Fourth"),
    "fifth": lambda: _("Fifth"),
    "use_order": lambda: _("Turn up the order under the unit"),
}


def _policy(said: Any) -> str:
    return {
        "net": _("best for damage done less damage taken"),
        "eliminate": _("best to eliminate the enemy"),
        "survive": _("best not to be eliminated"),
        "any": _("any card"),
        "in_order": _("always in this order"),
    }.get(str(said), readable(said))


def _how(said: Any) -> str:
    return {
        "countercharge": _("charge to meet them"),
        "stand": _("stand"),
        "hold": pgettext("schiere", "hold"),
        "fire": _("shoot"),
        "strike_back": _("strike back"),
        "give_ground": _("fall back"),
    }.get(str(said), readable(said))


VALUES: Final[Mapping[str, Callable[[Any], str]]] = {
    "card": lambda said: card(plain(said)),
    "then": lambda said: card(plain(said)),
    **{name: lambda said: card(plain(said)) for name in ("second", "third", "fourth", "fifth")},
    "policy": _policy,
    "how": _how,
    "answer": _how,
    "target": lambda said: piece(plain(said)),
    "countercharge": lambda said: piece(plain(said)),
}
THROWS: Final[Mapping[str, Callable[[], str]]] = {
    "nerve": lambda: _("Test of nerve"),
    "policy": lambda: _("A policy's card"),
}
RULES: Final[Mapping[str, Callable[[], str]]] = {"duel": lambda: _("The battle cards")}
