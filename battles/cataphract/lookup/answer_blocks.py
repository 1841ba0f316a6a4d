"""Convert an answer of the calculator to the blocks that its page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from battles.cataphract.lookup import words
from kit.lookup.parts import Block


def blocks(ask: str, question: Mapping[str, Any], answer: Mapping[str, Any]) -> list[Block]:
    """Return the blocks of the page for an answer."""
    return [*_TOLD[ask](question, answer), *_marks(answer)]


def percent(chance: str) -> str:
    """Format a chance as a percentage with one decimal place."""
    return f"{number_format(float(Fraction(chance) * 100), 1)}%"


def _format_signed(amount: int) -> str:
    return f"+{amount}" if amount > 0 else str(amount).replace("-", "−")


def _marks(answer: Mapping[str, Any]) -> Iterator[Block]:
    """Yield a block listing the values that affect the result and that the rulebook does not confirm."""
    if answer.get("marks"):
        rows = tuple(
            (one["what"], str(words.FOUND.get(one["found"], one["found"]))) for one in answer["marks"]
        )
        note = _("The rulebook doesn't give these values. Enter those of your counters and chart.")
        yield Block(_("How sure this is"), note, (_("Value"), _("Where it comes from")), rows)


# --- a clash ----------------------------------------------------------------------------------------------


def _clash(question: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Block]:
    chances = answer["chances"]
    units = [(side, n, one) for side in "ad" for n, one in enumerate(chances["units"][side])]
    led = any("leader_hurt" in one for _who, _number, one in units)
    rows = [
        (
            _side(side, n),
            percent(one["routs"]),
            percent(one["advances"]) if "advances" in one else "–",
            *([percent(one["leader_hurt"]) if "leader_hurt" in one else "–"] if led else []),
        )
        for side, n, one in units
    ]
    note = _("All defenders go: %(cleared)s. All attackers go: %(broken)s.") % {
        "cleared": percent(chances["cleared"]),
        "broken": percent(chances["broken"]),
    }
    head = ("", _("routs"), _("advances"), *([_("leader hurt")] if led else []))
    yield Block(_("Chances, the charge included"), note, head, tuple(rows), main=True)
    yield _reckoning(answer)


def _side(side: str, n: int) -> str:
    texts = {"a": _("Attacker %(n)s"), "d": _("Defender %(n)s")}
    return texts[side] % {"n": n + 1}


def _reckoning(answer: Mapping[str, Any]) -> Block:
    first, *others = answer["lines"]
    rows = [(str(words.LINES[first["code"]]), str(first["amount"]), first["rule"])]
    rows += [(str(words.LINES[one["code"]]), _format_signed(one["amount"]), one["rule"]) for one in others]
    note = _("Column %(column)s.") % {"column": answer["column"]}
    if answer["superiority"]:
        said = {
            "AS": _("The attacker is superior: the defender's hits count twice (%(why)s)."),
            "DS": _("The defender is superior: the attacker's hits count three times (%(why)s)."),
        }
        note += " " + said[answer["superiority"]] % {"why": words.BECAUSE[answer["because"]]}
    if answer["halved"]:
        note += " " + _("Light archers: the infantry's hits are halved, rounded down.")
    head = (_("Shock table"), pgettext("cataphract", "column"), "§")
    return Block(_("What it is fought on"), note, head, tuple(rows), system="cataphract")


# --- single rolls -----------------------------------------------------------------------------------------


def _shot_blocks(question: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Block]:
    rows = [
        (_("%(n)s hits") % {"n": n} if n != "1" else _("1 hit"), percent(chance))
        for n, chance in answer["chances"].items()
    ]
    rows += [
        (str(words.SUPPLY[supply]), percent(chance))
        for supply, chance in answer["supply_chances"].items()
        if supply != "full"
    ]
    note = _("It hits on a modified %(strength)s or less.") % {"strength": answer["strength"]}
    if "hits" in answer:
        note = _hit_text(answer)
    yield Block(pgettext("cataphract", "Missiles"), note, (_("Result"), _("Chance")), tuple(rows), main=True)
    if answer["modifiers"]:
        told = tuple(
            (str(words.MODIFIERS[one["code"]]), _format_signed(one["amount"])) for one in answer["modifiers"]
        )
        yield Block(_("Added to the die"), "", ("", ""), told)


def _hit_text(answer: Mapping[str, Any]) -> str:
    told = _("Hits: %(n)s.") % {"n": answer["hits"]}
    if answer["target_routs"]:
        told += " " + _("The target routs.")
    if answer["supply"] != "full":
        told += " " + _("The firing unit: %(supply)s.") % {"supply": words.SUPPLY[answer["supply"]]}
    if answer["leader_rolls"]:
        told += " " + _("A leader in the hex has to roll.")
    return told


def _results(title: str, answer: Mapping[str, Any], note: str = "") -> Block:
    if "result" in answer:
        note = _("The roll: %(result)s.") % {"result": words.RESULTS[answer["result"]]}
    rows = tuple((str(words.RESULTS[code]), percent(chance)) for code, chance in answer["chances"].items())
    return Block(title, note, (_("Result"), _("Chance")), rows, main=True)


def _check(question: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Block]:
    note = _("Passes on %(needs)s or less (%(rating)s).") % {
        "needs": answer["needs"],
        "rating": words.RATINGS[question["kind"]],
    }
    yield _results(str(words.CHECKS[question["kind"]]), answer, note)


def _leader(question: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Block]:
    note = _("A leader stacked with a unit in the clash rolls: only a 0 hurts.")
    yield _results(str(words.ASKED["leader"]), answer, note)


def _quality(question: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Block]:
    title = str(words.QUALITY[question["kind"]])
    if "passes" in answer:
        result = answer.get("result")
        note = _("The roll: %(result)s.") % {"result": words.RESULTS[result]} if result else ""
        rows: tuple[tuple[str, ...], ...] = ((_("passes"), percent(answer["passes"])),)
        yield Block(title, note, (_("Result"), _("Chance")), rows, main=True)
        return
    rows = (
        *((_("Hits: %(n)s") % {"n": n}, percent(chance)) for n, chance in answer["hits"].items()),
        (_("routs"), percent(answer["routs"])),
    )
    note = ""
    if "result" in answer:
        note = _("Hits: %(n)s.") % {"n": answer["result"]["hits"]}
        note += " " + _("It routs.") if answer["result"]["routs"] else ""
    yield Block(title, note, (_("Result"), _("Chance")), rows, main=True)


def _rally(question: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Block]:
    rows = ((_("rallies"), percent(answer["chance"])), (_("Cohesion Hits afterwards"), str(answer["hits"])))
    note = _("Fails: eliminated.")
    if "result" in answer:
        note = _("The roll: %(result)s.") % {"result": words.RESULTS[answer["result"]]}
    yield Block(str(words.ASKED["rally"]), note, ("", ""), rows, main=True)


def _champions(question: Mapping[str, Any], answer: Mapping[str, Any]) -> Iterator[Block]:
    wins = Fraction(answer["first_wins"])
    rows = (
        (str(words.PAGE["first"]), percent(str(wins))),
        (str(words.PAGE["second"]), percent(str(1 - wins))),
    )
    note = ""
    if "round" in answer:
        first, second = answer["round"]["hits"]
        note = _("This round: %(first)s and %(second)s hits.") % {"first": first, "second": second}
        dead = answer["round"]["dead"]
        note += " " + {"first": _("The first falls."), "second": _("The second falls."), "": ""}[dead]
    yield Block(str(words.ASKED["champions"]), note.strip(), ("", _("wins")), rows, main=True)


_TOLD = {
    "clash": _clash,
    "shot": _shot_blocks,
    "check": _check,
    "quality": _quality,
    "rally": _rally,
    "leader": _leader,
    "champions": _champions,
}
