"""Fields, values and facts of the forms of Justinian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, listed, rolled
from campaigns.justinian.wording.orders import POLICIES
from games.numbers import minus, signed

FIELDS: dict[str, Any] = {
    "army": _("Army"),
    "armies": _("Which armies"),
    "province": _("Province"),
    "to": _("Province"),
    "place": _("Place"),
    "power": _("Power"),
    "minor": _("Minor power"),
    "sp": _("SP"),
    "groups": _("Groups"),
    "land": _("Troops"),
    "fleets": _("Ships"),
    "fleet": _("Fleet"),
    "recruit": _("Recruit"),
    "gold": _("Gold"),
    "target": _("Target"),
    "treasury": _("Take the treasury along"),
    "leader": _("Leader"),
    "losses": _("Losses"),
    "dice": _("Dice"),
    "what": _("What"),
    "giver": _("From"),
    "taker": _("To"),
    "sea": _("Sea area"),
    "winner": _("Winner"),
    # options of a new game
    "battles": _("Battles"),
    "setup": _("Deployment"),
    "defence_site": _("Defence modifier −1 (the table says coast, the text speaks of forts)"),
    "operation_turn": _("Combined Operations from turn"),
    "epidemic": _("A second epidemic ends the game"),
    "handicap_gold": _("More or less gold for Byzantium at the start"),
    "balance": _("Balance of the sides"),
    "handicap_income": _("More or less gold for Byzantium every turn"),
    "segments": _("Byzantine segments a turn (the rules give five)"),
    "start_turn": _("First turn"),
    "bot": _("How the program plays"),
    "keep": _("Gold to be kept"),
    # standing orders
    "policy": _("What to do"),
    "percent": _("Outnumbered means: the enemy has this many percent of our SP"),
    "control": _("Least control after modifiers"),
    "battle": _("Battle rating at most"),
}

# what is told of the ground of a battle
GROUND: dict[str, Any] = {
    "province": _("Province"),
    "city": _("City"),
    "fort": _("Fort"),
    "coastal": _("Coast"),
    "controller": _("Held by"),
    "strait": _("Attack across a strait"),
    "landing": _("Attack from the sea"),
    "interception": _("Interception"),
}

# what the scores of the end count
SCORES: dict[str, Any] = {
    "prefectures": _("prefectures under Byzantium"),
    "provinces": _("provinces under Byzantium"),
}

# facts beside an option or a form
FACTS: dict[str, Any] = {
    "later": _(
        "You are asked about it when the action is over, if you do not build before; one press then says no."
    ),  # 6.54
    "mp": _("%(value)s MP"),
    "left": _("%(value)s MP left after it"),
    "enemy_sp": _("enemy %(value)s SP"),
    "friends": _("own %(value)s SP"),
    "sp": _("%(value)s SP"),
    "gold": _("%(value)s G"),
    "at": _("in %(value)s"),
    "leader": _("under %(value)s"),
    "control": _("control rating %(value)s"),
    "battle": _("battle rating %(value)s"),
    "drm": _("modifier %(value)s"),
    "controller": _("held by %(value)s"),
    "unpaid": _("Unpaid so far"),
    "marker": _("marker: %(value)s"),
    "shortage": _("%(value)s SP short of 10"),
    "land": _("%(value)s land SP left"),
    "fleets": _("%(value)s fleet SP left"),
    "there": _("where %(value)s SP stand already"),
    "ships": _("with at least %(value)s SP of ships"),
    "patrols": _("enemy patrols: %(value)s"),
    "enemy_fleets": _("enemy fleets: %(value)s SP"),
}
_SILENT_ZERO = {"enemy_sp", "friends", "shortage", "unpaid", "patrols", "enemy_fleets"}


def facts(given: Mapping[str, Any], names: Names) -> str:
    """What stands beside an option or a form: cost, strength, modifier. Zeros that mean nothing stay out."""
    if "sp_per_fleet" in given:
        return gettext("%(land)s SP of troops, %(fleets)s SP of ships for %(sp_per_fleet)s SP each") % dict(
            given
        )
    parts = []
    for key, v in given.items():
        if key == "levy":
            parts.append(levied(v))
        if key == "sp" and not v and "levy" in given:
            continue  # its troops are yet to be raised
        if key not in FACTS or isinstance(v, Mapping | list) or (key in _SILENT_ZERO and not v):
            continue
        if key == "gold" and "drm" in given:
            continue  # a bribe names its gold itself
        if key == "leader" and names.leaders.get(str(v), {}).get("power"):
            continue  # a barbarian army is named by its leader
        if key == "drm" and not v and "gold" not in given:
            continue  # no modifier
        if key == "at" and str(v) in names.boxes:
            parts.append(names.place(str(v)))  # "home of the Franks" needs no preposition
            continue
        if key == "drm":
            text = signed(v)
        elif key in ("controller", "marker"):
            text = gettext("nobody") if v in ("nobody", "", None) else names.power(str(v))
        elif key == "at":
            text = names.place(str(v))
        else:
            text = minus(v) if type(v) is int else value(key, v, names)
        parts.append(str(FACTS[key]) % {"value": text})
    return ", ".join(parts)


def levied(levy: Mapping[str, int]) -> str:
    """What an army raises before it marches (6.23)."""
    return gettext("recruits %(dice)s of SP when activated") % {"dice": rolled(levy)}


_VALUES: dict[tuple[str, str], Any] = {
    ("battles", "table"): _("on the campaign's table"),
    ("battles", "open"): _("the game master reports them, or they are fought as games of their own"),
    ("setup", "free"): _("the players place their forces"),
    ("setup", "suggested"): _("as suggested, at once"),
    ("balance", "rules"): _("as the rules say"),
    ("balance", "programs"): _(
        "balanced for the programs: Byzantium has three segments a turn more "
        "(measured: it won 57 of 100 games between two programs)"
    ),
    ("defence_site", "fort"): _("in forts"),
    ("defence_site", "coast"): _("on coasts, as printed"),
    ("epidemic", "table"): _("from turn 7 on, as the table says"),
    ("epidemic", "introduction"): _("on any turn, as the introduction says"),
    ("bot", "better"): _("to win"),
    ("bot", "first"): _("simply"),
    ("target", "all"): _("everyone in the province"),
    ("winner", "attacker"): _("the attackers"),
    ("winner", "defender"): _("the defenders"),
    ("winner", "tie"): _("nobody: a tie"),
}


def caution(kind: str) -> str:
    """What is asked before an action that no later move takes back; "" for the others."""
    return gettext("Disband this army? Its troops stay as frontier troops.") if kind == "disband" else ""


def value(field: str, given: Any, names: Names) -> str:
    """A value of a field in words."""
    if given is None:
        return gettext("nobody") if field in ("army", "leader") else gettext("none")
    if isinstance(given, bool):
        return gettext("yes") if given else gettext("no")
    if field == "policy":
        return str(POLICIES.get(str(given), word(given)))
    if field == "gold":
        return gettext("%(value)s G") % {"value": minus(given)}
    if field == "dice":
        return gettext("ten dice, added") if given == 10 else gettext("one die, times ten")
    if isinstance(given, list | tuple):
        return listed(value(field, v, names) for v in given)
    if isinstance(given, Mapping):
        return listed(f"{names.anything(str(k))} {v}" for k, v in given.items())
    if not isinstance(given, str):
        return minus(given)
    if (field, given) in _VALUES:
        return str(_VALUES[field, given])
    if field in ("army", "armies", "giver", "taker", "target"):
        return names.army(given)
    if field in ("power", "minor"):
        return names.power(given)
    if field in ("province", "to", "place", "sea"):
        return names.place(given)
    if field == "what":
        return word(given)
    return names.anything(given)
