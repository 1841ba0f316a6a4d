"""The URLs of styles and scripts, and a variable for all templates."""

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
    """The settings in the bundle (features.offline_app.bundle.bundle_settings)."""
    found: dict[str, Any] = json.loads(Path(settings.BASE_DIR, "taken.json").read_text(encoding="utf-8"))
    return found


def away_context(_request: HttpRequest) -> dict[str, bool]:
    """Set ``away`` for templates: the device is offline, so features that need a connection are hidden."""
    return {"away": True}


class AsServed(Storage):
    """A storage that gives files their URLs without opening them, because the browser has them."""

    def url(self, name: str | None) -> str:
        """Return the URL that the server gave the file (with its fingerprint, if the server uses
        fingerprints).
        """
        known: str | None = browser_settings()["static"].get(name or "")
        return known or f"/static/{name}"
