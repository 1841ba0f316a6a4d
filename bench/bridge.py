"""Compare battles of Justinian fought in another system with the campaign's own table, for equal forces.

    python bench/bridge.py [--system NAME] [--battles N] [--kind TEXT] [--markdown] [--json]

The baseline is the campaign's table. Its chances are exact, from all hundred pairs of dice
(campaigns.justinian.forecast.land). The script fights N battles of each kind (seeds 0 to N-1). The
system's bot plays both sides, and the bridge converts the forces and the losses. Losses are shares of the
side's SP, given by their mean and standard deviation. The kinds are those of tests/campaigns/bridge.

The last line is about the favourite, the side that is likelier to win by the table. It compares the
favourite's wins in the battles with its chance by the table (a tie counts half). It gives the difference
over all battles in points, and how much of the difference luck alone explains.
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

from battles.cataphract.bot.keeper import KEEPER
from battles.cca.bot.choose import MIND as ANCIENTS
from battles.dba.bot.mind import MIND as DBA
from battles.schiere.bot.choose import MIND as SCHIERE
from campaigns.bridge import justinian_cca, justinian_dba, justinian_dba_board, justinian_schiere
from campaigns.bridge.cataphract import justinian as justinian_cataphract
from engine.minds import announce
from tests.campaigns.bridge.kinds import KINDS, SCENARIO, fought, losses, opened

for name, mind in {"cataphract": KEEPER, "cca": ANCIENTS, "dba": DBA, "schiere": SCHIERE}.items():
    announce(name, lambda mind=mind: mind)
MODULES = (justinian_dba, justinian_dba_board, justinian_schiere, justinian_cca, justinian_cataphract)
BRIDGES = {module.BRIDGE.battle: module.BRIDGE for module in MODULES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--system", choices=sorted(BRIDGES), default="dba")
    parser.add_argument("--battles", type=int, default=300)
    parser.add_argument("--kind", default="", help="only kinds whose name holds this")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    bridge = BRIDGES[asked.system]
    rows = [measure(kind, asked.battles, bridge) for kind in KINDS if asked.kind in kind]
    if asked.json:
        print(json.dumps(rows))
    elif asked.markdown:
        print("\n".join(markdown(rows)))
    else:
        for row in rows:
            print(line(row))
    if not asked.json:
        print(bias(rows, asked.battles))


def bias(rows: list[dict], battles: int) -> str:
    """Describe how much more often the favoured side wins than the table predicts, in percentage points."""
    apart, luck = 0.0, 0.0
    for row in rows:
        table, found = (row[name][0] + row[name][1] / 2 for name in ("table", "fought"))
        apart += (found - table) * (1 if table >= 0.5 else -1)
        luck += table * (1 - table) / battles
    return (
        f"{len(rows)} kinds, {len(rows) * battles} battles: the favoured side wins "
        f"{100 * apart / len(rows):+.1f} points oftener than by the table "
        f"(one standard deviation of luck: {100 * math.sqrt(luck) / len(rows):.1f})"
    )


def measure(kind: str, battles: int, bridge) -> dict:
    campaign = opened(kind)
    muster = bridge.muster(campaign.battle, SCENARIO)
    fielded = bridge.elements(muster)
    won: Counter[str | None] = Counter()
    lost: list[tuple[int, int]] = []
    bounds, began = [], time.perf_counter()
    for seed in range(battles):
        result = fought(campaign, seed, muster, bridge)
        won[result.report.winner] += 1
        lost.append(losses(campaign.battle, result.report))
        bounds.append(next(result.view[name] for name in ("bound", "number", "turn") if name in result.view))
    spent = time.perf_counter() - began
    chances, sp = campaign.chances, (campaign.battle.attacker.sp, campaign.battle.defender.sp)
    exact = (chances.attacker_losses, chances.defender_losses)
    return {
        "kind": kind,
        "sp": sp,
        "elements": [
            sum(fielded.get(unit.id, 0) for unit in force.units)
            for force in (campaign.battle.attacker, campaign.battle.defender)
        ],
        "table": [float(c) for c in (chances.attacker_wins, chances.tie, chances.defender_wins)],
        "fought": [won[w] / battles for w in ("attacker", None, "defender")],
        "table_losses": [spread(e, s) for e, s in zip(exact, sp, strict=True)],
        "fought_losses": [
            (statistics.fmean(n[i] for n in lost) / sp[i], statistics.pstdev([n[i] for n in lost]) / sp[i])
            for i in (0, 1)
        ],
        "bounds": statistics.median(bounds),
        "ms": 1000 * spent / battles,
    }


def spread(chances, sp: int) -> tuple[float, float]:
    """Return the mean and standard deviation of the SP lost, as shares."""
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
        percent(row["fought"]),
        share(row["table_losses"][0]),
        share(row["fought_losses"][0]),
        share(row["table_losses"][1]),
        share(row["fought_losses"][1]),
    ]


HEAD = (
    "kind",
    "SP",
    "pieces",
    "table: wins",
    "fought: wins",
    "table: att.",
    "fought: att.",
    "table: def.",
    "fought: def.",
)


def line(row: dict) -> str:
    found = " | ".join(f"{head} {cell}" for head, cell in zip(HEAD[1:], cells(row)[1:], strict=True))
    return f"{row['kind']}\n   {found} | median turns {row['bounds']:.0f}, {row['ms']:.0f} ms a battle"


def markdown(rows: list[dict]):
    yield "| " + " | ".join(HEAD) + " |"
    yield "|" + "---|" * len(HEAD)
    for row in rows:
        yield "| " + " | ".join(cells(row)) + " |"


if __name__ == "__main__":
    main()
