"""Pages that need no account: troop types, army lists, and the lists for each power of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from armies.dba.catalogue import camp_followers, catalogue, troop_types
from armies.dba.files import DATA
from armies.dba.filling import fill
from armies.dba.fits import campaign_fits, powers_of
from armies.dba.lists import TOPOGRAPHIES, ArmyList, army_lists
from armies.dba.roster import ready_roster
from armies.desks.dba import wording
from armies.desks.dba.builder import rows
from armies.desks.dba.desk import DESK
from armies.services import collection_of
from armies.views.passing import find_army
from games import plugins
from games.wording.numbers import whole

_SORTS: dict[str, Callable[[ArmyList], Any]] = {
    "date": lambda a: (a.start_year, a.end_year),
    "name": lambda a: wording.army_name(a).casefold(),
    "aggression": lambda a: (-a.aggression, a.start_year),
}


def get_list(list_id: str) -> ArmyList:
    army = army_lists().get(list_id)
    if army is None:
        raise Http404(gettext("There is no such army list."))
    return army


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the army lists, searched, filtered and sorted as the query says."""
    asked = {
        k: request.GET.get(k, "").strip()[:80] for k in ("q", "from", "to", "home", "enemy", "power", "sort")
    }
    found, wrong = _search(asked)
    powers = [(f"{c.campaign}/{p.power}", c, p) for c in campaign_fits() for p in c.powers]
    context = {
        "armies": found,
        "wrong": wrong,
        "asked": asked,
        "filtered": any(v for k, v in asked.items() if k != "sort"),
        "open": any(v for k, v in asked.items() if k != "q"),
        "all_armies": sorted(army_lists().values(), key=_SORTS["name"]),
        "homes": TOPOGRAPHIES,
        "powers": powers,
        "total": len(army_lists()),
        "tab": "index",
        "desk": DESK,
    }
    return render(request, "armies/dba/lists.html", context)


def _search(asked: dict[str, str]) -> tuple[list[ArmyList], str]:
    """Return the lists that match a query. Also return any entry that should be a year but is not, or ""."""
    wrong = ""
    span: list[int | None] = []
    for key in ("from", "to"):
        span.append(whole(asked[key]))
        if asked[key] and span[-1] is None:
            wrong = asked[key]
    words = asked["q"].casefold().split()
    campaign, _, power = asked["power"].partition("/")
    found = [
        army
        for army in army_lists().values()
        if all(word in _text(army) for word in words)
        and (span[0] is None or army.end_year >= span[0])
        and (span[1] is None or army.start_year <= span[1])
        and (not asked["home"] or asked["home"] in army.topographies)
        and (not asked["enemy"] or asked["enemy"] in army.enemies)
        and (not power or any((c.campaign, p.power) == (campaign, power) for c, p in powers_of(army.id)))
    ]
    return sorted(found, key=_SORTS.get(asked["sort"], _SORTS["date"])), wrong


def _text(army: ArmyList) -> str:
    labels = [gettext(slot.label) for slot in army.slots] + [slot.label for slot in army.slots]
    parts = [army.name, army.name_it, army.notes, gettext(army.notes), *labels, *army.codes]
    return " ".join(parts).casefold()


@require_safe
def army_list(request: HttpRequest, list_id: str) -> HttpResponse:
    """Show one army list with its slots, dates, home, enemies and powers, and the reader's pieces for it."""
    army = get_list(list_id)
    owned = collection_of(request.user, "dba")
    context = {
        "army": army,
        "ready": ready_roster(army.id),
        "enemies": [army_lists()[e] for e in army.enemies],
        "powers": powers_of(army.id),
        "dismounts": [(a, b) for a, b in army.dismount.items()],
        "filling": fill(army, owned) if owned else None,
        "tab": "index",
        "desk": DESK,
    }
    return render(request, "armies/dba/list.html", context)


@require_safe
def troops(request: HttpRequest) -> HttpResponse:
    """Show the catalogue: every troop type with its bases, moves and behaviour."""
    types = [
        {
            "type": t,
            "behaviour": wording.BEHAVIOUR[t.code],
            "combats": plugins.door_about("troop_type", t.code),
            "bases": [(e, wording.men(e.code)) for e in catalogue().values() if e.type == t.code],
        }
        for t in troop_types().values()
    ]
    context = {"types": types, "followers": camp_followers(), "tab": "troops", "desk": DESK}
    return render(request, "armies/dba/troops.html", context)


@require_safe
def campaigns(request: HttpRequest) -> HttpResponse:
    """Show the army lists that represent each power of the site's campaigns."""
    groups = [(c, [(p, [army_lists()[i] for i in p.lists]) for p in c.powers]) for c in campaign_fits()]
    return render(request, "armies/dba/campaigns.html", {"groups": groups, "tab": "campaigns", "desk": DESK})


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """Return the JSON Schema of a roster."""
    text = (DATA / "roster.schema.json").read_text(encoding="utf-8")
    return HttpResponse(text, content_type="application/schema+json")


@require_safe
def lists_json(request: HttpRequest) -> JsonResponse:
    """Return every list as JSON, for scripts."""
    return JsonResponse(
        {"provenance": "history/design", "armies": [_facts(a) for a in army_lists().values()]}
    )


def _facts(army: ArmyList) -> dict[str, object]:
    slots = [
        {"count": s.count, "options": s.options, "label": s.label, "general": s.general, "uniform": s.uniform}
        for s in army.slots
    ]
    names = (
        "id",
        "name",
        "name_it",
        "start_year",
        "end_year",
        "aggression",
        "topographies",
        "enemies",
        "notes",
    )
    return {name: getattr(army, name) for name in names} | {"slots": slots, "dismount": dict(army.dismount)}


@require_safe
def print_sheets(request: HttpRequest, reference: str) -> HttpResponse:
    """Show printable sheets: the roster, and paper labels at true scale."""
    roster = find_army(request, DESK.name, reference)
    asked = request.GET.getlist("sheet")
    sheets = [s for s in ("roster", "labels") if s in asked] or ["roster", "labels"]
    listed = roster.army
    context = {
        "roster": roster,
        "army": listed,
        "rows": rows(roster),
        "reference": reference,
        "sheets": sheets,
        "enemies": [army_lists()[e] for e in listed.enemies],
        "unlisted": roster.is_unlisted,
        "dismounts": list(listed.dismount.items()),
        "tab": "mine",
        "desk": DESK,
    }
    return render(request, "armies/dba/print.html", context)
