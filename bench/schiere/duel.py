"""Measure how long it takes to solve a duel: milliseconds of processor time, positions, and the value of
each aim.

    .venv/bin/python bench/schiere/duel.py [--rounds 20]

"Cold" means that nothing is cached. "Warm" means that the blows of the two units are cached, as in the
later duels of a battle. A test checks that each position is solved to its optimum (the certificate of a
linear programme): tests/battles/schiere/test_duel.py.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from battles.schiere.rules.melee import solution as duel
from battles.schiere.rules.melee.duel import Fighter

MEETINGS = {
    "heavy, heavy": (Fighter("heavy"), Fighter("heavy")),
    "heavy with an order, heavy": (Fighter("heavy", order="sword1"), Fighter("heavy", first=-1)),
    "both with their chiefs": (Fighter("heavy", commander="chief"), Fighter("heavy", commander="chief")),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    for name, (a, d) in MEETINGS.items():
        for aim in duel.AIMS:
            cold, warm = [], []
            for _ in range(rounds):
                duel.forget()
                cold.append(time_solution(a, d, aim))
                warm.append(time_solution(a, d, aim))
            best = duel.Solution(duel.Duel(a, d), aim).best()
            print(
                f"{name:<28}{aim:<10}{best.positions:>5} positions  value {best.value:8.4f}  "
                f"cold {median(cold):6.2f} ms  warm {median(warm):6.2f} ms"
            )


def time_solution(a: Fighter, d: Fighter, aim: duel.Aim) -> float:
    started = time.process_time()
    duel.Solution(duel.Duel(a, d), aim).best()
    return 1000 * (time.process_time() - started)


if __name__ == "__main__":
    main()
