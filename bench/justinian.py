"""Measure the engine time of whole bot games: seconds per game, steps per second, early and late in a game.

    python bench/justinian.py [SYSTEM] [--games N] [--seed N] [--long STEPS] [--json]

No database is used. The script also compares the speed around steps 100, 1000 and 5000 of the longest
game. A step must not become slower as the campaign grows longer. ``--long`` lengthens one game of
Justinian: before its set-up is done, Byzantium moves an army that many times. The script then compares
equal steps, early and late in one log.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PLACES = (100, 1000, 5000)
SPAN = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system", nargs="?", default="justinian")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--long", type=int, default=0, help="steps of set-up put before one game's first turn"
    )
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "ERROR"}
    os.environ.setdefault("VEXILLUM_DATA", tempfile.mkdtemp())
    sys.path.insert(0, str(ROOT))
    found = measure(asked.system, asked.games, asked.seed)
    if asked.long:
        found["long"] = time_lengthened(asked.system, asked.long)
    if asked.json:
        print(json.dumps(found))
        return
    print(
        f"{asked.system}: {found['games']} games, {found['seconds_median']} s a game (median), "
        f"{found['seconds_max']} s the longest, {found['entries_median']} entries, "
        f"{found['steps_per_second']} steps a second, {found['unfinished']} unfinished"
    )
    for place, rate in found["steps_per_second_around"].items():
        print(f"  around step {place}: {rate} steps a second")
    print(f"  state at the end: {found['state_bytes']} bytes of JSON")
    for line, value in found.get("long", {}).items():
        print(f"  lengthened game, {line}: {value}")


def measure(system: str, games: int, seed: int) -> dict:
    import django

    django.setup()
    from engine import registry
    from engine.codec import canonical
    from engine.journal import state_json
    from features.trials.playthrough import play_game

    played, marks, longest = [], {}, None
    for number in range(games):
        moments: list[float] = []
        record = play_game(registry.get(system), seed + number, watch=stopwatch(moments))
        played.append(record.played)
        if longest is None or len(moments) > len(marks):
            longest, marks = record, dict(enumerate(moments, 1))
    around = {
        place: round(SPAN / (marks[place + SPAN // 2] - marks[place - SPAN // 2]))
        for place in PLACES
        if place + SPAN // 2 in marks
    }
    seconds, entries = [p.seconds for p in played], [p.entries for p in played]
    assert longest is not None
    return {
        "system": system,
        "games": games,
        "unfinished": sum(not p.ended for p in played),
        "seconds_median": round(statistics.median(seconds), 3),
        "seconds_max": max(seconds),
        "entries_median": round(statistics.median(entries)),
        "steps_per_second": round(sum(entries) / sum(seconds)),
        "steps_per_second_around": around,
        "state_bytes": len(canonical(state_json(longest.opening, longest.head.state)).encode()),
    }


def time_lengthened(system: str, steps: int) -> dict[str, Any]:
    """Lengthen a game by repeating one kind of action. Return the speed, in steps per second, around step 100
    and near the end of the repetitions. The result also compares the bots' next 300 steps with those of a
    game that was not lengthened.
    """
    from engine import journal, registry
    from features.trials.playthrough import _answer, play_game

    found, moments = registry.get(system), []
    record = play_game(found, 1, limit=0)
    opening, head, secret = record.opening, record.head, record.secret
    for number in range(steps):
        place = ("europa", "bithynia")[number % 2]
        body = {
            "kind": "place_army",
            "army": f"praesental_i{'i' * (number % 2)}",
            "province": place,
            "sp": 10,
        }
        dice = journal.step_dice(opening, head, secret)
        head = journal.play(opening, head, "byzantium", body, dice).head
        moments.append(time.perf_counter())
    around = {p: round(SPAN / (moments[p + 50] - moments[p - 50])) for p in (100, steps - 100)}

    def first_steps(head: Any) -> float:
        started = time.perf_counter()
        for _ in range(300):
            head = _answer(opening, head, secret)[0].head
        return 300 / (time.perf_counter() - started)

    return {
        **{f"steps a second around {p}": rate for p, rate in around.items()},
        "bot steps a second from the start": round(first_steps(record.head)),
        f"bot steps a second from step {steps}": round(first_steps(head)),
    }


def stopwatch(moments: list[float]):
    """Return a callback that records the time after every step."""
    return lambda step, head: moments.append(time.perf_counter())


if __name__ == "__main__":
    main()
