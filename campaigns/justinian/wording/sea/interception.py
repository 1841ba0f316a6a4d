"""Texts for interception at sea: the decisions of the patrol and of the fleet (7.34 to 7.36)."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.state.tables import naval_interception_succeeds
from campaigns.justinian.wording.event_fields import percent
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import SEA, Chapter, DecisionText, Order
from engine.game import Facts


def _word_rolled(e: Facts, names: Names) -> str:
    won = sum(naval_interception_succeeds(face) for face in range(10))
    known = {"fleet": names.fleet(e["fleet"]), "face": e["face"], "chance": percent(won)}
    if e["success"]:
        return gettext("%(fleet)s intercepts (%(face)s, chance %(chance)s).") % known
    return gettext("%(fleet)s misses the enemy (%(face)s, chance %(chance)s).") % known


WORDS = Chapter(
    decisions={
        "sea_intercept": DecisionText(
            _("%(fleet)s (%(sp)s SP) enters: %(sea)s. Does your patrol intercept?"),
            title=_("An enemy fleet enters a patrol's area"),
            awaited=_("intercepting a fleet, or not: %(sea)s"),
        ),
        "evade": DecisionText(
            _("%(fleet)s (%(sp)s SP) is intercepted: %(sea)s. Turn back or fight?"),
            title=_("A fleet is intercepted"),
            awaited=_("fighting at sea or turning back: %(sea)s"),
        ),
    },
    orders={
        "sea_intercept": Order(
            _("An enemy fleet enters my patrol's area"),
            help=_("A patrol finds the enemy on half of all rolls; then a naval battle is fought."),
            said={
                "never": _("Patrols let every fleet pass."),
                "if_stronger": _("A patrol with more SP than the enemy fleet intercepts it."),
                "always": _("Patrols always intercept."),
            },
            suggested={"policy": "if_stronger"},
            default=_("No order: patrols let every fleet pass."),
            group=SEA,
        ),
        "evade": Order(
            _("My fleet is intercepted"),
            help=_("A fleet that turns back loses the rest of its move, but no ship."),
            said={
                "fight": _("Intercepted, our fleet fights."),
                "if_weaker": _("Intercepted by a stronger fleet, ours turns back; else it fights."),
                "evade": _("Intercepted, our fleet turns back."),
            },
            suggested={"policy": "if_weaker"},
            default=_("No order: our fleet fights."),
            group=SEA,
        ),
    },
    policies={
        "fight": _("fight"),
        "if_weaker": _("turn back if weaker"),
        "evade": _("always turn back"),
    },
    labels={
        "intercept_at_sea": _("Intercept with %(fleet)s"),
        "evade": _("Avoid battle"),
        "fight": _("Accept battle"),
    },
    unchosen={
        "intercept_at_sea": _("Intercept"),
    },
    passes={
        "7.34": _("Let the fleet pass"),
    },
    facts={
        "patrols": _("enemy patrols: %(value)s"),
        "enemy_fleets": _("enemy fleets: %(value)s SP"),
    },
    events={
        "battle_evaded": _("The fleet %(of_power)s avoids battle and turns back from %(the_sea)s."),
    },
    told={
        "sea_interception_rolled": _word_rolled,
    },
    throws={
        "sea_interception": _("naval interception"),
    },
    reasons={
        "stronger_at_sea": _(
            "The fleet under way has %(fleet_sp)s SP, the patrol %(patrol_sp)s: the odds are good."
        ),
        "weaker_at_sea": _(
            "The fleet under way has %(fleet_sp)s SP, the patrol %(patrol_sp)s: the odds are bad."
        ),
    },
)
