"""Build the content of the calculator page. static/lookup/page.js draws the same page offline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from battles.dba.answers.lookup import read
from battles.dba.forecast.advice import advice, loss_chance
from battles.dba.lookup.query import facts, params
from battles.dba.rules.odds import FACES, PAIRS, Odds, grid, odds
from battles.dba.rules.outcomes import RESULTS
from battles.dba.rules.reckoning import Line, reckon
from battles.dba.rules.resolve import resolve
from battles.dba.rules.situation import SIDES, Side, Situation, contender, other
from battles.dba.rules.troops import CIVILIANS, ENGINES, FOOT, MOUNTED, TYPES, can_shoot
from battles.dba.wording import combat as words
from battles.dba.wording.cached_texts import texts_of
from engine.game import BadScenario
from games.wording.numbers import format_signed, minus

Link = Callable[[Mapping[str, str]], str]  # returns the URL of a calculation with these values

PICKED = ("mode", "a", "b")  # values that remain when another element is picked


def tabs(link: Link, matrix: str, mode: str, picked: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the tabs for close combat, shooting and the matrix."""
    return [
        {
            "label": words.option("mode", m),
            "url": link({"mode": m, **_able(m, picked)}),
            "here": m == mode,
        }
        for m in ("close", "shooting")
    ] + [{"label": texts_of("page")["matrix"], "url": matrix, "here": False}]


def _able(mode: str, picked: Mapping[str, str]) -> dict[str, str]:
    a, b = picked.get("a", ""), picked.get("b", "")
    if mode == "shooting" and a and not can_shoot(a):
        a = ""
    if mode == "close" and a in ENGINES and b in ENGINES:  # neither may move into contact
        b = ""
    return {side: t for side, t in (("a", a), ("b", b)) if t}


def picker(link: Link, side: Side, mode: str, picked: Mapping[str, str]) -> dict[str, Any]:
    """Return the title and the grouped troop types from which one side's element is chosen."""
    texts = {("close", "a"): "first", ("close", "b"): "second", ("shooting", "a"): "shooter"}
    allowed = [t for t in TYPES if mode == "close" or side == "b" or can_shoot(t)]
    groups = (("mounted", MOUNTED), ("foot", FOOT - CIVILIANS), ("civilians", CIVILIANS))
    return {
        "title": texts_of("page")[texts.get((mode, side), "target")],
        "groups": [
            {
                "label": texts_of("page")[name],
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


def describe_chosen(link: Link, s: Situation, told: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Describe the two chosen elements, with their totals, fates, and links to choose others."""
    found = []
    for i, side in enumerate(SIDES):
        keep = {"mode": s.mode, other(side): contender(s, other(side)).type}
        fate = (
            told["result"]["fates"][i] if told["result"] else {"fate": "", "label": told["sides"][i]["lost"]}
        )
        found.append(
            {
                "code": short_name(contender(s, side).type),
                "total": told["sides"][i]["total"],
                "fate": fate["fate"],
                "told": fate["label"],
                "label": texts_of("page")["change_one"] % {"name": words.names(s)[side]},
                "url": link(keep),
            }
        )
    return found


def swap_url(link: Link, s: Situation) -> str:
    """Return the URL with the two sides swapped. Return "" if the swapped situation is invalid because its
    shooter cannot shoot.
    """
    there = params(Situation(s.mode, s.b, s.a, s.active, s.answered))
    try:
        read(facts(there))
    except BadScenario:
        return ""
    return link(there)


def short_name(troop: str) -> str:
    """Return the code of a troop type. Denizens and camp followers have no code, so their name is
    returned.
    """
    return words.troop(troop) if troop in CIVILIANS else troop


def answer(s: Situation, dice: tuple[int, int] | None) -> dict[str, Any]:
    """Return the page's calculation, chances, grid and most helpful changes. With dice, the result and its
    consequences are included.
    """
    reckoning, chances, called = reckon(s), odds(s), words.names(s)
    sides = [
        {
            "name": called[side],
            "type": contender(s, side).type,
            "lines": [_line(line, contender(s, other(side)).type) for line in lines],
            "total": format_signed(total),
            "lost": texts_of("page")["lost"] % {"chance": words.percent(loss_chance(chances, side))},
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
        "grid": _grid(s, dice),
        "grid_hint": texts_of("page")["grid_hint"] % called,
        "most": [words.change(change, side, s) for side, change in advice(s).items()],
        "result": _result(s, dice) if dice else None,
    }


def _line(line: Line, foe: str) -> dict[str, Any]:
    place = words.rule(line.rule)
    return {"text": words.line(line, foe), "value": format_signed(line.value), "rule": place}


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


def _grid(s: Situation, dice: tuple[int, int] | None) -> SafeString:
    """Return the grid's rows for all 36 pairs of dice, as HTML. They are built here, because the template
    engine would add milliseconds.
    """
    short = texts_of("fates_short")
    fates = {fate: f'<span class="fate fate--{fate}">{escape(short[fate])}</span>' for fate in RESULTS}

    def cell(die_a: int, die_b: int, a: str, b: str) -> str:
        rolled = ' class="rolled"' if dice == (die_a, die_b) else ""
        return f"<td{rolled}>{fates[a]}{fates[b]}</td>"

    rows = (
        f'<tr><th scope="row">{x}</th>'
        + "".join(cell(x, y, a, b) for y, (a, b) in zip(FACES, row, strict=True))
        + "</tr>"
        for x, row in zip(FACES, grid(s), strict=True)
    )
    return mark_safe("".join(rows))


def _result(s: Situation, dice: tuple[int, int]) -> dict[str, Any]:
    done = resolve(s, *dice)
    return {
        "totals": minus(f"{done.final_a} : {done.final_b}"),
        "comparison": words.comparison(done.comparison),
        "fates": [
            {"name": name, "fate": fate, "label": words.result(fate)}
            for name, fate in zip(words.names(s).values(), (done.fate_a, done.fate_b), strict=True)
        ],
        "deeds": [{"text": words.consequence(c, s), "rule": words.rule(c.rule)} for c in done.consequences],
    }
