"""The scenarios of *Italia*, read from JSON, checked, and turned into plain values.

The built-in scenarios are in ``data``, one file per table. Both games share the board and the units. Each
game has its own nations (cards), set-ups, reinforcements, charts and events. A game master can correct a
copy; :func:`load` reports every mistake with its path.
"""

from __future__ import annotations

from typing import Any, Final

from campaigns.italia.rules.scenario import cards
from campaigns.italia.rules.scenario.board import board
from campaigns.italia.rules.scenario.checks import check_whole
from campaigns.italia.rules.scenario.smaller import shrink_board
from campaigns.italia.rules.scenario.types import Scenario
from engine.game import BadScenario, Facts
from engine.reading import Reader
from kit.rules.data import Data
from kit.rules.scenarios import Remembered

DATA: Final = Data(__file__)
TITLES: Final = {"italia1": "Italia I, 400 to 80 BC", "italia2": "Italia II, 390 to 820 AD"}
TABLES: Final = ("game", "nations", "setups", "reinforcements", "charts", "events")
PROVENANCE: Final = frozenset({"rules", "history", "design"})


def builtin(name: str) -> Any:
    """Return the JSON of a built-in scenario as a fresh copy, which the caller can change. Raises KeyError
    if ``name`` is not one of TITLES.
    """
    if name not in TITLES:
        raise KeyError(name)
    own = {table: DATA.json(f"{name}/{table}") for table in TABLES}
    return {"board": DATA.json("board"), **DATA.json("units"), **own}


def game_table(name: str) -> Facts:
    """Return a built-in scenario's table about the game as a whole."""
    found: Facts = DATA.json(f"{name}/game")
    return found


def read(raw: Facts) -> Scenario:
    """Read the scenario in ``raw``. Raises BadScenario listing every mistake."""
    top = Reader(raw, free=("prov", "note"))
    if not top.fields("board units markers " + " ".join(TABLES)):
        top.raise_mistakes(BadScenario)
    found = board(top["board"])
    game = top["game"].only(
        "title seats rounds scoring scoring_alternative order last_round_order calendar handicap"
    )
    units = {key: cards.unit(key, r) for key, r in top["units"].items_by_id("id cost to_hit move hits land")}
    nations, leaders = cards.nations(top["nations"])
    scenario = Scenario(
        title=game["title"].text(),
        seats=game["seats"].words(),
        rounds=game["rounds"].number(1, 50),
        scoring={one.number(1, 50): one.number(1, 50) for one in game["scoring"].items()},
        order=game["order"].words(),
        last_round_order=game["last_round_order"].words(),
        calendar={
            one.only("round years label")["round"].number(1, 50): one["years"].text()
            for one in game["calendar"].items()
        },
        board=found,
        units=units,
        nations=nations,
        leaders=leaders,
        setups=tuple(cards.setup(r) for r in top["setups"].items()),
        arrivals=tuple(cards.arrival(r) for r in top["reinforcements"].items()),
        awards=tuple(cards.award(r, found) for r in top["charts"].items()),
        bounties=tuple(cards.bounty(r) for r in top["events"].items()),
        cities=top["markers"]["cities"]["number"].number(0, 999),
        handicap=_read_handicap(game["handicap"], frozenset(nations)) if "handicap" in game else (),
    )
    top.marks("prov", PROVENANCE)
    check_whole(scenario, top)
    top.raise_mistakes(BadScenario)
    return scenario


def _read_handicap(r: Reader, nations: frozenset[str]) -> tuple[tuple[str, int], ...]:
    """Read the handicap: (nation, extra points at the start) pairs, in half-points. The table also holds the
    number of bot games measured, and how many each seat won.
    """
    r.only("halves games won")
    r["games"].number(1, 100_000)
    r["won"].object()
    found = r["halves"].amounts()
    for nation in found:
        if nation not in nations:
            r["halves"][nation].note_mistake("unknown_nation", name=nation[:80])
    return tuple(sorted(found.items()))


def _read_small(raw: Facts) -> Scenario:
    read(raw)  # so that mistakes are reported by their location in the original document
    return read(shrink_board(raw))


_full, _small = Remembered(read), Remembered(_read_small)


def load(raw: Facts, *, small: bool = False) -> Scenario:
    """Read the scenario in ``raw``, for the smaller board if ``small``. Identical JSON yields the same
    object. Raises BadScenario listing every mistake and its path.
    """
    return _small(raw) if small else _full(raw)
