"""Vexillum's version, as written in pyproject.toml."""

from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent / "pyproject.toml"


def read_version(project: Path = PROJECT) -> str:
    """Return the version, or "" in a browser, to which pyproject.toml is not copied."""
    if not project.exists():
        return ""
    import tomllib

    version: str = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
    return version


VERSION: Final = read_version()
