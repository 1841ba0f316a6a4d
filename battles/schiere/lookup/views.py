"""The pages of the calculators. They need no account, session or database query, since the URL contains the
question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.http import urlencode

from battles.schiere.answers.lookup import resolve
from battles.schiere.answers.schema import schema
from battles.schiere.lookup import data as offline
from battles.schiere.lookup.answer_blocks import Words, blocks
from battles.schiere.lookup.form import Form
from battles.schiere.lookup.query import question
from engine.game import BadScenario, Mistake
from kit.lookup.offline import OfflineLookup, publish
from kit.lookup.serving import (
    LANGUAGES,
    answer_json,
    answer_posted,
    make_public,
    page_context,
    wants_json,
)

ASKED = ("duel", "shot", "initiative", "nerve", "rally", "army")
# the fields without which a question is not answered
NOTHING = {
    "duel": {"a.class", "d.class"},
    "shot": {"shooters.0.weapon"},
    "army": {"army.army"},
}


KEPT: Final = OfflineLookup(
    "battles:schiere",
    "Schiere",
    offline.data,
    ("vexillum.css", "battles/chips.css", "lookup/lookup.css", "lookup/schiere.css"),
    ("lookup/pictures.js", "lookup/schiere.js", "lookup/schiere_page.js"),
    ("templates/battles/schiere/lookup", "templates/battles/lookup"),
)


@make_public
def look_up(request: HttpRequest) -> HttpResponse:
    """Show a calculator for a duel, a shot, the initiative, a test of nerve, a rally or an army."""
    if request.method == "POST":
        return answer_posted(resolve, request)
    asked = request.GET.dict()
    if wants_json(request):
        return answer_json(resolve, question({"ask": "duel", **asked}))
    ask = asked.get("ask", "") if asked.get("ask") in ASKED else ASKED[0]
    language = "it" if translation.get_language().startswith("it") else "en"
    words = Words(offline.data()["texts"][language], language)
    context, status = _answer_blocks(ask, asked, words)
    return _page(request, asked, ask, words, context, status)


def _answer_blocks(ask: str, asked: Mapping[str, str], words: Words) -> tuple[dict[str, Any], int]:
    """Return the blocks of the answer or the mistakes in the question, with the HTTP status. The blocks are
    empty if nothing was asked.
    """
    if not NOTHING.get(ask, set()) <= {name for name, text in asked.items() if text}:
        return {}, 200
    found = {"ask": ask, **question(asked)} | ({"solved": "all"} if ask == "duel" else {})
    try:
        return {"blocks": blocks(found, resolve(found), words)}, 200
    except BadScenario as bad:
        return {"mistakes": _mistake_rows(bad.mistakes, words)}, 400


def _mistake_rows(mistakes: Sequence[Mistake], words: Words) -> list[tuple[str, str]]:
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
    lang = {"lang": asked["lang"]} if asked.get("lang") in LANGUAGES else {}
    form = Form(asked, words)
    whole = (
        context
        | page_context(request)
        | {
            "t": words.texts["page"],
            "ask": ask,
            "tabs": [(one, words.page(one), f"?{urlencode({'ask': one, **lang})}") for one in ASKED],
            "forms": [(one, form.groups(one)) for one in ASKED],
            "clear": f"?{urlencode({'ask': ask, **lang})}",
            "json": f"?{urlencode({**asked, 'ask': ask, 'format': 'json'})}",
            "data_url": KEPT.data_url,
            "query": request.GET.urlencode(),
        }
    )
    return HttpResponse(render_to_string("battles/schiere/lookup/page.html", whole), status=status)


published_schema = publish(schema)
offline_data, service_worker, manifest = KEPT.views()
