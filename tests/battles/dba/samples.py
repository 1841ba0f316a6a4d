"""Possible situations for testing the rules: simple factories, and random situations of every kind from a
seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from battles.dba.answers.lookup import HOME
from battles.dba.rules import situation as words
from battles.dba.rules.situation import Contender, Side, Situation
from battles.dba.rules.troops import CODE_DEPTHS, FIELD_TYPES, SHOOTERS, TROOPS, TYPES, type_of_code
from battles.dba.rules.validate import mistakes

VALUES: dict[str, tuple[Any, ...]] = {
    "depth_mm": (),  # the depth depends on the type
    "general": (False, True),
    "going": words.GOINGS,
    "post": words.POSTS,
    "sacking": (False, True),
    "uphill": (False, True),
    "bank": (False, True),
    "charged": (False, True),
    "behind": ("", *FIELD_TYPES),
    "behind_gap": (False, True),
    "behind_bad": (False, True),
    "room": words.ROOMS,
    "psiloi_beside": (False, True),
    "overlaps": (0, 1, 2),
    "flank_contacts": (0, 1, 2),
    "rear_contact": (False, True),
    "extra_shooters": (0, 1, 2),
    "shot_from_behind": (False, True),
    "moved": (False, True),
    "obstacle": words.OBSTACLES,
    "flight": words.FLIGHTS,
    "pursuit": words.PURSUITS,
}


def close(a: str, b: str, **facts: Any) -> Situation:
    """Create a combat. Prefix facts of each side: a_general=True, b_general=True; other facts have no
    prefix.
    """
    return build("close", a, b, facts)


def shooting(a: str, b: str, **facts: Any) -> Situation:
    """Create a shot of a at b, in a's bound (in b's for artillery)."""
    return build("shooting", a, b, {"active": "b" if a == "Art" else "a"} | facts)


def build(mode: str, a: str, b: str, facts: dict[str, Any]) -> Situation:
    own: dict[Side, dict[str, Any]] = {"a": {}, "b": {}}
    whole: dict[str, Any] = {}
    for name, value in facts.items():
        if name.startswith(("a_", "b_")):
            own["a" if name[0] == "a" else "b"][name[2:]] = value
        else:
            whole[name] = value
    first, second = (
        Contender(t, **({"post": HOME[t]} if t in HOME else {}) | own[side])
        for t, side in ((a, "a"), (b, "b"))
    )
    return Situation(mode, first, second, **whole)


def random_situations(count: int, seed: int = 1) -> Iterator[Situation]:
    """Yield random possible situations, with up to five non-default facts a side."""
    dice = random.Random(seed)
    found = 0
    while found < count:
        mode = dice.choice(words.MODES)
        first = dice.choice(sorted(SHOOTERS) if mode == "shooting" else TYPES)
        s = build(mode, first, dice.choice(TYPES), {})
        if mode == "shooting" and first == "Art":
            s = replace(s, active="b")
        for _ in range(dice.randrange(12)):
            changed = vary(s, dice)
            if not mistakes(changed):
                s = changed
        if not mistakes(s):
            found += 1
            yield s


def values_of(name: str, c: Contender) -> tuple[Any, ...]:
    """Return the values that a fact about a contender of this troop type can have."""
    if name == "code":
        return ("", *(code for code in CODE_DEPTHS if type_of_code(code) == c.type))
    return (None, *TROOPS[c.type].depths) if name == "depth_mm" else VALUES[name]


def vary(s: Situation, dice: random.Random) -> Situation:
    """Change one fact at random, possible or not."""
    if dice.random() < 0.1:
        return replace(s, answered=not s.answered)
    if dice.random() < 0.1:
        return replace(s, active=dice.choice(words.SIDES))
    name = dice.choice([*VALUES, "code"])
    side = dice.choice(words.SIDES)
    c = words.contender(s, side)
    value = dice.choice(values_of(name, c))
    c = replace(c, **{name: value})
    return replace(s, a=c) if side == "a" else replace(s, b=c)
