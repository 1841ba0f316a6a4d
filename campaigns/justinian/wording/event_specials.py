"""Events that need more than their fields: battles, money, checks of a die."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext

from campaigns.justinian.rules.ground.tables import alliance, naval_interception_succeeds
from campaigns.justinian.rules.turn.revolts import NIKA_GUARD
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.event_fields import values as fields
from campaigns.justinian.wording.event_texts import ON_PATROL, OUT_OF_PLAY, SENTENCES, TO_THE_CUP
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.idle import remark
from campaigns.justinian.wording.names import Names, listed, sp
from engine.game import Facts
from games.numbers import minus, signed


def _modifiers(drms: Mapping[str, int]) -> str:
    return "".join(f", {word(code)} {signed(value)}" for code, value in drms.items())


def _battle(e: Facts, names: Names) -> str:
    winners = {
        "attacker": gettext("the attackers win"),
        "defender": gettext("the defenders win"),
        "tie": gettext("a tie"),
        "nobody": gettext("both sides are destroyed"),
    }
    values = {
        "province": names.place(e["province"]),
        "attacker": e["attacker_sp"],
        "defender": e["defender_sp"],
        "a_loses": e["attacker_loses"],
        "d_loses": e["defender_loses"],
        "outcome": winners.get(e["winner"], gettext("nobody wins")),
    }
    line = (
        gettext(
            "Battle in %(province)s: %(attacker)s SP attack %(defender)s. The attackers lose %(a_loses)s, "
            "the defenders %(d_loses)s: %(outcome)s."
        )
        % values
    )
    if e.get("by") != "table":
        return line
    if _wiped_out(e):
        line += " " + gettext("By the table the losers would have lost more than they had.")
    dice = {
        "a_die": e["attacker_die"],
        "a_drms": _modifiers(e["attacker_drms"]),
        "d_die": e["defender_die"],
        "d_drms": _modifiers(e["defender_drms"]),
    }
    return f"{line} " + gettext("(Attack: die %(a_die)s%(a_drms)s; defence: die %(d_die)s%(d_drms)s.)") % dice


def _wiped_out(e: Facts) -> bool:
    """The losses of the table make the victor (G6), not those who were there: else it is a riddle."""
    lost = {"attacker": e["attacker_loses"], "defender": e["defender_loses"]}
    beaten = {"attacker": "defender", "defender": "attacker"}.get(e["winner"])
    return beaten is not None and lost[beaten] <= lost[e["winner"]]


def _sea_battle(e: Facts, names: Names) -> str:
    winners = {"attacker": gettext("the attackers win"), "defender": gettext("the defenders win")}
    values = {
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
        % values
    )


def _bribe(e: Facts, names: Names) -> str:
    """A bribe of 0 is no payment."""
    if e["gold"]:
        return gettext("Byzantium pays %(gold)s G %(to_power)s.") % fields(e, names)
    return gettext("Byzantium offers no gold %(to_power)s.") % fields(e, names)


def _revenue(e: Facts, names: Names) -> str:
    parts = ", ".join(f"{names.prefecture(k)} {v}" for k, v in e["printed"].items())
    line = gettext("Revenue: %(gold)s G (%(parts)s).") % {"gold": e["gold"], "parts": parts}
    if e["halved_europa"]:
        line += " " + gettext("Halved, because Europa is lost.")
    if e["halved_epidemic"]:
        line += " " + gettext("Halved by the epidemic.")
    if e["debt"]:
        line += " " + gettext("%(debt)s G went into Justinian's buildings.") % {"debt": e["debt"]}
    return line


def _maintained(e: Facts, names: Names) -> str:
    line = gettext("Maintenance: %(gold)s G paid.") % {"gold": e["gold"]}
    if e["unpaid"]:
        line += " " + gettext("Unpaid: %(units)s.") % {"units": listed(names.unit(u) for u in e["unpaid"])}
    return line


def _alliance(e: Facts, names: Names) -> str:
    results = {
        "barbarian": gettext("they side with the Barbarians"),
        "neutral": gettext("they stay neutral"),
        "byzantine": gettext("they side with Byzantium"),
        "byzantium": gettext("they side with Byzantium"),
    }
    values = {
        "power": names.power(e["power"]),
        "face": e["face"],
        "drm": signed(e["drm"]),
        "bribe": signed(e["bribe_drm"]),
        "total": minus(e["face"] + e["drm"] + e["bribe_drm"]),
        "result": results.get(e["result"], word(e["result"])),
    }
    won = sum(alliance(face + e["drm"] + e["bribe_drm"]) == "byzantine" for face in range(10))
    values["chance"] = _percent(won)
    text = gettext(
        "The alliance %(of_power)s: %(face)s %(drm)s, gold %(bribe)s, makes %(total)s; %(result)s "
        "(chance for Byzantium %(chance)s)."
    )
    return text % Words(values, lambda _field: names.article_and("power", e["power"]))


def _interception(e: Facts, names: Names) -> str:
    values = _check(e) | {"army": names.army(e["army"]), "province": names.place(e["province"])}
    if e["success"]:
        text = gettext(
            "Interception %(of_army)s in %(province)s succeeds (%(face)s%(drm)s against control %(control)s, "
            "chance %(chance)s)."
        )
    else:
        text = gettext(
            "Interception %(of_army)s in %(province)s fails (%(face)s%(drm)s against control %(control)s, "
            "chance %(chance)s)."
        )
    return text % _army(values, e, names)


def _army(values: Mapping[str, Any], e: Facts, names: Names) -> Words:
    return Words(values, lambda _field: names.article_and("army", e["army"]))


def _check(e: Facts) -> dict[str, Any]:
    drm = e.get("drm", 0)
    control = e.get("control", "")
    won = sum(face + drm <= control for face in range(10)) if type(control) is int else 0
    return {
        "face": e["face"],
        "drm": f" {signed(drm)}" if drm else "",
        "control": control,
        "chance": _percent(won),
    }


def _percent(faces: int) -> str:
    """The chance of so many faces of a ten-sided die."""
    return f"{10 * faces}%"


def _retreated_before(e: Facts, names: Names) -> str:
    values = _check(e) | {
        "army": names.army(e["army"]),
        "origin": names.place(e["origin"]),
        "to": names.place(e["to"]),
    }
    if e["face"] + e["drm"] > e["control"]:
        text = gettext(
            "Retreat %(of_army)s before combat, from %(origin)s to %(to)s: it goes badly "
            "(%(face)s%(drm)s against control %(control)s, chance of an orderly one %(chance)s)."
        )
    else:
        text = gettext(
            "Retreat %(of_army)s before combat, from %(origin)s to %(to)s, in good order "
            "(%(face)s%(drm)s against control %(control)s, chance %(chance)s)."
        )
    return text % _army(values, e, names)


def _disorganisation(e: Facts, names: Names) -> str:
    values = _check(e) | {"army": names.army(e["army"]), "result": word(e["result"])}
    return gettext(
        "The order %(of_army)s after the battle: %(face)s against control %(control)s, %(result)s."
    ) % _army(values, e, names)


def _pillage(e: Facts, names: Names) -> str:
    values = _check(e) | {"army": names.army(e["army"]), "sp": sp(e["sp"])}
    text = gettext(
        "Pillage %(of_army)s, who are unpaid: %(sp)s go home (%(face)s%(drm)s against control %(control)s)."
    )
    return text % _army(values, e, names)


def _sea_interception(e: Facts, names: Names) -> str:
    won = sum(naval_interception_succeeds(face) for face in range(10))
    values = {"fleet": names.fleet(e["fleet"]), "face": e["face"], "chance": _percent(won)}
    if e["success"]:
        return gettext("%(fleet)s intercepts (%(face)s, chance %(chance)s).") % values
    return gettext("%(fleet)s misses the enemy (%(face)s, chance %(chance)s).") % values


def _event(e: Facts, names: Names) -> str:
    line = gettext("Random event: %(event)s.") % {"event": word(e["event"])}
    if not e["effective"]:
        return f"{line} " + gettext("It has no effect.")
    if e["event"] == "religious_disputes":
        return f"{line} " + gettext("Byzantium loses its next segment.")
    return f"{line} {remark(e)}".rstrip()


def _revolt(e: Facts, names: Names) -> str:
    line = gettext("Revolt: %(revolt)s.") % {"revolt": word(e["revolt"])}
    if e["revolt"] == "nika":
        guard = gettext(
            "If fewer than %(sp)s of Byzantium are in Europa, its next segment sends an army there."
        )
        return f"{line} " + guard % {"sp": sp(NIKA_GUARD)}
    return f"{line} {remark(e)}".rstrip()


def _mutiny(e: Facts, names: Names) -> str:
    values = {"unit": names.unit(e["unit"]), "face": e["face"]}
    if e["lost"]:
        return gettext("Mutiny: %(unit)s (%(face)s) desert to the last man.") % values
    return gettext("Mutiny: %(unit)s (%(face)s) stay loyal.") % values


def _turn_ended(e: Facts, names: Names) -> str:
    held = listed(names.prefecture(p) for p in e["prefectures"]) or gettext("none")
    line = gettext("Turn %(turn)s ends. Prefectures under Byzantium: %(held)s.") % {
        "turn": e["turn"],
        "held": held,
    }
    return f"{line} " + gettext("A barbarian army stands in Lazica.") if e["lazica_lost"] else line


def _status(e: Facts, names: Names) -> str:
    values = {"unit": names.unit(e["unit"]), "status": word(e["status"]), "reason": word(e["reason"])}
    if e["on"]:
        return gettext("%(unit)s: %(status)s (%(reason)s).") % values
    return gettext("%(unit)s: no longer %(status)s (%(reason)s).") % values


DONE = {"pick_up": "picked_up", "detach": "detached"}  # an action's code -> that of what came of it


def _shifted(e: Facts, names: Names) -> str:
    """A minor power's troops join another's army (6.34, 7.17); all others change units."""
    if e["reason"] != "hand_over":
        done = {**e, "reason": DONE.get(e["reason"], e["reason"])}
        return str(SENTENCES["sp_shifted"] % fields(done, names))
    army, _colon, power = str(e["target"]).removeprefix("ally:").partition(":")
    known = {"sp": sp(e["sp"]), "army": army, "power": power}
    text = gettext("%(sp)s %(of_power)s join %(the_army)s.")
    return text % Words(known, lambda field: names.article_and(field, known[field]))


def _fleet_stopped(e: Facts, names: Names) -> str:
    text = ON_PATROL if e["patrol"] else SENTENCES["fleet_stopped"]
    return str(text % fields(e, names))


def _leader_returned(e: Facts, names: Names) -> str:
    home = SENTENCES["leader_returned"] if e["to"] in names.boxes else OUT_OF_PLAY
    return str((TO_THE_CUP if e["to"] == "cup" else home) % fields(e, names))


SPECIAL: dict[str, Callable[[Facts, Names], str]] = {
    "fleet_stopped": _fleet_stopped,
    "sp_shifted": _shifted,
    "leader_returned": _leader_returned,
    "battle_fought": _battle,
    "bribe_paid": _bribe,
    "sea_battle_fought": _sea_battle,
    "revenue_received": _revenue,
    "maintained": _maintained,
    "alliance_rolled": _alliance,
    "interception_rolled": _interception,
    "retreated_before": _retreated_before,
    "disorganisation_rolled": _disorganisation,
    "pillage_rolled": _pillage,
    "sea_interception_rolled": _sea_interception,
    "event_rolled": _event,
    "revolt_rolled": _revolt,
    "mutiny_rolled": _mutiny,
    "turn_ended": _turn_ended,
    "status_changed": _status,
}
