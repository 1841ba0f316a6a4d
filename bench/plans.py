"""Compare how many requests a game takes when steps are sent as plans and when each is sent alone.

    .venv/bin/python bench/plans.py [--system justinian] [--seed 1] [--games 3]

The bots play whole games. A plan is a list of steps that one seat sends in a single request. Each plan
here is the longest that its player could have composed. It ends with the first step that rolls a die or
needs another seat's answer. Plans that continue past a die ("whole") end only where another seat must answer.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("LOG_LEVEL", "ERROR")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--system", default="justinian")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=3)
    asked = parser.parse_args()

    import django

    django.setup()
    from features.trials.playthrough import play_game
    from games import plugins

    system = plugins.system(asked.system)
    for seed in range(asked.seed, asked.seed + asked.games):
        record = play_game(system, seed)
        measure(record.opening, record.log, seed)


def measure(opening: Any, log: Sequence[Any], seed: int) -> None:
    """Walk through the log and cut it into plans. Print their number, the longest, and the milliseconds that
    it takes to try out a step.
    """
    from engine.dry_run import rehearse

    steps = [entry for entry in log if entry.kind == "action"]
    states = states_before(opening, log)
    composed, number, lengths, spent = 0, 0, Counter[int](), 0.0
    while number < len(steps):
        seat = steps[number].seat
        run = [step.action for step in steps[number : next_seat_index(steps, number)]]
        began = time.perf_counter()
        trial = rehearse(opening.rules, opening.system.codec, [states[number]], seat, run)
        spent += time.perf_counter() - began
        die = trial.stop is not None and trial.stop.why == "die"
        length = max(1, len(trial.taken) + die)
        lengths[length] += 1
        composed += 1
        number += length
    whole = sum(n == 0 or steps[n].seat != steps[n - 1].seat for n in range(len(steps)))
    free = sum(not step.rolls for step in steps)
    print(
        f"{opening.system.name}, seed {seed}: {len(steps)} steps ({free} without a die) one by one; "
        f"{composed} plans composed by choosing; {whole} sent whole over their dice; "
        f"longest {max(lengths)}; {1000 * spent / len(steps):.2f} ms a step tried out"
    )


def next_seat_index(steps: Sequence[Any], number: int) -> int:
    """Return the index of the first later step by another seat, or the number of steps if there is none."""
    seat = steps[number].seat
    return next((n for n in range(number, len(steps)) if steps[n].seat != seat), len(steps))


def states_before(opening: Any, log: Sequence[Any]) -> list[Any]:
    """Return the state before each entry of the log, except the first entry (the set-up)."""
    from engine import journal

    head, found = journal.replay(opening, log[:1]), []
    for entry in log[1:]:
        found.append(head.state)
        head = journal.replay_from(opening, head, [entry])
    return found


if __name__ == "__main__":
    main()
