"""Texts for naval battles and the flight of beaten fleets (8.3)."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import SEA, Chapter, DecisionText, Order
from engine.game import Facts


def _word_fought(e: Facts, names: Names) -> str:
    winners = {"attacker": gettext("the attackers win"), "defender": gettext("the defenders win")}
    known = {
        "place": names.place(e["place"]),
        "attacker": names.fleet(e["attacker"]),
        "defender": names.fleet(e["defender"]),
        "a": e["attacker_score"],
        "d": e["defender_score"],
        "a_loses": e["attacker_loses"],
        "d_loses": e["defender_loses"],
        "outcome": winners.get(e["winner"], gettext("neither side gives way")),
    }
    return (
        gettext(
            "Naval battle at %(place)s: %(attacker)s scores %(a)s, %(defender)s %(d)s; %(outcome)s "
            "(ships lost: %(a_loses)s and %(d_loses)s)."
        )
        % known
    )


WORDS = Chapter(
    decisions={
        "sea_withdraw": DecisionText(
            _("%(fleet)s is beaten and must flee. Where to?"),
            title=_("Where a beaten fleet flees"),
            awaited=_("fleeing with a beaten fleet"),
        ),
    },
    orders={
        "sea_withdraw": Order(
            _("Where a beaten fleet flees"),
            help=_("Only friendly coasts of the sea it fled into, without enemy ships, are open to it."),
            said={
                "to_friends": _("A beaten fleet flees to where most friends are."),
                "to_city": _("A beaten fleet flees to a city if it can."),
            },
            suggested={"policy": "to_friends"},
            default=_("No order: the harbour with the fewest enemies, then with the most friends."),
            group=SEA,
        ),
    },
    events={
        "fleet_retreated": _("The beaten fleet %(of_power)s flees: %(to)s."),
    },
    told={
        "sea_battle_fought": _word_fought,
    },
    throws={
        "sea_battle": _("naval battle"),
        "sea_winner": _("does the victor lose ships"),
    },
    codes={
        "half_die": _("half the die"),
        "larger_fleet": _("more ships"),
        "seamanship": _("seamanship"),
        "sea_battle": _("naval battle"),
        "naval_battle": _("naval battle"),
        "no_haven": _("no port to flee to"),
        "drowned": _("drowned"),
    },
)
