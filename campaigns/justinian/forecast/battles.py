"""Chances of battles on land and at sea: the winner and the losses (8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import lru_cache
from itertools import product

from campaigns.justinian.rules.battle import land_battle as land_rules
from campaigns.justinian.rules.battle.land_battle import Group, LandBattle
from campaigns.justinian.rules.sea import naval_battle as naval_rules
from campaigns.justinian.rules.sea.naval_battle import NavalBattle
from campaigns.justinian.rules.state import tables
from campaigns.justinian.rules.state.values import LEVY
from engine.odds import Odds, mean, mix, weigh_values


@dataclass(frozen=True)
class BattleOdds:
    """The odds of a battle. ``..._losses`` are the odds of each side's losses in SP, and ``mean_...`` their
    averages.
    """

    attacker_wins: Fraction
    defender_wins: Fraction
    tie: Fraction
    attacker_losses: Odds[int]
    defender_losses: Odds[int]
    mean_attacker: Fraction
    mean_defender: Fraction


@dataclass(frozen=True)
class LandOdds(BattleOdds):
    """The odds of a land battle. ``tie`` is the chance of no winner. ``..._disorganised`` is the chance that
    the commanding army fails its check, as victor or after a tie. ``..._wiped_out`` is the chance of
    losing every SP.
    """

    attacker_disorganised: Fraction
    defender_disorganised: Fraction
    attacker_wiped_out: Fraction
    defender_wiped_out: Fraction


@dataclass(frozen=True)
class NavalOdds(BattleOdds):
    """The odds of a naval battle. Losses are in fleet SP."""


@lru_cache(maxsize=4096)
def land(b: LandBattle) -> LandOdds:
    """Compute the odds of a land battle by resolving it for all hundred pairs of die faces. The functions
    are those that resolve battles in play: :func:`land_battle.table_losses` and
    :func:`land_battle.verdict`. Faces of a die that give equal results are merged.
    """
    a_sp, d_sp = b.attacker_sp, b.defender_sp
    a_drms, d_drms = land_rules.attacker_drms(b), land_rules.defender_drms(b)
    a_takes = Counter(land_rules.table_losses(a_sp, a_drms, face) for face in tables.FACES)
    d_takes = Counter(land_rules.table_losses(d_sp, d_drms, face) for face in tables.FACES)
    ends: Counter[str] = Counter()
    for (d_table, often), (a_table, times) in product(a_takes.items(), d_takes.items()):
        ends[land_rules.verdict((a_sp, a_table), (d_sp, d_table))] += often * times
    found = _battle_odds(ends, _loss_odds(d_takes, a_sp), _loss_odds(a_takes, d_sp))
    checks = Fraction(ends["tie"], ends.total())
    return LandOdds(
        **vars(found),
        attacker_disorganised=(found.attacker_wins + checks)
        * _failure_chance(b.attackers, b.attacker_leader),
        defender_disorganised=(found.defender_wins + checks)
        * _failure_chance(b.defenders, b.defender_leader),
        attacker_wiped_out=found.attacker_losses.get(a_sp, Fraction(0)),
        defender_wiped_out=found.defender_losses.get(d_sp, Fraction(0)),
    )


def winning_chance(attacker: tuple[int, int], defender: tuple[int, int], winner: str) -> Fraction:
    """Return the chance that a side ("attacker" or "defender") had of winning a past battle, from both
    sides' SP and modifiers.
    """
    (a_sp, a_drm), (d_sp, d_drm) = attacker, defender
    a_takes = Counter(tables.battle_result(a_sp, face + a_drm) for face in tables.FACES)
    d_takes = Counter(tables.battle_result(d_sp, face + d_drm) for face in tables.FACES)
    pairs = product(d_takes.items(), a_takes.items())
    ends = [(land_rules.verdict((a_sp, a), (d_sp, d)), often * times) for (a, often), (d, times) in pairs]
    won = sum(count for end, count in ends if end == winner)
    return Fraction(won, sum(count for _end, count in ends))


def _battle_odds(ends: Counter[str], attacker_losses: Odds[int], defender_losses: Odds[int]) -> BattleOdds:
    """Build the odds from the counts of each result (``ends``) and the odds of losses."""
    a_wins, d_wins = (Fraction(ends[side], ends.total()) for side in ("attacker", "defender"))
    return BattleOdds(
        attacker_wins=a_wins,
        defender_wins=d_wins,
        tie=1 - a_wins - d_wins,
        attacker_losses=attacker_losses,
        defender_losses=defender_losses,
        mean_attacker=attacker_losses.expectation(),
        mean_defender=defender_losses.expectation(),
    )


def _loss_odds(takes: Mapping[int, int], sp: int) -> Odds[int]:
    """Return the odds of each loss in the table, with losses capped at the SP present."""
    return weigh_values(takes).map(lambda lost: min(lost, sp))


def _failure_chance(groups: Iterable[Group], commander: str | None) -> Fraction:
    """Return the chance that the commanding army fails its check. Frontier and detached SP do not check
    (8.21). Neither do the Lazi, who leave after the battle (3.41).
    """
    groups = tuple(g for g in groups if g.id != LEVY)
    army = next((g for g in groups if g.id == commander), None)
    army = army or next((g for g in groups if g.kind == land_rules.FIELD), None)
    if army is None:
        return Fraction(0)
    return Fraction(
        sum(land_rules.disorganisation(army.leader_control, d, False) != "ok" for d in tables.FACES), 10
    )


def mix_odds(parts: Iterable[tuple[Fraction, LandBattle]]) -> LandOdds:
    """Return the combined odds of a battle whose forces are not known yet, from each possible battle and its
    chance. The chances must sum to 1.
    """
    known = [(weight, land(b)) for weight, b in parts]
    if len(known) == 1:
        return known[0][1]

    def average(name: str) -> Fraction:
        return mean((weight, getattr(found, name)) for weight, found in known)

    def together(name: str) -> Odds[int]:
        return mix((getattr(found, name), weight) for weight, found in known)

    return LandOdds(
        attacker_losses=together("attacker_losses"),
        defender_losses=together("defender_losses"),
        **{name: average(name) for name in _AVERAGED},
    )


_AVERAGED = tuple(f.name for f in fields(LandOdds) if not f.name.endswith("_losses"))


@lru_cache(maxsize=1024)
def naval(b: NavalBattle) -> NavalOdds:
    """Compute the odds of a naval battle by resolving it (:func:`naval_battle.resolve`) for all thousand
    rolls of three dice. Faces whose halves are equal are merged.
    """
    halves: dict[int, list[int]] = {}
    for face in tables.FACES:
        halves.setdefault(naval_rules.halve_die(face), []).append(face)
    rolls = [(faces[0], len(faces)) for faces in halves.values()]
    ends: Counter[str] = Counter()
    a_losses: Counter[int] = Counter()
    d_losses: Counter[int] = Counter()
    for (x, often), (y, times), z in product(rolls, rolls, tables.FACES):
        result = naval_rules.resolve(b, x, y, z)
        ends[result.winner or "tie"] += often * times
        a_losses[result.attacker_loses] += often * times
        d_losses[result.defender_loses] += often * times
    return NavalOdds(**vars(_battle_odds(ends, weigh_values(a_losses), weigh_values(d_losses))))
