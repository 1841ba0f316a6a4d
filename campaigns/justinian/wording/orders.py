"""Standing orders for people: what each kind asks, an example, and what the program would answer tonight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

TITLES: dict[str, Any] = {
    "bribe": _("Bribes before an alliance is rolled"),
    "retreat_before": _("Attacked: stand or retreat"),
    "intercept": _("An enemy army passes: intercept it"),
    "sea_intercept": _("An enemy fleet enters my patrol's area"),
    "evade": _("My fleet is intercepted"),
    "losses": _("Who bears the losses"),
    "withdraw": _("Where a beaten army retreats"),
    "sea_withdraw": _("Where a beaten fleet flees"),
    "command": _("Who commands several armies"),
    "ally": _("What a new ally of Byzantium does"),
    "treasury": _("How captured treasure is counted"),
    "sardinia": _("The revolt of Sardinia"),
    "nika": _("The Nika riots"),
    "maintenance": _("Who is paid"),
    "new_army": _("A new army"),
    "change_leaders": _("Changes of leaders"),
    "new_leader": _("A leader arrives"),
    "segments": _("The program plays my segments"),
}

_LAND, _SEA, _GOLD, _LEADERS, _REVOLTS = (
    _("Battles on land"),
    _("At sea"),
    _("Gold and allies"),
    _("Armies and leaders"),
    _("Revolts"),
)

# What belongs together on the page.
GROUPS: dict[str, Any] = {
    "retreat_before": _LAND,
    "intercept": _LAND,
    "losses": _LAND,
    "withdraw": _LAND,
    "command": _LAND,
    "sea_intercept": _SEA,
    "evade": _SEA,
    "sea_withdraw": _SEA,
    "bribe": _GOLD,
    "ally": _GOLD,
    "treasury": _GOLD,
    "maintenance": _GOLD,
    "new_army": _LEADERS,
    "change_leaders": _LEADERS,
    "new_leader": _LEADERS,
    "sardinia": _REVOLTS,
    "nika": _REVOLTS,
}

# Questions that only one side is ever asked.
ASKED_OF = {
    "bribe": "byzantium",
    "ally": "byzantium",
    "nika": "byzantium",
    "maintenance": "byzantium",
    "new_army": "byzantium",
    "change_leaders": "byzantium",
    "new_leader": "barbarian",
}

HELPS: dict[str, Any] = {
    "bribe": _(
        "Every 3 G add 1 to the roll, up to 9 G. Example: 3 G, but never less than 10 G left in the treasury."
    ),
    "retreat_before": _(
        "200 percent means: the attackers have at least twice as many SP as the defenders. A retreat rolls "
        "against control: a bad roll disorganises the army and may cost SP."
    ),
    "intercept": _(
        "An army that fails to intercept is disorganised. 4 as least control means: only if the army "
        "succeeds with a roll of 4 or less after modifiers."
    ),
    "sea_intercept": _("A patrol finds the enemy on half of all rolls; then a naval battle is fought."),
    "evade": _("A fleet that turns back loses the rest of its move, but no ship."),
    "losses": _(
        "Garrisons first keeps the armies whole; armies first keeps provinces held; spread takes one SP "
        "after the other from the strongest. No army loses its last SP while another can spare one."
    ),
    "withdraw": _(
        "To friends: where most own SP stand. To a city: a city first. By sea: by ship if possible. Within "
        "the zone of the army where there is a choice (7.14)."
    ),
    "sea_withdraw": _("Only friendly coasts of the sea it fled into, without enemy ships, are open to it."),
    "command": _("The battle rating counts in battle, the control rating when order is checked after it."),
    "treasury": _(
        "Ten dice added give about 45 G, seldom far from it; one die times ten gives 10 to 90, as a 0 counts "
        "as 1."
    ),
    "sardinia": _(
        "Who holds Sardinia sends 5 SP and a fleet there, unless they are there; half a die of them is lost. "
        "No unit is emptied as long as another can send."
    ),
    "nika": _("An army of 10 SP must go to Constantinople; one that stands there already is sent first."),
    "ally": _("It joins an army in reach, marches by itself at once, or stays at home."),
    "new_army": _("A new army of 10 SP must be maintained from the next turn on."),
    "change_leaders": _(
        "Leaders who lost a battle, with a battle rating of at most this, are replaced by a draw out of the "
        "cup."
    ),
    "new_leader": _(
        "He appears where most troops of his power stand, or in a city where they stand; Tzazon brings 5 SP "
        "to Sardinia."
    ),
    "maintenance": _(
        "Garrisons and fleets are paid before armies, cheap groups before dear ones, until only the gold to "
        "be kept is left."
    ),
    "segments": _(
        "When the time for a segment is over, the program plays it for this side instead of passing: it "
        "recruits, marches and attacks as it thinks best. Off unless you switch it on. Everything else as "
        "well: also new armies, leaders and all other questions without an order of their own."
    ),
}

# What is filled in where nothing has been written yet.
SUGGESTED: dict[str, dict[str, Any]] = {
    "bribe": {"gold": 3, "keep": 10},
    "retreat_before": {"policy": "if_outnumbered", "percent": 200},
    "intercept": {"policy": "if_stronger", "control": 4},
    "sea_intercept": {"policy": "if_stronger"},
    "evade": {"policy": "if_weaker"},
    "losses": {"policy": "garrisons_first"},
    "withdraw": {"policy": "to_friends"},
    "command": {"policy": "best_battle"},
    "ally": {"policy": "join"},
    "treasury": {"dice": 10},
    "sea_withdraw": {"policy": "to_friends"},
    "sardinia": {"policy": "strongest"},
    "nika": {"policy": "weakest"},
    "maintenance": {"keep": 10},
    "new_army": {"policy": "always"},
    "change_leaders": {"policy": "beaten", "battle": 1},
    "new_leader": {"policy": "to_troops"},
    "segments": {"policy": "segments"},
}

POLICIES: dict[str, Any] = {
    "stand": _("always stand and fight"),
    "if_outnumbered": _("retreat if outnumbered"),
    "always": _("always"),
    "never": _("never"),
    "if_stronger": _("if we are stronger"),
    "fight": _("fight"),
    "if_weaker": _("turn back if weaker"),
    "evade": _("always turn back"),
    "garrisons_first": _("garrisons first"),
    "armies_first": _("armies first"),
    "spread": _("spread evenly"),
    "to_friends": _("to friends"),
    "to_city": _("to a city"),
    "by_sea": _("by sea"),
    "best_battle": _("the best battle rating"),
    "best_control": _("the best control rating"),
    "join": _("it joins the strongest army nearby"),
    "march": _("it marches at once"),
    "nothing": _("nothing"),
    "strongest": _("the strongest"),
    "weakest": _("the weakest that will do"),
    "beaten": _("those who lost a battle"),
    "to_troops": _("where most of his troops stand"),
    "segments": _("segments only"),
    "everything": _("everything else as well"),
}

_SAID: dict[tuple[str, str], Any] = {
    ("retreat_before", "stand"): _("Attacked, we stand and fight."),
    ("retreat_before", "if_outnumbered"): _(
        "Attacked by %(percent)s percent of our SP or more, we retreat; else we stand and fight."
    ),
    ("retreat_before", "always"): _("Attacked, we always retreat."),
    ("intercept", "never"): _("No army intercepts."),
    ("intercept", "if_stronger"): _(
        "Armies with more SP than the enemy intercept, if control after modifiers is %(control)s or more."
    ),
    ("intercept", "always"): _("Every army that may intercepts."),
    ("sea_intercept", "never"): _("Patrols let every fleet pass."),
    ("sea_intercept", "if_stronger"): _("A patrol with more SP than the enemy fleet intercepts it."),
    ("sea_intercept", "always"): _("Patrols always intercept."),
    ("evade", "fight"): _("Intercepted, our fleet fights."),
    ("evade", "if_weaker"): _("Intercepted by a stronger fleet, ours turns back; else it fights."),
    ("evade", "evade"): _("Intercepted, our fleet turns back."),
    ("losses", "garrisons_first"): _("Losses fall on garrisons before armies."),
    ("losses", "armies_first"): _("Losses fall on armies before garrisons."),
    ("losses", "spread"): _("Losses are spread, the strongest first."),
    ("withdraw", "to_friends"): _("A beaten army retreats to where most friends are."),
    ("withdraw", "to_city"): _("A beaten army retreats to a city if it can."),
    ("withdraw", "by_sea"): _("A beaten army retreats by sea if it can."),
    ("command", "best_battle"): _("The leader with the best battle rating commands."),
    ("command", "best_control"): _("The leader with the best control rating commands."),
    ("ally", "join"): _("A new ally joins the strongest army in reach."),
    ("ally", "march"): _("A new ally marches at once."),
    ("ally", "nothing"): _("A new ally stays at home."),
    ("treasury", "1"): _("Captured treasure is one die times ten."),
    ("treasury", "10"): _("Captured treasure is the sum of ten dice."),
    ("sea_withdraw", "to_friends"): _("A beaten fleet flees to where most friends are."),
    ("sea_withdraw", "to_city"): _("A beaten fleet flees to a city if it can."),
    ("sardinia", "strongest"): _("The strongest units send troops to Sardinia."),
    ("sardinia", "weakest"): _("The weakest units send troops to Sardinia."),
    ("nika", "weakest"): _("The weakest army of 10 SP goes to Constantinople."),
    ("nika", "strongest"): _("The strongest army goes to Constantinople."),
    ("new_army", "never"): _("No new army is raised."),
    ("new_army", "always"): _("A new army is raised, in Europa if it may be."),
    ("change_leaders", "never"): _("No leader is replaced."),
    ("change_leaders", "beaten"): _(
        "Leaders who lost a battle are replaced if their battle rating is %(battle)s or less."
    ),
    ("new_leader", "to_troops"): _("A new leader appears where most of his troops stand."),
    ("new_leader", "to_city"): _("A new leader appears in a city where his troops stand."),
    ("segments", "segments"): _("The program plays our segments when we do not."),
    ("segments", "everything"): _("The program answers whatever we do not answer."),
}
# What the rules answer where nothing has been ordered.
_DEFAULTS: dict[str, Any] = {
    "bribe": _("No order: no bribe is offered."),
    "retreat_before": _("No order: we stand and fight."),
    "intercept": _("No order: no army intercepts."),
    "sea_intercept": _("No order: patrols let every fleet pass."),
    "evade": _("No order: our fleet fights."),
    "losses": _("No order: the cheapest troops are lost first."),
    "withdraw": _("No order: the safest province, by sea only if there is no other way."),
    "command": _("No order: the best leader commands."),
    "ally": _("No order: the ally joins the army in reach that needs it most."),
    "treasury": _("No order: one die times ten."),
    "sea_withdraw": _("No order: the harbour with the fewest enemies, then with the most friends."),
    "sardinia": _("No order: detached troops send first, then the strongest army."),
    "nika": _("No order: an army already there, else the weakest that will do."),
    "maintenance": _("No order: garrisons and fleets are paid first, and 10 G are kept."),
    "new_army": _("No order: the first army that can be raised is raised."),
    "change_leaders": _("No order: no leader is replaced."),
    "new_leader": _("No order: he appears where most detached troops of his power stand."),
}
_BRIBE = _("We bribe with up to %(gold)s G, as long as %(keep)s G stay in the treasury.")
_NO_BRIBE = _("We pay no bribe.")
_MAINTENANCE = _("We pay as many groups as possible, as long as %(keep)s G stay in the treasury.")
_DEFAULT = _("No order: what the rules have as the harmless answer is given.")


def tonight(decision: str, values: Mapping[str, Any] | None) -> str:
    """What an order means, in a sentence."""
    if values is None:
        return str(_DEFAULTS.get(decision, _DEFAULT))
    if decision == "bribe":
        return str(_BRIBE if values.get("gold") else _NO_BRIBE) % dict(values)
    if decision == "maintenance":
        return str(_MAINTENANCE) % dict(values)
    chosen = str(values.get("policy", values.get("dice", "")))
    text = _SAID.get((decision, chosen), _DEFAULT)
    return str(text) % {"percent": "200", "control": "0", "battle": "0", **values}
