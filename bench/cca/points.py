"""Commands & Colors: test whether points battles are balanced. Every kind of army fights a mixed army of
equal points, with bots on both sides. Each battle is fought twice, with the sides swapped.

    .venv/bin/python bench/cca/points.py [--pairs 6] [--points 130] [--seed fresh] [--strength strong]

For each kind, the script prints the share of decided battles that it won, with Wilson's 95% interval. The
baseline is a mixed army against another mixed army. Everything derives from the seed.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from battles.cca.bot.choose import MIND
from battles.cca.rules.army.battle import Recipe, battle_by_points
from battles.cca.rules.army.kinds import KINDS
from battles.cca.rules.system import CCA
from engine.dice import Dice, Seeded
from engine.minds import announce
from engine.playouts import run_playouts, wilson

announce(CCA.name, lambda: MIND)
BASELINE = "mixed"
GROUNDS = ("open", "some", "rough")


def battles(kind: str, pairs: int, points: int, seed: str, strength: str) -> dict[str, Any]:
    """Return the results of the battles between a kind of army and the mixed one."""
    won = lost = 0
    for number in range(pairs):
        for mine in ("bottom", "top"):
            winners = fight_battle(kind, mine, number, points, seed, strength)
            if len(winners) == 1:
                won, lost = won + (winners[0] == mine), lost + (winners[0] != mine)
    share = wilson(won, won + lost)
    interval = [round(share.low, 2), round(share.high, 2)]
    return {"won": won, "lost": lost, "share": round(won / max(1, won + lost), 2), "interval": interval}


def fight_battle(kind: str, mine: str, number: int, points: int, seed: str, strength: str) -> list[str]:
    """Return the winners of one battle in which this kind of army has the seat ``mine``."""
    bottom, top = (kind, BASELINE) if mine == "bottom" else (BASELINE, kind)
    ground = GROUNDS[number % len(GROUNDS)]
    scenario = battle_by_points(Recipe(points, bottom, top, ground, seed=f"{seed}{number}"))
    rules: Any = CCA.open(scenario, {"bot": strength})
    begun = rules.setup(Seeded(f"{seed} {kind} {number} {mine}".encode(), "game", 0)).state

    def begin(dice: Dice) -> Any:
        return begun

    tally = run_playouts(rules, begin, f"{seed} {kind} {mine}".encode(), 1, number)
    return [seat for seat, count in tally.wins.items() if count]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pairs", type=int, default=6)
    parser.add_argument("--points", type=int, default=130)
    parser.add_argument("--seed", default="fresh")
    parser.add_argument("--strength", default="strong")
    parser.add_argument("--kinds", nargs="*", default=list(KINDS))
    asked = parser.parse_args()
    found = {
        kind: battles(kind, asked.pairs, asked.points, asked.seed, asked.strength) for kind in asked.kinds
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
