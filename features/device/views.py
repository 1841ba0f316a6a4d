"""The manifest, the offline page with the service worker that shows it, and the icon.

The worker stores only the offline page and its style files. No user's pages are stored on the device.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine.codec import digest
from games import plugins

FILES = ("vexillum.css", "icons/vexillum.svg", "fonts/marcellus.woff2")
DAY = 86_400


@require_safe
@cache_control(public=True, max_age=DAY)
def manifest(request: HttpRequest) -> JsonResponse:
    """Send the manifest that lets a phone install the site."""
    icons = [
        {"src": static("icons/vexillum.svg"), "sizes": "any", "type": "image/svg+xml"},
        {"src": static("lookup/icon-192.png"), "sizes": "192x192", "type": "image/png"},
        {"src": static("lookup/icon-512.png"), "sizes": "512x512", "type": "image/png"},
    ]
    found = {
        "id": "/",
        "name": "Vexillum",
        "short_name": "Vexillum",
        "description": _("Ancient wargame campaigns and battles, played together over months."),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3e8d0",
        "theme_color": "#5e2468",
        "icons": icons,
    }
    return JsonResponse(found, content_type="application/manifest+json")


@require_safe
@cache_control(public=True, max_age=DAY)
def offline(request: HttpRequest) -> HttpResponse:
    """Show a page that says that there is no connection, and what works without one. It is in both
    languages, because anyone may use the device.
    """
    return render(request, "features/device/offline.html", {"doors": plugins.doors()})


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker, which shows the offline page when a page cannot be reached."""
    files = [reverse("offline"), *map(static, FILES)]
    context = {"files": files, "page": files[0], "version": digest(files)[:12]}
    response = render(
        request, "features/device/worker.js", context, content_type="text/javascript; charset=utf-8"
    )
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
@cache_control(public=True, max_age=DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers that look for an icon at the traditional URL to the site's icon."""
    return HttpResponseRedirect(static("icons/vexillum.svg"))
