"""Test DBA on the on-screen board: battles of the bot, a check of the rules, illegal actions, slow choices.

    .venv/bin/python bench/dba/board.py [--battles N] [--against random|ahead|weak|fair N] [--bounds N]
                                        [--illegal N] [--offers N] [--first 0] [--seed fresh] [--slice 25]

In each battle two of the army lists meet, with their usual options. The defender's bot draws the
battlefield. Every other battle has the seats swapped. Everything derives from the seed.

``--battles`` fights the bot against itself. It prints errors, refusals, the reasons why battles ended, and
processor seconds. It also prints bounds per battle, to compare with the rulebook's hour, and wins by list, to
compare with the sum of the troops' factors. Each battle is replayed from its actions and must give the same
bytes. ``--against`` fights the strong bot against another player.

``--bounds`` lets random players and players who march straight ahead fight N bounds. After each step an
independent judge (tests/battles/dba/board/laws.py) looks for broken rules. ``--illegal`` tries corrupted
actions, and actions that belong to another seat or another moment of the battle. The same judge checks
every action that is accepted. ``--offers`` times the lists of offered actions. ``--slice N`` prints the
figures so far after every N battles, so that a long run still yields figures if it is stopped.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from armies.dba.catalogue import catalogue
from armies.dba.lists import army_lists
from armies.dba.roster import ready_roster
from battles.dba.bot import board as bot
from battles.dba.bot import plan
from battles.dba.muster.scenario import battle as scenario_of
from battles.dba.rules.board.actions import FightOnBoard, MoveOnBoard, ShootOnBoard
from battles.dba.rules.system import DBA
from battles.dba.rules.table import actions as act
from battles.dba.rules.troops import TROOPS
from engine.canonical_order import sort_keys
from engine.choices import permits, sample_action
from engine.codec import canonical
from engine.dice import Seeded, Throw
from engine.game import InvalidAction, Refusal
from tests.battles.dba.board import laws

SEATS = ("red", "blue")
MOST = 3000  # maximum steps per battle; a longer battle counts as endless
BOT, RANDOM, AHEAD = "strong", "random", "ahead"
QUIET = ("concede", "agree_draw")
ODD: tuple[Any, ...] = (None, True, -1, 0, 99, 10**12, 1.5, [], {}, "r1", "b1", "denizens", "x" * 300)
MOMENTS = 20  # number of moments per battle at which illegal actions are tried
TRIES = 60  # number of actions tried at each moment
PLACES = ("bua", "camp red", "camp blue")


def roll_below(dice: Seeded, count: int) -> int:
    return dice.roll(Throw(count, "bench", low=0))


@lru_cache(maxsize=128)
def roster(name: str) -> Any:
    return ready_roster(name)


def pair_of(number: int) -> tuple[str, str]:
    """Return the two different army lists of this battle. All pairs occur before one is repeated."""
    names = tuple(army_lists())
    apart = number // len(names) % (len(names) - 1) + 1
    one = number % len(names)
    return names[one], names[(one + apart) % len(names)]


class Battle:
    """A battle between players of the given kinds, by seat."""

    def __init__(self, number: int, seed: str, players: dict[str, str], keep: bool = False) -> None:
        lists = pair_of(number)
        self.lists = dict(zip(SEATS, lists if number % 2 else lists[::-1], strict=True))
        one, two = (roster(self.lists[seat]) for seat in SEATS)
        facts = scenario_of(one, two, "bench", (one.army.name, two.army.name))
        self.rules: Any = DBA.open({**facts, "board": True}, {})
        self.players = players
        self.error, self.winner, self.bounds, self.reason = "", "", 0, ""
        self.refused: list[str] = []
        self.broken: list[str] = []
        self.kept: list[Any] = []
        self.actions: list[tuple[str, Any]] = []
        self.secret = f"{seed} {number}".encode()
        self.judge = keep
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
            dice = Seeded(self.secret, "game", number)
            try:
                step = rules.apply(state, owed.seat, action, dice)
            except Refusal as refusal:
                self.refused.append(f"{owed.kind}: {refusal.code} {action}")
                action = owed.default
                step = rules.apply(state, owed.seat, action, Seeded(self.secret, "game", number))
            if keep:
                self.broken += laws.broken(rules, state, owed.seat, action, step)
            self.actions.append((owed.seat, action))
            state = sort_keys(step.state)
        self.winner, self.bounds, self.end = outcome.winner or "nobody", state.bound, state
        self.reason = outcome.reason

    def _action(self, state: Any, seat: str, own: Seeded) -> Any:
        player = self.players[seat]
        if player == RANDOM and state.phase in ("moves", "shooting", "combat"):
            return random_action(self.rules, state, seat, own)
        if player == AHEAD and state.phase == "moves":
            return march_ahead(self.rules, state)
        if player in (RANDOM, AHEAD) and state.phase == "deployment":
            return act.Deploy()  # always in the same way, so that later figures can be compared
        strength = BOT if player in (RANDOM, AHEAD) else player
        return bot.action(self.rules.battle, state, own, strength)

    def verify(self) -> bool:
        """Apply the battle's actions again with its seed. Return whether the final state is the same, byte
        for byte.
        """
        state = self.rules.setup(Seeded(self.secret, "game", 0)).state
        for number, (seat, action) in enumerate(self.actions, 1):
            read = DBA.codec.read(json.loads(canonical(DBA.codec.write(action))))
            state = sort_keys(self.rules.apply(state, seat, read, Seeded(self.secret, "game", number)).state)
        return bool(canonical(DBA.codec.write(state)) == canonical(DBA.codec.write(self.end)))


def random_action(rules: Any, state: Any, seat: str, dice: Seeded) -> Any:
    choices = [one for one in rules.choices(state, seat) if one.kind not in QUIET and not one.fields]
    return DBA.codec.read(sample_action(choices[roll_below(dice, len(choices))], dice))


def march_ahead(rules: Any, state: Any) -> Any:
    """Return a move of the largest group: into contact if possible, otherwise straight ahead. Return EndMoves
    if no group can move.
    """
    found = plan.march(rules.battle, state)
    return MoveOnBoard(str(found)) if found else act.EndMoves()


# --- battles ----------------------------------------------------------------------------------------------


def points(list_id: str) -> int:
    """Return a simple value for an army: the sum of both factors of all its elements (L332-343)."""
    return sum(troop.foot + troop.mounted for troop in map(troop_of, roster(list_id).codes))


def troop_of(code: str) -> Any:
    return TROOPS[catalogue()[code].type]


def run_battles(count: int, first: int, seed: str, size: int) -> dict[str, Any]:
    found: list[Battle] = []
    for number in range(first, first + count):
        one = Battle(number, f"{seed} own", dict.fromkeys(SEATS, BOT))
        one.verified = not one.error and one.verify()  # type: ignore[attr-defined]
        found.append(one)
        if len(found) % size == 0 or number == first + count - 1:
            print(json.dumps(sum_up(found)), flush=True)
    return sum_up(found)


def sum_up(found: list[Battle]) -> dict[str, Any]:
    seconds = sorted(one.seconds for one in found)
    bounds = sorted(one.bounds for one in found)
    wins, games = Counter[str](), Counter[str]()
    better = decided = 0
    for one in found:
        worth = {seat: points(one.lists[seat]) for seat in SEATS}
        for seat in SEATS:
            games[one.lists[seat]] += 1
            wins[one.lists[seat]] += one.winner == seat
        if one.winner in SEATS and worth["red"] != worth["blue"]:
            decided += 1
            better += one.winner == max(SEATS, key=worth.__getitem__)
    share = {name: wins[name] / games[name] for name in games}
    return {
        "battles": len(found),
        "errors": [one.error for one in found if one.error][:5],
        "refused": [text for one in found for text in one.refused][:5],
        "verify_true": sum(one.verified for one in found),  # type: ignore[attr-defined]
        "reasons": dict(Counter(one.reason for one in found)),
        "bounds": {
            "median": statistics.median(bounds),
            "p95": bounds[int(0.95 * (len(bounds) - 1))],
            "most": bounds[-1],
        },
        "hours_at_2_minutes": round(statistics.median(bounds) * 2 / 60, 2),
        "steps": statistics.median(len(one.actions) for one in found),
        "seconds": {"median": round(statistics.median(seconds), 2), "most": round(seconds[-1], 2)},
        "won_by": dict(Counter(one.winner for one in found)),
        "won_by_more_points": [better, decided],
        "correlation_with_points": correlation([(points(n), share[n]) for n in share]),
        "best": sorted(((round(v, 2), k, games[k]) for k, v in share.items()), reverse=True)[:5],
        "worst": sorted((round(v, 2), k, games[k]) for k, v in share.items())[:5],
    }


def correlation(pairs: list[tuple[float, float]]) -> float | None:
    if len(pairs) < 3 or len({x for x, _ in pairs}) < 2 or len({y for _, y in pairs}) < 2:
        return None
    xs, ys = zip(*pairs, strict=True)
    return round(statistics.correlation(xs, ys), 2)


def run_against(rival: str, count: int, first: int, seed: str, size: int) -> dict[str, Any]:
    won, drawn, lost = 0, 0, []
    errors: list[str] = []
    refused: list[str] = []
    for number in range(first, first + count):
        mine = SEATS[number // 2 % 2]
        other = SEATS[1 - SEATS.index(mine)]
        one = Battle(number, f"{seed} {rival}", {mine: BOT, other: rival})
        won += one.winner == mine
        drawn += one.winner == "nobody"
        if one.winner not in (mine, "nobody"):
            lost.append(f"{number} {one.lists[mine]} against {one.lists[other]}")
        errors += [one.error] if one.error else []
        refused += one.refused
        if (number - first + 1) % size == 0:
            print(rival, number - first + 1, "won", won, "drawn", drawn, flush=True)
    told = {"battles": count, "won": won, "drawn": drawn, "errors": errors[:5]}
    return told | {"refused": len(refused), "those": refused[:5], "lost": lost}


# --- laws, and actions that must not be accepted ----------------------------------------------------------


def run_bounds(count: int, first: int, seed: str) -> dict[str, Any]:
    """Let simple players fight at least ``count`` bounds, with an independent judge checking every step."""
    bounds = battles = steps = ended = verified = 0
    broken: list[str] = []
    errors: list[str] = []
    while bounds < count:
        kinds = (RANDOM, AHEAD, RANDOM)
        players = {"red": kinds[battles % 3], "blue": kinds[(battles + 1) % 3]}
        one = Battle(first + battles, f"{seed} bounds", players, keep=True)
        battles += 1
        bounds += one.bounds if not one.error else one.kept[-1].bound
        steps += len(one.actions)
        ended += not one.error
        verified += not one.error and one.verify()
        broken += [f"battle {first + battles - 1}: {text}" for text in one.broken]
        errors += [one.error] if one.error else []
    told = {"bounds": bounds, "battles": battles, "steps": steps, "ended": ended, "same_bytes": verified}
    return told | {"broken_laws": len(broken), "those": broken[:5], "errors": errors[:5]}


def run_illegal(count: int, first: int, seed: str) -> dict[str, Any]:
    tried, battles, accepted = 0, 0, 0
    unlawful: list[Any] = []
    faults: list[str] = []
    codes = Counter[str]()
    while tried < count:
        players = {"red": RANDOM, "blue": AHEAD} if battles % 2 else {"red": AHEAD, "blue": RANDOM}
        battle = Battle(first + battles, f"{seed} illegal", players, keep=True)
        battles += 1
        moments = battle.kept[:: max(1, len(battle.kept) // MOMENTS)]
        dice = Seeded(f"{seed} {battles}".encode(), "illegal", 0)
        offered = offered_anywhere(battle.rules, moments)
        for state in moments:
            choices = {one: list(battle.rules.choices(state, one)) for one in SEATS}
            for action, seat, listed in wrong_actions(battle.rules, state, offered, dice):
                tried += 1
                try:
                    read = DBA.codec.read(action)
                    listed = listed or permits(choices[seat], DBA.codec.write(read))  # fill in defaults
                    step = battle.rules.apply(state, seat, read, Seeded(b"", "try", tried))
                except InvalidAction as refusal:
                    codes[f"invalid: {refusal.code}"] += 1
                except Refusal as refusal:
                    codes[refusal.code] += 1
                except Exception as error:  # any other error is a fault to report
                    faults.append(f"{seat} {action}: {type(error).__name__} {error}")
                else:
                    accepted += 1
                    laws_broken = list(laws.broken(battle.rules, state, seat, read, step))
                    free = isinstance(read, MoveOnBoard | act.DrawBattlefield | act.PlaceTerrain)
                    if laws_broken or not (listed or free or _has_other_forms(read)):
                        unlawful.append((first + battles - 1, seat, action, laws_broken))
    told = {"tried": tried, "battles": battles, "refused": tried - accepted - len(faults)}
    told |= {"lawful_after_all": accepted - len(unlawful), "unlawful_accepted": len(unlawful)}
    return told | {
        "those": unlawful[:5],
        "faults": len(faults),
        "those_faults": faults[:5],
        "codes": dict(codes.most_common()),
    }


def _has_other_forms(action: Any) -> bool:
    """Return whether an action has legal forms that the choices do not list."""
    return isinstance(action, ShootOnBoard | FightOnBoard) or type(action).__name__ in (
        "BreakOffOnBoard",
        "DeployOnBoard",
        "LandOnBoard",
        "SwapElements",
        "ChooseEdge",
        "PitchCamp",
        "EndCombat",  # may also declare what the board knows about contacts and reach
        "EndShooting",
    )


def offered_anywhere(rules: Any, moments: list[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = defaultdict(list)
    for state in moments[::4]:
        for seat in SEATS:
            for choice in rules.choices(state, seat):
                if choice.kind not in QUIET and len(found[choice.kind]) < 40:
                    found[choice.kind].append(choice)
    return found


def wrong_actions(
    rules: Any, state: Any, offered: dict[str, list[Any]], dice: Seeded
) -> Iterator[tuple[dict[str, Any], str, bool]]:
    """Yield corrupted actions, and actions that belong to another seat or another moment. Each action comes
    with a seat, and with whether that seat happens to be offered the action.
    """
    names = [*state.elements]
    owing = rules.pending(state)[0].seat if rules.pending(state) else "red"
    choices = [one for one in rules.choices(state, owing) if one.kind not in QUIET]
    for _ in range(TRIES):
        seat = owing if roll_below(dice, 6) else SEATS[1 - SEATS.index(owing)]
        kinds = sorted(offered)
        here = choices and roll_below(dice, 4)
        tactical = [one for one in choices if one.kind == "move_on_board"] or choices
        pool = tactical if here else offered[kinds[roll_below(dice, len(kinds))]]
        action = sample_action(pool[roll_below(dice, len(pool))], dice)
        action = spoil_action(action, names, dice)
        yield action, seat, seat == owing and permits(choices, action)


def spoil_action(action: dict[str, Any], names: list[str], dice: Seeded) -> dict[str, Any]:
    if "order" in action and roll_below(dice, 8):
        return {**action, "order": spoil_order(str(action["order"]), names, dice)}
    fields = sorted(action) if not roll_below(dice, 12) else sorted({*action} - {"kind"})
    if not fields:
        return action if roll_below(dice, 3) else {**action, "stray": 1}
    field = fields[roll_below(dice, len(fields))]
    pool: list[Any] = names if roll_below(dice, 3) else list(ODD)
    new = pool[roll_below(dice, len(pool))]
    turn = roll_below(dice, 12)
    if turn == 0:
        return {key: value for key, value in action.items() if key != field}
    if turn == 1:
        return {**action, "stray": new}
    if isinstance(action[field], list | tuple):
        new = [*action[field], new] if roll_below(dice, 2) else [new]
    return {**action, field: new}


def spoil_order(order: str, names: list[str], dice: Seeded) -> str:
    """Return a corrupted order: with more or different elements, a longer way, or an extra leg."""
    who, _, legs = order.partition(":")
    other = names[roll_below(dice, len(names))]
    near = str(roll_below(dice, 200))
    spoiled = (
        f"{who} {other}:{legs}",
        f"{other}:{legs}",
        f"{who}:{legs}, ahead {near}",
        f"{who}: ahead {near}, {legs}",
        f"{who}: to {roll_below(dice, 600)} {roll_below(dice, 600)} {roll_below(dice, 360)}",
        f"{who}: wheel {('left', 'right')[roll_below(dice, 2)]} {near}, ahead {near}",
        f"{who}: shift {('left', 'right')[roll_below(dice, 2)]} {near}",
        f"{who}: back {near}",
        f"{who}: {who.split()[0] if who.split() else 'r1'} onto {other} front",
        f"{who}: close {other}",
        f"{who}: assault {PLACES[roll_below(dice, 3)]} {roll_below(dice, 4)} {near}",
        f"{who}: column {other}, ahead {near}",
        f"{who}:{legs.replace('0', '9')}",
        f"{who}:{legs}{legs}",
    )
    return spoiled[roll_below(dice, len(spoiled))]


# --- speed ------------------------------------------------------------------------------------------------


def run_offers(count: int, first: int, seed: str) -> dict[str, Any]:
    """Time how long the lists of offered actions take in ``count`` battles between the bot and a random
    player.
    """
    found: dict[str, list[float]] = defaultdict(list)
    for number in range(first, first + count):
        battle = Battle(number, f"{seed} offers", {"red": RANDOM, "blue": BOT}, keep=True)
        for state in battle.kept:
            if state.phase not in ("moves", "shooting", "combat"):
                continue
            began = time.process_time()
            list(battle.rules.choices(state, state.active))
            found[state.phase].append(1000 * (time.process_time() - began))
    return {
        phase: {
            "lists": len(times),
            "median_ms": round(statistics.median(times), 1),
            "p95_ms": round(sorted(times)[int(0.95 * (len(times) - 1))], 1),
            "most_ms": round(max(times), 1),
        }
        for phase, times in found.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("battles", "bounds", "illegal", "offers", "first"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--against", nargs=2, metavar=("RIVAL", "N"))
    parser.add_argument("--seed", default="fresh")
    parser.add_argument("--slice", type=int, default=25)
    asked = parser.parse_args()
    found: dict[str, Any] = {}
    if asked.battles:
        found["battles"] = run_battles(asked.battles, asked.first, asked.seed, asked.slice)
    if asked.against:
        rival, count = asked.against
        found[rival] = run_against(rival, int(count), asked.first, asked.seed, asked.slice)
    for name, run in (("bounds", run_bounds), ("illegal", run_illegal), ("offers", run_offers)):
        if count := getattr(asked, name):
            found[name] = run(count, asked.first, asked.seed)
    for name, value in found.items():
        print(f"{name}: {json.dumps(value, indent=1)}")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
