"""Test Commands & Colors: battles of the bot, illegal actions, and verification of stored battles.

    .venv/bin/python bench/cca/bots.py [--own N] [--against random|weak|fair N] [--illegal N] [--secrecy N]
                                       [--stored N] [--measure N] [--first 0] [--seed fresh] [--log FILE]

Battles rotate through all scenarios. Everything derives from the seed.

``--own`` fights the bot against itself and prints errors, answers that the rules refused, processor
seconds per battle, turns and wins by side. Each battle is repeated from its actions and must end in an
identical state. ``--against`` lets the strongest bot fight the given rival, with sides swapped from
battle to battle. ``--illegal`` tries corrupted actions, and actions that belong to another seat or
another moment of the battle; none may be accepted. ``--secrecy`` takes positions that a rival must not be
able to tell apart. It checks that the rival gets the same pages, choices and refusals in them
(tests/engine/secrecy.py). ``--stored`` fights whole battles in a fresh database and verifies them.

``--measure`` fights N battles of the strongest bot against itself for each scenario. Each round rewrites
battles/cca/data/measured.json, which the page of results shows. ``--log`` writes one line of JSON for
each battle of ``--own`` and ``--against``. Battles that FILE already has are read instead of fought, so a
long measurement can be stopped and continued.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from battles.cca.bot.choose import MIND
from battles.cca.rules.system import CCA
from battles.cca.rules.terrain.board import HEXES
from engine.canonical_order import sort_keys
from engine.choices import permits, sample_action
from engine.codec import canonical
from engine.dice import Seeded, Throw
from engine.game import InvalidAction, Refusal
from engine.imagining import imagine_state
from engine.minds import announce

announce(CCA.name, lambda: MIND)
MOST = 20_000  # maximum steps per battle; a longer battle counts as endless
SCENARIOS = tuple(CCA.scenarios())
SEATS = ("bottom", "top")
STRONG, RANDOM = "strong", "random"
MEASURED = Path(__file__).resolve().parents[2] / "battles" / "cca" / "data" / "measured.json"
MOMENTS = 25  # number of moments per battle at which illegal actions are tried
ODD: tuple[Any, ...] = (None, True, -1, 0, 99, 10**12, 1.5, [], {}, "A1", "Z9", "strong", "x" * 300)


def roll_below(dice: Seeded, count: int) -> int:
    return dice.roll(Throw(count, "bench", low=0))


class Battle:
    """A battle between bots of the given strengths, by seat."""

    def __init__(self, number: int, seed: str, bots: dict[str, str], keep: bool = False) -> None:
        self.name = SCENARIOS[number % len(SCENARIOS)]
        scenario = CCA.scenario(self.name)
        self.rules: Any = CCA.open(scenario, {})
        self.brains = {
            seat: CCA.open(scenario, {"bot": strength}) if strength != RANDOM else None
            for seat, strength in bots.items()
        }
        self.refused: list[str] = []
        self.error, self.winner, self.turns = "", "", 0
        self.kept: list[Any] = []
        self.actions: list[tuple[str, Any]] = []
        self.secret = f"{seed} {number}".encode()
        began = time.process_time()
        try:
            self._play(keep)
        except Exception as error:  # an error in the bot or the rules counts as a result
            self.error = f"{type(error).__name__}: {error}"
        self.seconds = time.process_time() - began

    def _play(self, keep: bool) -> None:
        rules = self.rules
        state = rules.setup(Seeded(self.secret, "game", 0)).state
        while (outcome := rules.outcome(state)) is None:
            if len(self.actions) > MOST:
                raise RuntimeError("endless")
            if keep:
                self.kept.append(state)
            owed, number = rules.pending(state)[0], len(self.actions) + 1
            action = self._action(state, owed.seat, Seeded(self.secret, "thoughts", number))
            try:
                after = rules.apply(state, owed.seat, action, Seeded(self.secret, "game", number)).state
            except Refusal as refusal:
                self.refused.append(f"{owed.kind}: {refusal.code} {action}")
                action = owed.default
                after = rules.apply(state, owed.seat, action, Seeded(self.secret, "game", number)).state
            self.actions.append((owed.seat, action))
            state = sort_keys(after)
        self.winner, self.turns, self.end = outcome.winner or "nobody", state.number, state

    def _action(self, state: Any, seat: str, own: Seeded) -> Any:
        brain = self.brains[seat]
        if brain is not None:
            return brain.bot(imagine_state(self.rules, state, seat, own), seat, own)
        choices = self.rules.choices(state, seat)
        return CCA.codec.read(sample_action(choices[roll_below(own, len(choices))], own))

    def verify(self) -> bool:
        """Return whether the same actions with the same seed lead to the same state."""
        state = self.rules.setup(Seeded(self.secret, "game", 0)).state
        for number, (seat, action) in enumerate(self.actions, 1):
            read = CCA.codec.read(json.loads(canonical(CCA.codec.write(action))))
            state = sort_keys(self.rules.apply(state, seat, read, Seeded(self.secret, "game", number)).state)
        return bool(canonical(CCA.codec.write(state)) == canonical(CCA.codec.write(self.end)))


def run_own(count: int, first: int, seed: str, log: Path | None) -> dict[str, Any]:
    bots = dict.fromkeys(SEATS, STRONG)
    found = [fight_or_read(n, f"{seed} own", bots, log) for n in range(first, first + count)]
    seconds = sorted(one["seconds"] for one in found)
    return {
        "battles": count,
        "errors": [(one["name"], one["error"]) for one in found if one["error"]],
        "refused": [text for one in found for text in one["refused"]][:5],
        "verify_false": sum(not one["verified"] for one in found if not one["error"]),
        "won": dict(Counter(one["winner"] for one in found)),
        "by_scenario": {
            name: dict(Counter(one["winner"] for one in found if one["name"] == name)) for name in SCENARIOS
        },
        "turns": [statistics.median(one["turns"] for one in found), max(one["turns"] for one in found)],
        "seconds": {
            "median": round(statistics.median(seconds), 2),
            "p95": round(seconds[int(0.95 * (count - 1))], 2),
            "most": round(seconds[-1], 2),
        },
    }


def fight_or_read(number: int, seed: str, bots: dict[str, str], log: Path | None) -> dict[str, Any]:
    """Return the result of a battle, from the log if it is there. Otherwise fight the battle, and add the
    result to the log if there is one.
    """
    key = f"{CCA.version} {seed} {number} {bots['bottom']} {bots['top']}"
    if log and log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            if (kept := json.loads(line))["key"] == key:
                return dict(kept)
    battle = Battle(number, seed, bots)
    result = {
        "key": key,
        "name": battle.name,
        "winner": battle.winner,
        "turns": battle.turns,
        "seconds": round(battle.seconds, 3),
        "error": battle.error,
        "refused": battle.refused,
        "verified": not battle.error and battle.verify(),
    }
    if log:
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")
    return result


def measure(rounds: int, first: int, seed: str, file: Path) -> dict[str, Any]:
    """Fight a battle of each scenario in every round. After each round, write the total wins, banners and
    turns to the file. Return the number of rounds and battles.
    """
    found: dict[str, Any] = {}
    for number in range(rounds):
        for place, name in enumerate(SCENARIOS):
            battle = Battle(
                (first + number) * len(SCENARIOS) + place, f"{seed} own", dict.fromkeys(SEATS, STRONG)
            )
            if battle.error:
                raise RuntimeError(f"{name}: {battle.error}")
            scores = battle.rules.scores(battle.end)
            sums = found.setdefault(name, {"games": 0, "turns": 0, "won": dict.fromkeys(SEATS, 0)})
            sums["games"] += 1
            sums["turns"] += battle.turns
            if battle.winner in SEATS:
                sums["won"][battle.winner] += 1
            points = sums.setdefault("points", dict.fromkeys(SEATS, 0))
            for seat in SEATS:
                points[seat] += scores[seat]
        command = f"bench/cca/bots.py --measure {number + 1} --first {first} --seed {seed}"
        told = {"command": command, "bots": STRONG, "version": CCA.version, "scenarios": found}
        file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return {"rounds": rounds, "battles": sum(one["games"] for one in found.values())}


def run_against(rival: str, count: int, first: int, seed: str, log: Path | None) -> dict[str, Any]:
    won, lost = 0, Counter[str]()
    errors, refused = [], 0
    for number in range(first, first + count):
        mine, other = SEATS if (number // len(SCENARIOS) + number) % 2 else SEATS[::-1]
        one = fight_or_read(number, f"{seed} {rival}", {mine: STRONG, other: rival}, log)
        won += one["winner"] == mine
        if one["winner"] != mine:
            lost[f"{one['name']} as {mine}"] += 1
        errors += [one["error"]] if one["error"] else []
        refused += len(one["refused"])
    return {"battles": count, "won": won, "errors": errors, "refused": refused, "not_won": dict(lost)}


# --- actions that must not be accepted --------------------------------------------------------------------


def illegal(count: int, seed: str) -> dict[str, Any]:
    tried, battles, accepted, faults, codes = 0, 0, [], [], Counter[str]()
    while tried < count:
        bots = {SEATS[battles % 2]: STRONG, SEATS[1 - battles % 2]: RANDOM}
        battle = Battle(battles, f"{seed} illegal", bots, keep=True)
        battles += 1
        moments = battle.kept[:: max(1, len(battle.kept) // MOMENTS)]
        offered = {
            choice.kind: choice
            for state in moments
            for seat in SEATS
            for choice in battle.rules.choices(state, seat)
        }
        dice = Seeded(f"{seed} {battles}".encode(), "illegal", 0)
        for state in moments:
            for action, seat in _wrong_actions(battle.rules, state, offered, dice, 80):
                tried += 1
                try:
                    read = CCA.codec.read(action)
                    battle.rules.apply(state, seat, read, Seeded(b"", "try", 1))
                    accepted.append((battle.name, seat, action, str(state.stack[-1])[:200]))
                except InvalidAction as refusal:
                    codes[f"invalid: {refusal.code}"] += 1
                except Refusal as refusal:
                    codes[refusal.code] += 1
                except Exception as error:  # any other error is a fault to report
                    faults.append(f"{seat} {action}: {type(error).__name__} {error}")
    told = {"tried": tried, "battles": battles, "accepted": len(accepted), "of_them": accepted[:5]}
    return told | {"faults": len(faults), "those": faults[:5], "codes": dict(codes.most_common())}


def _wrong_actions(
    rules: Any, state: Any, offered: dict[str, Any], dice: Seeded, count: int
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield actions with a seat that is not offered them. Some are corrupted; others belong to another seat
    or another moment.
    """
    names = [*state.units, *state.leaders, *HEXES]
    owing = [owed.seat for owed in rules.pending(state)] or list(SEATS)
    offers = {seat: rules.choices(state, seat) for seat in SEATS}
    for _ in range(count):
        seat = SEATS[roll_below(dice, 2)] if not roll_below(dice, 5) else owing[roll_below(dice, len(owing))]
        choices = offers[seat]
        if choices and roll_below(dice, 3):
            choice = choices[roll_below(dice, len(choices))]
        else:
            choice = offered[sorted(offered)[roll_below(dice, len(offered))]]
        action = sample_action(choice, dice)
        if roll_below(dice, 4):
            action = _spoil_action(action, names, dice)
        if permits(choices, action):
            continue
        try:
            if permits(choices, CCA.codec.write(CCA.codec.read(action))):
                continue  # it is offered after all, because the omitted parts have default values
        except Refusal:
            pass
        yield action, seat


def _spoil_action(action: dict[str, Any], names: list[str], dice: Seeded) -> dict[str, Any]:
    field = sorted(action)[roll_below(dice, len(action))]
    pool: list[Any] = names if roll_below(dice, 3) else list(ODD)
    new = pool[roll_below(dice, len(pool))]
    turn = roll_below(dice, 12)
    if turn == 0:
        return {key: value for key, value in action.items() if key != field}
    if turn == 1:
        return {**action, "stray": new}
    return {**action, field: new}


def secrecy(count: int, first: int) -> dict[str, Any]:
    from tests.engine.secrecy import check_secrecy

    worlds, betrayed = 0, []
    for number in range(first, first + count):
        name = SCENARIOS[number % len(SCENARIOS)]
        try:
            worlds += check_secrecy(CCA, seed=1000 + number, scenario=CCA.scenario(name)).worlds
        except AssertionError as difference:
            betrayed.append(f"{number} {name}: {str(difference)[:400]}")
    return {"games": count, "worlds": worlds, "games_that_betray_something": betrayed}


def run_stored(count: int, first: int) -> dict[str, Any]:
    """Fight out battles in a fresh database, verify them, and return the totals."""
    from bench.fight_out import a_database

    with tempfile.TemporaryDirectory() as folder, a_database(folder) as url:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VEXILLUM_DATA": folder,
            "DATABASE_URL": url,
            "LOG_LEVEL": "ERROR",
        }
        os.environ.pop("REDIS_URL", None)
        return _store_battles(count, first)


def _store_battles(count: int, first: int) -> dict[str, Any]:
    import django

    django.setup()
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.utils import timezone

    from games import services
    from games.models import Entry
    from games.services.clock import jobs
    from games.services.fighting import bot_battles

    call_command("migrate", interactive=False, verbosity=0)
    gm, now = User.objects.create_user("bench"), timezone.now()
    ended = verified = refused = entries = 0
    for number in range(first, first + count):
        game = services.create_game(
            gm=gm,
            name=f"bench {number}",
            system="cca",
            scenario_name=SCENARIOS[number % len(SCENARIOS)],
            seats=dict.fromkeys(SEATS, "bot"),
            now=now,
        )
        with jobs.postponing():
            services.start(game.pk, gm, now=now)
        bot_battles.fight_out(game.pk, now)
        game.refresh_from_db()
        ended += bool(game.has_ended)
        verified += services.verify_game(game).ok
        refused += game.entries.filter(reason=Entry.Reason.DEFAULT).count()
        entries += game.seq
    return {
        "battles": count,
        "ended": ended,
        "verify_true": verified,
        "refused": refused,
        "entries": entries,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("own", "illegal", "secrecy", "stored", "measure", "first"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--against", nargs=2, metavar=("RIVAL", "N"))
    parser.add_argument("--seed", default="fresh")
    parser.add_argument("--log", type=Path)
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    if asked.own:
        found["own"] = run_own(asked.own, asked.first, asked.seed, asked.log)
    if asked.against:
        found[asked.against[0]] = run_against(
            asked.against[0], int(asked.against[1]), asked.first, asked.seed, asked.log
        )
    if asked.illegal:
        found["illegal"] = illegal(asked.illegal, asked.seed)
    if asked.secrecy:
        found["secrecy"] = secrecy(asked.secrecy, asked.first)
    if asked.stored:
        found["stored"] = run_stored(asked.stored, asked.first)
    if asked.measure:
        found["measured"] = measure(asked.measure, asked.first, asked.seed, MEASURED)
    print(json.dumps(found, indent=1, default=str))


if __name__ == "__main__":
    main()
