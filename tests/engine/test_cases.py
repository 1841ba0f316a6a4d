"""The format of Ancients Test Cases: the parts that a case needs, and the text of a failure."""

from pathlib import Path

import pytest

from engine.cases import BadCase, Case, failures, load

GOOD = """
[[case]]
number = "X-1"
section = "4.2"
title = "Two and two"
given = { a = 2, b = 2 }
expected = { sum = 4 }
"""


def add(given):
    return {"sum": given["a"] + given["b"], "parts": {"a": given["a"], "b": given["b"]}, "list": [1, 2]}


def case(**expected) -> Case:
    return Case("X-1", "4.2", "Two and two", {"a": 2, "b": 2}, expected)


def test_a_case_passes_when_everything_expected_is_in_the_answer() -> None:
    assert failures(case(sum=4, parts={"a": 2}), add) == []


def test_a_failure_tells_where_what_was_expected_and_what_was_found() -> None:
    assert failures(case(parts={"a": 3, "c": 1}), add) == [
        "parts.a: expected 3, found 2",
        "parts.c: expected 1, found nothing",
    ]


def test_lists_are_compared_whole() -> None:
    assert failures(case(list=[1]), add) == ["list: expected [1], found [1, 2]"]


def test_a_runner_that_breaks_fails_its_case_only() -> None:
    assert failures(Case("X-2", "4.2", "No b", {"a": 2}, {"sum": 4}), add) == ["KeyError: 'b'"]


def test_cases_are_read_in_order(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(GOOD.replace("X-1", "X-2"))
    (tmp_path / "a.toml").write_text(GOOD)
    assert [c.number for c in load(tmp_path)] == ["X-1", "X-2"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD.replace('section = "4.2"\n', ""), "a.toml: case X-1: section is missing"),
        (
            GOOD.replace('title = "Two and two"', "title = 2"),
            "a.toml: case X-1: title is missing or not a str",
        ),
        (GOOD + "because = 1\n", "a.toml: case X-1: unknown because"),
        (GOOD + GOOD, "two cases have the number X-1"),
        ("[[case]\n", "a.toml: "),
    ],
)
def test_a_file_out_of_format_is_refused_with_its_place(tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(BadCase, match=told):
        load(tmp_path)
