"""The calculators' page. It needs no account, no session and no database query; the URL holds the
question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from accounts.context_processors import THEMES
from battles.cataphract.answers.lookup import resolve, schema
from battles.cataphract.lookup import words
from battles.cataphract.lookup.form import USUAL, Form
from battles.cataphract.lookup.query import question
from battles.cataphract.lookup.told import blocks
from battles.lookups import CACHE_SECONDS, LANGUAGES, answer_json, answer_posted, public, wants_json
from engine.game import BadScenario, Mistake


@public
def look_up(request: HttpRequest) -> HttpResponse:
    """Show a clash, a shot or a leader's roll: the roll needed, and the possible results."""
    if request.method == "POST":
        return answer_posted(resolve, request)
    asked = request.GET.dict()
    if wants_json(request):
        return answer_json(resolve, question({"ask": "clash", **asked}))
    ask = asked.get("ask", "") if asked.get("ask") in words.ASKED else "clash"
    if not any(name not in ("ask", "lang") for name in asked):
        asked |= USUAL[ask]
    found = {**question(asked), "ask": ask}
    context: dict[str, Any]
    try:
        context, status = {"blocks": blocks(ask, found, resolve(found))}, 200
    except BadScenario as bad:
        context, status = {"mistakes": _told(bad.mistakes)}, 400
    return _page(request, asked, ask, context, status)


def _told(mistakes: Sequence[Mistake]) -> list[tuple[str, str]]:
    return [(m.path.removeprefix("$."), str(words.MISTAKES.get(m.code, m.code))) for m in mistakes]


def _page(
    request: HttpRequest, asked: Mapping[str, str], ask: str, context: dict[str, Any], status: int
) -> HttpResponse:
    """Rendered without the request's context processors, which would open the session."""
    theme = request.COOKIES.get("theme", "")
    lang = {"lang": asked["lang"]} if asked.get("lang") in LANGUAGES else {}
    whole = context | {
        "t": words.PAGE,
        "language": translation.get_language(),
        "languages": [
            (code, name, f"?{urlencode({**asked, 'lang': code})}")
            for code, name in (("en", "English"), ("it", "Italiano"))
        ],
        "ask": ask,
        "tabs": [(one, name, f"?{urlencode({'ask': one, **lang})}") for one, name in words.ASKED.items()],
        "groups": Form(asked).groups(ask),
        "lang_param": lang.get("lang", ""),
        "clear": f"?{urlencode({'ask': ask, **lang})}",
        "json": f"?{urlencode({**asked, 'ask': ask, 'format': 'json'})}",
        "theme": theme if theme in THEMES else "",
    }
    return HttpResponse(render_to_string("battles/cataphract/lookup/page.html", whole), status=status)


@require_safe
def published_schema(request: HttpRequest) -> HttpResponse:
    """The JSON Schema of a question."""
    response = JsonResponse(schema(), json_dumps_params={"indent": 1})
    patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
    return response
