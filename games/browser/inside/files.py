"""The URLs of styles and scripts, and the variables of every template."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.storage import Storage
from django.http import HttpRequest


@cache
def browser_settings() -> dict[str, Any]:
    """The bundle's own settings (games.browser.bundle.bundle_settings)."""
    found: dict[str, Any] = json.loads(Path(settings.BASE_DIR, "taken.json").read_text(encoding="utf-8"))
    return found


def away(_request: HttpRequest) -> dict[str, bool]:
    """Set ``away`` for templates: the device is offline, so features that need a connection are hidden."""
    return {"away": True}


class AsServed(Storage):
    """Names files without opening them: the browser has them already."""

    def url(self, name: str | None) -> str:
        """The address that the server gave it (with its fingerprint, where the server names files so)."""
        known: str | None = browser_settings()["static"].get(name or "")
        return known or f"/static/{name}"
