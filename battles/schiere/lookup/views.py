"""The calculators' pages. They need no account, no session and no database query; the URL holds the
question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from accounts.context_processors import THEMES
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
from battles.schiere.answers.lookup import resolve
from battles.schiere.answers.schema import schema
from battles.schiere.lookup import data as offline
from battles.schiere.lookup.form import Form
from battles.schiere.lookup.query import question
from battles.schiere.lookup.told import Words, blocks
from engine.game import BadScenario, Mistake

ASKED = ("duel", "shot", "initiative", "nerve", "rally", "army")
NOTHING = {
    "duel": {"a.class", "d.class"},
    "shot": {"shooters.0.weapon"},
    "army": {"army.army"},
}  # asked before there is an answer


@public
def look_up(request: HttpRequest) -> HttpResponse:
    """Show a duel, a shot, the initiative or a rout: the cards drawn, and the possible results."""
    if request.method == "POST":
        return answer_posted(resolve, request)
    asked = request.GET.dict()
    if wants_json(request):
        return answer_json(resolve, question({"ask": "duel", **asked}))
    ask = asked.get("ask", "") if asked.get("ask") in ASKED else ASKED[0]
    language = "it" if translation.get_language().startswith("it") else "en"
    words = Words(offline.data()["texts"][language], language)
    context, status = _answered(ask, asked, words)
    return _page(request, asked, ask, words, context, status)


def _answered(ask: str, asked: Mapping[str, str], words: Words) -> tuple[dict[str, Any], int]:
    """The blocks of the answer, or every mistake; nothing if nothing was asked."""
    if not NOTHING.get(ask, set()) <= {name for name, text in asked.items() if text}:
        return {}, 200
    found = {"ask": ask, **question(asked)} | ({"solved": "all"} if ask == "duel" else {})
    try:
        return {"blocks": blocks(found, resolve(found), words)}, 200
    except BadScenario as bad:
        return {"mistakes": _told(bad.mistakes, words)}, 400


def _told(mistakes: Sequence[Mistake], words: Words) -> list[tuple[str, str]]:
    texts = words.texts["mistakes"]
    return [(m.path.removeprefix("$."), texts.get(m.code, m.code)) for m in mistakes]


def _page(
    request: HttpRequest,
    asked: Mapping[str, str],
    ask: str,
    words: Words,
    context: dict[str, Any],
    status: int,
) -> HttpResponse:
    """Rendered without the request's context processors, which would open the session."""
    theme = request.COOKIES.get("theme", "")
    lang = {"lang": asked["lang"]} if asked.get("lang") in LANGUAGES else {}
    form = Form(asked, words)
    whole = context | {
        "t": words.texts["page"],
        "language": "it" if words.comma else "en",
        "languages": [
            (code, name, f"?{urlencode({**asked, 'lang': code})}")
            for code, name in (("en", "English"), ("it", "Italiano"))
        ],
        "ask": ask,
        "tabs": [(one, words.page(one), f"?{urlencode({'ask': one, **lang})}") for one in ASKED],
        "forms": [(one, form.groups(one)) for one in ASKED],
        "lang_param": lang.get("lang", ""),
        "clear": f"?{urlencode({'ask': ask, **lang})}",
        "json": f"?{urlencode({**asked, 'ask': ask, 'format': 'json'})}",
        "theme": theme if theme in THEMES else "",
        "data_url": f"{reverse('battles:schiere-data')}?v={offline.version()}",
        "query": request.GET.urlencode(),
    }
    return HttpResponse(render_to_string("battles/schiere/lookup/page.html", whole), status=status)


@require_safe
def published_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of a question."""
    response = JsonResponse(schema(), json_dumps_params={"indent": 1})
    patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
    return response


@require_safe
def offline_data(request: HttpRequest) -> HttpResponse:
    """Tables and texts for the offline page; its URL changes with its content."""
    response = JsonResponse(offline.data())
    patch_cache_control(response, public=True, max_age=86_400)
    return response


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """The service worker that lets the calculators work offline, below /battles/schiere/."""
    data = f"{reverse('battles:schiere-data')}?v={offline.version()}"
    look = reverse("battles:schiere-lookup")
    return worker("schiere", offline.version(), look, data, (*offline.STYLES, *offline.SCRIPTS))


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """The manifest with which a phone installs the page."""
    return installable("Schiere", reverse("battles:schiere-lookup"))
