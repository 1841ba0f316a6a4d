"""Texts that describe each event on a sheet in one line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cataphract.wording.names import CAUSES, FOUND, MARKS, Names, hits, word
from engine.game import Facts

Sentence = Callable[[Facts, Names], str]


def _word_activated(e: Facts, n: Names) -> str:
    facts = {"leader": n.leader(e["leader"]), "number": e.get("number", 1)}
    if e["phase"] == "elite":
        return _("%(leader)s: elite Orders Phase.") % facts
    if facts["number"] > 1:
        return _("%(leader)s: Orders Phase %(number)s in a row.") % facts
    return _("%(leader)s is active.") % facts


def _word_finished(e: Facts, n: Names) -> str:
    facts = {"leader": n.leader(e["leader"])}
    if e.get("why") == "elite":
        return _("%(leader)s: the elite phase is over.") % facts
    if e.get("why") == "alans":
        return _("%(leader)s doesn't move this turn.") % facts
    return _("%(leader)s is Finished.") % facts


def _line(e: Facts, n: Names) -> str:
    facts = {"leader": n.leader(e["leader"]), "face": e["face"], "needs": e["needs"]}
    if e["face"] is None:
        return _("%(leader)s gives a Line Command.") % facts
    if e["passes"]:
        return _("%(leader)s rolls %(face)s (needs %(needs)s or less): Line Command.") % facts
    return _("%(leader)s rolls %(face)s (needs %(needs)s or less): no Line Command.") % facts


def _momentum(e: Facts, n: Names) -> str:
    facts = {"leader": n.leader(e["leader"]), "face": e["face"], "needs": e["needs"]}
    return {
        "another_phase": _(
            "%(leader)s rolls %(face)s for Momentum (needs %(needs)s or less): another phase."
        ),
        "finished": _("%(leader)s rolls %(face)s for Momentum (needs %(needs)s or less): none."),
        "doom": _("%(leader)s rolls %(face)s for Momentum: the Dieroll of Doom."),
    }[e["result"]] % facts


def _doom(e: Facts, n: Names) -> str:
    facts = {"face": e["face"], "leader": n.leader(e["leader"])}
    return {
        "side_finished": _("Doom, %(face)s: all leaders of that side are Finished."),
        "leader_finished": _("Doom, %(face)s: only %(leader)s is Finished."),
        "all_finished": _("Doom, %(face)s: all leaders of both sides are Finished."),
    }[e["result"]] % facts


def _trump(e: Facts, n: Names) -> str:
    facts = {
        "leader": n.leader(e["leader"]),
        "other": n.leader(e["other"]),
        "face": e["face"],
        "needs": e["needs"],
    }
    if e["passes"]:
        return _("%(leader)s trumps %(other)s with %(face)s (needs %(needs)s or less).") % facts
    return _("%(leader)s fails to trump %(other)s with %(face)s (needs %(needs)s or less).") % facts


def _word_moved(e: Facts, n: Names) -> str:
    said = _("Moved: %(units)s.") % {"units": n.many(e["units"])}
    if e["again"]:
        said += " " + _("Moved before: %(units)s.") % {"units": n.many(e["again"])}
    return said


def _word_marked(e: Facts, n: Names) -> str:
    facts = {"mark": word(MARKS, e["mark"]), "units": n.many(e["units"])}
    if e["on"]:
        return _("%(mark)s: %(units)s.") % facts
    return _("No longer %(mark)s: %(units)s.") % facts


def _word_hits_taken(e: Facts, n: Names) -> str:
    return _("%(unit)s: %(hits)s, now %(now)s of %(limit)s (%(cause)s).") % {
        "unit": n.unit(e["unit"]),
        "hits": hits(e["hits"]),
        "now": e["now"],
        "limit": e["limit"],
        "cause": word(CAUSES, e["cause"]),
    }


def _word_hits_removed(e: Facts, n: Names) -> str:
    return _("%(unit)s: %(hits)s removed, now %(now)s of %(limit)s (%(cause)s).") % {
        "unit": n.unit(e["unit"]),
        "hits": hits(e["hits"]),
        "now": e["now"],
        "limit": e["limit"],
        "cause": word(CAUSES, e["cause"]),
    }


def _word_eliminated(e: Facts, n: Names) -> str:
    return _("%(unit)s: eliminated (%(cause)s), %(points)s rout points; %(total)s in all.") % {
        "unit": n.unit(e["unit"]),
        "cause": word(CAUSES, e["cause"]),
        "points": e["points"],
        "total": e["total"],
    }


def _heart(e: Facts, n: Names) -> str:
    facts = {"side": n.side(e["seat"]), "face": e["face"], "needs": e["needs"]}
    if e["keeps"]:
        return _("%(side)s: discipline %(face)s (%(needs)s or less keeps it): they keep heart.") % facts
    return (
        _("%(side)s: discipline %(face)s (%(needs)s or less keeps it): their quality falls by two.") % facts
    )


def _leader_hurt(e: Facts, n: Names) -> str:
    facts = {"leader": n.leader(e["leader"]), "points": e.get("points", 0), "total": e.get("total", 0)}
    return {
        "unhurt": _("%(leader)s is unhurt."),
        "wounded": _("%(leader)s is wounded: each rating falls by one, and Finished."),
        "killed": _("%(leader)s is killed: %(points)s rout points; %(total)s in all."),
    }[e["fate"]] % facts


def _word_shot(e: Facts, n: Names) -> str:
    facts = {
        "firer": n.unit(e["firer"]),
        "target": n.unit(e["target"]),
        "distance": e["distance"],
        "face": e["face"] + e["modifier"],
        "strength": e["strength"],
        "hits": hits(e["hits"]) if e["hits"] else _("no hit"),
    }
    said = (
        _("%(firer)s at %(target)s, distance %(distance)s: %(face)s, strength %(strength)s: %(hits)s.")
        % facts
    )
    if e.get("found"):
        said += " " + _("This strength is %(found)s.") % {"found": word(FOUND, e["found"])}
    return said


def _word_impetuosity(e: Facts, n: Names) -> str:
    facts = {"unit": n.unit(e["unit"]), "face": e["face"], "needs": e["needs"]}
    if e["charges"]:
        return _("%(unit)s: impetuosity %(face)s against %(needs)s; must close in by one hex.") % facts
    return _("%(unit)s: impetuosity %(face)s against %(needs)s; stays.") % facts


def _word_checked(e: Facts, n: Names) -> str:
    facts = {
        "unit": n.unit(e["unit"]),
        "what": word(CAUSES, e["what"]),
        "face": e["face"],
        "needs": e["needs"],
    }
    if e["passes"]:
        return _("%(unit)s: check (%(what)s), %(face)s against %(needs)s: passes.") % facts
    return _("%(unit)s: check (%(what)s), %(face)s against %(needs)s: fails.") % facts


def _word_rallied(e: Facts, n: Names) -> str:
    facts = {
        "unit": n.unit(e["unit"]),
        "leader": n.leader(e["leader"]),
        "face": e["face"],
        "needs": e["needs"],
        "hits": hits(e["hits"]) if e["hits"] else _("no hit"),
    }
    if e["passes"]:
        return _("%(leader)s rallies %(unit)s with %(face)s (needs %(needs)s or less): %(hits)s.") % facts
    return _("%(leader)s fails to rally %(unit)s with %(face)s (needs %(needs)s or less).") % facts


def _word_declared(e: Facts, n: Names) -> str:
    return _("Clash %(clash)s: %(attackers)s attack %(defenders)s.") % {
        "clash": e["clash"],
        "attackers": n.many(e["attackers"]),
        "defenders": n.many(e["defenders"]),
    }


# texts for the events of a clash that concern one unit
CLASH: Final[Mapping[tuple[str, str], Callable[[], str]]] = {
    ("charge", "hits"): lambda: _("Clash %(clash)s, charge: %(unit)s rolls %(face)s, %(hits)s."),
    ("charge", "holds"): lambda: _("Clash %(clash)s, charge: %(unit)s rolls %(face)s, holds."),
    ("charge", "routs"): lambda: _("Clash %(clash)s, charge: %(unit)s routs."),
    ("charge", "eliminated"): lambda: _("Clash %(clash)s, charge: %(unit)s eliminated."),
    ("charge", "one_side_only"): lambda: _("Clash %(clash)s, charge: all would rout, so only one side does."),
    ("leader", "unhurt"): lambda: _("Clash %(clash)s: the leader with %(unit)s rolls %(face)s, unhurt."),
    ("leader", "wounded"): lambda: _("Clash %(clash)s: the leader with %(unit)s rolls %(face)s, wounded."),
    ("leader", "killed"): lambda: _("Clash %(clash)s: the leader with %(unit)s rolls %(face)s, killed."),
    ("clash", "rolled"): lambda: _(
        "Clash %(clash)s, led by %(unit)s: die %(face)s, with leaders %(amount)s."
    ),
    ("clash", "hits"): lambda: _("Clash %(clash)s: %(unit)s, %(hits)s."),
    ("collapse", "steadies"): lambda: _("Clash %(clash)s: %(unit)s rolls %(face)s, shakes off a hit."),
    ("collapse", "fails"): lambda: _("Clash %(clash)s: %(unit)s rolls %(face)s, breaks."),
    ("collapse", "routs"): lambda: _("Clash %(clash)s: %(unit)s routs."),
    ("collapse", "eliminated"): lambda: _("Clash %(clash)s: %(unit)s eliminated."),
    ("collapse", "one_side_only"): lambda: _("Clash %(clash)s: all would rout, so only one side does."),
    ("discipline", "keeps_heart"): lambda: _("Clash %(clash)s: discipline %(face)s, the army keeps heart."),
    ("discipline", "loses_heart"): lambda: _(
        "Clash %(clash)s: discipline %(face)s, the army's quality falls by two."
    ),
    ("advance", "advances"): lambda: _("Clash %(clash)s: %(unit)s advances."),
}


def _word_clash_step(e: Facts, n: Names) -> str:
    sentence = CLASH.get((e["step"], e["what"]))
    if sentence is None or (e["step"], e["what"], e.get("amount", 0)) == ("clash", "hits", 0):
        return ""
    return sentence() % {
        "clash": e["clash"],
        "unit": n.unit(e["unit"]),
        "face": e["face"],
        "amount": e.get("amount", 0),
        "hits": hits(e.get("amount", 0)),
    }


def _word_settled(e: Facts, n: Names) -> str:
    told = []
    for unit, status, hurt, limit in zip(e["units"], e["status"], e["hits"], e["limits"], strict=True):
        facts = {"unit": n.unit(unit), "hits": hurt, "limit": limit}
        said = {
            "stands": _("%(unit)s %(hits)s of %(limit)s"),
            "routs": _("%(unit)s routed"),
            "eliminated": _("%(unit)s eliminated"),
        }[status] % facts
        told.append(_("%(said)s, advances") % {"said": said} if unit in e["advances"] else said)
    return _("After clash %(clash)s: %(units)s.") % {"clash": e["clash"], "units": "; ".join(told)}


def _word_turn_end(e: Facts, n: Names) -> str:
    first, second = e["points"]
    return _("Turn %(turn)s ends. Rout points: %(one)s %(a)s of %(la)s, %(two)s %(b)s of %(lb)s.") % {
        "turn": e["turn"],
        "one": n.side("first"),
        "two": n.side("second"),
        "a": first,
        "b": second,
        "la": e["levels"][0],
        "lb": e["levels"][1],
    }


def _reserves(e: Facts, n: Names) -> str:
    facts = {"side": n.side(e["seat"]), "face": e["face"]}
    if e["units"]:
        return _("%(side)s: %(face)s, the reinforcements come, in Column.") % facts
    return _("%(side)s: %(face)s, no reinforcements.") % facts


def _fast(e: Facts, n: Names) -> str:
    facts = {"side": n.side(e["seat"]), "face": e["face"]}
    if e["weakens"]:
        return _("%(side)s, fasting: %(face)s, their quality falls by one for good.") % facts
    return _("%(side)s, fasting: %(face)s, nothing happens.") % facts


def _word_battle_end(e: Facts, n: Names) -> str:
    facts = {"side": n.side(e["winner"]) if e["winner"] else ""}
    if not e["winner"]:
        return _("The battle ends in a draw.")
    return _("The battle ends: victory for the %(side)s.") % facts


def _line_tested(e: Facts, n: Names) -> str:
    facts = {"units": n.many(e["units"]), "face": e["face"], "needs": e["needs"]}
    if e["face"] is None:
        return _("Uncontrolled Advance from the next turn on: %(units)s.") % facts
    if e["controlled"]:
        return _("Discipline of the Line %(face)s (needs %(needs)s or less): it obeys.") % facts
    return (
        _("Discipline of the Line %(face)s (needs %(needs)s or less): Uncontrolled Advance: %(units)s.")
        % facts
    )


def _line_ended(e: Facts, n: Names) -> str:
    if e["left"]:
        return _("The Line has advanced. Still uncontrolled: %(units)s.") % {"units": n.many(e["left"])}
    return _("The Line has advanced.")


def _round(e: Facts, n: Names) -> str:
    facts = {
        "one": n.side("first"),
        "two": n.side("second"),
        "a": e["faces"][0],
        "b": e["faces"][1],
        "ha": e["hits"][0],
        "hb": e["hits"][1],
    }
    said = _("Champions: %(one)s %(a)s, %(two)s %(b)s. Hits so far: %(ha)s and %(hb)s.") % facts
    if e["winner"]:
        said += " " + _("The champion of the %(side)s wins.") % {"side": n.side(e["winner"])}
    return said


def _word_redeemed(e: Facts, n: Names) -> str:
    facts = {"side": n.side(e["seat"]), "face": e["face"], "needs": e["needs"]}
    if e["undone"]:
        return _("%(side)s: %(face)s (needs %(needs)s or less): the challenge has no effect.") % facts
    return (
        _("%(side)s: %(face)s (needs %(needs)s or less): one more on their rolls against quality this turn.")
        % facts
    )


def _alans(e: Facts, n: Names) -> str:
    facts = {"leader": n.leader(e["leader"]), "face": e["face"] + e["modifier"], "needs": e["needs"]}
    return {
        "stay": _("The Alans roll %(face)s (needs %(needs)s or less): they stay."),
        "obey": _("%(leader)s rolls %(face)s (needs %(needs)s or less): the Alans obey."),
        "wait": _("%(leader)s rolls %(face)s (needs %(needs)s or less): the Alans wait."),
        "leave": _("The Alans roll %(face)s (needs %(needs)s or less): they leave."),
    }[e["result"]] % facts


def _ferocity(e: Facts, n: Names) -> str:
    facts = {"unit": n.unit(e["unit"]), "face": e["face"], "needs": e["needs"]}
    if e["keeps"]:
        return _("Ferocity after the rout of %(unit)s: %(face)s (needs %(needs)s or less): kept.") % facts
    return _("Ferocity after the rout of %(unit)s: %(face)s (needs %(needs)s or less): lost.") % facts


def _word_feigned(e: Facts, n: Names) -> str:
    facts = {
        "unit": n.unit(e["unit"]),
        "target": n.unit(e["target"]),
        "face": e["face"],
        "value": e["value"],
    }
    if e["face"] is None:
        if e["pursues"]:
            return _("%(unit)s feigns a retreat: %(target)s, without a leader, pursues.") % facts
        return _("%(unit)s feigns a retreat: %(target)s sees nothing of it and stays.") % facts
    if e["leader"]:
        facts["face"] = e["face"] - 1
    if e["pursues"]:
        return _("%(unit)s feigns a retreat: %(target)s rolls %(face)s against %(value)s, pursues.") % facts
    return _("%(unit)s feigns a retreat: %(target)s rolls %(face)s against %(value)s, stays.") % facts


def _word_faced_about(e: Facts, n: Names) -> str:
    facts = {"unit": n.unit(e["unit"]), "face": e["face"], "needs": e["needs"]}
    if e["passes"]:
        return _("%(unit)s faces about: %(face)s against %(needs)s.") % facts
    return _("%(unit)s fails to face about: %(face)s against %(needs)s.") % facts


def _word_replaced(e: Facts, n: Names) -> str:
    facts = {"leader": n.leader(e["leader"]), "unit": n.unit(e["unit"])}
    if e["returns"]:
        return _("%(leader)s returns, with %(unit)s; Finished.") % facts
    return _("A replacement for %(leader)s is with %(unit)s; Finished.") % facts


def _wave(e: Facts, n: Names) -> str:
    said = _("The next row of the Wedge: %(units)s.") % {"units": n.many(e["units"])}
    if e["passed"]:
        said += " " + _("They moved through %(units)s.") % {"units": n.many(e["passed"])}
    return said


EVENTS: Final[Mapping[str, Sentence]] = {
    "leader_activated": _word_activated,
    "leader_finished": _word_finished,
    "line_commanded": _line,
    "momentum_rolled": _momentum,
    "doom_rolled": _doom,
    "trump_rolled": _trump,
    "leaders_bypassed": lambda e, n: (
        _("Bypassed: %(leaders)s.") % {"leaders": ", ".join(n.leader(one) for one in e["leaders"])}
    ),
    "leader_placed": lambda e, n: (
        _("%(leader)s is with %(unit)s.") % {"leader": n.leader(e["leader"]), "unit": n.unit(e["unit"])}
        if e["unit"]
        else _("%(leader)s is alone.") % {"leader": n.leader(e["leader"])}
    ),
    "leader_hurt": _leader_hurt,
    "units_moved": _word_moved,
    "units_marked": _word_marked,
    "units_left": lambda e, n: (
        _("Gone without rout points (%(cause)s): %(units)s.")
        % {"cause": word(CAUSES, e["cause"]), "units": n.many(e["units"])}
    ),
    "hits_taken": _word_hits_taken,
    "hits_removed": _word_hits_removed,
    "unit_routed": lambda e, n: (
        _("%(unit)s: routs (%(cause)s).") % {"unit": n.unit(e["unit"]), "cause": word(CAUSES, e["cause"])}
    ),
    "unit_eliminated": _word_eliminated,
    "heart_tested": _heart,
    "supply_changed": lambda e, n: (
        _("%(unit)s: %(supply)s.") % {"unit": n.unit(e["unit"]), "supply": word(MARKS, e["supply"])}
    ),
    "reserves_called": _reserves,
    "shot_fired": _word_shot,
    "impetuosity_rolled": _word_impetuosity,
    "quality_checked": _word_checked,
    "rally_rolled": _word_rallied,
    "clash_declared": _word_declared,
    "clash_cancelled": lambda e, n: _("Clash %(clash)s is withdrawn.") % {"clash": e["clash"]},
    "segment_began": lambda e, n: (
        ngettext("Shock: %(n)s clash.", "Shock: %(n)s clashes.", e["clashes"]) % {"n": e["clashes"]}
    ),
    "clash_told": _word_clash_step,
    "clash_settled": _word_settled,
    "turn_closed": _word_turn_end,
    "turn_began": lambda e, n: _("Turn %(turn)s begins.") % {"turn": e["turn"]},
    "fast_rolled": _fast,
    "battle_ended": _word_battle_end,
    "line_tested": _line_tested,
    "line_activated": lambda e, n: (
        _("Uncontrolled Advance: %(units)s. They move straight at the enemy, with all their movement.")
        % {"units": n.many(e["units"])}
    ),
    "line_ended": _line_ended,
    "lines_ordered": lambda e, n: (
        _("Uncontrolled Lines: the %(side)s go first.") % {"side": n.side(e["seat"])}
    ),
    "round_fought": _round,
    "challenge_redeemed": _word_redeemed,
    "leader_replaced": _word_replaced,
    "alans_tested": _alans,
    "ferocity_tested": _ferocity,
    "gate_entered": lambda e, n: (
        _("%(unit)s enters the gate: the %(side)s now withdraw at %(level)s rout points.")
        % {"unit": n.unit(e["unit"]), "side": n.side(e["seat"]), "level": e["level"]}
    ),
    "mode_switched": lambda e, n: (
        (_("%(unit)s: ready to move.") if e["limbered"] else _("%(unit)s: ready to shoot."))
        % {"unit": n.unit(e["unit"])}
    ),
    "wave_moved": _wave,
    "retreat_feigned": _word_feigned,
    "face_turned": _word_faced_about,
}
