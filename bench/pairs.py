"""Let two bots play against each other in all seats, to see which does better and how long a move takes.

    python bench/pairs.py [SYSTEM] [ONE] [OTHER] [--games N] [--json]

SYSTEM is a system's name (by default the tests' example, "fords"). A bot is ``own`` (the system's),
``default`` (the answer at the deadline) or ``random`` (any action that fits). It can also be
``module:function``, called with (rules, state, seat, dice). Each numbered game is played twice for every
seat: first ONE has that seat and OTHER all the rest, then the other way round. A sole win scores 1, and a win
shared by n seats scores 1/n, so two equal bots score the same in a seat. The output is each bot's score per
game and seat, and their difference with its standard error over game numbers.
"""

import argparse
import importlib
import json
import math
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system", nargs="?", default="fords")
    parser.add_argument("one", nargs="?", default="own")
    parser.add_argument("other", nargs="?", default="default")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.system, asked.one, asked.other, asked.games)
    if asked.json:
        print(json.dumps(found))
        return
    for name in (asked.one, asked.other):
        won, spent = found["share"][name], found["ms"][name]
        print(f"{name}: {won:.3f} of a win a game and seat, {spent:.2f} ms a thought")
    sure, played = 1.96 * found["error"], found["played"]
    print(f"difference {found['difference']:+.3f} ± {sure:.3f} (95 %), {played} games")


def measure(system: str, one: str, other: str, games: int) -> dict[str, Any]:
    from engine.bots import play_out

    found = system_of(system)
    rules = found.open(found.scenario(next(iter(found.scenarios()))), {})
    spent: dict[str, list[float]] = defaultdict(list)
    bots = {name: time_bot(bot_of(name, found), spent[name]) for name in (one, other)}
    seats = [seat.id for seat in rules.seats]
    shares: dict[str, list[float]] = {one: [], other: []}
    gaps = []
    for number in range(games):
        got: dict[str, list[float]] = {one: [], other: []}
        for alone, rest in ((one, other), (other, one)):
            for place in seats:
                sits = {seat: alone if seat == place else rest for seat in seats}
                outcome = play_out(rules, {seat: bots[name] for seat, name in sits.items()}, f"game {number}")
                for seat, name in sits.items():
                    won = seat in outcome.winners
                    got[name].append(1 / len(outcome.winners) if won else 0.0)
        for name in got:
            shares[name] += got[name]
        gaps.append(statistics.fmean(got[one]) - statistics.fmean(got[other]))
    return {
        "share": {name: statistics.fmean(shares[name]) for name in shares},
        "difference": statistics.fmean(gaps),
        "error": statistics.stdev(gaps) / math.sqrt(len(gaps)) if len(gaps) > 1 else 0.0,
        "ms": {name: 1000 * statistics.fmean(spent[name]) for name in spent},
        "played": 2 * len(seats) * games,
    }


def system_of(name: str) -> Any:
    if name == "fords":
        from tests.engine.example.system import FORDS

        return FORDS
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from games import plugins

    return plugins.system(name)


def bot_of(name: str, system: Any) -> Any:
    from engine.choices import sample_action
    from engine.dice import Throw

    def default(rules: Any, state: Any, seat: str, dice: Any) -> Any:
        return next(decision.default for decision in rules.pending(state) if decision.seat == seat)

    def random(rules: Any, state: Any, seat: str, dice: Any) -> Any:
        choices = rules.choices(state, seat)
        choice = choices[dice.roll(Throw(len(choices), "any", low=0))]
        return system.codec.read(sample_action(choice, dice))

    def own(rules: Any, state: Any, seat: str, dice: Any) -> Any:
        return rules.bot(state, seat, dice)

    if ":" in name:
        module, function = name.split(":")
        return getattr(importlib.import_module(module), function)
    return {"default": default, "random": random, "own": own}[name]


def time_bot(bot: Any, spent: list[float]) -> Any:
    def thinking(*what: Any) -> Any:
        began = time.perf_counter()
        try:
            return bot(*what)
        finally:
            spent.append(time.perf_counter() - began)

    return thinking


if __name__ == "__main__":
    main()
