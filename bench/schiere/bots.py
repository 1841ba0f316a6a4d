"""Test Schiere: battles of the bot, illegal actions, and verification of stored battles.

    .venv/bin/python bench/schiere/bots.py [--own 1000] [--random 100] [--illegal 100000] [--stored 30]
                                           [--seed fresh] [--first 0] [--out FILE]

Battles rotate through the six built-in boards and six generated ones, each with the armies of its
scenario. Everything derives from the seed.

``--own`` lets bots play both sides. It counts errors, answers that the rules refused, endless battles,
processor seconds per battle, and wins. ``--random`` has the bot on one side and a random player on the
other, with sides swapped from battle to battle. ``--illegal`` tries corrupted actions in such battles,
and actions that belong to another seat or another moment. Each must be refused with the rule that it
breaks. ``--stored`` fights whole battles in a fresh database (SQLite, or that of DATABASE_URL) and
verifies them. ``--out`` writes each battle to a file as a line of JSON as soon as it is over.
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

from battles.schiere.rules.system import SCHIERE
from engine.canonical_order import sort_keys
from engine.choices import permits, sample_action
from engine.dice import Seeded, Throw
from engine.game import InvalidAction, Refusal
from engine.imagining import imagine_state

MOST = 20_000  # maximum steps per battle; a longer battle counts as endless
BOARDS = tuple(SCHIERE.scenarios())
SEATS = ("rome", "carthage")
MOMENTS = 40  # number of moments per battle at which illegal actions are tried


def roll_below(dice: Seeded, count: int) -> int:
    return dice.roll(Throw(count, "bench", low=0))


def open_board(number: int) -> tuple[str, Any]:
    """Return the name of the board with this number, and its rules. The six built-in boards come first, then
    six generated ones, and so on in turn.
    """
    board = BOARDS[number % len(BOARDS)]
    ground = number if number // len(BOARDS) % 2 else 0
    options = {"ground": ground % 9999 + 1} if ground else {}
    return f"{board}{f'/{ground}' if ground else ''}", SCHIERE.open(SCHIERE.scenario(board), options)


class Battle:
    """A battle in which bots play the ``clever`` seats, and a random player plays the others. ``kept``: every
    state, if requested.
    """

    def __init__(self, number: int, seed: str, clever: tuple[str, ...] = SEATS, keep: bool = False) -> None:
        self.number, self.clever = number, clever
        self.board, self.rules = open_board(number)
        self.refused: list[str] = []
        self.error, self.winner, self.steps, self.turn = "", "", 0, 0
        self.kept: list[Any] = []
        began = time.process_time()
        try:
            self._play(f"{seed} {number}".encode(), keep)
        except Exception as error:  # an error in the bot counts as a result
            self.error = f"{type(error).__name__}: {error}"
        self.seconds = time.process_time() - began

    def _play(self, secret: bytes, keep: bool) -> None:
        rules = self.rules
        state = rules.setup(Seeded(secret, "game", 0)).state
        while (outcome := rules.outcome(state)) is None:
            self.steps += 1
            if self.steps > MOST:
                raise RuntimeError("endless")
            if keep:
                self.kept.append(state)
            state = sort_keys(state)
            owed, own = rules.pending(state)[0], Seeded(secret, "thoughts", self.steps)
            action = self._action(state, owed.seat, own)
            dice = Seeded(secret, "game", self.steps)
            try:
                state = rules.apply(state, owed.seat, action, dice).state
            except Refusal as refusal:
                self.refused.append(f"{owed.kind}: {refusal.code}")
                state = rules.apply(state, owed.seat, owed.default, Seeded(secret, "again", self.steps)).state
        self.turn = state.turn
        self.winner = outcome.winner or "nobody"
        self.scores, self.reason = dict(outcome.scores), outcome.reason

    def _action(self, state: Any, seat: str, own: Seeded) -> Any:
        if seat in self.clever:
            return self.rules.bot(imagine_state(self.rules, state, seat, own), seat, own)
        choices = self.rules.choices(state, seat)
        return SCHIERE.codec.read(sample_action(choices[roll_below(own, len(choices))], own))

    def as_json(self) -> dict[str, Any]:
        told = {"number": self.number, "board": self.board, "winner": self.winner, "steps": self.steps}
        told |= {"turn": self.turn, "seconds": round(self.seconds, 3), "refused": self.refused}
        told |= {"error": self.error} if self.error else {"scores": self.scores, "reason": self.reason}
        return told | ({"clever": list(self.clever)} if self.clever != SEATS else {})


def fight_battles(count: int, first: int, seed: str, out: str, *, random: bool) -> dict[str, Any]:
    found = []
    for number in range(first, first + count):
        clever = (SEATS[number % 2],) if random else SEATS
        one = Battle(number, f"{seed} {'random' if random else 'own'}", clever).as_json()
        found.append(one)
        if out:
            with Path(out).open("a") as file:
                file.write(json.dumps(one) + "\n")
    return summary(found, random=random)


def summary(found: list[dict[str, Any]], *, random: bool) -> dict[str, Any]:
    """Summarise the results of battles. ``random``: whether one side was a random player, in which case the
    bot's wins are counted and all other battles listed.
    """
    seconds = sorted(one["seconds"] for one in found)
    told: dict[str, Any] = {
        "battles": len(found),
        "errors": [one for one in found if one.get("error")],
        "refused": sum(len(one["refused"]) for one in found),
        "won": dict(Counter(one["winner"] for one in found)),
        "reasons": dict(Counter(one.get("reason", "error") for one in found)),
        "seconds": {
            "median": round(statistics.median(seconds), 2),
            "most": seconds[-1],
            "of_50_points_or_less": _median_small(found),
        },
        "steps": statistics.median(one["steps"] for one in found),
    }
    if random:
        told["program_won"] = sum(one["winner"] in one["clever"] for one in found)
        told["not_won"] = [one for one in found if one["winner"] not in one["clever"]]
    return told


def _median_small(found: list[dict[str, Any]]) -> float:
    small = [one["seconds"] for one in found if one["board"].split("/")[0] in ("open_field", "ford", "woods")]
    return round(statistics.median(small), 2) if small else 0.0


# --- actions that must not be accepted --------------------------------------------------------------------


def illegal(count: int, seed: str) -> dict[str, Any]:
    """Try actions that no choice offers, at moments spread evenly over battles of bots against random
    players. Return the numbers and examples of accepted actions and of faults.
    """
    tried, accepted, faults, codes, number = 0, [], [], Counter[str](), 0
    while tried < count:
        battle = Battle(number, f"{seed} illegal", (SEATS[number % 2],), keep=True)
        number += 1
        moments = battle.kept[:: max(1, len(battle.kept) // MOMENTS)]
        offered = {
            choice.kind: choice
            for state in moments
            for seat in SEATS
            for choice in battle.rules.choices(state, seat)
        }
        own = Seeded(f"{seed} {number}".encode(), "illegal", 0)
        for state in moments:
            for action, seat in _wrong_actions(battle.rules, state, offered, own, 60):
                tried += 1
                try:
                    battle.rules.apply(state, seat, SCHIERE.codec.read(action), Seeded(b"", "try", 1))
                    accepted.append((battle.number, seat, action))
                except InvalidAction as refusal:
                    codes[f"invalid: {refusal.code}"] += 1
                except Refusal as refusal:
                    codes[refusal.code] += 1
                    reason = refusal.code == "not_your_decision" or getattr(refusal, "rule", "")
                    if not reason:
                        faults.append(f"{seat} {action}: refused without a reason")
                except Exception as error:  # any other error is a fault to report
                    faults.append(f"{seat} {action}: {type(error).__name__} {error}")
    return {
        "tried": tried,
        "battles": number,
        "accepted": len(accepted),
        "of_them": accepted[:5],
        "faults": len(faults),
        "those": faults[:5],
        "codes": dict(codes.most_common()),
    }


def _wrong_actions(
    rules: Any, state: Any, offered: dict[str, Any], own: Seeded, count: int
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield actions with a seat that is not offered them. Some are corrupted; others belong to another seat
    or another moment.
    """
    names = [*state.pieces, *state.orders, "r99", "nobody", ""]
    squares = ["a1", "h8", "p16", "z99", "a0", "here"]
    odd: list[Any] = [None, True, -1, 0, 99, 10**12, 1.5, [], {}, "sword1", "feint", "n", "x" * 300]
    plain = SCHIERE.codec
    owing = [owed.seat for owed in rules.pending(state) if owed.seat in SEATS] or list(SEATS)
    offers = {seat: rules.choices(state, seat) for seat in SEATS}
    for _ in range(count):
        seat = SEATS[roll_below(own, 2)] if not roll_below(own, 5) else owing[roll_below(own, len(owing))]
        choices = offers[seat]
        if choices and roll_below(own, 3):
            choice = choices[roll_below(own, len(choices))]
        else:
            choice = offered[sorted(offered)[roll_below(own, len(offered))]]
        action = sample_action(choice, own)
        if roll_below(own, 4):
            action = _spoil_action(action, names, squares, odd, own)
        if permits(choices, action):
            continue
        try:
            if permits(choices, plain.write(plain.read(action))):
                continue  # it is offered after all, because the omitted parts have default values
        except Refusal:
            pass
        yield action, seat


def _spoil_action(
    action: dict[str, Any], names: list[str], squares: list[str], odd: list[Any], own: Seeded
) -> dict[str, Any]:
    """Return a corrupted action. One field is missing, added, or has another value: another piece, order or
    square, nonsense, or a value repeated.
    """
    fields = sorted(action) if not roll_below(own, 12) else sorted(set(action) - {"kind"}) or ["kind"]
    field = fields[roll_below(own, len(fields))]
    old = action[field]
    pool = (names, squares, odd)[roll_below(own, 3)]
    new = pool[roll_below(own, len(pool))]
    if isinstance(old, list):
        kinds = [[*old, *old], [*old, new], [new], old[::-1], old[1:], [*old, *squares[:2]]]
        new = kinds[roll_below(own, len(kinds))]
    if not roll_below(own, 10):
        return {key: value for key, value in action.items() if key != field}
    if not roll_below(own, 10):
        return {**action, "stray": new}
    return {**action, field: new}


# --- stored battles, verified -----------------------------------------------------------------------------


def run_stored(count: int, first: int, out: str) -> dict[str, Any]:
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
        return _store_battles(count, first, out) | {"database": url.split(":", maxsplit=1)[0]}


def _store_battles(count: int, first: int, out: str) -> dict[str, Any]:
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
    found = []
    for number in range(first, first + count):
        board = BOARDS[number % len(BOARDS)]
        options = {"ground": number + 1} if number // len(BOARDS) % 2 else {}
        game = services.create_game(
            gm=gm,
            name=f"bench {number}",
            system="schiere",
            scenario_name=board,
            options=options,
            seats=dict.fromkeys(SEATS, "bot"),
            now=now,
        )
        with jobs.postponing():
            services.start(game.pk, gm, now=now)
        began = time.process_time()
        bot_battles.fight_out(game.pk, now)
        seconds = time.process_time() - began
        game.refresh_from_db()
        one = {
            "number": number,
            "ended": bool(game.has_ended),
            "entries": game.seq,
            "seconds": round(seconds, 3),
        }
        # the bot's answers that were refused and replaced by the default
        one["refused"] = game.entries.filter(reason=Entry.Reason.DEFAULT).count()
        one["verify"] = services.verify_game(game).ok
        found.append(one)
        if out:
            with Path(out).open("a") as file:
                file.write(json.dumps(one) + "\n")
    return {
        "battles": len(found),
        "ended": sum(one["ended"] for one in found),
        "verify_true": sum(one["verify"] for one in found),
        "refused": sum(one["refused"] for one in found),
        "entries": sum(one["entries"] for one in found),
        "median_seconds": round(statistics.median(one["seconds"] for one in found), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--own", type=int, default=0)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--illegal", type=int, default=0)
    parser.add_argument("--stored", type=int, default=0)
    parser.add_argument("--seed", default="fresh")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--out", default="")
    parser.add_argument("--read", help="sum up a file that --out has written")
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    if asked.read:
        lines = [json.loads(line) for line in Path(asked.read).read_text().splitlines()]
        found["read"] = summary(lines, random="clever" in lines[0])
    if asked.own or not (asked.random or asked.illegal or asked.stored or asked.read):
        found["own"] = fight_battles(asked.own or 12, asked.first, asked.seed, asked.out, random=False)
    if asked.random:
        found["random"] = fight_battles(asked.random, asked.first, asked.seed, asked.out, random=True)
    if asked.illegal:
        found["illegal"] = illegal(asked.illegal, asked.seed)
    if asked.stored:
        found["stored"] = run_stored(asked.stored, asked.first, asked.out)
    for part, told in found.items():
        print(part)
        for name, value in told.items():
            print(f"  {name:<16}{value}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
