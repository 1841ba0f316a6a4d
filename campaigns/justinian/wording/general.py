"""Texts that many decisions share: common fields, refusals, statuses."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.state.values import Allies, Unit
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.event_fields import values
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.names import Names, sp
from campaigns.justinian.wording.registry import Chapter
from engine.game import Facts

DONE = {"pick_up": "picked_up", "detach": "detached"}  # code of an action -> code of its event


def _status(e: Facts, names: Names) -> str:
    known = {"unit": names.unit(e["unit"]), "status": word(e["status"]), "reason": word(e["reason"])}
    if e["on"]:
        return gettext("%(unit)s: %(status)s (%(reason)s).") % known
    return gettext("%(unit)s: no longer %(status)s (%(reason)s).") % known


def _word_shifted(e: Facts, names: Names) -> str:
    """Describe SP that moved between units. The sentence differs when a minor power's SP join another
    power's army (6.34, 7.17).
    """
    target = Unit.parse(e["target"])
    if e["reason"] != "hand_over" or not isinstance(target, Allies):
        done = {**e, "reason": DONE.get(e["reason"], e["reason"])}
        return gettext("%(sp)s pass from %(source)s to %(target)s (%(reason)s).") % values(done, names)
    known = {"sp": sp(e["sp"]), "army": target.army, "power": target.power}
    text = gettext("%(sp)s %(of_power)s join %(the_army)s.")
    return text % Words(known, lambda field: names.article_and(field, known[field]))


WORDS = Chapter(
    policies={
        "always": _("always"),
        "never": _("never"),
        "if_stronger": _("if we are stronger"),
        "strongest": _("the strongest"),
        "weakest": _("the weakest that will do"),
        "to_friends": _("to friends"),
        "to_city": _("to a city"),
    },
    labels={
        "pass": _("Pass"),
    },
    fields={
        "army": _("Army"),
        "armies": _("Which armies"),
        "province": _("Province"),
        "to": _("Province"),
        "place": _("Place"),
        "power": _("Power"),
        "minor": _("Minor power"),
        "sp": _("SP"),
        "fleet": _("Fleet"),
        "recruit": _("Recruit"),
        "gold": _("Gold"),
        "target": _("Target"),
        "leader": _("Leader"),
        "what": _("What"),
        "policy": _("What to do"),
    },
    facts={
        "sp": _("%(value)s SP"),
        "gold": _("%(value)s G"),
        "at": _("in %(value)s"),
        "leader": _("under %(value)s"),
        "control": _("control rating %(value)s"),
        "battle": _("battle rating %(value)s"),
        "drm": _("modifier %(value)s"),
        "controller": _("held by %(value)s"),
        "marker": _("marker: %(value)s"),
        "there": _("where there are already %(value)s SP"),
    },
    refusals={
        "game_over": _("The game is over."),
        "more_than_there_is": _("%(unit)s has only %(sp)s SP."),
        "negative": _("%(unit)s: a number below zero is not possible."),
        "no_such_unit": _("%(unit)s is not among the troops concerned."),
        "not_enough_gold": _("This costs %(needed)s G; the treasury holds %(gold)s."),
        "not_now": _("This can't be done now."),
        "not_your_decision": _("It is %(seat)s's turn to decide."),
        "sp_out_of_range": _("The number of SP must be from %(low)s to %(high)s."),
        "twice": _("The same one was chosen twice."),
        "wrong_sum": _("Choose exactly %(expected)s SP; these are %(got)s."),
        "too_many": _("At most %(high)s can be chosen."),
    },
    events={
        "sp_lost": _("%(unit)s: %(sp)s lost (%(reason)s)."),
        "sp_gained": _("%(unit)s: %(sp)s more (%(reason)s)."),
        "fleet_gained": _("%(power)s: %(sp)s of ships more in %(place)s."),
        "fleet_lost": _("%(power)s: %(sp)s of ships lost at %(place)s (%(reason)s)."),
        "power_eliminated": _("It is over for %(the_power)s: their last troops are gone."),
    },
    told={
        "status_changed": _status,
        "sp_shifted": _word_shifted,
    },
    codes={
        "disorganised": _("Disorganised"),
        "defeated": _("Defeated"),
        "unpaid": _("Unpaid"),
    },
)
