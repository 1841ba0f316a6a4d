"""The page that prepares a game for offline play, keeps the app running and uploads the moves, and the
scripts of that page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.names import name_of
from features.offline_app import python
from features.offline_app.bundle import NotBundled, bundle, folder, places, zone
from games import access, services
from games.models import Game
from games.pages import scene
from games.services.tables import LiveGame
from games.views.frame import frame

SCRIPT: Final = "text/javascript; charset=utf-8"
FETCH_SECONDS: Final = 20  # how long staff wait for the download, which then continues in the background
# the worker compiles WebAssembly, which pages are not allowed to do
WORKER_POLICY: Final = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'"
FOR_EVER: Final = "public, max-age=31536000, immutable"
MARK: Final = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True)
class File:
    """A file that the browser fetches once: its URL and its unpacked size."""

    url: str
    size: int


def can_be_taken(at: LiveGame) -> bool:
    """Return whether the game can be played offline in its present state."""
    seats = at.game.seats.all()
    typed = at.game.dice_mode != Game.DiceMode.VIRTUAL and at.rules.hides_nothing
    return typed and at.goes_on and not any(seat.is_bot for seat in seats)


@never_cache
@login_required
@require_safe
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the page for offline play and for uploading the moves later. If JavaScript is off, the page asks
    the user to switch it on.
    """
    game = access.get_game_for(request.user, pk)
    at = scene(request.user, game, bare=True)
    mine = access.seats_of(request.user, game)
    context = {**frame(at, "offline"), "mine": mine, "can": bool(mine) and can_be_taken(services.table(game))}
    if mine:
        context["told"] = _bundle_json(request, game, request.user)
    return render(request, "features/offline_app/taking.html", context)


@login_required
@require_POST
def fetch(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Download the files for offline play to the server, at the request of a staff member."""
    game = access.get_game_for(request.user, pk)
    if not request.user.is_staff:
        raise PermissionDenied
    ended = python.fetch_within(FETCH_SECONDS)
    if python.is_here():
        messages.success(request, _("The files for offline play are here."))
    elif ended:
        messages.error(
            request, _("The files could not be downloaded. Check the server's connection, then try again.")
        )
    else:
        messages.info(request, _("The files are still downloading. Reload this page in a minute."))
    return redirect("game-away", pk=game.pk)


def _bundle_json(request: HttpRequest, game: Game, user: Any) -> dict[str, Any]:
    told: dict[str, Any] = {
        "game": str(game.pk),
        "user": user.pk,
        "places": places(game.system, game.pk),
        "start": game.get_absolute_url(),
        "data": f"{game.get_absolute_url()}offline.json",
        "guard": reverse("game-away-guard", args=[game.pk]),
        "worker": reverse("game-away-worker", args=[game.pk]),
        "person": {
            "name": name_of(user),
            "leads": game.gm_id == user.pk,
            "rewind": game.players_rewind,
            "language": getattr(request, "LANGUAGE_CODE", "en"),
            "zone": _zone_rules(request.COOKIES.get("timezone", "")),
        },
        "here": False,
    }
    if not python.is_here():
        return told
    try:
        packed = bundle(game.system)
    except (OSError, NotBundled):  # the folder is not writable, or the settings lack the system
        return told
    files = [
        *(
            File(reverse("browser-python", args=[python.VERSION, name]), size)
            for name, size in python.sizes()
        ),
        File(reverse("browser-bundle", args=[packed.fingerprint]), packed.size),
    ]
    return {
        **told,
        "here": True,
        "megabytes": round((python.size() + packed.size) / 1e6, 1),
        "fingerprint": packed.fingerprint,
        "python": reverse("browser-python", args=[python.VERSION, "pyodide.mjs"]),
        "bundle": files[-1].url,
        "files": [[one.url, one.size] for one in files],
        "styles": list(packed.files),
    }


def _zone_rules(name: str) -> list[str]:
    """Return the name and the base64 TZif file of a time zone, or [] if this machine does not know the zone.
    Python in a browser needs the file, because it knows only UTC.
    """
    rules = (
        zone(name) if name and all(part.isidentifier() for part in name.replace("-", "_").split("/")) else b""
    )
    return [name, b64encode(rules).decode()] if rules else []


@never_cache
@login_required
@require_safe
def guard(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the service worker that handles the requests of one game's pages."""
    game = access.get_game_for(request.user, pk)
    response = render(
        request,
        "features/offline_app/guard.js",
        {
            "shell": reverse("game-away", args=[pk]),
            "places": places(game.system, pk),
            "static": settings.STATIC_URL,
        },
        content_type=SCRIPT,
    )
    response["Service-Worker-Allowed"] = "/"
    return response


@never_cache
@login_required
@require_safe
def worker(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the script of the web worker that runs the app."""
    access.get_game_for(request.user, pk)
    response = render(request, "features/offline_app/worker.js", content_type=SCRIPT)
    response["Content-Security-Policy"] = WORKER_POLICY
    return response


# --- files that are the same for everybody, named by their contents ---


@require_safe
def interpreter(request: HttpRequest, version: str, name: str) -> FileResponse:
    """Send a file of the Python interpreter for browsers."""
    if version != python.VERSION or name not in python.FILES or not python.is_here():
        raise Http404
    file = python.folder() / name
    packed = re.search(r"\bgzip\b", request.headers.get("Accept-Encoding", "")) is not None
    response = _send_file(file.with_name(f"{name}.gz") if packed else file, python.FILES[name])
    if packed:
        response["Content-Encoding"] = "gzip"
    response["Vary"] = "Accept-Encoding"
    return response


@require_safe
def program(request: HttpRequest, mark: str) -> FileResponse:
    """Send an archive of the app for browsers: the current one, or an older one that a game still uses."""
    if not MARK.fullmatch(mark):
        raise Http404
    path = folder() / f"{mark}.zip"
    if not path.exists():
        raise Http404
    response = _send_file(path, "application/zip")
    response["Content-Encoding"] = "identity"  # the archive is already compressed
    return response


def _send_file(file: Path, kind: str) -> FileResponse:
    response = FileResponse(file.open("rb"), content_type=kind)
    response["Cache-Control"] = FOR_EVER
    return response
