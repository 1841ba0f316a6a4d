"""The rules data of a system, stored next to its code. Each file is read only once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any


class Data:
    """The ``data`` folder of a system. ``file``: any module of the system's rules. The folder is next to this
    module or higher up.
    """

    def __init__(self, file: str) -> None:
        self.folder = next(one / "data" for one in Path(file).parents if (one / "data").is_dir())
        self._texts: dict[str, str] = {}
        self._tables: dict[str, dict[str, Any]] = {}

    def text(self, name: str) -> str:
        """Return the text of a file."""
        if name not in self._texts:
            self._texts[name] = (self.folder / name).read_text(encoding="utf-8")
        return self._texts[name]

    def json(self, name: str) -> Any:
        """Return a fresh copy of ``data/<name>.json``, which the caller can change."""
        return json.loads(self.text(f"{name}.json"))

    def table(self, name: str) -> dict[str, Any]:
        """Return the table ``data/<name>.toml`` or ``data/<name>.json``. Treat it as read-only."""
        if name not in self._tables:
            in_toml = (self.folder / f"{name}.toml").exists()
            self._tables[name] = tomllib.loads(self.text(f"{name}.toml")) if in_toml else self.json(name)
        return self._tables[name]
