"""The page of the calculators. It needs no account, session or database query, because the URL holds the
question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.http import urlencode

from battles.cataphract.answers.lookup import OWN, resolve, schema
from battles.cataphract.lookup import charts, words
from battles.cataphract.lookup.answer_blocks import blocks
from battles.cataphract.lookup.form import USUAL, Form
from battles.cataphract.lookup.query import question
from battles.cataphract.start import files
from battles.cataphract.start import words as start_words
from engine.game import BadScenario, Mistake
from engine.refusals import BadDocument
from kit.lookup.offline import OfflineLookup, publish
from kit.lookup.serving import LANGUAGES, answer_json, answer_posted, make_public, page_context, wants_json

FORMS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")


@make_public
def look_up(request: HttpRequest) -> HttpResponse:
    """Answer a question as a page or as JSON: the roll needed, and the possible results."""
    if request.method == "POST":
        return _answer_with_own(request) if request.content_type in FORMS else answer_posted(resolve, request)
    asked = request.GET.dict()
    if wants_json(request):
        return answer_json(resolve, question({"ask": "clash", **asked}))
    return _answer_page(request, asked, {})


def _answer_with_own(request: HttpRequest) -> HttpResponse:
    """Answer the form with a player's own chart and counters, from uploaded files or from a previous
    answer.
    """
    asked = request.POST.dict()
    kept = asked.pop("own", "")
    try:
        sent = files.read_parts(request.FILES.getlist("file")) or files.read_kept(kept)
    except BadDocument as bad:
        ask = asked.get("ask", "") if asked.get("ask") in words.ASKED else "clash"
        return _page(request, asked, ask, {"mistakes": _mistake_rows(bad.mistakes)}, 400)
    return _answer_page(request, asked, {name: sent.document[name] for name in OWN if name in sent.document})


def _answer_page(request: HttpRequest, asked: dict[str, str], own: Mapping[str, Any]) -> HttpResponse:
    ask = asked.get("ask", "") if asked.get("ask") in words.ASKED else "clash"
    if not any(name not in ("ask", "lang") for name in asked):
        asked |= USUAL[ask]
    found = {**question(asked), **own, "ask": ask}
    context: dict[str, Any]
    try:
        context, status = {"blocks": blocks(ask, found, resolve(found))}, 200
    except BadScenario as bad:
        context, status = {"mistakes": _mistake_rows(bad.mistakes)}, 400
    if own:
        context["own"] = json.dumps(own, ensure_ascii=False, separators=(",", ":"))
    return _page(request, asked, ask, context, status)


def _mistake_rows(mistakes: Sequence[Mistake]) -> list[tuple[str, str]]:
    return [(m.path.removeprefix("$."), _word_mistake(m)) for m in mistakes]


def _word_mistake(mistake: Mistake) -> str:
    known = words.MISTAKES.get(mistake.code)
    return str(known) if known is not None else start_words.mistake(mistake)


def _page(
    request: HttpRequest, asked: Mapping[str, str], ask: str, context: dict[str, Any], status: int
) -> HttpResponse:
    lang = {"lang": asked["lang"]} if asked.get("lang") in LANGUAGES else {}
    whole = (
        context
        | page_context(request)
        | {
            "t": words.PAGE,
            "ask": ask,
            "tabs": [(one, name, f"?{urlencode({'ask': one, **lang})}") for one, name in words.ASKED.items()],
            "groups": Form(asked).groups(ask),
            "charts": charts.charts(),
            "clear": f"?{urlencode({'ask': ask, **lang})}",
            "json": f"?{urlencode({**asked, 'ask': ask, 'format': 'json'})}",
        }
    )
    return HttpResponse(render_to_string("battles/cataphract/lookup/page.html", whole), status=status)


KEPT: Final = OfflineLookup(
    "battles:cataphract",
    "Cataphract",
    charts.tables,
    (
        "vexillum.css",
        "battles/chips.css",
        "lookup/lookup.css",
        "lookup/schiere.css",
        "lookup/cataphract.css",
    ),
    ("lookup/asking.js",),
    (
        "templates/battles/cataphract/lookup",
        "templates/battles/lookup",
        "locale/cataphract/it/LC_MESSAGES/django.po",
    ),
)
published_schema = publish(schema)
offline_data, service_worker, manifest = KEPT.views()
