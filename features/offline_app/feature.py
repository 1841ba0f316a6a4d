"""Add offline play to the core's pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import NoReverseMatch, reverse

from features.offline_app.views import can_be_taken
from games import services, slots
from games.models import Game


def register() -> None:
    """Register the feature's page slots. Django calls this once, when the app is ready."""
    slots.register("tabs", "features/offline_app/_tab.html", _tab)
    slots.register("notices", "features/offline_app/_here.html", _reminder)


def _tab(page: Any) -> Mapping[str, Any] | None:
    """Offer offline play to players, if this site can receive the moves afterwards."""
    if not page.get("my_seats") or page["game"].dice_mode == Game.DiceMode.VIRTUAL:
        return None
    at = services.table(page["game"])
    return {} if at.head is not None and can_be_taken(at) and _takes_uploads(page["game"]) else None


def _takes_uploads(game: Game) -> bool:
    try:
        return bool(reverse("game-offline", args=[game.pk]))
    except NoReverseMatch:
        return False


def _reminder(page: Any) -> Mapping[str, Any] | None:
    """Remind players of moves that this device has not uploaded. The page's script fills in the number of
    moves.
    """
    return {} if page.get("my_seats") and page.get("tab") != "offline" else None
