"""Lay out an answer in blocks for the page. static/lookup/schiere_page.js builds the same blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor
from typing import Any

from battles.schiere.rules.cards import CARDS
from battles.schiere.rules.melee.solution import AIMS
from kit.lookup.parts import Block

COSTS = ("units", "orders", "actions", "left")
HAIR = 1e-6  # added before rounding, so that exact halves round up on every machine
Texts = Mapping[str, Any]


class Words:
    """Numbers and texts of the page in one language."""

    def __init__(self, texts: Texts, language: str) -> None:
        self.texts, self.comma = texts, language == "it"

    def page(self, name: str, **facts: Any) -> str:
        found: str = self.texts["page"][name]
        return found % facts if facts else found

    def percent(self, chance: Any) -> str:
        tenths = floor(_float(chance) * 1000 + 0.5 + HAIR)
        return self._decimal(f"{tenths // 10}.{tenths % 10}%")

    def number(self, value: Any) -> str:
        """Format a number with two decimal places and a true minus sign."""
        number = _float(value)
        hundredths = floor(abs(number) * 100 + 0.5 + HAIR)
        sign = "−" if number < 0 and hundredths else ""
        return self._decimal(f"{sign}{hundredths // 100}.{hundredths % 100:02d}")

    def _decimal(self, text: str) -> str:
        return text.replace(".", ",") if self.comma else text


def _float(value: Any) -> float:
    """Convert a fraction given as [numerator, denominator], or a plain number, to a float."""
    return value[0] / value[1] if isinstance(value, list) else float(value)


def blocks(question: Mapping[str, Any], answer: Mapping[str, Any], words: Words) -> list[Block]:
    """Return the page's blocks for an answer."""
    return list(_TOLD[question["ask"]](question, answer, words))


# --- a duel -----------------------------------------------------------------------------------------------


def _duel(question: Mapping[str, Any], answer: Mapping[str, Any], w: Words) -> Iterator[Block]:
    if answer.get("blows"):
        yield _blows(question["cards"], answer, w)
    yield from _best(answer["solved"], w)
    yield _chances(answer["chances"], w, main=not answer.get("blows"))
    yield _lines(answer["lines"], w)


def _blows(cards: list[Any], answer: Mapping[str, Any], w: Words) -> Block:
    named = w.texts["cards"]
    rows = [
        (
            str(number),
            f"{named[x]}: {_pair(one['a'])}",
            f"{named[y]}: {_pair(one['d'])}",
            f"{one['damage']['a']} : {one['damage']['d']}",
        )
        for number, ((x, y), one) in enumerate(zip(cards, answer["blows"], strict=True), 1)
    ]
    left = answer["left"]
    notes = [w.page("left", a=_pair(left["a"]), d=_pair(left["d"]))]
    notes += [w.page(f"may_{side}") for side in "ad" if side in left["may_be_tested"]]
    strikes = w.page("strikes")
    head = ("#", f"{w.page('a')}: {strikes}", f"{w.page('d')}: {strikes}", w.page("damage"))
    return Block(w.page("blows"), " ".join(notes), head, tuple(rows), True)


def _pair(numbers: list[int]) -> str:
    return f"{numbers[0]}/{numbers[1]}"


def _best(solved: Mapping[str, Any], w: Words) -> Iterator[Block]:
    if "over" in solved[AIMS[0]]:
        yield Block(w.page("best"), w.page("over"))
        return
    yield Block(w.page("best"), w.page("best_hint"))
    for aim in AIMS:
        found = solved[aim]
        value = w.number(found["value"]) if aim == "net" else w.percent(found["value"])
        rows = tuple(
            (w.texts["cards"][card], *(_share(found[side], card, w) for side in "ad"))
            for card in CARDS
            if card in found["a"] or card in found["d"]
        )
        yield Block("", w.texts["aims"][aim] % {"value": value}, _sides(w, "card"), rows)


def _share(shares: Mapping[str, float], card: str, w: Words) -> str:
    return w.percent(shares[card]) if card in shares else "–"


def _sides(w: Words, first: str) -> tuple[str, ...]:
    return (w.page(first), w.page("a"), w.page("d"))


def _chances(chances: Mapping[str, Any], w: Words, *, main: bool) -> Block:
    most = max(int(n) for side in "ad" for n in chances["damage"][side])
    rows = [
        (w.page("lost"), *(w.percent(chances["lost"][side]) for side in "ad")),
        (w.page("mean"), *(w.number(chances["mean"][side]) for side in "ad")),
    ]
    for n in range(most + 1):
        shares = [chances["damage"][side].get(str(n), 0) for side in "ad"]
        rows.append((w.page("of_damage", n=n), *map(w.percent, shares)))
    return Block(w.page("chances"), w.page("chances_hint"), _sides(w, "chance"), tuple(rows), main)


def _lines(lines: list[Mapping[str, Any]], w: Words) -> Block:
    rows = [(w.page(one["side"]), w.texts["lines"][one["code"]], _adds(one, w)) for one in lines]
    note = "" if rows else w.page("counts_nothing")
    return Block(w.page("counts"), note, ("", "", w.page("strikes")) if rows else (), tuple(rows))


def _adds(one: Mapping[str, Any], w: Words) -> str:
    both = f"{_with_sign(one.get('attack', 0))} / {_with_sign(one.get('defence', 0))}"
    return f"{both}, {w.page('first_only')}" if one.get("first") else both


def _with_sign(number: int) -> str:
    return f"−{-number}" if number < 0 else f"+{number}" if number else "0"


# --- a shot, the initiative, nerve ------------------------------------------------------------------------


def _shot_blocks(question: Mapping[str, Any], answer: Mapping[str, Any], w: Words) -> Iterator[Block]:
    result = answer.get("result")
    if result:
        text = w.page("hit", n=result["damage"]) if result["hit"] else w.page("missed")
        yield Block(w.page("result"), text, main=True)
    rows = [(w.page("hits"), w.percent(answer["hits"]))]
    rows += [(w.page("of_damage", n=n), w.percent(c)) for n, c in _sort_chances(answer["damage"])]
    yield Block(w.page("chance"), w.page("sets", **answer["sets"]), ("", w.page("chance")), tuple(rows))


def _sort_chances(chances: Mapping[str, Any]) -> list[tuple[int, Any]]:
    return sorted((int(n), chance) for n, chance in chances.items())


def _initiative(question: Mapping[str, Any], answer: Mapping[str, Any], w: Words) -> Iterator[Block]:
    first = answer["first"]
    rows = (
        (w.page("first_a"), w.percent(first["a"])),
        (w.page("first_b"), w.percent(first["b"])),
        (w.page("equal"), w.percent(first["equal"])),
    )
    yield Block(w.page("initiative"), "", ("", w.page("chance")), rows, True)
    for side, name in (("a", "first_side"), ("b", "b")):
        own = tuple((w.page("actions", n=n), w.percent(c)) for n, c in _sort_chances(answer["actions"][side]))
        yield Block(w.page(name), "", ("", w.page("chance")), own)


def _nerve(question: Mapping[str, Any], answer: Mapping[str, Any], w: Words) -> Iterator[Block]:
    told = w.texts["nerve"]
    if "result" in answer:
        yield Block(w.page("result"), told[answer["result"]], main=True)
    rows = tuple((told[k], w.percent(answer["chances"][k])) for k in told if k in answer["chances"])
    yield Block(w.page("chance"), "", ("", w.page("chance")), rows)


# --- a rally, an army -------------------------------------------------------------------------------------


def _rally(question: Mapping[str, Any], answer: Mapping[str, Any], w: Words) -> Iterator[Block]:
    why = tuple((w.texts["rally_why"][code],) for code in answer["why"])
    note = w.texts["rally"][answer["result"]] + (f" {w.page('rests')}" if answer["rests"] else "")
    yield Block(w.page("result"), note, (w.page("because"),) if why else (), why, True)


def _army(question: Mapping[str, Any], answer: Mapping[str, Any], w: Words) -> Iterator[Block]:
    problems = tuple((_problem(one, w), one["rule"]) for one in answer["problems"])
    head = (w.page("because"), w.page("line")) if problems else ()
    verdict = w.page("legal" if answer["legal"] else "not_legal")
    yield Block(w.page("result"), verdict, head, problems, True, "schiere" if problems else "")
    cost = answer["cost"]
    rows = tuple(
        (w.page(f"cost_{one}"), str(cost[one]).replace("-", "−"))
        for one in ("units", "orders", "actions", "left")
    )
    yield Block(w.page("cost"), w.page("orders_at_start", n=answer["orders"]), ("", w.page("points")), rows)
    stood = tuple(
        (w.texts["kinds"][kind], " + ".join(map(str, sizes)))
        for kind, sizes in sorted(answer["schiere"].items())
        if kind in w.texts["kinds"]
    )
    yield Block(w.page("schiere"), "", ("", w.page("schiere")) if stood else (), stood)


def _problem(one: Mapping[str, Any], w: Words) -> str:
    facts = {**one["facts"], "kind": w.texts["kinds"].get(one["facts"].get("kind", ""), "")}
    text: str = w.texts["problems"].get(one["code"], one["code"])
    return text % facts


_TOLD = {
    "duel": _duel,
    "shot": _shot_blocks,
    "initiative": _initiative,
    "nerve": _nerve,
    "rally": _rally,
    "army": _army,
}
