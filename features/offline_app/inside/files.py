"""The URLs of styles and scripts, and a variable that all templates can use."""

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
    """Return the settings from the bundle (features.offline_app.bundle.bundle_settings)."""
    found: dict[str, Any] = json.loads(Path(settings.BASE_DIR, "taken.json").read_text(encoding="utf-8"))
    return found


def away_context(_request: HttpRequest) -> dict[str, bool]:
    """Set ``away`` for templates, which then hide features that need a connection."""
    return {"away": True}


class AsServed(Storage):
    """A storage that knows the URLs of files but does not open them, because the browser already has the
    files.
    """

    def url(self, name: str | None) -> str:
        """Return the URL that the server gave the file, including its fingerprint if the server uses
        fingerprints.
        """
        known: str | None = browser_settings()["static"].get(name or "")
        return known or f"/static/{name}"
