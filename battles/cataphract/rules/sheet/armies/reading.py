"""Read a scenario for the sheet, and report the place of every mistake."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from battles.cataphract.rules.checks.champions import Champion
from battles.cataphract.rules.own_data.chart import read_chart
from battles.cataphract.rules.sheet.armies.printed_battles import SCHEMA
from battles.cataphract.rules.sheet.armies.roster import CLASSES, SEATS, Chief, Counter, Roster, Side
from battles.cataphract.rules.unit import MISSILES, MOST_RATING, MOST_SIZE, MOST_TQ, TYPES
from engine.game import BadScenario, Facts
from engine.reading import Reader

MOST_UNITS: Final = 80  # maximum number of units on a side; the largest printed army has 53
MOST_LEADERS: Final = 20
MOST_LEVEL: Final = 999
MOST_MA: Final = 12
LONGEST_NAME: Final = 40
_TOP: Final = "schema provenance title sides"
_TOP_MORE: Final = "battle sizes reloads walls marks chart"
_UNIT: Final = "id name type tq"
_UNIT_MORE: Final = (
    "size ma rp cataphract missile sword reserve reluctant tribe wavering feigns pursues wedge wall"
)
_LEADER: Final = "id name rank initiative charisma"
_LEADER_MORE: Final = "personal_combat strategy range elite line_commands unit late wavering"


def read_roster(raw: Facts) -> Roster:
    """Read a scenario. Raises BadScenario listing every mistake."""
    top = Reader(raw)
    top.fields(_TOP, _TOP_MORE)
    if top["schema"].has_value and top["schema"].value != SCHEMA:
        top["schema"].note_mistake("not_one_of", value=str(top["schema"].value)[:40], expected=[SCHEMA])
    sides: dict[str, Side] = {}
    counters: dict[str, Counter] = {}
    chiefs: dict[str, Chief] = {}
    if top["sides"].fields(SEATS):
        for seat in SEATS:
            one = top["sides"][seat]
            one.fields("name level units leaders", "undisciplined fasting champion calls_late redeems gate")
            sides[seat] = Side(
                seat,
                one["name"].text(LONGEST_NAME),
                one["level"].number(1, MOST_LEVEL),
                _flag(one["undisciplined"]),
                _flag(one["fasting"]),
                _champion(one["champion"]) if one["champion"].has_value else None,
                _flag(one["calls_late"]),
                _flag(one["redeems"]),
                one["gate"].number(0, MOST_LEVEL) if one["gate"].has_value else 0,
            )
            for unit in _units(one["units"], seat):
                if unit.id in counters:
                    one["units"].note_mistake("repeated_id", id=unit.id)
                counters[unit.id] = unit
            for chief in _leaders(one["leaders"], seat, counters):
                if chief.id in chiefs:
                    one["leaders"].note_mistake("repeated_id", id=chief.id)
                chiefs[chief.id] = chief
            if one["units"].has_value and not any(u.seat == seat for u in counters.values()):
                one["units"].note_mistake("nobody_there")
    marks = _marks(top["marks"]) if top["marks"].has_value else ()
    found = Roster(
        top["title"].text(120) if top["title"].has_value else "",
        sides,
        counters,
        chiefs,
        _flag(top["sizes"], True),
        _flag(top["reloads"], True),
        _flag(top["walls"]),
        tuple(marks),
        read_chart(top["chart"]) if top["chart"].has_value else None,
    )
    top.raise_mistakes(BadScenario)
    return found


def _champion(one: Reader) -> Champion:
    one.fields("combat resistance")
    return Champion(one["combat"].number(0, MOST_RATING), one["resistance"].number(0, MOST_RATING))


def _flag(one: Reader, usual: bool = False) -> bool:
    return one.flag() if one.has_value else usual


def _units(listed: Reader, seat: str) -> Iterator[Counter]:
    for one in listed.items(MOST_UNITS):
        if not one.fields(_UNIT, _UNIT_MORE):
            continue
        tq, kind = one["tq"].number(1, MOST_TQ), one["type"].one_of(TYPES)
        cataphract = _flag(one["cataphract"])
        if cataphract and kind != "HC":
            one["cataphract"].note_mistake("cataphracts_are_heavy_cavalry")
        yield Counter(
            one["id"].text(20),
            seat,
            one["name"].text(LONGEST_NAME),
            kind,
            tq,
            one["size"].number(1, MOST_SIZE) if one["size"].has_value else 5,
            one["ma"].number(1, MOST_MA) if one["ma"].has_value else 5,
            one["rp"].number(0, MOST_TQ) if one["rp"].has_value else tq,
            cataphract,
            one["missile"].one_of(MISSILES) if one["missile"].has_value else "",
            _flag(one["sword"]),
            _flag(one["reserve"]),
            _flag(one["reluctant"]),
            one["tribe"].text(20) if one["tribe"].has_value else "",
            _flag(one["wavering"]),
            _flag(one["feigns"]),
            one["pursues"].number(0, MOST_RATING) if one["pursues"].has_value else None,
            _flag(one["wedge"]),
            _flag(one["wall"]),
        )


def _leaders(listed: Reader, seat: str, counters: dict[str, Counter]) -> Iterator[Chief]:
    for one in listed.items(MOST_LEADERS):
        if not one.fields(_LEADER, _LEADER_MORE):
            continue
        rank = one["rank"].one_of(CLASSES)
        unit = one["unit"].text(20) if one["unit"].has_value else ""
        if unit and (unit not in counters or counters[unit].seat != seat):
            one["unit"].note_mistake("no_such_unit", id=unit[:20])
        ratings = {
            fact: one[fact].number(0, MOST_RATING) if one[fact].has_value else 0
            for fact in ("initiative", "charisma", "personal_combat", "strategy", "range")
        }
        yield Chief(
            one["id"].text(40),
            seat,
            one["name"].text(LONGEST_NAME),
            rank,
            ratings["initiative"],
            ratings["charisma"],
            ratings["personal_combat"],
            ratings["strategy"],
            ratings["range"],
            _flag(one["elite"]),
            one["line_commands"].number(0, 2) if one["line_commands"].has_value else 1,
            unit,
            _flag(one["late"]),
            _flag(one["wavering"]),
        )


def _marks(listed: Reader) -> Iterator[tuple[str, str]]:
    for one in listed.items(400):
        pair = one.items(2)
        if len(pair) != 2:
            one.note_mistake("not_a_list")
            continue
        yield pair[0].text(120), pair[1].text(20)
