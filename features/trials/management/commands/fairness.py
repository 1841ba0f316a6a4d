"""`manage.py fairness CAMPAIGN BATTLE`: compare battles fought in the system BATTLE with the campaign's exact
odds.
"""

import json
from dataclasses import asdict
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine import registry
from engine.game import BadScenario
from features.trials import fairness
from games import plugins


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn about how jobs run
    help = (
        "Lets bots play a campaign and fight its battles with a battle system, then compares victories and "
        "losses with the campaign's own exact chances."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("campaign")
        parser.add_argument("battle")
        parser.add_argument("--battles", type=int, default=10, help="the number of battles")
        parser.add_argument("--times", type=int, default=20, help="how many times to fight each battle")
        parser.add_argument("--seed", type=int, default=1, help="the seed of the first campaign")
        parser.add_argument("--scenario", default="", help="a built-in scenario (default: the first)")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *args: Any, **asked: Any) -> None:
        bridge = plugins.bridge(asked["campaign"], asked["battle"])
        if bridge is None:
            raise CommandError(f"No bridge leads from {asked['campaign']} to {asked['battle']}.")
        if asked["battles"] < 1 or asked["times"] < 1:
            raise CommandError("--battles and --times must be at least 1.")
        campaign, battle = registry.get(asked["campaign"]), registry.get(bridge.fought_by)
        names = campaign.scenarios()
        name = asked["scenario"] or next(iter(names))
        if name not in names:
            raise CommandError(f"There is no scenario {name}; there are {', '.join(names)}.")
        scenario = campaign.scenario(name)
        try:
            found = islice(fairness.battles(bridge, campaign, scenario, asked["seed"]), asked["battles"])
            rows = []
            for one in found:
                row = fairness.measure(bridge, one, battle, scenario, asked["times"])
                rows.append(row)
                self.stdout.write(_as_json(row) if asked["json"] else _line(row))
        except fairness.NoChances:
            raise CommandError(f"{asked['campaign']} has no exact chances to compare with.") from None
        except BadScenario as bad:
            raise CommandError(f"The bots can't fight this battle: {bad}") from None
        if not rows:
            raise CommandError("No battle was fought in a whole campaign.")
        if not asked["json"]:
            apart, luck = fairness.mean_distance(rows), fairness.mean_distance_by_luck(rows)
            self.stdout.write(
                f"{len(rows)} battles, each {asked['times']} times: victories lie {100 * apart:.1f} points "
                f"from the campaign's own chances on average; luck alone would give {100 * luck:.1f}."
            )


def _line(row: fairness.FairnessMeasure) -> str:
    own = row.own
    return (
        f"{row.sp[0]:>3} : {row.sp[1]:<3} SP | attacker wins / tie / defender wins: own "
        f"{_percent(own.attacker, own.tie, own.defender)}, fought "
        f"{_percent(row.attacker, row.tie, row.defender)} | lost: own "
        f"{_percent(own.attacker_loses, own.defender_loses)}, fought "
        f"{_percent(row.attacker_loses, row.defender_loses)}"
    )


def _percent(*shares: Any) -> str:
    return " / ".join(f"{100 * float(share):.0f}" for share in shares)


def _as_json(row: fairness.FairnessMeasure) -> str:
    own = {name: float(value) for name, value in asdict(row.own).items()}
    return json.dumps({**asdict(row), "own": own, "apart": row.deviation})
