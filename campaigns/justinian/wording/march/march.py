"""Texts for an army on the march: its steps, attacks, markers and recovery (7.1, 8.24)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from campaigns.justinian.wording.event_fields import values
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import Chapter, DecisionText
from engine.game import Facts


def _word_activated(e: Facts, names: Names) -> str:
    known = values(e, names)
    if names.army(e["army"]) == names.leader(e["leader"]):  # the army is named after its leader
        text = ngettext(
            "%(the_army)s sets out %(from_place)s: %(mp)s MP.",
            "%(the_army)s set out %(from_place)s: %(mp)s MP.",
            known["count"],
        )
    else:
        text = ngettext(
            "%(the_army)s sets out %(from_place)s under %(leader)s: %(mp)s MP.",
            "%(the_army)s set out %(from_place)s under %(leader)s: %(mp)s MP.",
            known["count"],
        )
    return text % known


def _one_step(fixed: Facts) -> Any:
    return _("March one step with the treasury") if fixed.get("treasury") else _("March one step")  # 5.41


WORDS = Chapter(
    decisions={
        "march": DecisionText(
            _("%(army)s (%(at)s): %(mp)s MP left."),
            title=_("An army on the march"),
            awaited=_("marching with %(the_army)s"),
        ),
    },
    labels={
        "move_army": _("March to %(to)s"),
        "attack": _("Attack %(target)s"),
        "place_marker": _("Place a control marker"),
        "remove_marker": _("Remove the marker"),
        "recover": _("Recover: %(what)s"),
        "end_activation": _("End the activation"),
    },
    unchosen={
        "attack": _("Attack the enemy"),
        "move_army": _one_step,
    },
    values={
        ("target", "all"): _("everyone"),
    },
    facts={
        "mp": _("%(value)s MP"),
        "left": _("%(value)s MP left after it"),
        "enemy_sp": _("enemy %(value)s SP"),
        "friends": _("own %(value)s SP"),
    },
    refusals={
        "cannot_attack_box": _("%(to)s is not linked to this box, or may not be attacked from here."),
        "cannot_place_marker": _(
            "No marker can be placed in %(province)s: another power's troops or a marker are there."
        ),
        "cannot_recover": _("The army cannot recover in this way now. Shed Disorganised before Defeated."),
        "cannot_remove_marker": _(
            "The marker in %(province)s cannot be removed: enemy troops are there, or the army is an ally."
        ),
        "defeated_cannot_attack": _("%(army)s is Defeated and may not attack. Let it recover first."),
        "landed_army_may_only_attack": _(
            "An army that has landed may only attack, then its activation ends."
        ),
        "no_common_border": _(
            "%(origin)s and %(to)s have no common border; meeting in a point is not enough."
        ),
        "no_marker_left": _("The %(power)s have no control marker left: all of them are on the map."),
        "not_enough_mp": _("This costs %(needed)s MP; %(mp)s are left."),
        "nothing_to_attack": _("There is no such enemy here."),
    },
    events={
        "army_moved": ngettext_lazy(
            "%(the_army)s marches %(from_origin)s %(to_to)s (%(mp)s MP, %(left)s left).",
            "%(the_army)s march %(from_origin)s %(to_to)s (%(mp)s MP, %(left)s left).",
            "count",
        ),
        "army_placed": ngettext_lazy(
            "%(the_army)s appears %(at_place)s (%(reason)s).",
            "%(the_army)s appear %(at_place)s (%(reason)s).",
            "count",
        ),
        "activation_ended": ngettext_lazy(
            "%(the_army)s halts (%(reason)s).", "%(the_army)s halt (%(reason)s).", "count"
        ),
        "marker_placed": ngettext_lazy(
            "%(province)s now has a marker %(of_marker)s.",
            "%(province)s now have markers %(of_marker)s.",
            "count",
        ),
        "marker_removed": ngettext_lazy(
            "The marker %(of_marker)s in %(province)s is gone.",
            "The markers %(of_marker)s in %(province)s are gone.",
            "count",
        ),
        "attack_declared": _("Attack in %(province)s by %(attackers)s: %(target)s."),
    },
    told={
        "army_activated": _word_activated,
    },
    throws={
        "movement": _("movement"),
    },
    reasons={
        "attack_pays": _(
            "The chance of winning the attack is %(win)s%%; on average it costs the enemy %(gain)s SP"
            " and the attacker %(loss)s."
        ),
        "holds_province": _("A marker holds %(at)s when the army has gone on."),
        "takes_province": _("The enemy's marker goes, and with it the control of %(at)s."),
        "nothing_better": _("With the MP that are left nothing within reach is worth the march."),
    },
    codes={
        "enter": _("enter the province"),
        "leaving_enemy": _("leave the enemy behind"),
        "strait": _("cross the strait"),
        "attack": _("attack"),
        "place_marker": _("place a control marker"),
        "remove_marker": _("remove a marker"),
        "recover_disorganised": _("reorganise"),
        "recover_to_disorganised": _("rally from defeat to disorder"),
        "to_disorganised": _("rally from defeat to disorder"),
        "recover_defeated": _("rally from defeat"),
        "recovered": _("recovery"),
        "recover": _("recovery"),
        "no_mp": _("no MP left"),
        "zone": _("outside its area of operations"),
    },
)
