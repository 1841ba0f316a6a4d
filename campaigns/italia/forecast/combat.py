"""Exact odds of a combat, round by round, from the code that resolves it. Nothing is sampled.

Retreats are decisions of the players and are not predicted. Both sides fight on and aim as :func:`usual_aims`
does, or unit by unit under the house rule at 10. When elephants drive units off, the cheapest are assumed to
leave first, although their owner could choose others (10.2).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from campaigns.italia.forecast.ladders import Field, Half, Key
from campaigns.italia.forecast.singly import field_of
from campaigns.italia.rules.combat.situation import AT_SEA, Group, Situation
from engine.odds import Odds

N = TypeVar("N", Fraction, float)
Place = tuple[int, int]  # the numbers of the attacker's and the defender's state, as in a Field


def key_of(s: Situation) -> Key:
    return (*_counts(s.attacker), *_counts(s.defender))


def _counts(group: Group) -> Half:
    return tuple(sorted(group.units.items())), tuple(sorted(group.hurt.items()))


def is_over(key: Key) -> bool:
    """Return whether one side has no units left."""
    return not key[0] or not key[2]


# --- round by round ---------------------------------------------------------------------------------------


def after_round(s: Situation) -> Odds[Key]:
    """Return the possible states of the combat after its next round, with their odds."""
    field = field_of(s, [key_of(s)], int)
    left, right = field.round(*field.place(key_of(s)))
    found: dict[Key, int] = {}
    for a, p in left:
        for d, q in right:
            key = _merge_seaborne(field.key(a, d)) if s.first else field.key(a, d)
            found[key] = found.get(key, 0) + p * q
    return Odds(found)


def _merge_seaborne(key: Key) -> Key:
    """Return a state of the combat in which units that came by sea count as ordinary units (10.82)."""
    if not any(kind.endswith(AT_SEA) for kind, _ in key[0]):
        return key
    return (*_counts(Group(dict(key[0]), hurt=dict(key[1])).merge_seaborne()), key[2], key[3])


def _play_landing(s: Situation, rounds: int | None = None) -> tuple[Odds[Key], int | None]:
    """Return the states from which ordinary rounds are played, and the number of these rounds left. If units
    came by sea, the first round differs from later ones, so it is already played.
    """
    by_sea = any(kind.endswith(AT_SEA) for kind in s.attacker.units)
    if s.is_over or not s.first or not by_sea or rounds == 0:
        return Odds({key_of(s): 1}), rounds
    return after_round(s), None if rounds is None else rounds - 1


def after_rounds(s: Situation, rounds: int) -> Odds[Key]:
    """Return the possible states of the combat after a number of rounds without retreats, with their odds."""
    begun, left = _play_landing(s, rounds)
    field = field_of(s.next, begun.weights, int)
    now = {field.place(key): weight for key, weight in begun.weights.items()}
    most = max(field.dice(*place) for place in now)  # scale all cases as if this many dice were rolled
    for _ in range(left or 0):
        now = _play_round(field, now, most)
    return Odds({field.key(*place): weight for place, weight in now.items()}).reduce_weights()


def _play_round(field: Field, now: Mapping[Place, int], dice: int) -> dict[Place, int]:
    found: dict[Place, int] = {}
    for (a, d), cases in now.items():
        if not a or not d:
            found[a, d] = found.get((a, d), 0) + cases * 10**dice
            continue
        cases *= 10 ** (dice - field.dice(a, d))
        left, right = field.round(a, d)
        for i, p in left:
            for j, q in right:
                found[i, j] = found.get((i, j), 0) + cases * p * q
    return found


# --- to the end -------------------------------------------------------------------------------------------


def to_the_end(s: Situation) -> dict[Key, Fraction]:
    """Return the exact chance of each end of a combat without retreats. With many types of units the
    fractions become long, so use :func:`about_the_end` instead.
    """
    begun, _ = _play_landing(s)
    field = field_of(s.next, begun.weights, int)
    return _ends(
        field, {key: Fraction(weight, begun.total) for key, weight in begun.weights.items()}, Fraction(0)
    )


def about_the_end(s: Situation) -> dict[Key, float]:
    """Return the chance of each end of a combat as a float, accurate to twelve places."""
    begun, _ = _play_landing(s)
    field = field_of(s.next, begun.weights, float)
    return _ends(field, {key: weight / begun.total for key, weight in begun.weights.items()}, 0.0)


def _ends(field: Field, begun: Mapping[Key, N], nothing: N) -> dict[Key, N]:
    """Return the chance of each end of a combat. ``begun``: the states in which it begins, with their
    chances. ``nothing``: the zero of the number type. States are numbered so that a hit always leads to a
    lower number, so one pass from the highest number to the lowest is enough. Rounds that change nothing are
    left out, and the other chances are scaled up accordingly.
    """
    highest, lowest = len(field.attacker.sides), len(field.defender.sides)
    rows = [[nothing] * lowest for _ in range(highest)]
    for key, chance in begun.items():
        a, d = field.place(key)
        rows[a][d] += chance
    for a in range(highest - 1, 0, -1):
        row = rows[a]
        for d in range(lowest - 1, 0, -1):
            chance = row[d]
            if not chance:
                continue
            left, right = field.round(a, d)
            chance /= 10 ** field.dice(a, d) - left[0][1] * right[0][1]
            for i, p in left:
                into, share = rows[i], chance * p
                for j, q in right:
                    into[j] += share * q
            row[d] = nothing
    ends = ((a, d) for a in range(highest) for d in range(lowest) if rows[a][d])
    return {field.key(a, d): rows[a][d] for a, d in ends}


def summary(ends: Mapping[Key, N], nothing: N) -> dict[str, N]:
    """Return the chances that only the attacker ("attacker"), only the defender ("defender") or neither
    ("nobody") is left, and the average numbers of units left. ``nothing``: the zero of the number type.
    """
    found = {"attacker": nothing, "defender": nothing, "nobody": nothing}
    left = {"attackers_left": nothing, "defenders_left": nothing}
    for (a, _, d, _), chance in ends.items():
        mine, theirs = sum(n for _, n in a), sum(n for _, n in d)
        who = "attacker" if mine and not theirs else "defender" if theirs and not mine else "nobody"
        found[who] += chance
        left["attackers_left"] += chance * mine
        left["defenders_left"] += chance * theirs
    return {**found, **left}
