"""Measure what a replayed step costs in each system, now and at another checkout, on the same games.

    .venv/bin/python bench/step_times.py --against CHECKOUT [--systems justinian dba] [--rounds 12]

Bots play the games with the code of this checkout. Both checkouts then replay the logs, in processes that
take turns. Only games that both replay to the same state count. The cost of a step is the least processor
time that it took in any round, so that other work on the machine hardly affects the figures.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
SYSTEMS = ("justinian", "italia", "dba", "schiere")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--root", type=Path, default=HERE)
    parser.add_argument("--against", type=Path)
    parser.add_argument("--systems", nargs="+", default=SYSTEMS)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--turns", type=int, default=2, help="processes of each checkout")
    parser.add_argument("--play", type=Path, help="only play the games, and write them to this file")
    parser.add_argument("--replay", type=Path, help="only replay the games in this file")
    asked = parser.parse_args()
    if asked.play or asked.replay:
        set_up(asked.root)
        found = replay_games(asked.replay, asked.rounds) if asked.replay else None
        if asked.play:
            asked.play.write_text(json.dumps(play_games(asked.systems, asked.games)))
        print(json.dumps(found))
        return
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder) / "games.json"
        run_child("--play", games, "--games", asked.games, "--systems", *asked.systems)
        compare(games, asked)


def compare(games: Path, asked: argparse.Namespace) -> None:
    """Replay the games with each checkout in turns, and print the steps per second of each."""
    roots = [asked.root, *([asked.against] if asked.against else [])]
    least: dict[Path, list[dict[str, Any]]] = {}
    for _ in range(asked.turns):
        for root in roots:
            found = run_child("--root", root, "--replay", games, "--rounds", asked.rounds)
            least[root] = merge(least.get(root, found), found)
    result: dict[str, Any] = {}
    for system in asked.systems:
        rates = []
        places = [n for n, one in enumerate(least[roots[0]]) if one["system"] == system]
        same = [n for n in places if len({least[root][n]["state"] for root in roots} - {""}) == 1]
        same = [n for n in same if all(least[root][n]["state"] for root in roots)]
        for root in roots:
            times = [spent for n in same for spent in least[root][n]["times"]]
            rates.append(len(times) / sum(times) if times else 0)
        ratio = rates[0] / rates[1] if len(rates) > 1 and rates[1] else 0
        result[system] = [*map(round, rates), round(ratio, 3)]
        print(
            f"{system:<12}{len(same):>3} games {''.join(f'{rate:>10,.0f}' for rate in rates)}{ratio:>8.2f}",
            flush=True,
        )
    print(json.dumps(result))


def merge(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Combine two measurements of the same games, keeping the shorter time for each step."""
    return [
        {**a, "times": [min(pair) for pair in zip(a["times"], b["times"], strict=True)]}
        for a, b in zip(one, other, strict=True)
    ]


def run_child(*arguments: Any) -> Any:
    """Run this script in a separate process, and return the JSON that it prints."""
    command = [sys.executable, __file__, *map(str, arguments)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def set_up(root: Path) -> None:
    """Prepare to import the code of a checkout."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    unused = f"sqlite:///{tempfile.gettempdir()}/unused.sqlite3"
    os.environ.update(LOG_LEVEL="ERROR", DATABASE_URL=unused, VEXILLUM_DATA=tempfile.gettempdir())
    os.environ.pop("REDIS_URL", None)
    os.chdir(root)
    sys.path.insert(0, os.getcwd())
    import django

    django.setup()


def play_games(systems: list[str], games: int) -> list[dict[str, Any]]:
    """Play games of each system with bots, and return their openings and logs."""
    from engine import registry
    from features.trials.playthrough import play_game

    found = []
    for system in systems:
        for seed in range(1, games + 1):
            played = play_game(registry.get(system), seed)
            opening, log = dict(played.opening.__dict__), [entry.__dict__ for entry in played.log]
            kept = ("game", "scenario", "options", "commitment", "sources", "binding")
            found.append({"system": system, "opening": {name: opening[name] for name in kept}, "log": log})
    return found


def replay_games(file: Path, rounds: int) -> list[dict[str, Any]]:
    """Replay each game, and return the least time of each step and the digest of the final state. The digest
    is empty for a game that these rules do not replay.
    """
    from engine import journal, registry

    try:
        from engine.log.replay import Replay
    except ImportError:  # older commits have another name for it
        from engine.log.again import Again as Replay  # type: ignore[no-redef]

    found = []
    for game in json.loads(file.read_text()):
        opening = journal.Opening(system=registry.get(game["system"]), **game["opening"])
        log = [journal.Entry(**entry) for entry in game["log"]]
        times = [float("inf")] * len(log)
        state = ""
        try:
            for _ in range(rounds):
                head, again = None, Replay(opening)
                for number, entry in enumerate(log):
                    started = time.process_time()
                    head = journal._onward(again, head, entry)
                    spent = time.process_time() - started
                    if spent < times[number]:
                        times[number] = spent
            state = journal.state_digest(opening, head.state) if head else ""
        except journal.Diverged as error:
            print(f"{game['system']}: {error}", file=sys.stderr)
        found.append({"system": game["system"], "state": state, "times": times})
    return found


if __name__ == "__main__":
    main()
