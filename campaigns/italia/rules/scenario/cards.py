"""Reading the nation cards from a scenario document: identity, forces, arrivals and scoring."""

from __future__ import annotations

from typing import Any

from campaigns.italia.rules.scenario import effects
from campaigns.italia.rules.scenario.types import (
    ANY,
    Arrival,
    Award,
    Board,
    Bounty,
    Campaign,
    Leader,
    Nation,
    Removal,
    Revolt,
    Right,
    SetUp,
    Submits,
    TopUp,
    UnitType,
)
from engine.reading import Reader

MODES = ("normal", "none", "half_up", "normal_or_half")
TIMINGS = ("placement_phase", "start_of_round", "end_of_round")
EVENTS = [
    "eliminate",
    "eliminate_leader",
    "eliminate_last_unit",
    "sack_or_raid",
    "exit_units",
    "pitched_battle",
    "subjugate",
    "leader_retreats",
    "convert_unit",
    "emperor_title",
    "end_control",
]
AWARDS = ("area", "city", "area_with_city", "region_control", "region_minus")
ROUND = (1, 50)


def unit(key: str, r: Reader) -> UnitType:
    return UnitType(
        key,
        r["cost"].number(1, 50),
        r["to_hit"].number(2, 10),
        r["move"].number(1, 9),
        r["hits"].number(1, 2),
        r["land"].flag(),
    )


_CARD = (
    "id name seat colour pattern mark rounds income counters leaders invasions campaigns submits"
    " revolts rights effects removal"
)


def nations(r: Reader) -> tuple[dict[str, Nation], dict[str, Leader]]:
    """Read all nations, and the leaders on their cards, both by id."""
    found: dict[str, Nation] = {}
    leaders: dict[str, Leader] = {}
    for key, card in r.items_by_id(_CARD):
        first, last = card["rounds"].pair(*ROUND)
        income = card["income"].only("mode normal_while_holding")
        found[key] = Nation(
            key,
            card["name"].text(),
            card["seat"].text(),
            card["colour"].text(),
            card["pattern"].text(),
            card["mark"].text(2),
            first,
            last,
            income["mode"].one_of(MODES),
            income["normal_while_holding"].words() if "normal_while_holding" in income else (),
            card["counters"].amounts(),
            {i["round"].number(*ROUND): _bonuses(i) for i in card["invasions"].items()},
            {c["round"].number(*ROUND): _campaign(c) for c in card["campaigns"].items()},
            tuple(_submits(s) for s in card["submits"].items()),
            tuple(_revolt(v) for v in card["revolts"].items()),
            {right.area: right for right in map(_right, card["rights"].items())},
            _effects(card["effects"]),
            _removal(card["removal"]) if card["removal"].has_value else None,
        )
        for leader, entry in card["leaders"].items_by_id("id name rounds"):
            if leader in leaders:
                entry.note_mistake("repeated_id", id=leader)
            leaders[leader] = Leader(leader, entry["name"].text(), key)
    return found, leaders


def _bonuses(r: Reader) -> dict[str, int]:
    r.only("round bonuses")
    found = {}
    for one in r["bonuses"].items():
        read = effects.read(one, effects.BONUSES)
        if read:
            found[read[0]] = int(read[1].get("points", 1))
    return found


def _campaign(r: Reader) -> Campaign:
    r.only("round leader gold timing")
    return Campaign(
        r["round"].number(*ROUND),
        r["leader"].text(),
        r["gold"].number(0, 99),
        r["timing"].one_of(("after_turn", "instead_of_turn", "last_round")),
    )


def _submits(r: Reader) -> Submits:
    r.only("to must may rounds")
    first, last = r["rounds"].pair(*ROUND)
    return Submits(r["to"].text(), r["must"].number(0, 99), r["may"].number(0, 99), first, last)


def _revolt(r: Reader) -> Revolt:
    r.only("against round when leader")
    when = r["when"].one_of(
        ("start_of_turn", "start_of_round", "at_arrival", "free_at_arrival", "near_leader")
    )
    leader = r["leader"].text() if when not in ("start_of_turn", "start_of_round") else ""
    return Revolt(r["against"].text(), r["round"].number(*ROUND), when, leader)


def _right(r: Reader) -> Right:
    r.only("area right income")
    return Right(r["area"].text(), r["right"].one_of(("normal", "enter_only")), r["income"].number(0, 9))


def _effects(r: Reader) -> dict[str, tuple[Any, ...]]:
    found: dict[str, tuple[Any, ...]] = {}
    for one in r.items():
        read = effects.read(one, effects.EFFECTS)
        if read:
            found[read[0]] = (*found.get(read[0], ()), read[1])
    return found


def _removal(r: Reader) -> Removal:
    r.only("after_round into in_area most end_of_turn")
    return Removal(
        r["after_round"].number(*ROUND),
        r["into"].text_or_none() or "",
        r["in_area"].text_or_none() or "",
        r["most"].number_or_none() or 0,
        "end_of_turn" in r and r["end_of_turn"].flag(),
    )


# --- pieces at the start and later --------------------------------------------------------------------------


def setup(r: Reader) -> SetUp:
    r.only("nation place units leaders city")
    return SetUp(
        r["nation"].text(), r["place"].text(), r["units"].amounts(), r["leaders"].words(), r["city"].flag()
    )


def arrival(r: Reader) -> Arrival:
    r.only("nation round timing where spread only_if clears units leaders top_up otherwise")
    return Arrival(
        r["nation"].text(),
        r["round"].number(*ROUND),
        r["timing"].one_of(TIMINGS),
        r["where"].words(),
        r["spread"].one_of(("together", "freely", "with_leaders")),
        r["only_if"].one_of(("", "own", "own_or_empty", "no_foreign")),
        r["clears"].flag(),
        r["units"].amounts(),
        r["leaders"].words(),
        _top_up(r["top_up"]) if "top_up" in r else None,
    )


def _top_up(r: Reader) -> TopUp:
    r.only("unit to in_area")
    return TopUp(r["unit"].text(), r["to"].number(1, 99), "in_area" in r and r["in_area"].flag())


# --- scoring ------------------------------------------------------------------------------------------------


def award(r: Reader, board: Board) -> Award:
    r.only("nation round award halves areas region")
    areas = () if r["areas"].value == ANY else r["areas"].words()
    r.check_names(f"{r.path}.areas", areas, board.areas, "unknown_area")
    return Award(
        r["nation"].text(),
        r["round"].number(*ROUND),
        r["award"].one_of(AWARDS),
        r["halves"].number(0, 99),
        areas,
    )


_BOUNTY = (
    "nation event halves target unit leader areas first_only of unit_class rounds versus least area round"
)


def bounty(r: Reader) -> Bounty:
    r.only(_BOUNTY)
    return Bounty(
        r["nation"].text(),
        r["event"].one_of(EVENTS),
        r["halves"].number(-99, 99),
        _names_or_any(r, "target"),
        _word(r, "unit"),
        _word(r, "leader"),
        _names_or_any(r, "areas"),
        "first_only" in r and r["first_only"].flag(),
        _word(r, "of", ""),
        _word(r, "unit_class"),
        tuple(one.number(*ROUND) for one in r["rounds"].items()) if "rounds" in r else (),
        _names_or_any(r, "versus"),
        r["least"].number_or_none() or 0,
        _word(r, "area", ""),
    )


def _word(r: Reader, key: str, default: str = ANY) -> str:
    return r[key].text() if key in r else default


def _names_or_any(r: Reader, key: str) -> tuple[str, ...]:
    """Read a list of names. An empty tuple means that any name will do."""
    if key not in r or r[key].value == ANY:
        return ()
    return tuple(name for name in r[key].words() if name != ANY)
