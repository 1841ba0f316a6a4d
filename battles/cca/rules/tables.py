"""Load the data files next to the code. Each is loaded only once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.reading import Reader

_DATA: Final = Path(__file__).parents[1] / "data"
PROVENANCE: Final = ("rules", "public", "history", "design")


@cache
def load(name: str) -> dict[str, Any]:
    """Return the document ``data/<name>.json``. It is shared, so treat it as read-only."""
    found: dict[str, Any] = json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))
    return found


def check_source(entry: Reader) -> None:
    """Report an entry that names no source for its numbers."""
    entry["prov"].one_of(PROVENANCE)
    if not entry.value.get("src"):
        entry["src"].note_mistake("missing_field", field="src")
