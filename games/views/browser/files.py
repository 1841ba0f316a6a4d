"""Static files for browsers: the same for everybody, named by their contents, cacheable for ever."""

from __future__ import annotations

import re
from pathlib import Path

from django.http import FileResponse, Http404, HttpRequest
from django.views.decorators.http import require_safe

from games.browser import python
from games.browser.bundle import folder

FOR_EVER = "public, max-age=31536000, immutable"
MARK = re.compile(r"[0-9a-f]{32}")


@require_safe
def interpreter(request: HttpRequest, version: str, name: str) -> FileResponse:
    """Serve a file of the Python interpreter for browsers."""
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
    """Serve the app for browsers: the current version, or the one with which a game went offline."""
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
