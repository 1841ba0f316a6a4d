"""Addresses that only a form's button asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

View = Callable[[HttpRequest, UUID], HttpResponse]


def button_of_game(view: View) -> View:
    """Redirect to the game's page when the form is missing: after a log-in, a change of language, or a typed
    address."""
    posted = require_POST(view)

    @wraps(view)
    def led(request: HttpRequest, pk: UUID) -> HttpResponse:
        return redirect("game", pk) if request.method in {"GET", "HEAD"} else posted(request, pk)

    return led
