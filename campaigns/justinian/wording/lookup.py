"""The sentence for a code and its facts, from the texts of all chapters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.choices import value
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.names import Names, readable
from campaigns.justinian.wording.registry import ALL
from engine.game import Decision, Facts
from games.wording.numbers import minus

_HARMLESS = _("No order: the harmless default of the rules applies.")


class KnownFacts(dict[str, str]):
    """The facts of a sentence. A missing fact shows as "?" instead of failing."""

    def __missing__(self, key: str) -> str:
        return "?"


def question(kind: str, facts: Facts) -> str:
    """Return the question of a decision, with gaps (``%(...)s``) for its facts. Some facts select a different
    question.
    """
    asked = ALL.decisions[kind]
    return str(asked.variant(facts) or asked.question)


def pending_text(decision: Decision, names: Names) -> str:
    """Describe a side's pending decision for the players who wait, or return "" if they are not told about
    it.
    """
    asked = ALL.decisions.get(decision.kind)
    if asked is None or not asked.awaited:
        return ""
    facts = decision.facts
    armies = {key: names.army(str(facts[key])) for key in ("army", "mover") if facts.get(key)}
    known = {key: value(key, given, names) for key, given in facts.items()} | armies

    def form(field: str) -> tuple[str, str]:
        sort = "army" if field == "mover" else field
        return names.article(sort, str(facts[field])), str(known[field])

    try:
        return str(asked.awaited) % Words(known, form)
    except KeyError:  # the decision comes from an earlier version that gave fewer facts
        return ""


def label(kind: str, fixed: Mapping[str, Any], names: Names, rule: str = "") -> str:
    """Return the label of a form, with its fixed values filled in. ``rule`` is the section that allows the
    action.
    """
    if kind == "pass" and rule in ALL.passes:
        return str(ALL.passes[rule])
    if kind not in ALL.labels:
        return readable(kind)
    known = {k: value(k, v, names) for k, v in fixed.items()}
    try:
        return _text_for(ALL.labels[kind], fixed) % known
    except KeyError:  # some values of the form are still to be chosen
        return _text_for(ALL.unchosen[kind], fixed) % known


_QUIET: Final = {
    "intercept_with": _("Nobody intercepts."),
    "pass": _("Pass."),
    "place_tribesmen": _("No tribesmen are placed."),
    "place_recruits": _("No recruits are placed."),
    "move_army": _("On the march: %(to)s."),
}


def quiet(action: Facts, names: Names) -> str:
    """Return the sentence for an action that caused no event, or "" if the general one is enough."""
    text = str(_QUIET.get(str(action.get("kind")), ""))
    return text % {"to": names.place(str(action.get("to", "")))} if text else ""


def _text_for(text: Any, facts: Facts) -> str:
    """Return the text. If it is given as a function, call the function with the facts."""
    return str(text(facts) if callable(text) else text)


def refusal(code: str, facts: Facts, names: Names) -> str:
    """Explain why an action was refused. An unknown code becomes readable words."""
    found = ALL.refusals.get(code)
    if found is None:
        return readable(code) + "."
    return str(found) % KnownFacts({k: _fact(k, v, names) for k, v in facts.items()})


def _fact(name: str, given: Any, names: Names) -> str:
    if type(given) is int:
        return str(given)
    return names.seat(given) if name == "seat" else value(name, given, names)


def reason(why: Facts, names: Names) -> str:
    """Explain the bot's advice in a sentence."""
    known = {
        "army": names.army,
        "unit": names.unit,
        "to": names.place,
        "at": names.place,
        "power": names.power,
    }
    facts = {k: minus(v) if type(v) is int else known.get(k, str)(v) for k, v in why.items()}
    return str(ALL.reasons[str(why["code"])]) % facts


def order(kind: str, values: Mapping[str, Any] | None) -> str:
    """Describe how the bot answers under a standing order. If ``values`` is None, describe how it answers
    when there is no order.
    """
    found = ALL.orders.get(kind)
    if found is None or values is None:
        return str(found.default if found and found.default else _HARMLESS)
    if callable(found.said):
        text = found.said(values)
    else:
        text = found.said.get(str(values.get("policy", values.get("dice", ""))), _HARMLESS)
    return str(text) % {"percent": "200", "control": "0", "battle": "0", **values}
