"""Reads the data files of the catalogue and the lists."""

from __future__ import annotations

import json
from pathlib import Path

from engine.reading import Reader

DATA = Path(__file__).parent / "data"


def read_data(name: str, schema: str) -> Reader:
    """Read a data file of this package. Raises BadDocument if its schema differs."""
    top = Reader(json.loads((DATA / name).read_text(encoding="utf-8")), name)
    top["schema"].one_of((schema,))
    top.raise_mistakes()
    return top
