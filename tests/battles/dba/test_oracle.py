"""The rules compared with a second reading of the booklet (oracle.py), over thousands of random
situations.
"""

import random

from battles.dba.rules.resolve import Resolution, resolve
from tests.battles.dba.oracle import judge
from tests.battles.dba.samples import random_situations
from tests.found import some

SITUATIONS = 2_000


def test_rules_and_second_reading_agree() -> None:
    dice = random.Random(2)
    for s in some(random_situations(SITUATIONS)):
        thrown = dice.randint(1, 6), dice.randint(1, 6)
        said, read = resolve(s, *thrown), judge(s, thrown)
        assert {"a": said.final_a, "b": said.final_b} == read.scores, (s, thrown)
        assert {"a": said.fate_a, "b": said.fate_b} == read.fates, (s, thrown)
        assert deeds(said) == read.deeds, (s, thrown)


def deeds(said: Resolution) -> set[str]:
    """Return the recoils, flights and pursuits with their distances in mm, and effects on friends nearby."""
    found = set()
    for c in said.consequences:
        if c.who == "element" and c.code in ("recoil", "flee", "pursue"):
            found.add(f"{c.side} element {c.code} {c.mm}")
        elif c.who == "behind":
            found.add(f"{c.side} behind {c.code}" + (f" {c.mm}" if c.code == "pushed" else ""))
        elif c.who == "flankers":
            found.add(f"{c.side} flankers recoil")
    return found
