"""Texts for leaders who arrive, travel alone and are replaced (4.1, 4.2)."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.event_fields import values
from campaigns.justinian.wording.names import Names
from campaigns.justinian.wording.registry import LEADERS, Chapter, DecisionText, Order
from engine.game import Facts


def _word_returned(e: Facts, names: Names) -> str:
    known = values(e, names)
    if e["to"] == "cup":
        return gettext("%(leader)s goes back into the leader cup.") % known
    if e["to"] in names.boxes:
        text = ngettext("%(leader)s goes back %(to_to)s.", "%(leader)s go back %(to_to)s.", known["count"])
        return text % known
    return gettext("%(leader)s goes back: %(to)s.") % known  # to the turn track


def _word_travelled(event: Facts, names: Names) -> str:
    known = {"leader": names.leader(event["leader"]), "place": names.place(event["province"])}
    return gettext("%(leader)s travels to %(place)s") % known


WORDS = Chapter(
    decisions={
        "change_leaders": DecisionText(
            _("Do you replace leaders?"),
            title=_("Changes of leaders"),
            awaited=_("replacing leaders, or not"),
        ),
        "new_leader": DecisionText(
            _("%(leader)s arrives: where, and with what?"),
            title=_("A leader arrives"),
            awaited=_("%(leader)s arrives"),
        ),
    },
    orders={
        "change_leaders": Order(
            _("Changes of leaders"),
            help=_(
                "Leaders who lost a battle, with a battle rating of at most this, are replaced by a draw out "
                "of the cup."
            ),
            said={
                "never": _("No leader is replaced."),
                "beaten": _(
                    "Leaders who lost a battle are replaced if their battle rating is %(battle)s or less."
                ),
            },
            suggested={"policy": "beaten", "battle": 1},
            default=_("No order: no leader is replaced."),
            group=LEADERS,
        ),
        "new_leader": Order(
            _("A leader arrives"),
            help=_(
                "The leader appears where most of the power's troops are, or in a city with some of "
                "them; Tzazon brings 5 SP to Sardinia."
            ),
            said={
                "to_troops": _("A new leader appears where most of the power's troops are."),
                "to_city": _("A new leader appears in a city with the power's troops."),
            },
            suggested={"policy": "to_troops"},
            default=_("No order: the leader appears where most of the power's detached troops are."),
            group=LEADERS,
        ),
    },
    policies={
        "beaten": _("those who lost a battle"),
        "to_troops": _("where most of the power's troops are"),
    },
    labels={
        "replace_leaders": _("Replace leaders by a draw"),
        "arrive": _("The leader appears in %(province)s"),
        "bring_troops": _("Bring troops to Sardinia"),
        "move_leader": _("Move %(leader)s alone"),
    },
    unchosen={
        "arrive": _("The leader appears"),
    },
    fields={
        "battle": _("Battle rating at most"),
    },
    facts={
        "ships": _("with at least %(value)s SP of ships"),
    },
    refusals={
        "already_there": _("The leader is already in %(province)s. Choose another province."),
        "army_not_leaderless": _("%(army)s already has a leader."),
        "no_free_path": _("There is no way to %(province)s that is free of enemies."),
        "no_more_than_five": _("No more than %(sp)s SP go along, since there are too few ships."),
        "no_sp_of_that_power": _("None of the leader's own troops are in %(province)s."),
        "no_such_leader": _("%(leader)s cannot be moved alone."),
        "not_replaceable": _("Not all of these leaders may be replaced now: %(armies)s."),
        "too_few_fleets": _("At least %(needed)s fleet SP must carry these troops."),
        "too_few_sp": _("At least %(low)s SP must go along."),
    },
    events={
        "leader_appointed": _("%(leader)s takes command %(of_army)s (%(reason)s)."),
        "leader_arrived": _("%(leader)s arrives: %(place)s."),
        "leader_lost": _("%(leader)s is lost for good."),
        "leader_moved": _("%(leader)s travels alone to %(province)s."),
    },
    told={
        "leader_returned": _word_returned,
    },
    headlines={
        "leader_moved": _word_travelled,
    },
    throws={
        "leader_draw": _("a leader out of the cup"),
    },
    reasons={
        "cup_is_better": _(
            "They are clearly worse than the leaders in the cup on average, or their army is beaten."
        ),
        "cup_is_no_better": _("No leader is clearly worse than those in the cup on average."),
    },
    codes={
        "replaced": _("replacement"),
        "joined": _("joins it"),
        "new_leader": _("new leader"),
        "arrival": _("arrival"),
        "arrived": _("arrival"),
        "box": _("the leader's box"),
        "cup": _("the leader cup"),
        "turn_track": _("the turn track"),
        "tzazon": _("with Tzazon to Sardinia"),
    },
)
