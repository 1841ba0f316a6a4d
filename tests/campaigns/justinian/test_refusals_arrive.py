"""Every refusal of Justinian's rules reaches the player in words, with its section."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from campaigns.justinian.answers import cases
from campaigns.justinian.rules.scenario import loading
from campaigns.justinian.rules.system import JUSTINIAN, JustinianRules
from campaigns.justinian.wording.registry import ALL
from engine.cases import Case, load
from tests.games import refused
from tests.games.refused import Refused

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[3]
RULES = ROOT / "campaigns/justinian/rules"
SUITE = load(ROOT / "tests/cases/justinian")
CASES = {case.number: case.given for case in SUITE}
PUBLIC = {
    str(case.expected["refused"]): case
    for case in SUITE
    if "refused" in case.expected and "report" not in case.given["actions"][-1]  # other games report
}

# examples made by hand: position (as in a public case), seat, and refused action
BY_HAND: dict[str, tuple[dict[str, Any], str, dict[str, Any]]] = {
    "already_there": (
        {"doing": {"segment": "byzantium"}, "lone": {"belisarius": "europa"}},
        "byzantium",
        {"kind": "move_leader", "leader": "belisarius", "province": "europa", "army": None},
    ),
    "leader_missing": ({"set_up": "barbarian"}, "barbarian", {"kind": "finish_setup"}),
    "no_such_winner": (
        {
            "options": {"battles": "open"},
            "doing": {"march": "oriens", "seat": "byzantium", "mp": 3},
            "armies": {
                "oriens": {"at": "osrhoene", "sp": 12, "leader": "buzes"},
                "chosroes": {"at": "osrhoene", "sp": 9},
            },
            "actions": [{"kind": "attack", "target": "all"}, {"kind": "stand"}],
        },
        "gm",
        {"kind": "report_battle", "winner": "nobody", "losses": {}},
    ),
}

# refusals that no player can meet, each with the reason
NEVER = {
    "game_over": "a game that has ended is not running: the shell says so before it asks the rules",
    "no_open_battle": "of the report of a battle, which the shell only hands in while one is open",
}


@cache
def at(number: str, after: int) -> tuple[JustinianRules, Any]:
    """Return the rules of a public case, and its state after this many actions."""
    return moved(dict(CASES[number]), after)


def moved(given: dict[str, Any], after: int) -> tuple[JustinianRules, Any]:
    rules = cases.game_of(given)
    state, _events = cases.start(rules, given)
    for action in given.get("actions", ())[:after]:
        state, _events = cases.execute(rules, state, action)
    return rules, state


def examples() -> dict[str, Any]:
    """Return an example for each code: from a public case, found at random, or made by hand."""
    found: dict[str, Any] = {row["code"]: row for row in refused.rows(HERE / "refused.json")}
    return {**found, **PUBLIC, **BY_HAND}


def last_of(case: Case) -> dict[str, Any]:
    """Return the last action of a public case, which is refused."""
    after = len(case.given["actions"]) - 1
    action = dict(case.given["actions"][after])
    rolled = "faces" if "faces" in action else "dice"
    rules, state = at(case.number, after)
    seat = action.pop("seat", rules.pending(state)[0].seat)
    return {
        "case": case.number,
        "after": after,
        "seat": seat,
        "action": {k: v for k, v in action.items() if k != rolled},
    }


def example(code: str) -> tuple[Refused, dict[str, Any]]:
    """Return the refused example and the settings of a game in which it can happen."""
    if code in BY_HAND:
        given, seat, action = BY_HAND[code]
        rules, state = moved(given, 9)
    else:
        row = examples()[code]
        row = last_of(row) if isinstance(row, Case) else row
        given, seat, action = dict(CASES[row["case"]]), row["seat"], row["action"]
        rules, state = at(row["case"], row["after"])
    options = {**dict(given.get("options") or {}), "setup": "suggested"}
    raw = JUSTINIAN.scenario(given.get("scenario", loading.STANDARD))
    counters = {name: {"value": value} for name, value in given.get("counters", {}).items()}
    scenario = {**raw, "counters": {**raw["counters"], **counters}}
    return Refused(code, rules, state, seat, action), {"options": options, "scenario": scenario}


def test_every_code_of_the_rules_has_an_example_or_a_reason_why_it_needs_none() -> None:
    known = refused.codes(RULES, ROOT / "engine/frames.py")
    assert known - set(examples()) - set(NEVER) == set()
    assert (set(examples()) | set(NEVER)) - known == set(), "no longer in the rules"
    assert not set(examples()) & set(NEVER)
    assert known - set(NEVER) <= set(ALL.refusals)
    assert refused.unnamed(RULES) == set()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("code", sorted(examples()))
def test_every_refusal_reaches_the_player(code: str, language: str) -> None:
    one, settings = example(code)
    game = refused.led_by("gm", system="justinian", **settings)
    refused.check(game, one, language)
