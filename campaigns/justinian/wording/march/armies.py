"""Texts for armies that combine, separate, disband, detach and hand over troops (6.44, 6.52, 6.53, 7.16,
7.17).
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from campaigns.justinian.wording.registry import Chapter

WORDS = Chapter(
    labels={
        "combine": _("Combine armies"),
        "redistribute": _("Redistribute troops from %(giver)s to %(taker)s"),
        "disband": _("Disband the army"),
        "leave_frontier": _("Leave frontier troops"),
        "detach": _("Detach troops"),
        "pick_up": _("Pick up troops"),
        "hand_over": _("Hand troops over to %(army)s"),
        "split_off": _("Separate from the combined army: %(army)s"),
    },
    unchosen={
        "split_off": _("Separate an army from the combined one"),
    },
    cautions={
        "disband": _("Disband this army? Its troops stay as frontier troops."),
    },
    fields={
        "giver": _("From"),
        "taker": _("To"),
    },
    refusals={
        "cannot_combine": _("Only Byzantine armies in the same province combine, and not allied ones."),
        "cannot_detach": _("Only a major power's army that is in order may detach troops."),
        "cannot_disband": _("A Praesental Army may not be disbanded, nor any army that is not active."),
        "cannot_hand_over": _(
            "A minor power hands troops only to a major power's army in the same province."
        ),
        "cannot_leave_frontier": _(
            "A Praesental Army leaves no frontier troops, and an army keeps at least 1 SP."
        ),
        "cannot_split_off": _("%(army)s is not part of the combined army."),
        "not_together": _("%(giver)s and %(taker)s are not in the same place."),
        "nothing_to_pick_up": _("There are no troops of this power to pick up in %(province)s."),
        "praesental_gives_nothing": _("A Praesental Army gives no troops to another."),
    },
    events={
        "armies_combined": _("%(head)s leads the combined armies: %(armies)s."),
        "armies_separated": ngettext_lazy(
            "%(the_army)s parts %(from_head)s.", "%(the_army)s part %(from_head)s.", "count"
        ),
        "army_disbanded": _("%(the_army)s is disbanded: %(sp)s stay in %(province)s as frontier troops."),
    },
    throws={
        "status": _("whose status prevails"),
    },
    codes={
        "combine": _("combine"),
        "leave_frontier": _("leave frontier troops"),
        "pick_up": _("pick up troops"),
        "detach": _("detach troops"),
        "hand_over": _("hand over troops"),
        "combined": _("armies combined"),
        "separated": _("armies separated"),
        "redistributed": _("redistribution"),
        "redistribute": _("redistribution"),
        "disbanded": _("disbanded"),
        "disband": _("disbanded"),
        "frontier": _("left as frontier troops"),
        "detached": _("detached"),
        "picked_up": _("picked up"),
        "handed_over": _("handed over"),
    },
)
