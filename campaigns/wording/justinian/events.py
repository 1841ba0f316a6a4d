"""A line of the chronicle for every event of Justinian."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from campaigns.rules.justinian.revolts import NIKA_GUARD
from campaigns.wording.justinian.codes import word
from campaigns.wording.justinian.grammar import Words
from campaigns.wording.justinian.idle import remark
from campaigns.wording.justinian.names import Names, listed, sp
from engine.game import Facts
from games.numbers import minus, signed

# kind of the event -> sentence. %(...)s are the event's fields, put into words by their name (see _words).
SENTENCES: dict[str, Any] = {
    "side_set_up": _("The forces %(of_seat)s are in place."),
    "force_placed": _("%(unit)s: %(sp)s placed in %(province)s."),
    "leader_appointed": _("%(leader)s takes command %(of_army)s (%(reason)s)."),
    "leader_returned": ngettext_lazy(
        "%(leader)s goes back %(to_to)s.", "%(leader)s go back %(to_to)s.", "count"
    ),
    "leader_arrived": _("%(leader)s arrives: %(place)s."),
    "leader_lost": _("%(leader)s is lost for good."),
    "leader_moved": _("%(leader)s travels alone to %(province)s."),
    "turn_began": _("— Turn %(turn)s: the years from %(year)s —"),
    "gold_spent": _("%(gold)s G spent: %(what)s."),
    "gold_gained": _("%(gold)s G gained: %(what)s."),
    "treasury_lost": _("Europa has fallen: the treasury of %(gold)s G is lost."),
    "army_removed": ngettext_lazy(
        "%(the_army)s leaves the map with %(sp)s (%(reason)s).",
        "%(the_army)s leave the map with %(sp)s (%(reason)s).",
        "count",
    ),
    "sp_lost": _("%(unit)s: %(sp)s lost (%(reason)s)."),
    "sp_gained": _("%(unit)s: %(sp)s more (%(reason)s)."),
    "sp_shifted": _("%(sp)s pass from %(source)s to %(target)s (%(reason)s)."),
    "fleet_gained": _("%(power)s: %(sp)s of ships more in %(place)s."),
    "fleet_lost": _("%(power)s: %(sp)s of ships lost at %(place)s (%(reason)s)."),
    "alliances_lapsed": _("The alliances end: %(powers)s."),
    "status_changed": _("%(unit)s: %(status)s (%(reason)s)."),
    "recruits_rolled": _("The levy %(of_power)s brings %(sp)s."),
    "army_raised": _("A new army, %(the_army)s, is raised in %(province)s with %(sp)s."),
    "segment_began": _("Segment %(number)s %(of_seat)s begins%(marker)s."),
    "segment_passed": _("%(seat)s: nothing is done in this segment."),
    "segment_lost": _("Religious disputes paralyse Byzantium: segment %(number)s is lost."),
    "double_declared": _("Byzantium declares two segments in a row."),
    "power_drawn": _("The dice read %(number)s: %(power)s."),
    "operation_started": _("A Combined Operation %(of_army)s with %(the_minor)s."),
    "army_activated": ngettext_lazy(
        "%(the_army)s sets out %(from_place)s under %(leader)s: %(mp)s MP.",
        "%(the_army)s set out %(from_place)s under %(leader)s: %(mp)s MP.",
        "count",
    ),
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
    "armies_combined": _("%(head)s leads the combined armies: %(armies)s."),
    "armies_separated": ngettext_lazy(
        "%(the_army)s parts %(from_head)s.", "%(the_army)s part %(from_head)s.", "count"
    ),
    "army_disbanded": _("%(the_army)s is disbanded: %(sp)s stay in %(province)s as frontier troops."),
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
    "fort_built": _("A fort is built in %(province)s."),
    "treasury_moved": _("The treasury %(of_power)s goes to %(province)s."),
    "treasury_captured": _("The treasury %(of_power)s is captured: %(gold)s G."),
    "attack_declared": _("Attack in %(province)s by %(attackers)s: %(target)s."),
    "levy_raised": _("The Lazi take up arms: %(sp)s."),
    "retreated": _("%(unit)s: retreat to %(to)s."),
    "retreat_blocked": _("%(unit)s: no way out of %(province)s, which costs up to %(face)s SP."),
    "power_eliminated": _("It is over with %(the_power)s: their last troops are gone."),
    "fleet_sailed": _("A fleet %(of_power)s of %(sp)s sails %(from_origin)s into %(the_sea)s."),
    "fleet_stopped": _("The fleet %(of_power)s of %(sp)s puts in at %(place)s."),
    "battle_evaded": _("The fleet %(of_power)s avoids battle and turns back from %(the_sea)s."),
    "fleet_retreated": _("The beaten fleet %(of_power)s flees: %(to)s."),
    "province_revolted": ngettext_lazy(
        "%(province)s rises in revolt.", "%(province)s rise in revolt.", "count"
    ),
    "debt_recorded": _("Justinian's building still claims %(gold)s G of the next revenue."),
    "politics_rolled": _("Court politics: %(leader)s is recalled."),
    "sardinia_rolled": _("Putting down the revolt of Sardinia costs %(sp)s."),
    "game_ended": _("The war is over: victory %(of_winner)s (%(reason)s)."),
}

ON_PATROL = _("The fleet %(of_power)s of %(sp)s stays on patrol: %(place)s.")
TO_THE_CUP = _("%(leader)s goes back into the leader cup.")
OUT_OF_PLAY = _("%(leader)s goes back: %(to)s.")  # the turn track

# An army that has no other name than its leader's.
LEADER_ACTIVATED = ngettext_lazy(
    "%(the_army)s sets out %(from_place)s: %(mp)s MP.",
    "%(the_army)s set out %(from_place)s: %(mp)s MP.",
    "count",
)


def sentence(event: Facts, names: Names) -> str:
    """The event in one sentence."""
    kind = str(event.get("kind", ""))
    special = SPECIAL.get(kind)
    if special:
        text = special(event, names)
    elif kind == "army_activated" and names.army(event["army"]) == names.leader(event["leader"]):
        text = str(LEADER_ACTIVATED % _values(event, names))
    elif kind in SENTENCES:
        text = str(SENTENCES[kind] % _values(event, names))
    else:
        return ""
    return text[:1].upper() + text[1:]


def _values(event: Facts, names: Names) -> Words:
    """The fields of an event in words; ``count`` is 2 where the army is spoken of in the plural, or where
    several provinces are told together."""
    known: dict[str, Any] = {k: _words(k, v, names) for k, v in event.items()}
    places = event.get("province")
    several = isinstance(places, list) and len(places) > 1
    who = str(event.get("army") or event.get("leader") or "")
    known["count"] = 2 if several or names.plural(who) else 1

    def form(field: str) -> tuple[str, str]:
        raw = event.get(field)
        if field in ("seat", "winner") and raw == "barbarian":
            return names.article("seat", raw), gettext("Barbarians")
        return names.article(field, str(raw)) if raw else "", str(known[field])

    return Words(known, form)


_PLACES = {"province", "place", "origin", "to", "sea"}
_UNITS = {"unit", "source"}


def _words(field: str, value: Any, names: Names) -> str:
    """A field of an event in words, by its name."""
    if value is None or value == "":
        return "" if field == "marker" else "–"
    if isinstance(value, list | tuple):
        return listed(_words(field, v, names) for v in value)
    if isinstance(value, Mapping):
        return listed(f"{names.anything(str(k))} {v}" for k, v in value.items())
    if field == "sp":
        return sp(value)
    if isinstance(value, int):
        return minus(value)
    if field in _UNITS or ":" in str(value):
        return names.unit(value)
    if field in ("army", "head", "armies", "attackers"):
        return names.army(value)
    if field in ("power", "powers", "minor"):
        return names.power(value)
    if field == "leader":
        return names.leader(value)
    if field in ("seat", "winner"):
        return names.seat(value)
    if field == "marker":
        return names.power(value) if value in names.powers or value == "revolt" else f" ({word(value)})"
    if field == "target":
        return gettext("all who are there") if value == "all" else names.anything(value)
    if field in _PLACES and value not in ("cup", "box", "turn_track"):
        return names.place(value)
    return word(value)


# --- events that need more than their fields ---


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
        return gettext("Byzantium pays %(gold)s G %(to_power)s.") % _values(e, names)
    return gettext("Byzantium offers no gold %(to_power)s.") % _values(e, names)


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
    text = gettext(
        "The alliance %(of_power)s: %(face)s %(drm)s, gold %(bribe)s, makes %(total)s; %(result)s."
    )
    return text % Words(values, lambda _field: names.article_and("power", e["power"]))


def _interception(e: Facts, names: Names) -> str:
    values = _check(e) | {"army": names.army(e["army"]), "province": names.place(e["province"])}
    if e["success"]:
        text = gettext(
            "Interception %(of_army)s in %(province)s succeeds (%(face)s%(drm)s against control %(control)s)."
        )
    else:
        text = gettext(
            "Interception %(of_army)s in %(province)s fails (%(face)s%(drm)s against control %(control)s)."
        )
    return text % _army(values, e, names)


def _army(values: Mapping[str, Any], e: Facts, names: Names) -> Words:
    return Words(values, lambda _field: names.article_and("army", e["army"]))


def _check(e: Facts) -> dict[str, Any]:
    drm = e.get("drm", 0)
    return {"face": e["face"], "drm": f" {signed(drm)}" if drm else "", "control": e.get("control", "")}


def _retreated_before(e: Facts, names: Names) -> str:
    values = _check(e) | {
        "army": names.army(e["army"]),
        "origin": names.place(e["origin"]),
        "to": names.place(e["to"]),
    }
    text = gettext(
        "Retreat %(of_army)s before combat, from %(origin)s to %(to)s "
        "(%(face)s%(drm)s against control %(control)s)."
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
    values = {"fleet": names.fleet(e["fleet"]), "face": e["face"]}
    if e["success"]:
        return gettext("%(fleet)s intercepts (%(face)s).") % values
    return gettext("%(fleet)s misses the enemy (%(face)s).") % values


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


def _shifted(e: Facts, names: Names) -> str:
    """A minor power's troops join another's army (6.34, 7.17); all others change units."""
    if e["reason"] != "hand_over":
        return str(SENTENCES["sp_shifted"] % _values(e, names))
    army, _colon, power = str(e["target"]).removeprefix("ally:").partition(":")
    known = {"sp": sp(e["sp"]), "army": army, "power": power}
    text = gettext("%(sp)s %(of_power)s join %(the_army)s.")
    return text % Words(known, lambda field: names.article_and(field, known[field]))


def _fleet_stopped(e: Facts, names: Names) -> str:
    text = ON_PATROL if e["patrol"] else SENTENCES["fleet_stopped"]
    return str(text % _values(e, names))


def _leader_returned(e: Facts, names: Names) -> str:
    home = SENTENCES["leader_returned"] if e["to"] in names.boxes else OUT_OF_PLAY
    return str((TO_THE_CUP if e["to"] == "cup" else home) % _values(e, names))


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
