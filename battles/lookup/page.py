"""What the look-up page shows, worded; static/lookup/page.js draws the same without a connection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.lookup.query import params
from battles.rules.dba.advice import advice
from battles.rules.dba.odds import FACES, PAIRS, Odds, grid, odds
from battles.rules.dba.outcomes import RESULTS
from battles.rules.dba.reckoning import Line, reckon
from battles.rules.dba.relevance import Chip, chips
from battles.rules.dba.resolve import resolve
from battles.rules.dba.situation import SIDES, Contender, Side, Situation, contender, other
from battles.rules.dba.troops import CIVILIANS, FOOT, MOUNTED, TYPES, can_shoot
from battles.wording import dba_combat as words
from battles.wording.dba_said import said

Link = Callable[[Mapping[str, str]], str]  # the address of a look-up with these values

PICKED = ("mode", "a", "b")  # what survives picking another element


def tabs(link: Link, matrix: str, mode: str, picked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Close combat, shooting, and the matrix."""
    both = {k: v for k, v in picked.items() if k in "ab"}
    return [
        {
            "label": words.option("mode", m),
            "url": link({"mode": m, **both}),
            "here": m == mode,
        }
        for m in ("close", "shooting")
    ] + [{"label": said("page")["matrix"], "url": matrix, "here": False}]


def picker(link: Link, side: Side, mode: str, picked: Mapping[str, str]) -> dict[str, Any]:
    """Every type to choose one side from."""
    texts = {("close", "a"): "first", ("close", "b"): "second", ("shooting", "a"): "shooter"}
    allowed = [t for t in TYPES if mode == "close" or side == "b" or can_shoot(t)]
    groups = (("mounted", MOUNTED), ("foot", FOOT - CIVILIANS), ("civilians", CIVILIANS))
    return {
        "title": said("page")[texts.get((mode, side), "target")],
        "groups": [
            {
                "label": said("page")[name],
                "types": [
                    {
                        "short": "" if t in CIVILIANS else t,
                        "name": words.troop(t),
                        "url": link({**picked, "mode": mode, side: t}),
                    }
                    for t in allowed
                    if t in members
                ],
            }
            for name, members in groups
            if any(t in members for t in allowed)
        ],
    }


def chosen(link: Link, s: Situation) -> list[dict[str, Any]]:
    """The two elements, and where to change one."""
    found = []
    for side in SIDES:
        keep = {"mode": s.mode, other(side): contender(s, other(side)).type}
        kind = contender(s, side).type
        found.append({"side": side, "code": kind, "name": words.troop(kind), "url": link(keep)})
    return found


def swapped(link: Link, s: Situation) -> str:
    """The same the other way round."""
    return link(params(Situation(s.mode, s.b, s.a, s.active, s.answered)))


def controls(s: Situation, possible: bool) -> list[dict[str, Any]]:
    """The chips by side: those that can matter, and those that were set although they cannot."""
    offered = list(chips(s)) if possible else []
    for side in SIDES:
        c = contender(s, side)
        shown = {chip.field for chip in offered if chip.side == side}
        set_anyway = [name for name in params(s) if name.startswith(f"{side}.") and name[2:] not in shown]
        offered += [Chip(side, name[2:], _both(c, name[2:])) for name in set_anyway]
    groups = [("", words.field("mode")), *words.names(s).items()]
    return [
        {"label": label, "side": side, "chips": [_control(s, chip) for chip in found]}
        for side, label in groups
        if (found := [chip for chip in offered if chip.side == side])
    ]


def _both(c: Contender, name: str) -> tuple[Any, ...]:
    """The default and the present value of a fact."""
    default = getattr(Contender(c.type), name)
    return (default, getattr(c, name))


def _control(s: Situation, chip: Chip) -> dict[str, Any]:
    value = s.answered if chip.side == "" else getattr(s.a if chip.side == "a" else s.b, chip.field)
    found = {
        "name": f"{chip.side}.{chip.field}" if chip.side else chip.field,
        "label": words.field(chip.field),
        "tick": isinstance(value, bool),
        "on": value is True,
    }
    if not found["tick"]:
        found["options"] = mark_safe("".join(_option(chip.field, v, v == value) for v in chip.options))
    return found


def _option(field: str, value: Any, on: bool) -> str:
    label = str(value) if isinstance(value, int) and field != "depth_mm" else words.option(field, value)
    written = "" if value is None else escape(value)
    return f'<option value="{written}"{" selected" if on else ""}>{escape(label)}</option>'


def answer(s: Situation, dice: tuple[int, int] | None) -> dict[str, Any]:
    """Reckoning, chances, grid, what would change most; with dice the result and what follows."""
    reckoning, chances, called = reckon(s), odds(s), words.names(s)
    sides = [
        {
            "name": called[side],
            "type": contender(s, side).type,
            "lines": [_line(line, contender(s, other(side)).type) for line in lines],
            "total": f"{total:+d}",
            "chances": _chances(chances, side),
        }
        for side, lines, total in zip(
            SIDES,
            (reckoning.a, reckoning.b),
            (reckoning.total_a, reckoning.total_b),
            strict=True,
        )
    ]
    return {
        "sides": sides,
        "grid": _grid(s),
        "grid_hint": said("page")["grid_hint"] % called,
        "most": [words.change(change, side, s) for side, change in advice(s).items()],
        "result": _result(s, dice) if dice else None,
    }


def _line(line: Line, foe: str) -> dict[str, Any]:
    place = words.rule(line.rule)
    return {"text": words.line(line, foe), "value": f"{line.value:+d}", "rule": place}


def _chances(o: Odds, side: Side) -> list[dict[str, Any]]:
    fates = o.a if side == "a" else o.b
    return [
        {
            "fate": fate,
            "label": words.result(fate),
            "n": fates[fate],
            "fraction": f"{fates[fate]}/{PAIRS}",
            "percent": words.percent(Fraction(fates[fate], PAIRS)),
        }
        for fate in RESULTS
        if fate in fates
    ]


def _grid(s: Situation) -> SafeString:
    """The rows of the 36 pairs of dice. Put together here: the template engine takes milliseconds."""
    cell = {fate: f'<span class="fate fate--{fate}">{escape(words.result(fate))}</span>' for fate in RESULTS}
    rows = (
        f'<tr><th scope="row">{face}</th>' + "".join(f"<td>{cell[a]}{cell[b]}</td>" for a, b in row) + "</tr>"
        for face, row in zip(FACES, grid(s), strict=True)
    )
    return mark_safe("".join(rows))


def _result(s: Situation, dice: tuple[int, int]) -> dict[str, Any]:
    done = resolve(s, *dice)
    return {
        "totals": f"{done.final_a} : {done.final_b}",
        "comparison": words.comparison(done.comparison),
        "fates": [
            {"name": name, "fate": fate, "label": words.result(fate)}
            for name, fate in zip(words.names(s).values(), (done.fate_a, done.fate_b), strict=True)
        ],
        "deeds": [{"text": words.consequence(c, s), "rule": words.rule(c.rule)} for c in done.consequences],
    }
