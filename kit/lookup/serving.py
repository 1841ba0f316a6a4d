"""The code that serves the calculators of all systems: public pages, JSON, and offline use."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import urlencode
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.context_processors import THEMES
from engine import documents
from engine.codec import digest
from engine.game import BadScenario, Facts, Json, Mistake

View = Callable[[HttpRequest], HttpResponse]
CACHE_SECONDS = 300
MOST_BYTES = 20_000  # size limit of a posted question
NAMES = {"en": "English", "it": "Italiano"}
LANGUAGES = tuple(NAMES)


def make_public(view: View) -> View:
    """Return the view as a public and cacheable one, in the language of ``?lang=`` or else of the browser."""

    @csrf_exempt  # a posted question changes nothing
    @require_http_methods(["GET", "HEAD", "POST"])
    @wraps(view)
    def shown(request: HttpRequest) -> HttpResponse:
        wanted = request.GET.get("lang", "")
        with translation.override(wanted if wanted in LANGUAGES else translation.get_language()):
            response = view(request)
        if response.status_code == 200 and not response.has_header("Cache-Control"):
            patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
        if response.headers["Content-Type"] == "application/json":
            # any site may ask, because answers depend on no cookie
            response.headers["Access-Control-Allow-Origin"] = "*"
        patch_vary_headers(response, ["Accept-Language", "Cookie", "Accept"])
        return response

    return shown


def wants_json(request: HttpRequest) -> bool:
    """Return whether the client wants JSON.

    It asks with ``?format=json``, or with an ``Accept`` header that names JSON but not HTML.
    """
    accept = request.headers.get("Accept", "")
    asked = "application/json" in accept and "text/html" not in accept
    return request.GET.get("format") == "json" or asked


def page_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context that every calculator's page needs: its language, its theme, and links to the other
    languages.

    It avoids the request's context processors, which would open the session.
    """
    asked, theme = request.GET.dict(), request.COOKIES.get("theme", "")
    return {
        "language": "it" if translation.get_language().startswith("it") else "en",
        "languages": [(code, name, f"?{urlencode({**asked, 'lang': code})}") for code, name in NAMES.items()],
        "lang_param": asked["lang"] if asked.get("lang") in LANGUAGES else "",
        "theme": theme if theme in THEMES else "",
    }


Resolve = Callable[[Facts], Json]


def answer_json(resolve: Resolve, facts: Facts) -> JsonResponse:
    """Answer a question as JSON. If the question is wrong, the response lists every mistake with its path."""
    try:
        return JsonResponse(resolve(facts))
    except BadScenario as bad:
        return list_mistakes(bad.mistakes)


def answer_posted(resolve: Resolve, request: HttpRequest) -> JsonResponse:
    """Answer a question posted as a JSON object."""
    try:
        facts = documents.read(request.body, MOST_BYTES)
    except documents.TooBig:
        return list_mistakes([Mistake("$", "too_long", {"limit": MOST_BYTES})])
    except documents.NoDocument as bad:
        where = {"line": bad.line or 1, "column": bad.column or 1}
        return list_mistakes([Mistake("$", "not_json", where)])
    if not isinstance(facts, dict):
        return list_mistakes([Mistake("$", "not_an_object")])
    return answer_json(resolve, facts)


def list_mistakes(mistakes: Iterable[Mistake]) -> JsonResponse:
    """Return an error response that lists the path and code of each mistake."""
    found = [{"path": m.path, "code": m.code, "facts": dict(m.facts)} for m in mistakes]
    return JsonResponse({"mistakes": found}, status=400)


def header_mark() -> str:
    """Return a digest of the site's header, which the offline pages show. If the header changes, browsers
    fetch the offline pages again.
    """
    shown = [render_to_string("components/lookup_header.html", {"language": code}) for code in LANGUAGES]
    return digest(shown)[:8]


def worker(name: str, version: str, look: str, data: str, files: Iterable[str]) -> HttpResponse:
    """Return the service worker of a calculator.

    ``name``: the name of its caches. ``look``: the URL of its page. ``files``: the styles and scripts of this
    page. ``data``: the URL of its tables.
    """
    icons = [static("icons/vexillum.svg"), static("lookup/icon-192.png"), static("fonts/marcellus.woff2")]
    shells = [f"{look}?lang={code}" for code in LANGUAGES]
    kept = [*(static(file) for file in files), *icons, *shells, data]
    facts = {"name": name, "version": f"{version}-{header_mark()}", "look": look, "files": kept}
    body = render_to_string("kit/lookup_worker.js", facts)
    response = HttpResponse(body, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def web_manifest(title: str, look: str) -> JsonResponse:
    """Return the manifest that lets a phone install the page at ``look``."""
    found: dict[str, Any] = {
        "name": f"Vexillum · {title}",
        "short_name": title,
        "start_url": look,
        "scope": look.removesuffix("lookup/"),
        "display": "standalone",
        "background_color": "#f3e8d0",
        "theme_color": "#5e2468",
        "icons": [
            {"src": static("icons/vexillum.svg"), "sizes": "any", "type": "image/svg+xml"},
            {"src": static("lookup/icon-192.png"), "sizes": "192x192", "type": "image/png"},
            {"src": static("lookup/icon-512.png"), "sizes": "512x512", "type": "image/png"},
        ],
    }
    return JsonResponse(found, content_type="application/manifest+json")
