"""The server's health for monitors, such as a load balancer or a metrics collector."""

from __future__ import annotations

import logging
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import clocks
from features.health.measuring import Health, measure

KEPT: Final = 5  # how many seconds a measurement is cached
PLAIN: Final = "text/plain; charset=utf-8"


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Answer ``ok``, or 503 with the codes of problems that need attention, and the version. No login is
    needed. A client that prefers JSON gets the answer as an object.
    """
    troubles = _troubles()
    status = 503 if troubles else 200
    if request.get_preferred_type(["text/plain", "application/json"]) == "application/json":
        found = {"ok": not troubles, "troubles": troubles, "version": settings.VERSION}
        response: HttpResponse = JsonResponse(found, status=status)
    else:
        first = f"trouble: {', '.join(troubles)}" if troubles else "ok"
        response = HttpResponse(f"{first}\nversion {settings.VERSION}\n", status=status, content_type=PLAIN)
    patch_vary_headers(response, ["Accept"])
    return response


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Send the metrics behind the health check to clients with the site's token. Without a configured token,
    the URL does not exist.
    """
    told = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(told, settings.METRICS_TOKEN):
        raise Http404
    try:
        lines = list(_measure_health().lines())
    except DatabaseError:
        logging.getLogger(__name__).exception("the database cannot be asked")
        return HttpResponse("vexillum_up 0\n", status=503, content_type=PLAIN)
    return HttpResponse("\n".join(["vexillum_up 1", *lines, ""]), content_type=PLAIN)


def _troubles() -> list[str]:
    try:
        return list(_measure_health().troubles())
    except DatabaseError:
        logging.getLogger(__name__).exception("the database cannot be asked")
        return ["database"]


def _measure_health() -> Health:
    try:
        kept: Health | None = cache.get("health")
    except (
        Exception
    ):  # caches raise different errors, and an unreachable cache must not hide the other metrics
        logging.getLogger(__name__).exception("the cache cannot be asked")
        return measure(clocks.now())
    if kept is None:
        kept = measure(clocks.now())
        cache.set("health", kept, KEPT)
    return kept
