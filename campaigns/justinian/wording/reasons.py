"""Why the program advises what it does: the codes of its bot's reasons in sentences."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.names import Names
from engine.game import Facts
from games.numbers import minus

TEXTS: dict[str, Any] = {
    # money and men
    "all_paid": _("Everybody can be paid, and %(left)s G are left."),
    "armies_wait": _(
        "Garrisons and fleets come first: unpaid, they may mutiny. An unpaid army fights as well and costs "
        "men only by pillage after a victory; the %(left)s G that are left serve activations "
        "(%(activations)s G) and bribes (up to %(bribes)s G)."
    ),
    "too_little": _(
        "The gold does not suffice for all: cheap groups come first, and %(left)s G are left for activations "
        "and bribes."
    ),
    "praesental_first": _("A Praesental Army has fewer than 10 SP, and recruits go there first."),
    "capital": _("Constantinople should hold %(sp)s SP of every kind, against raids and the Nika riots."),
    "faces_most": _("That is where most enemies are near, compared with the own SP: %(unit)s."),
    "ships_wanted": _("An army waits for ships there, and no march promises more."),
    "nothing_to_place": _("There is nobody to place, and no army waits for ships."),
    "new_army": _("A new army brings %(sp)s SP; there is room for %(room)s before the limit."),
    "cup_is_better": _(
        "They are clearly worse than the leaders in the cup on average, or their army is beaten."
    ),
    "cup_is_no_better": _("No leader is clearly worse than those in the cup on average."),
    "bribe_buys": _(
        "With %(gold)s G the alliance comes about with %(with)s%%, without a bribe with %(without)s%%."
    ),
    "gold_is_short": _("The last %(kept)s G are kept for activations."),
    "few_men": _(
        "It brings few men, or would never come; without a bribe it is with Byzantium with %(without)s%%."
    ),
    # segments
    "room_for_recruits": _("No march promises more, and there is room for %(room)s SP before the limit."),
    "two_segments": _("Two segments in a row leave the other side no time to answer."),
    "expedition": _("%(army)s belongs to an expedition across the sea that is being prepared."),
    "given_up": _("%(army)s is hardly more than a name: given up, its counter brings 10 SP next turn."),
    "brings_troops": _("%(army)s recruits as it is activated."),
    "goes_for": _("Of all that can be reached, %(to)s promises most for the effort."),
    "on_the_way": _("It is on the way to %(to)s, which promises most for the effort."),
    "goes_aboard": _("Ships can take it aboard at %(to)s."),
    "recovers": _("%(army)s fights badly until it has recovered."),
    "work_here": _("There is something to gain where it stands: %(at)s."),
    "recruits_first": _(
        "Their leader has recruited nobody yet in this turn, and an activation recruits first."
    ),
    "most_to_gain": _("No other power that can be chosen has more to gain now."),
    "selects_kept": _("No power has so much to gain now that a Select marker should be spent on it."),
    "no_select_left": _("No Select marker is left."),
    "nothing_to_gain": _("No army of this power has anything to gain now."),
    # on the march and in battle
    "attack_pays": _(
        "The attack wins with %(win)s%%; on average it costs the enemy %(gain)s SP and the attacker %(loss)s."
    ),
    "holds_province": _("A marker holds %(at)s when the army has gone on."),
    "takes_province": _("The enemy's marker goes, and with it the control of %(at)s."),
    "nothing_better": _("With the MP that are left nothing within reach is worth the march."),
    "interception_likely": _(
        "%(army)s intercepts with %(chance)s%%, and the battle would cost the enemy %(gain)s SP, us %(loss)s."
    ),
    "interception_unlikely": _("%(army)s would intercept with %(chance)s%% only; a failure disorganises."),
    "interception_battle_poor": _(
        "%(army)s would intercept with %(chance)s%%, but the battle does not promise enough."
    ),
    "stands": _(
        "The attacker wins with %(win)s%% only, or there is no quiet place to go; he loses "
        "%(loss)s SP on average."
    ),
    "avoids_battle": _("The attacker wins with %(win)s%%; the battle would cost %(gain)s SP on average."),
    "stronger_at_sea": _(
        "The fleet under way has %(fleet_sp)s SP, the patrol %(patrol_sp)s: the odds are good."
    ),
    "weaker_at_sea": _(
        "The fleet under way has %(fleet_sp)s SP, the patrol %(patrol_sp)s: the odds are bad."
    ),
    # deployment
    "suggested": _(
        "The suggested deployment covers every frontier; no other was tried out for this scenario."
    ),
    "own_deployment": _(
        "It masses its men where it means to strike, against the Persians and in Dalmatia, with one SP where "
        "that is enough to keep a province."
    ),
    "all_placed": _("Everything is placed as it plans."),
}


def text(why: Facts, names: Names) -> str:
    """The sentence for a reason."""
    known = {
        "army": names.army,
        "unit": names.unit,
        "to": names.place,
        "at": names.place,
        "power": names.power,
    }
    facts = {
        key: minus(value) if type(value) is int else known.get(key, str)(value) for key, value in why.items()
    }
    return str(TEXTS[str(why["code"])]) % facts
