"""Redirect a player who was removed from their seat."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from games.services.people.observers import departure_of


def removed_player_url(request: HttpRequest, view: str) -> str | None:
    """Return the URL of the view that shows a removed player the game up to the removal. Return None if the
    user was not removed or is already requesting that view.
    """
    found, user = request.resolver_match, getattr(request, "user", None)
    pk = found.kwargs.get("pk") if found is not None else None
    if user is None or not user.is_authenticated or not isinstance(pk, UUID):
        return None
    if found is not None and found.url_name in ("observe", "observe-chronicle", "api-observe"):
        return None
    row = departure_of(user, pk)
    return None if row is None else reverse(view, args=[pk])
