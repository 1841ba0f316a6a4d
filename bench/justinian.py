"""Engine time of whole games by the program: seconds a game, steps a second, early and late in a game.

    python bench/justinian.py [SYSTEM] [--games N] [--seed N] [--json]

No database. "Late" compares the steps around the given places of one game: the work of a step must not grow
with the length of the campaign.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACES = (100, 1000, 5000)
SPAN = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system", nargs="?", default="justinian")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "ERROR"}
    os.environ.setdefault("VEXILLUM_DATA", tempfile.mkdtemp())
    sys.path.insert(0, str(ROOT))
    found = measure(asked.system, asked.games, asked.seed)
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


def measure(system: str, games: int, seed: int) -> dict:
    import django

    django.setup()
    from engine import registry
    from engine.codec import canonical
    from engine.journal import state_json
    from games.playthrough import play_game

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


def stopwatch(moments: list[float]):
    """Notes the time after every step."""
    return lambda step, head: moments.append(time.perf_counter())


if __name__ == "__main__":
    main()
