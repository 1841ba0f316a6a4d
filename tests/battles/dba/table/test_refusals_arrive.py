"""Every refusal of a table battle reaches the player in words, with its heading."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from battles.dba.answers import table_cases
from battles.dba.rules.field import propose, shapes
from battles.dba.rules.system import DBA
from battles.dba.wording import phrases as dba_texts
from battles.dba.wording import table_texts as dba_table_texts
from engine.cases import Case, load
from engine.dice import Scripted
from tests.battles.dba.table.table import TWELVE, Play, a_table, an_army
from tests.games import refused
from tests.games.refused import Refused

HERE, ROOT = Path(__file__).parent, Path(__file__).parents[4]
RULES = ROOT / "battles/dba/rules"
SUITE = load(ROOT / "tests/cases/dba")
CASES = {case.number: case.given for case in SUITE}
PUBLIC = {
    case.expected["refused"][0]: case
    for case in SUITE
    if "steps" in case.given and "refused" in case.expected
}


def pieces(*kinds: tuple[str, int, int, int]) -> list[dict[str, Any]]:
    return [{"kind": k, "quarters": [q], "length_mm": long, "width_mm": wide} for k, q, long, wide in kinds]


FOREST = pieces(
    ("woods", 1, 160, 100), ("woods", 2, 150, 100), ("marsh", 3, 140, 100), ("gentle_hill", 4, 130, 100)
)


class Moment:
    """A moment to try a refused action: armies, options, and the steps before it."""

    def __init__(
        self, *done: tuple[Any, ...], quick: bool = True, blue: Any = None, red: Any = None, **facts: Any
    ):
        forest = {} if quick else {"topography": "forest"}
        armies = {
            "red": red or an_army("r", *TWELVE, **forest),
            "blue": blue or an_army("b", *TWELVE, **forest),
        }
        self.scenario = {"armies": armies, **facts}
        self.options = {"setup": "quick" if quick else "guided"}
        self.play = Play(a_table(armies["red"], armies["blue"], quick, **facts))
        for kind, faces, fields in done:
            self.play.do(kind, *faces, **fields)


WOOD = [{"kind": "woods", "x": 150, "y": 150, "length": 90, "width": 80}]
SET = ("set_table", (), {"invader": "red", "bua": False, "river": False})
GUIDED = (
    ("roll_aggression", (6, 1), {}),
    ("place_terrain", (), {"pieces": FOREST}),
    ("choose_edge", (4,), {"edge": 1}),
)
CAMPS = (("pitch_camp", (), {"garrison": "bf"}), ("pitch_camp", (), {"garrison": "rf"}))
COAST = [
    {"kind": "waterway", "quarters": [1, 2]},
    {"kind": "marsh", "quarters": [3]},
    {"kind": "woods", "quarters": [4]},
]
COASTAL = an_army("b", *TWELVE, topography="littoral")
LITTORAL = (
    ("roll_aggression", (6, 1), {}),
    ("place_terrain", (), {"pieces": COAST}),
    ("choose_edge", (6,), {"edge": 1}),
    *CAMPS,
)


def city_drawn() -> Moment:
    """Return a battlefield with a built-up area 153 mm from the right edge and farther from the others."""
    drawing = propose.battlefield("arable", "bua 0")
    encoded = [DBA.codec.encode(piece) for piece in shapes.pieces(drawing)]
    laid = {"pieces": encoded, "drawing": [DBA.codec.encode(one) for one in drawing]}
    red, blue = an_army("r", *TWELVE), an_army("b", *TWELVE)
    done = ("roll_aggression", (6, 1), {}), ("place_terrain", (), laid)
    return Moment(*done, quick=False, red=red, blue=blue)


def littoral() -> Moment:
    return Moment(*LITTORAL, quick=False, blue=COASTAL)


def swaps() -> Moment:
    return Moment(*GUIDED, *CAMPS, ("deploy", (), {}), ("deploy", (), {}), quick=False)


def shot_at() -> Moment:
    archers = an_army("r", "Cv", "Bw", "Bw", "Bw", *TWELVE[4:])
    moment = Moment(SET, red=archers)
    moment.play.to("shooting").do("shoot", 3, 3, shooter="r2", target="b3")
    return moment


def on_to(phase: str) -> Moment:
    moment = Moment(SET)
    moment.play.to(phase)
    return moment


def ground(**more: Any) -> Moment:
    return Moment(quick=False, ground={"defender": "blue", "bua": False, "river": False, **more})


def landing() -> Moment:
    return Moment(*CAMPS, ("deploy", (), {}), quick=False, ground={"defender": "blue", "landing": True})


# Examples made by hand: position, seat, and refused action.
BY_HAND: dict[str, tuple[Any, str, dict[str, Any]]] = {
    "area_too_long": (
        lambda: Moment(GUIDED[0], quick=False),
        "blue",
        {"kind": "place_terrain", "pieces": [*FOREST[1:], *pieces(("woods", 1, 240, 60))]},
    ),
    "areas_same_size": (
        lambda: Moment(GUIDED[0], quick=False),
        "blue",
        {"kind": "place_terrain", "pieces": [*FOREST[1:], *pieces(("woods", 1, 140, 100))]},
    ),
    "edge_nearest_bua": (city_drawn, "red", {"kind": "choose_edge", "edge": 2}),
    "drawing_stands": (
        lambda: Moment(SET, ("draw_battlefield", (), {"drawing": WOOD})),
        "red",
        {"kind": "draw_battlefield", "drawing": WOOD},
    ),
    "nothing_to_draw": (
        lambda: Moment(GUIDED[0], quick=False),
        "blue",
        {"kind": "draw_battlefield", "drawing": WOOD},
    ),
    "drawn_nowhere": (
        lambda: Moment(*GUIDED, quick=False),
        "blue",
        {"kind": "draw_battlefield", "drawing": [{"kind": "woods", "x": 700, "length": 90, "width": 80}]},
    ),
    "drawn_otherwise": (
        lambda: Moment(*GUIDED, quick=False),
        "blue",
        {"kind": "draw_battlefield", "drawing": WOOD},
    ),
    "too_many_drawn": (
        lambda: Moment(SET),
        "red",
        {"kind": "draw_battlefield", "drawing": WOOD * 13},
    ),
    "bua_by_itself": (lambda: Moment(SET), "red", {"kind": "note_terrain", "terrain": ["bua"]}),
    "bua_of_the_campaign": (ground, "red", {"kind": "note_bua", "garrison": None}),
    "draw_offered_already": (
        lambda: Moment(SET, ("agree_draw", (), {"by": "blue"})),
        "blue",
        {"kind": "agree_draw"},
    ),
    "either_or": (
        lambda: Moment(LITTORAL[0], quick=False, blue=COASTAL),
        "blue",
        {"kind": "place_terrain", "pieces": [*COAST, {"kind": "steep_hill", "quarters": [3]}]},
    ),
    "four_in_reserve": (littoral, "blue", {"kind": "deploy", "reserve": ["b2", "b3", "b4", "b5", "b6"]}),
    "garrison_when_deploying": (
        lambda: Moment(*GUIDED, quick=False),
        "blue",
        {"kind": "note_bua", "garrison": "b6"},
    ),
    "not_one_of": (
        lambda: on_to("combat"),
        "red",
        {"kind": "fight", "attacker": "r3", "defender": "b3", "a": {"going": "lava"}, "b": {}},
    ),
    "half_aboard": (landing, "red", {"kind": "deploy", "reserve": ["r2"]}),
    "general_lands_first": (
        landing,
        "red",
        {"kind": "deploy", "reserve": ["r1", "r2", "r3", "r4", "r5", "r6"]},
    ),
    "nothing_to_land": (lambda: on_to("moves"), "red", {"kind": "land_reserve"}),
    "swap_own": (swaps, "blue", {"kind": "swap_elements", "pairs": [["b1", "r2"]]}),
    "swap_twice": (swaps, "blue", {"kind": "swap_elements", "pairs": [["b1", "b2"], ["b2", "b4"]]}),
    "target_already": (shot_at, "red", {"kind": "shoot", "shooter": "r3", "target": "b3"}),
    "unknown_action": (lambda: Moment(SET), "red", {"kind": "denizens_revolted", "seat": "red"}),
}

# Refusals that no player can meet, each with the reason.
TOLD_BY_THE_TABLE = "the table knows this of its elements; nobody tells it"
NEVER = {
    "battle_over": "a battle that has ended is not running: the shell says so before it asks the rules",
    "no_open_battle": "of the report of a battle; a battle waits for none",
    "charge_in_own_bound": "who attacks in a fight at the table is the side whose bound it is",
    "code_of_another_type": TOLD_BY_THE_TABLE,
    "denizens_stay_in_the_bua": TOLD_BY_THE_TABLE,
    "followers_stay_in_the_camp": TOLD_BY_THE_TABLE,
    "general_among_civilians": TOLD_BY_THE_TABLE,
    "sack_needs_a_bua": TOLD_BY_THE_TABLE,
    "one_place": TOLD_BY_THE_TABLE,
    "out_of_range": TOLD_BY_THE_TABLE,
    "unknown_type": TOLD_BY_THE_TABLE,
}


def examples() -> dict[str, Any]:
    """Return an example for each code: from a public case, found at random, or made by hand."""
    found: dict[str, Any] = {row["code"]: row for row in refused.rows(HERE / "refused.json")}
    public = {code: case for code, case in PUBLIC.items() if code not in NEVER}
    return {**found, **public, **BY_HAND}


def last_of(case: Case) -> dict[str, Any]:
    """Return the refused action that ends a public case, its seat, and the number of steps before it."""
    after = len(case.given["steps"]) - 1
    step = dict(case.given["steps"][after])
    seat = step.pop("by", at(case.number, after)[1].active or "red")
    return {
        "case": case.number,
        "after": after,
        "seat": seat,
        "action": {k: v for k, v in step.items() if k != "dice"},
    }


@cache
def at(number: str, after: int) -> tuple[Any, Any]:
    """Return the rules of a public case, and its state after this many steps; -1 means before the table is
    set.
    """
    given = CASES[number]
    if after < 0:
        rules = DBA.open(table_cases.scenario(given["battle"]), table_cases.options(given["battle"]))
        return rules, rules.setup(Scripted([])).state
    rules, state, _told = table_cases.begin(given["battle"])
    for step in given["steps"][:after]:
        state, _told = table_cases.execute(rules, state, step)
    return rules, state


def example(code: str) -> tuple[Refused, dict[str, Any]]:
    """Return the refused example and the settings of a game in which it can happen."""
    if code in BY_HAND:
        make, seat, action = BY_HAND[code]
        moment = make()
        one = Refused(code, moment.play.rules, moment.play.state, seat, action)
        return one, {"scenario": moment.scenario, "options": moment.options}
    row = examples()[code]
    row = last_of(row) if isinstance(row, Case) else row
    given = CASES[row["case"]]["battle"]
    settings = {"scenario": table_cases.scenario(given), "options": table_cases.options(given)}
    return Refused(code, *at(row["case"], row["after"]), row["seat"], row["action"]), settings


def test_every_code_of_the_rules_has_an_example_or_a_reason_why_it_needs_none() -> None:
    known = refused.codes(*(path for path in RULES.iterdir() if path.name != "board"))
    known -= {"position_line"}  # the board's codes are tested in board/test_words.py
    assert known - set(examples()) - set(NEVER) == set()
    assert (set(examples()) | set(NEVER)) - known == set(), "no longer in the rules"
    assert not set(examples()) & set(NEVER)
    assert known - set(NEVER) <= {*dba_table_texts.REFUSALS, *dba_texts.MISTAKES}
    handed_on = {"engagement.py: mistake.code", "missing_area.py: why", "terrain.py: code"}
    handed_on |= {"play.py: f'cannot_{why}'", "garrisons.py: code"}
    assert {place for place in refused.unnamed(RULES) if not place.startswith("lookup.py")} == handed_on


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("code", sorted(examples()))
def test_every_refusal_reaches_the_player(code: str, language: str) -> None:
    one, settings = example(code)
    game = refused.led_by("gm", system="dba", **settings)
    refused.check(game, one, language)
