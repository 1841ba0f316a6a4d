"""Measure the speed of replaying and verifying the stored games of tests/corpus/.

    .venv/bin/python bench/replay.py [--root CHECKOUT] [--system justinian] [--rounds 3] [--json]
    .venv/bin/python bench/replay.py --against CHECKOUT [--turns 5] [--system justinian]

``--root`` measures the code of another checkout on the same games. ``--against`` measures this checkout
and another one alternately, and prints the best figures of both and their ratio. Times are processor
time, best of the rounds.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--root", type=Path, default=HERE)
    parser.add_argument("--system", default="justinian")
    parser.add_argument("--corpus", default="8cd8bf4")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--against", type=Path, help="another checkout, to be measured in turns with this one"
    )
    parser.add_argument("--turns", type=int, default=5)
    asked = parser.parse_args()
    if asked.against:
        in_turns(asked)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "games.sqlite3"
        packed = HERE / "tests" / "corpus" / asked.corpus / "games.sqlite3.xz"
        file.write_bytes(lzma.decompress(packed.read_bytes()))
        os.environ.update(DATABASE_URL=f"sqlite:///{file}", VEXILLUM_DATA=folder, LOG_LEVEL="ERROR")
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ.pop("REDIS_URL", None)
        os.chdir(asked.root)
        sys.path.insert(0, os.getcwd())
        found = measure(asked.system, asked.rounds)
    if asked.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:<24}{value:>10}")


def in_turns(asked: argparse.Namespace) -> None:
    """Measure two checkouts alternately, and print the best figures of each and their ratios."""
    best: dict[Path, dict[str, float]] = {asked.root: {}, asked.against: {}}
    for _ in range(asked.turns):
        for root, known in best.items():
            chosen = ["--system", asked.system, "--corpus", asked.corpus, "--rounds", str(asked.rounds)]
            command = [sys.executable, __file__, "--root", str(root), "--json", *chosen]
            found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            known.update({name: max(value, known.get(name, 0)) for name, value in found.items()})
    for name, value in best[asked.root].items():
        other = best[asked.against][name]
        print(f"{name:<24}{value:>10}{other:>10}{value / other if other else 0:>8.2f}")


def measure(system: str, rounds: int) -> dict[str, float]:
    import django

    django.setup()
    from django.core.management import call_command

    from engine import journal, registry

    try:
        from engine.log import audit
    except ImportError:  # older commits have the module here
        from engine import audit  # type: ignore[attr-defined, no-redef]
    from games.models import Game

    try:
        from features.trials.playthrough import play_game
    except ImportError:  # older commits have the module here
        from games.playthrough import play_game  # type: ignore[import-not-found, no-redef]

    try:
        from games.services.proof.seeds import seed_of
    except ImportError:
        try:  # older commits have the function here
            from games.services.proof.chance import seed_of
        except ImportError:  # the oldest commits have it here
            from games.services.chance import seed_of  # type: ignore[import-not-found, no-redef]

    try:
        from games.services.entries import whole_log
    except ImportError:  # older commits have the function here
        from games.services.steps import whole_log
    from games.services.tables import opening_of

    call_command("migrate", interactive=False, verbosity=0)
    games = [
        (opening_of(game), whole_log(game), seed_of(game))
        for game in Game.objects.filter(system=system, seq__gt=0)
    ]
    games = [game for game in games if replays(*game[:2])]  # later rules refuse some recorded actions
    fresh = play_game(registry.get(system), 1)
    stored = sum(len(log) for _opening, log, _seed in games)
    found = {"entries": stored}

    def best(work) -> float:
        times = []
        for _ in range(rounds):
            started = time.process_time()
            work()
            times.append(time.process_time() - started)
        return min(times)

    found["stored, replayed/s"] = round(
        stored / best(lambda: [journal.replay(opening, log) for opening, log, _ in games])
    )
    found["stored, verified/s"] = round(
        stored / best(lambda: [audit.verify(opening, log, seed) for opening, log, seed in games])
    )
    written = len(fresh.log)
    found["fresh, entries"] = written
    found["fresh, replayed/s"] = round(written / best(lambda: journal.replay(fresh.opening, fresh.log)))
    found["fresh, verified/s"] = round(
        written / best(lambda: audit.verify(fresh.opening, fresh.log, fresh.secret))
    )
    return found


def replays(opening, log) -> bool:
    from engine import journal

    try:
        journal.replay(opening, log)
    except journal.Diverged:
        return False
    return True


if __name__ == "__main__":
    main()
