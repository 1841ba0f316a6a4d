"""Battles of Justinian on the DBA table against the campaign's own battle table, for the same forces.

    python bench/bridge.py [--battles N] [--kind TEXT] [--markdown] [--json]

Baseline: the exact chances of the campaign's table (campaigns.justinian.forecast.land: all hundred pairs of
dice). Measured: N battles a kind, both sides played by the DBA bot, through the bridge there and back. Losses
are shares of the side's SP, mean and standard deviation. The kinds are those of tests/campaigns/bridge.
"""

import argparse
import json
import math
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from campaigns.bridge.justinian_dba import BRIDGE
from tests.campaigns.bridge.kinds import KINDS, SCENARIO, fought, losses, opened


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--battles", type=int, default=300)
    parser.add_argument("--kind", default="", help="only kinds whose name holds this")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [measure(kind, asked.battles) for kind in KINDS if asked.kind in kind]
    if asked.json:
        print(json.dumps(rows))
    elif asked.markdown:
        print("\n".join(markdown(rows)))
    else:
        for row in rows:
            print(line(row))


def measure(kind: str, battles: int) -> dict:
    campaign = opened(kind)
    muster = BRIDGE.muster(campaign.battle, SCENARIO)
    won: Counter[str | None] = Counter()
    lost: list[tuple[int, int]] = []
    bounds, began = [], time.perf_counter()
    for seed in range(battles):
        result = fought(campaign, seed, muster)
        won[result.report.winner] += 1
        lost.append(losses(campaign.battle, result.report))
        bounds.append(result.view["bound"])
    spent = time.perf_counter() - began
    chances, sp = campaign.chances, (campaign.battle.attacker.sp, campaign.battle.defender.sp)
    exact = (chances.attacker_losses, chances.defender_losses)
    return {
        "kind": kind,
        "sp": sp,
        "elements": [
            sum("unit" in e for e in muster.scenario["armies"][s]["elements"]) for s in ("red", "blue")
        ],
        "table": [float(c) for c in (chances.attacker_wins, chances.tie, chances.defender_wins)],
        "dba": [won[w] / battles for w in ("attacker", None, "defender")],
        "table_losses": [spread(e, s) for e, s in zip(exact, sp, strict=True)],
        "dba_losses": [
            (statistics.fmean(n[i] for n in lost) / sp[i], statistics.pstdev([n[i] for n in lost]) / sp[i])
            for i in (0, 1)
        ],
        "bounds": statistics.median(bounds),
        "ms": 1000 * spent / battles,
    }


def spread(chances, sp: int) -> tuple[float, float]:
    """Mean and standard deviation of a distribution of SP lost, as shares."""
    mean = sum(float(chance) * value for value, chance in chances.items())
    square = sum(float(chance) * value * value for value, chance in chances.items())
    return mean / sp, math.sqrt(max(0.0, square - mean * mean)) / sp


def percent(values) -> str:
    return " / ".join(f"{100 * value:.0f}" for value in values)


def share(pair) -> str:
    return f"{100 * pair[0]:.0f} ± {100 * pair[1]:.0f}"


def cells(row: dict) -> list[str]:
    return [
        row["kind"],
        "{}:{}".format(*row["sp"]),
        "{}:{}".format(*row["elements"]),
        percent(row["table"]),
        percent(row["dba"]),
        share(row["table_losses"][0]),
        share(row["dba_losses"][0]),
        share(row["table_losses"][1]),
        share(row["dba_losses"][1]),
    ]


HEAD = (
    "kind",
    "SP",
    "elements",
    "table: wins",
    "DBA: wins",
    "table: att.",
    "DBA: att.",
    "table: def.",
    "DBA: def.",
)


def line(row: dict) -> str:
    found = " | ".join(f"{head} {cell}" for head, cell in zip(HEAD[1:], cells(row)[1:], strict=True))
    return f"{row['kind']}\n   {found} | median bounds {row['bounds']:.0f}, {row['ms']:.0f} ms a battle"


def markdown(rows: list[dict]):
    yield "| " + " | ".join(HEAD) + " |"
    yield "|" + "---|" * len(HEAD)
    for row in rows:
        yield "| " + " | ".join(cells(row)) + " |"


if __name__ == "__main__":
    main()
