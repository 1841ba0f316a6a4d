"""Basing: the code gives a base's type and depth."""

import json
from pathlib import Path

from battles.dba.rules.situation import Contender, depth
from battles.dba.rules.troops import CODE_DEPTHS, TROOPS, type_of_code

LISTED = json.loads((Path(__file__).parents[3] / "armies/dba/data/elements.json").read_text("utf-8"))[
    "elements"
]


def test_every_code_of_the_army_lists_has_its_depth() -> None:
    for element in LISTED:
        for code in (element["code"], *element.get("aliases", ())):
            assert type_of_code(code) == element["type"]
            assert depth(Contender(element["type"], code)) == element["depth_mm"]


def test_no_code_is_of_a_depth_that_its_type_does_not_have() -> None:
    for code, mm in CODE_DEPTHS.items():
        assert mm in TROOPS[str(type_of_code(code))].depths
