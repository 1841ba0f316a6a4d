"""What the site has told a person: the same messages that go out by mail."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models import Outbox

PAGE = 30


@login_required
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """The newest first. A game that was left since is named, not linked."""
    rows = Outbox.objects.filter(recipient_id=request.user.pk).select_related("game").order_by("-pk")
    page = Paginator(rows, PAGE).get_page(request.GET.get("page"))
    return render(request, "games/notices.html", {"page": page})
