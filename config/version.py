"""The version of this program, as written in pyproject.toml."""

from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent / "pyproject.toml"


def read_version(project: Path = PROJECT) -> str:
    """Return the version; "" in a browser, whose copy of the app comes without pyproject.toml."""
    if not project.exists():
        return ""
    import tomllib

    version: str = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["version"]
    return version


VERSION: Final = read_version()
