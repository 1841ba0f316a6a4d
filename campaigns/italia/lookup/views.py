"""The calculator's pages. They need no account, no session and no database query, because the URL holds the
question.
"""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.views.decorators.http import require_safe

from campaigns.italia.answers.combat import GROUNDS
from campaigns.italia.lookup import data, query
from campaigns.italia.lookup.answers import answer
from campaigns.italia.lookup.words import words
from campaigns.italia.pages.board import SYMBOLS
from campaigns.italia.rules.combat.situation import ATTACKER
from engine.game import Facts
from games.wording.explanations import section_url
from kit.lookup.offline import OfflineLookup
from kit.lookup.serving import LANGUAGES, make_public, page_context

RAIDS: Final = "10.7"  # the rules section of raids


@require_safe
@make_public
def look_up(request: HttpRequest) -> HttpResponse:
    """Show a combat between two groups, in the language of ``?lang=`` or else of the browser."""
    return HttpResponse(render_to_string("campaigns/italia/lookup/page.html", _context(request)))


def _context(request: HttpRequest) -> dict[str, Any]:
    asked = request.GET.dict()
    question, t = query.facts(asked), words()
    fought = bool(question["attacker"]["units"] and question["defender"]["units"])
    return page_context(request) | {
        "t": t,
        "sides": [_side(letter, side, question, t) for letter, side in query.SIDES.items()],
        "sea": bool(asked.get("a.sea")),
        "grounds": [(one, t["grounds"][one], one == question["ground"]) for one in GROUNDS],
        "city": question["city"],
        "raid": question["raid"],
        "answer": _answer_context(question, t) if fought else None,
        "data_url": KEPT.data_url,
    }


def _side(letter: str, side: str, question: Facts, t: Facts) -> dict[str, Any]:
    own = question[side]
    fields = [
        (f"{letter}.{unit}", name, own["units"].get(unit, 0), query.most(unit), SYMBOLS.get(unit, ""))
        for unit, name in t["units"].items()
    ]
    fields += [
        (f"{letter}.{name}", t[name], own.get(name, 0), high, "") for name, high in query.OTHER_FIELDS.items()
    ]
    return {"letter": letter, "name": t[side], "fields": fields}


def _answer_context(question: Facts, t: Facts) -> dict[str, Any]:
    found = answer(question)
    end, raid = found["end"], found["raid"]
    return {
        "raid": raid
        and {
            "section": RAIDS,
            "win": percent(raid["succeeds"]),
            "lose": percent(1 - raid["succeeds"]),
            "lost": [(number, percent(chance)) for number, chance in enumerate(raid["lost"])],
            "left": t["raiders_left"] % {"a": number_of(raid["left"])},
        },
        "needs": [
            {
                "name": t[side],
                "rows": list(_needs(found[side], t)),
                "base": t["raider" if raid and side == ATTACKER else "base"],
            }
            for side in query.SIDES.values()
        ],
        "end": end
        and {
            "win": percent(end["attacker"]),
            "lose": percent(end["defender"]),
            "nobody": percent(end["nobody"]),
            "left": t["left"]
            % {"a": number_of(end["attackers_left"]), "d": number_of(end["defenders_left"])},
        },
        "rounds": [
            [
                one["round"],
                *(percent(one[name]) for name in ("won", "lost", "open")),
                *(number_of(one[name]) for name in ("attackers_left", "defenders_left")),
            ]
            for one in found["rounds"]
        ],
    }


def _needs(found: Facts, t: Facts) -> Any:
    for kind, targets in found.items():
        for target, one in targets.items():
            why = [
                (t["modifiers"][code], f"{value:+d}".replace("-", "\N{MINUS SIGN}"), data.section(code))
                for code, value in one["modifiers"].items()
            ]
            yield {"kind": _kind(kind, t), "target": _kind(target, t), "needs": one["needs"], "why": why}


def _kind(kind: str, t: Facts) -> str:
    unit, sea, _rest = kind.partition(":")
    return f"{t['units'][unit]} {t['by_sea']}" if sea else str(t["units"][unit])


def percent(chance: float) -> str:
    """Format a chance as a percentage, exactly as static/campaigns/italia_lookup_page.js does.

    >>> percent(0.12345)
    '12.3%'
    """
    return f"{100 * chance:.1f}%"


def number_of(value: float) -> str:
    return f"{value:.2f}"


def _tables() -> dict[str, Any]:
    """Return the numbers and words that the page needs offline, in every language."""
    told = {}
    for code in LANGUAGES:
        with translation.override(code):
            told[code] = words()
    rules = {RAIDS, *data.sections().values()}
    sections = {rule: section_url("italia", rule) for rule in sorted(rules)}
    return {"rules": data.rules(), "words": told, "sections": sections, "raids": RAIDS}


KEPT: Final = OfflineLookup(
    "campaigns:italia",
    "Italia",
    _tables,
    ("vexillum.css", "battles/chips.css", "campaigns/italia_lookup.css"),
    (data.SCRIPT, "campaigns/italia_lookup_page.js"),
    ("templates/campaigns/italia/lookup",),
)
offline_data, service_worker, _ = KEPT.views()
