"""Texts for revolts: Sardinia, Nika, Armenia, Egypt (9.0)."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.rules.turn.nika import NIKA_GUARD
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.idle import remark
from campaigns.justinian.wording.names import Names, sp
from campaigns.justinian.wording.registry import REVOLTS, Chapter, DecisionText, Order
from engine.game import Facts


def _revolt(e: Facts, names: Names) -> str:
    line = gettext("Revolt: %(revolt)s.") % {"revolt": word(e["revolt"])}
    if e["revolt"] == "nika":
        guard = gettext(
            "If fewer than %(sp)s of Byzantium are in Europa, its next segment sends an army there."
        )
        return f"{line} " + guard % {"sp": sp(NIKA_GUARD)}
    return f"{line} {remark(e)}".rstrip()


WORDS = Chapter(
    decisions={
        "sardinia": DecisionText(
            _("Sardinia is in revolt: %(sp)s SP must go there. Whom do you send?"),
            title=_("The revolt of Sardinia"),
            awaited=_("sending troops to Sardinia"),
            explained=_(
                "Once 5 SP are there, half a die of them is lost; the island is in revolt if no troops "
                "are left, or without a fleet."
            ),
        ),
        "nika": DecisionText(
            _("The Nika riots: which army goes to Constantinople?"),
            title=_("The Nika riots"),
            awaited=_("sending an army against the Nika riots"),
            explained=_(
                "It takes up this segment. The army goes to Europa at once, wherever it is, and "
                "separates from armies combined with it. If it is already there, it stays."
            ),
        ),
    },
    orders={
        "sardinia": Order(
            _("The revolt of Sardinia"),
            help=_(
                "The side that holds Sardinia sends 5 SP and a fleet there, unless they are already "
                "there; half a die of them is lost. No unit is emptied as long as another can send."
            ),
            said={
                "strongest": _("The strongest units send troops to Sardinia."),
                "weakest": _("The weakest units send troops to Sardinia."),
            },
            suggested={"policy": "strongest"},
            default=_("No order: detached troops send first, then the strongest army."),
            group=REVOLTS,
        ),
        "nika": Order(
            _("The Nika riots"),
            help=_("An army of 10 SP must go to Constantinople; one that is already there is sent first."),
            said={
                "weakest": _("The weakest army of 10 SP goes to Constantinople."),
                "strongest": _("The strongest army goes to Constantinople."),
            },
            suggested={"policy": "weakest"},
            default=_("No order: an army already there, else the weakest that will do."),
            group=REVOLTS,
        ),
    },
    labels={
        "send_troops": _("Send troops to Sardinia"),
        "send_army": _("Send %(army)s to Constantinople"),
    },
    unchosen={
        "send_army": _("Send an army to Constantinople"),
    },
    refusals={
        "a_fleet_must_go": _("A fleet must go along to Sardinia. Choose one: %(fleets)s."),
        "army_too_small": _("%(army)s is too small: %(needed)s SP are needed in Constantinople."),
        "no_fleet_needed": _("No fleet is needed: there are already ships in Sardinia."),
    },
    events={
        "province_revolted": ngettext_lazy(
            "%(province)s rises in revolt.", "%(province)s rise in revolt.", "count"
        ),
        "sardinia_rolled": _("Putting down the revolt of Sardinia costs %(sp)s."),
    },
    told={
        "revolt_rolled": _revolt,
    },
    throws={
        "revolt": _("where the revolt breaks out"),
        "sardinia": _("losses in Sardinia"),
    },
    codes={
        "revolt": _("revolt"),
        "nika": _("the Nika riots"),
        "armenia": _("Armenia"),
        "sardinia": _("Sardinia"),
        "egypt": _("Egypt"),
    },
)
