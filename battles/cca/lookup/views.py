"""The calculator's pages. They need no account, no session and no database query; the URL holds the
question."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from accounts.context_processors import THEMES
from battles.cca.answers.lookup import resolve, schema
from battles.cca.lookup import told
from battles.cca.lookup.form import Form, question
from battles.cca.rules.tables import load
from battles.cca.wording.die import symbols
from battles.lookups import (
    CACHE_SECONDS,
    LANGUAGES,
    answer_json,
    answer_posted,
    installable,
    public,
    wants_json,
    worker,
)
from engine.codec import digest
from engine.game import BadScenario

STYLES: Final = ("vexillum.css", "lookup/lookup.css", "lookup/cca.css")
SCRIPTS: Final = ("lookup/cca_page.js",)
TABLES: Final = ("units", "terrain", "cards")


@public
def look_up(request: HttpRequest) -> HttpResponse:
    """A combat of two units, with its chances; all units, terrain and cards below it."""
    if request.method == "POST":
        return answer_posted(resolve, request)
    asked = request.GET.dict()
    if wants_json(request):
        return answer_json(resolve, question(asked))
    return _page(request, asked)


def _answered(asked: Mapping[str, str]) -> tuple[dict[str, Any], int]:
    """Return the answer in words, or every mistake; nothing if nothing was asked."""
    if not asked.get("attacker.type") or not asked.get("target.type"):
        return {}, 200
    try:
        return {"fates": told.fates(resolve(question(asked)))}, 200
    except BadScenario as bad:
        return {"mistakes": [(m.path.removeprefix("$."), told.mistake(m.code)) for m in bad.mistakes]}, 400


def _page(request: HttpRequest, asked: Mapping[str, str]) -> HttpResponse:
    """Rendered without the request's context processors, which would open the session."""
    theme = request.COOKIES.get("theme", "")
    language = "it" if translation.get_language().startswith("it") else "en"
    answer, status = _answered(asked)
    context = answer | {
        "language": language,
        "languages": [
            (code, name, f"?{urlencode({**asked, 'lang': code})}")
            for code, name in (("en", "English"), ("it", "Italiano"))
        ],
        "lang_param": asked["lang"] if asked.get("lang") in LANGUAGES else "",
        "groups": Form(asked).groups(),
        "json": f"?{urlencode({**asked, 'format': 'json'})}",
        "units": list(told.units()),
        "grounds": list(told.grounds()),
        "cards": list(told.deck()),
        "faces": list(symbols().values()),
        "theme": theme if theme in THEMES else "",
    }
    return HttpResponse(render_to_string("battles/cca/lookup/page.html", context), status=status)


# --- offline ------------------------------------------------------------------------------------------------


@cache
def version() -> str:
    """Changes with the data and with the files of the page: a phone with old ones then fetches all again."""
    root = Path(settings.BASE_DIR)
    templates = sorted((root / "templates" / "battles" / "cca" / "lookup").iterdir())
    texts = root / "locale" / "cca" / "it" / "LC_MESSAGES" / "django.po"
    files = (*templates, texts, *(root / "static" / name for name in (*STYLES, *SCRIPTS)))
    found = sha256(digest(_data()).encode())
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()[:12]


def _data() -> dict[str, Any]:
    return {name: load(name)[name] for name in TABLES}


@require_safe
def published_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of a question."""
    response = JsonResponse(schema(), json_dumps_params={"indent": 1})
    patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
    return response


@require_safe
def offline_data(request: HttpRequest) -> HttpResponse:
    """Units, terrain and cards as data, for programs and without a connection."""
    response = JsonResponse(_data())
    patch_cache_control(response, public=True, max_age=86_400)
    return response


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker. It caches the page with its tables below /battles/cca/; chances need a
    connection."""
    data = f"{reverse('battles:cca-data')}?v={version()}"
    return worker("cca", version(), reverse("battles:cca-lookup"), data, (*STYLES, *SCRIPTS))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The manifest that lets a phone install the page."""
    return installable("Commands & Colors", reverse("battles:cca-lookup"))
