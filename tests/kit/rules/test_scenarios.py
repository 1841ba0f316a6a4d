"""Scenarios and options are read once, and every mistake is reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.game import BadScenario, Facts, Number
from kit.rules.data import Data
from kit.rules.decisions import pick
from kit.rules.scenarios import Remembered, choose_options

FIELDS = (pick("roads", ("yes", "no")), pick("turns", ("scenario", "12")), Number("gold", 0, 9, 3))


@dataclass(frozen=True)
class Options:
    roads: bool = True
    turns: int = 0
    gold: int = 3


def test_equal_documents_are_one_object_that_no_caller_changes() -> None:
    load = Remembered(dict, most=2)
    raw: dict[str, Any] = {"places": ["rome"]}
    found = load(raw)
    assert load({"places": ["rome"]}) is found
    raw["places"].append("ostia")
    assert found == {"places": ["rome"]} and load(raw) == {"places": ["rome", "ostia"]}
    load({})
    assert load({"places": ["rome"]}) is not found, "the oldest one was dropped"


@pytest.mark.parametrize("raw", [{"men": float("nan")}, {"men": {1, 2}}])
def test_what_is_no_json_is_a_mistake(raw: Facts) -> None:
    with pytest.raises(BadScenario) as error:
        Remembered(dict)(raw)
    assert [(one.path, one.code) for one in error.value.mistakes] == [("$", "not_json")]


def test_options_become_what_their_class_says() -> None:
    words = {"yes": True, "no": False, "scenario": 0}
    assert choose_options(Options, FIELDS, {}, words=words) == Options(True, 0, 3)
    told = {"roads": "no", "turns": "12", "gold": 9}
    assert choose_options(Options, FIELDS, told, words=words) == Options(False, 12, 9)


def test_every_wrong_option_is_named() -> None:
    with pytest.raises(BadScenario) as error:
        choose_options(Options, FIELDS, {"moon": 1, "roads": "perhaps", "gold": 10})
    assert [(one.path, one.code) for one in error.value.mistakes] == [
        ("options.moon", "unknown_option"),
        ("options.roads", "not_one_of"),
        ("options.gold", "not_a_number"),
    ]


def test_data_files_are_found_next_to_the_code() -> None:
    data = Data(__import__("campaigns.italia.rules.system").italia.rules.system.__file__)
    assert data.folder.parent.name == "italia"
    one = data.json("board")
    assert one == data.json("board") and one is not data.json("board")
    assert data.table("board") is data.table("board")
