"""Read the rules data that lies beside the code, once."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parents[1] / "data"


@cache
def load(name: str) -> dict[str, Any]:
    """The table ``data/<name>.toml``. Treat it as read-only."""
    with (_DATA / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)
