"""The table of features is up to date, and the example of docs/a-new-feature.md is small."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from tools import features

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "a-new-feature.md"


def cells(row: str) -> tuple[str, ...]:
    """Return the cells of a feature's row that stay the same when code or tests are added: its name, the
    events it hears, the pages it is shown on, and its queries.
    """
    found = [cell.strip() for cell in row.strip("|").split("|")]
    return (found[0], *found[5:])


@pytest.mark.django_db
def test_the_table_of_features_is_up_to_date() -> None:
    told = features.PAGE.read_text("utf-8").partition(features.BEGIN)[2].partition(features.END)[0]
    wanted = [cells(row) for row in "\n".join(features.rows()).splitlines()]
    assert [cells(row) for row in told.strip().splitlines()] == wanted, "run python -m tools.features"


def test_every_feature_is_one_small_folder() -> None:
    for name in features.feature_names():
        assert 1 <= len(features.files_of(name)) <= 25 and features.tests_of(name), name
    folders = {path.parent.name for path in (ROOT / "features").glob("*/apps.py")}
    assert folders == {one.rpartition(".")[2] for one in settings.VEXILLUM_FEATURES}


def test_the_example_is_small_and_every_file_of_it_is_named() -> None:
    told, files = EXAMPLE.read_text("utf-8"), features.files_of("polls")
    lines = features.count_lines([*files, *features.tests_of("polls")])
    assert lines < 200 and "fewer than 200 lines" in told
    assert [path.name for path in files if path.suffix == ".py" and path.name not in told] == []
