"""Typed lines of an army list: which are column headings and which are not."""

import pytest

from engine.typed_lines import is_header


@pytest.mark.parametrize(
    "line", ["Count;Element", "Qty Code", "quantity, type, note", "Quantità;Elementi", "unità\ttruppe\tpunti"]
)
def test_column_headings_are_recognised(line: str) -> None:
    assert is_header(line)


@pytest.mark.parametrize("line", ["count", "count the spears", "2 count element", "", ";;"])
def test_lines_that_are_not_column_headings(line: str) -> None:
    assert not is_header(line)
