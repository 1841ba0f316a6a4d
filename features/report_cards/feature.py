"""Add report cards to the core's pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse

from features.report_cards.sharing import share_context
from games import access, slots
from games.models import BattleLink


def register() -> None:
    """Register the feature's page slots. Django calls this once, when the app is ready."""
    slots.register("head", "features/report_cards/_preview.html")
    slots.register("tabs", "features/report_cards/_tab.html", _has_card)
    slots.register("ended", "features/report_cards/_button.html", _has_card)
    slots.register("battle", "features/report_cards/_battle.html", _of_battle)


def _has_card(page: Any) -> Mapping[str, Any] | None:
    return {} if page["game"].seq >= 0 and not page["game"].sealed else None


def _of_battle(page: Any) -> Mapping[str, Any] | None:
    """Return the context for the battle's picture with links to share it, or None until the result is final.
    ``card_page``: the URL of the picture's page, if the battle was played in this application.
    """
    request, game, link = page["request"], page["game"], page["link"]
    if not link.is_settled or game.sealed or link.status == BattleLink.Status.TABLE:
        return None
    found: dict[str, Any] = {"card": share_context(request, game, link), "card_page": ""}
    battle = link.battle
    if battle is not None and battle.has_ended and access.can_see(request.user, battle):
        found["card_page"] = reverse("game-card", args=[battle.pk])
    return found
