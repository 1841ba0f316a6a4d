"""The host's announcement and the read-only mode.

Both are files in VEXILLUM_DATA, so changing them needs neither a restart nor a database (which may be
under repair). If the site runs on several machines, each machine has its own files.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import get_language

RETRY: Final = 300  # seconds after which API clients should retry
LONGEST: Final = 500  # maximum length of an announcement, in characters


def _file(name: str) -> Path:
    return Path(settings.DATA_DIR) / name


def announcement() -> str:
    """The announcement, in the reader's language if the host wrote one, or "" if there is none."""
    try:
        told = json.loads(_file("announcement.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    if not isinstance(told, dict):
        return ""
    return str(told.get((get_language() or "").partition("-")[0]) or told.get("", ""))


def announce(text: str, **by_language: str) -> None:
    """Show an announcement at the top of every page. ``by_language``: its translations, by language code. An
    empty text removes the announcement.
    """
    if not text:
        with suppress(FileNotFoundError):
            _file("announcement.json").unlink()
        return
    told = {"": text, **{language: said for language, said in by_language.items() if said}}
    fresh = _file("announcement.json.part")
    fresh.parent.mkdir(parents=True, exist_ok=True)
    fresh.write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")
    fresh.replace(_file("announcement.json"))


def read_only() -> bool:
    """Return whether the site is read-only, in which case no jobs run."""
    return _file("read_only").exists()


def set_read_only(on: bool) -> None:
    file = _file("read_only")
    if on:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    else:
        with suppress(FileNotFoundError):
            file.unlink()


def links() -> dict[str, str]:
    """The URLs of the club's own pages: terms, privacy, imprint."""
    return {"terms": settings.TERMS_URL, "privacy": settings.PRIVACY_URL, "imprint": settings.IMPRINT_URL}
