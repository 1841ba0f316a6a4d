"""The calculator page. It needs no account, session or database query, since the URL holds the question."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode

from battles.cca.answers.lookup import fight_out, resolve, schema
from battles.cca.lookup import answer_rows
from battles.cca.lookup.data import data
from battles.cca.lookup.form import Form, question
from battles.cca.rules.dice import FACES
from battles.cca.wording.die import symbols
from engine.game import BadScenario
from kit.lookup.offline import OfflineLookup, publish
from kit.lookup.serving import (
    answer_json,
    answer_posted,
    make_public,
    page_context,
    wants_json,
)

THROW: Final = "throw"  # name of the button that rolls the dice


@make_public
def look_up(request: HttpRequest) -> HttpResponse:
    """Show the chances of a combat between two units, with a list of all units, terrain and cards below."""
    if request.method == "POST":
        return answer_posted(resolve, request)
    asked = request.GET.dict()
    if asked.pop(THROW, ""):
        return _throw(request, asked)
    if wants_json(request):
        return answer_json(resolve, question(asked))
    return _page(request, asked)


def _answer_context(asked: Mapping[str, str]) -> tuple[dict[str, Any], int]:
    """Return the template context for a question, and the HTTP status. The context holds the answer, or
    every mistake in the question. Without a question it is empty.
    """
    if not asked.get("attacker.type") or not asked.get("target.type"):
        return {}, 200
    try:
        return {"fates": answer_rows.fates(resolve(question(asked)))}, 200
    except BadScenario as bad:
        return {
            "mistakes": [(m.path.removeprefix("$."), answer_rows.mistake(m.code)) for m in bad.mistakes]
        }, 400


def _throw(request: HttpRequest, asked: Mapping[str, str]) -> HttpResponse:
    """Roll the dice of a combat for people at a table. Nothing is stored, and every request
    rolls new dice.
    """
    try:
        fought = fight_out(question(asked), lambda: 1 + secrets.randbelow(len(FACES)))
    except BadScenario:
        return _page(request, asked)
    response = _page(request, asked, throws=answer_rows.throws(fought), results=answer_rows.results(fought))
    add_never_cache_headers(response)
    return response


def _page(request: HttpRequest, asked: Mapping[str, str], **thrown: Any) -> HttpResponse:
    answer, status = _answer_context(asked)
    context = (
        thrown
        | answer
        | page_context(request)
        | {
            "groups": Form(asked).groups(),
            "json": f"?{urlencode({**asked, 'format': 'json'})}",
            "data_url": KEPT.data_url,
            "query": request.GET.urlencode(),
            "units": list(answer_rows.units()),
            "grounds": list(answer_rows.grounds()),
            "cards": list(answer_rows.deck()),
            "faces": list(symbols().values()),
        }
    )
    return HttpResponse(render_to_string("battles/cca/lookup/page.html", context), status=status)


KEPT: Final = OfflineLookup(
    "battles:cca",
    "Commands & Colors",
    data,
    ("vexillum.css", "lookup/lookup.css", "lookup/cca.css"),
    ("lookup/pictures.js", "lookup/cca.js"),
    ("templates/battles/cca/lookup", "locale/cca/it/LC_MESSAGES/django.po"),
)
published_schema = publish(schema)
offline_data, service_worker, manifest = KEPT.views()
