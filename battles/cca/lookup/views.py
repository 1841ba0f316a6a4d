"""The pages of the calculator. They need no account, session or database query, since the URL holds the
question.
"""

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
from battles.cca.lookup.form import Form, question
from battles.cca.rules.dice import FACES
from battles.cca.rules.tables import load
from battles.cca.wording.die import symbols
from engine.game import BadScenario
from kit.lookup.offline import OfflineLookup, publish
from kit.lookup.serving import (
    answer_json,
    answer_posted,
    public,
    shell,
    wants_json,
)

THROW: Final = "throw"  # the button that throws the dice
TABLES: Final = ("units", "terrain", "cards")


@public
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
    """Return the answer in words, or every mistake; nothing if no question was asked."""
    if not asked.get("attacker.type") or not asked.get("target.type"):
        return {}, 200
    try:
        return {"fates": answer_rows.fates(resolve(question(asked)))}, 200
    except BadScenario as bad:
        return {
            "mistakes": [(m.path.removeprefix("$."), answer_rows.mistake(m.code)) for m in bad.mistakes]
        }, 400


def _throw(request: HttpRequest, asked: Mapping[str, str]) -> HttpResponse:
    """Throw the dice of a combat on somebody's table. Every request throws anew, so nothing is kept."""
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
        | shell(request)
        | {
            "groups": Form(asked).groups(),
            "json": f"?{urlencode({**asked, 'format': 'json'})}",
            "units": list(answer_rows.units()),
            "grounds": list(answer_rows.grounds()),
            "cards": list(answer_rows.deck()),
            "faces": list(symbols().values()),
        }
    )
    return HttpResponse(render_to_string("battles/cca/lookup/page.html", context), status=status)


def _data() -> dict[str, Any]:
    """Return units, terrain and cards for use offline. Chances need a connection."""
    return {name: load(name)[name] for name in TABLES}


KEPT: Final = OfflineLookup(
    "battles:cca",
    "Commands & Colors",
    _data,
    ("vexillum.css", "lookup/lookup.css", "lookup/cca.css"),
    ("lookup/asking.js",),
    ("templates/battles/cca/lookup", "locale/cca/it/LC_MESSAGES/django.po"),
)
published_schema = publish(schema)
offline_data, service_worker, manifest = KEPT.views()
