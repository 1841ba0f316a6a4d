"""The tables of docs/coverage agree with the section marks of rules and cases (tools/coverage_tables.py)."""

from pathlib import Path

import pytest

from tools import coverage_tables
from tools.coverage_tables import BOOKS, Book, fill_table, row_spans, spans


def test_the_coverage_tables_are_up_to_date() -> None:
    assert sorted(coverage_tables.outdated_documents()) == [], "run python -m tools.coverage_tables"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.system)
def test_every_section_with_a_case_has_a_row(book: Book) -> None:
    assert coverage_tables.unlisted_sections(book) == []


def test_citations_are_read_as_sections() -> None:
    assert spans("two of them (8.13, 10.2), rounded to 0.5", "numbers") == [
        ("08.13", "08.13"),
        ("10.2", "10.2"),
        ("00.5", "00.5"),
    ]
    assert spans("a river (L124-130, S20)", "lines") == [("0124", "0130")]
    assert row_spans("7.31-7.33 land interception", "numbers") == [("07.31", "07.33")]
    assert row_spans("9.0 events", "numbers") == [("09.", "09.")]
    assert row_spans("Reach of orders (208-214, 228)", "lines") == [("0208", "0214"), ("0228", "0228")]


def test_a_mark_goes_to_the_row_that_fits_it_best(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, cases = tmp_path / "battles" / "toy" / "rules", tmp_path / "tests" / "cases" / "toy"
    rules.mkdir(parents=True)
    cases.mkdir(parents=True)
    (rules / "march.py").write_text('"""How far an army marches (7.12)."""\n')
    (rules / "sea.py").write_text("SEAS = 2  # 7.2: areas a turn\n")
    lines = [
        f'[[case]]\nnumber = "T-{n}"\nsection = "7.{section}"'
        for n, section in [(1, 12), (2, 12), (3, 12), (9, 2)]
    ]
    (cases / "all.toml").write_text("\n".join(lines))
    monkeypatch.setattr(coverage_tables, "ROOT", tmp_path)
    rows = "| 7 movement | x | y | by hand |\n| 7.12 march | - | - | - |"
    text = f"<!-- sections -->\n|a|\n|-|\n{rows}\n<!-- /sections -->"
    made = fill_table(text, Book("toy", "battles/toy", "numbers")).splitlines()[3:5]
    assert made == [
        "| 7 movement | `rules/sea.py` | T-9 | by hand |",
        "| 7.12 march | `rules/march.py` | T-1 - T-3 | - |",
    ]
