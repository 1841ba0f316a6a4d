"""Read the data files of the troop catalogue and the army lists."""

from __future__ import annotations

import json
from pathlib import Path

from engine.reading import Reader

DATA = Path(__file__).parent / "data"


def read_data(name: str, schema: str) -> Reader:
    """Read a data file of this package. Raises BadDocument if the file has a different schema."""
    top = Reader(json.loads((DATA / name).read_text(encoding="utf-8")), name)
    top["schema"].one_of((schema,))
    top.raise_mistakes()
    return top
