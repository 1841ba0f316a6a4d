"""The pages of the calculator. They need no account, session or database query, because the URL holds the
whole question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from accounts.context_processors import THEMES
from battles.dba.answers import lookup
from battles.dba.answers.schema import schema
from battles.dba.lookup import controls, page, query
from battles.dba.lookup import data as offline
from battles.dba.lookup.matrix import table
from battles.dba.rules.situation import MODES, SIDES
from battles.dba.rules.troops import TYPES
from battles.dba.wording import combat as words
from battles.dba.wording.cached_texts import texts_of
from engine import documents
from engine.game import BadScenario, Mistake
from kit.lookup.offline import OfflineLookup, publish
from kit.lookup.serving import (
    LANGUAGES,
    MOST_BYTES,
    make_public,
    wants_json,
)

KEPT: Final = OfflineLookup(
    "battles:dba",
    "DBA",
    offline.data,
    ("vexillum.css", "battles/chips.css", "lookup/lookup.css"),
    ("lookup/dba.js", "lookup/words.js", "lookup/page.js"),
    ("templates/battles/dba/lookup",),
)


@make_public
def look_up(request: HttpRequest) -> HttpResponse:
    """Show the calculator for a close combat or a shot between two elements, with the chances and results. A
    request for JSON, or a question sent as JSON, is answered with JSON.
    """
    asked = request.GET.dict()
    if request.method == "POST":
        return _answer_json_post(request)
    facts = query.facts(asked)
    if wants_json(request):
        return _json(facts)
    mode = facts.get("mode", "close") if facts.get("mode", "close") in MODES else "close"
    picked: dict[str, str] = {side: asked[side] for side in SIDES if asked.get(side) in TYPES}
    link = _link(request, "battles:dba-lookup")
    matrix_link = _link(request, "battles:dba-matrix")
    context: dict[str, Any] = {
        "mode": mode,
        "tabs": page.tabs(link, matrix_link({"mode": mode}), mode, picked),
    }
    missing = next((side for side in SIDES if not facts.get(side, {}).get("type")), None)
    if missing:
        context |= {
            "picker": page.picker(link, missing, mode, picked),
            "start": link({"mode": mode}) if picked else "",
        }
        return _page(request, context, 200)
    try:
        s, dice = lookup.read(facts)
    except BadScenario as refusal:
        return _page(request, context | _refusal_context(link, refusal, asked), 400)
    return _page(request, context | _answer_context(link, s, dice), 200)


def _link(request: HttpRequest, name: str) -> page.Link:
    """Return a function that builds URLs of a page and keeps the requested language."""
    path, lang = reverse(name), request.GET.get("lang", "")
    return lambda values: query.address(path, {**values, **({"lang": lang} if lang in LANGUAGES else {})})


def _answer_json_post(request: HttpRequest) -> JsonResponse:
    try:
        facts = documents.read(request.body, MOST_BYTES)
    except documents.TooBig:
        return _mistakes([Mistake("$", "too_long", {"limit": MOST_BYTES})])
    except documents.NoDocument as bad:
        return _mistakes([Mistake("$", "not_json", {"line": bad.line or 1, "column": bad.column or 1})])
    return _json(facts)


def _json(facts: Any) -> JsonResponse:
    try:
        return JsonResponse(lookup.resolve(facts))
    except BadScenario as refusal:
        return _mistakes(refusal.mistakes)


def _mistakes(mistakes: Sequence[Mistake]) -> JsonResponse:
    """Return a 400 response that lists every mistake with its path, code and text."""
    found = [
        {"path": m.path, "code": m.code, "facts": dict(m.facts), "text": words.mistake(m)} for m in mistakes
    ]
    return JsonResponse({"mistakes": found}, status=400)


def _answer_context(link: page.Link, s: Any, dice: tuple[int, int] | None) -> dict[str, Any]:
    called, told = words.names(s), page.answer(s, dice)
    return {
        "heading": words.heading(s),
        "chosen": page.describe_chosen(link, s, told),
        "next": link({"mode": s.mode}),
        "swap": page.swap_url(link, s),
        "hidden": {k: v for k, v in query.params(s).items() if k in page.PICKED},
        "controls": controls.groups(s),
        "answer": told,
        "dice": [
            {
                "name": f"die_{side}",
                "label": texts_of("page")["die_of"] % {"name": called[side]},
                "face": dice[i] if dice else 0,
            }
            for i, side in enumerate(called)
        ],
        "json": link(query.params(s) | {"format": "json"}),
    }


def _refusal_context(link: page.Link, refusal: BadScenario, asked: dict[str, str]) -> dict[str, Any]:
    wrong = {m.path.partition("[")[0] for m in refusal.mistakes}
    faulty = wrong | ({"die_a", "die_b"} if "dice" in wrong else set()) | query.PASSED_BY
    return {
        "mistakes": [
            {
                "path": m.path,
                "label": words.field_of(m.path),
                "text": words.mistake(m),
                "rule": words.rule(str(m.facts.get("rule", ""))),
            }
            for m in refusal.mistakes
        ],
        "again": link({name: text for name, text in asked.items() if name not in faulty}),
    }


@make_public
def matrix(request: HttpRequest) -> HttpResponse:
    """Show the matrix of odds for every type against every other."""
    mode = request.GET.get("mode", "close")
    mode = mode if mode in MODES else "close"
    if wants_json(request):
        return JsonResponse(table(mode).as_json())
    link, look = _link(request, "battles:dba-matrix"), _link(request, "battles:dba-lookup")
    tabs = [{"label": words.option("mode", m), "url": link({"mode": m}), "here": m == mode} for m in MODES]
    tabs.append({"label": texts_of("page")["back"], "url": look({"mode": mode}), "here": False})
    found = table(mode)
    context = {"tabs": tabs, "mode": mode, "matrix": found.rows(look), "columns": found.columns}
    return _page(request, context, 200, "battles/dba/lookup/matrix.html")


def _page(
    request: HttpRequest, context: dict[str, Any], status: int, template: str = "battles/dba/lookup/page.html"
) -> HttpResponse:
    """Render a page without the request's context processors, which would open the session."""
    theme = request.COOKIES.get("theme", "")
    here = request.GET.dict()
    whole = context | {
        "t": texts_of("page"),
        "language": translation.get_language(),
        "languages": [
            (code, name, query.address(request.path, here | {"lang": code}))
            for code, name in (("en", "English"), ("it", "Italiano"))
        ],
        "query": request.GET.urlencode(),
        "lang_param": here.get("lang", ""),
        "theme": theme if theme in THEMES else "",
        "data_url": KEPT.data_url,
        "title": context.get("heading") or texts_of("page")[f"title_{context['mode']}"],
    }
    return HttpResponse(render_to_string(template, whole), status=status)


published_schema = publish(schema)
offline_data, service_worker, manifest = KEPT.views()
