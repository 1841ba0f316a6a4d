"""Typed lines of an army list: which are column headings and which are not."""

import pytest

from engine.typed_lines import is_header


@pytest.mark.parametrize(
    "line", ["Count;Element", "Qty Code", "quantity, type, note", "Quantità;Elementi", "unità\ttruppe\tpunti"]
)
def test_it_names_columns(line: str) -> None:
    assert is_header(line)


@pytest.mark.parametrize("line", ["count", "count the spears", "2 count element", "", ";;"])
def test_it_names_none(line: str) -> None:
    assert not is_header(line)
