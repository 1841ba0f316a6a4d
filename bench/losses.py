"""Measure battle losses at different odds, and compare them with the campaign's own dice.

    python bench/losses.py [--pair justinian-dba] [--battles N] [--markdown] [--json]

The script covers every pair of campaign and battle system. Forces of the same kind meet at several odds. They
are field armies in Justinian, and infantry on a plain in Italia. The larger side attacks in half of the
battles and defends in the other half. "Own" is the exact result expected from the campaign's own dice: the
chance of winning and the losses. For Justinian it follows from the combat table. For Italia it assumes a
fight to the end; a further column gives the weaker side's losses if it can retreat after one round. "Fought"
is the average of N battles per row. The system's bot fights on both sides, and the bridge converts the
losses. "No pursuit" converts the same battles without losses in pursuit. Losses are shares of a side's
strength, in percent.
"""

import argparse
import dataclasses
import json
import math
import statistics
import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from battles.cca.bot.choose import MIND as ANCIENTS
from battles.dba.bot.mind import MIND as DBA
from battles.schiere.bot.choose import MIND as SCHIERE
from campaigns.bridge import (
    italia_cca,
    italia_dba,
    italia_schiere,
    justinian_cca,
    justinian_dba,
    justinian_schiere,
    pursuit,
)
from campaigns.bridge.italia_combat import situation
from campaigns.italia.forecast.combat import after_round
from campaigns.italia.rules.system import ITALIA
from engine.minds import announce
from tests.campaigns.bridge import kinds
from tests.campaigns.bridge.test_schiere import a_combat

for name, mind in {"cca": ANCIENTS, "dba": DBA, "schiere": SCHIERE}.items():
    announce(name, lambda mind=mind: mind)
ODDS = ((12, 12), (12, 8), (16, 8), (18, 6), (28, 7), (30, 5))
PAIRS = {
    f"{module.BRIDGE.campaign}-{module.BRIDGE.battle}": module.BRIDGE
    for module in (justinian_dba, justinian_schiere, justinian_cca, italia_dba, italia_schiere, italia_cca)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pair", choices=sorted(PAIRS), default="")
    parser.add_argument("--battles", type=int, default=50)
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    if asked.markdown:
        print("| " + " | ".join(HEAD) + " |")
        print("|" + "---|" * len(HEAD))
    for pair, bridge in PAIRS.items():
        if asked.pair in ("", pair):
            for odds in ODDS:
                row = measure(bridge, odds, asked.battles)
                print(json.dumps(row) if asked.json else _line(row, asked.markdown), flush=True)


def measure(bridge, odds, battles: int) -> dict:
    """Return a row of figures for one pair of systems at the given odds. The larger side attacks in half of
    the battles, and defends in the other half.
    """
    fought: dict[str, list[float]] = {"before": [], "now": [], "larger": [], "beaten": []}
    own, won = [], 0
    for larger, number in (("attacker", (battles + 1) // 2), ("defender", battles // 2)):
        battle, scenario = open_battle(bridge.campaign, odds, larger)
        weaker = "defender" if larger == "attacker" else "attacker"
        chances = bridge.own_chances(battle)
        own.append(
            (
                getattr(chances, f"{weaker}_loses"),
                getattr(chances, f"{larger}_loses"),
                getattr(chances, weaker),
            )
        )
        muster = bridge.muster(battle, scenario)
        bare = dataclasses.replace(muster, reckoning=_without_pursuit(muster.reckoning))
        for seed in range(number):
            end = kinds.on_the_table(battle, seed, muster, bridge)
            report = end.report
            fought["now"].append(_lost_share(battle, weaker, report))
            fought["larger"].append(_lost_share(battle, larger, report))
            fought["before"].append(_lost_share(battle, weaker, _repeat_report(bridge, battle, bare, end)))
            won += report.winner == weaker
            if report.winner == larger:
                fought["beaten"].append(fought["now"][-1])
    return {
        "pair": f"{bridge.campaign}-{bridge.battle}",
        "odds": list(odds),
        "battles": battles,
        "own": float(sum(row[0] for row in own) / 2),
        "own_larger": float(sum(row[1] for row in own) / 2),
        "own_wins": float(sum(row[2] for row in own) / 2),
        "one_round": _losses_after_round(bridge.campaign, odds),
        "wins": won / battles,
        **{name: statistics.fmean(values) if values else None for name, values in fought.items()},
        "luck": statistics.pstdev(fought["now"]) / math.sqrt(battles),
    }


def open_battle(campaign: str, odds, larger: str):
    """Return a battle of a campaign at these odds, and its scenario."""
    attacker, defender = odds if larger == "attacker" else odds[::-1]
    if campaign == "justinian":
        given = {
            "doing": kinds.march("illyricum"),
            "armies": {
                "illyricum": kinds.at("praevalitana", attacker, "buzes"),
                "witigis": kinds.at("praevalitana", defender),
            },
            "actions": [kinds.ATTACK],
        }
        found = next(one for seed in range(40) if (one := kinds._attempt(given, seed, {})) is not None)
        return found.battle, kinds.SCENARIO
    battle = a_combat("romans", "celts")
    forces = {}
    for side, number in (("attacker", attacker), ("defender", defender)):
        force = getattr(battle, side)
        units = tuple(dataclasses.replace(unit, sp=number) for unit in force.units)
        forces[side] = dataclasses.replace(force, units=units, facts={"commander": None, "leaders": []})
    return dataclasses.replace(battle, **forces), ITALIA.scenario("italia1")


def _without_pursuit(reckoning):
    return tuple(row for row in reckoning if row["code"] != pursuit.CODE)


def _repeat_report(bridge, battle, muster, end):
    """Return the report of a battle that was fought, with its losses converted by another muster. A muster
    holds the units that stand for the campaign's forces, and the rules of conversion.
    """
    return bridge.report(battle, muster, end.outcome, end.view)


def _lost_share(battle, side: str, report) -> float:
    force = getattr(battle, side)
    return sum(report.losses.get(unit.id, 0) for unit in force.units) / force.sp


def _losses_after_round(campaign: str, odds) -> float | None:
    """Return the share of its strength that the weaker side loses by Italia's dice in one round, before it
    can retreat. Return None for any other campaign.
    """
    if campaign != "italia":
        return None
    battle, _ = open_battle(campaign, odds, "attacker")
    law, less = after_round(situation(battle)), odds[1]
    left = law.expectation(lambda key: sum(number for _, number in key[2]))
    return float(1 - Fraction(left) / less)


HEAD = (
    "pair",
    "strength",
    "weaker wins: own",
    "fought",
    "weaker loses: own",
    "after one round",
    "fought, no pursuit",
    "fought",
    "when beaten",
    "larger loses: own",
    "fought",
)


def _line(row: dict, markdown: bool) -> str:
    cells = [
        row["pair"],
        "{}:{}".format(*row["odds"]),
        *(
            "–" if row[name] is None else f"{100 * row[name]:.0f}"
            for name in (
                "own_wins",
                "wins",
                "own",
                "one_round",
                "before",
                "now",
                "beaten",
                "own_larger",
                "larger",
            )
        ),
    ]
    cells[7] += f" ± {100 * row['luck']:.0f}"
    if markdown:
        return "| " + " | ".join(cells) + " |"
    return " | ".join(f"{head} {cell}" for head, cell in zip(HEAD, cells, strict=True))


if __name__ == "__main__":
    main()
