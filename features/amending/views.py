"""The page for correcting facts, previewing the effect, giving consent, and objecting.

The pending changes are kept in the URL. Nothing is stored until the user confirms them.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine import documents
from engine.game import Fact, Many, Pick, Refusal, Unimaginable
from engine.log import amending
from features.amending import corrections, facts, objecting
from games import access, forms, pages, plugins
from games.contract import Wording
from games.models import Amendment, Game
from games.services import history
from games.services.going_back import consent
from games.services.proof.objections import LONGEST_OBJECTION
from games.views.frame import frame
from games.wording.narration import FactChange, describe_change
from games.wording.numbers import required_number
from games.wording.refusal_text import word_refusal

LONGEST: Final = 2000  # maximum length of one change in a URL, in characters
MOST_SHOWN: Final = 30  # number of facts per group shown without a search
CLOSED: Final = 5  # number of closed requests shown
TOLD: Final = 20  # number of earlier amendments shown


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def amend(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if game.status == Game.Status.GATHERING:
        return redirect("game", pk)
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    standing = corrections.request_of(game)
    asked = standing is not None and corrections.may_answer(at.table, standing, request.user)
    if not access.takes_part(request.user, game) and not asked:
        raise PermissionDenied
    if request.method == "POST":
        return _handle_post(request, game)
    wanted = _read_wanted(request.GET.getlist("c"))
    if at.is_gm and "set" in request.GET:
        field, value = _read_value(request, at)
        if field is not None and not isinstance(value, forms.BadForm):
            path = tuple(request.GET.get("fact", "").split(facts.SEPARATOR))
            kept = [one for one in wanted if one[0] != path]
            return redirect(_address(game, [*kept, (path, value)]))
    return render(request, "features/amending/amend.html", _context(request, at, wanted, standing, asked))


def _address(game: Game, wanted: facts.Wanted, **more: str) -> str:
    query = [("c", one) for one in facts.wanted_json(wanted)] + list(more.items())
    address = reverse("game-amend", args=[game.pk])
    return f"{address}?{urlencode(query)}" if query else address


def _read_wanted(sent: Sequence[str]) -> list[tuple[facts.Path, Any]]:
    return facts.read_wanted(_documents(sent[: 2 * amending.MOST]))


def _documents(sent: Sequence[str]) -> Iterator[Any]:
    for text in sent:
        try:
            yield documents.read(text, LONGEST)
        except documents.NoDocument:
            continue


# --- actions ------------------------------------------------------------------------------------------------


def _handle_post(request: HttpRequest, game: Game) -> HttpResponse:
    posted = request.POST
    wanted = _read_wanted(posted.getlist("c"))
    try:
        done = _do(request, game, wanted)
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
        return redirect(
            _address(game, wanted, **_kept_reason(posted.get("why", ""))) if wanted else _address(game, ())
        )
    except ValueError:
        messages.error(request, _("This must be a whole number."))
        return redirect(_address(game, wanted))
    if done:
        messages.success(request, done)
    else:
        messages.error(request, _("There is no such button."))
    return redirect(_address(game, ()))


def _kept_reason(why: str) -> dict[str, str]:
    return {"why": why[: corrections.LONGEST]} if why else {}


def _do(request: HttpRequest, game: Game, wanted: facts.Wanted) -> str:
    """Carry out a button's action and return a message for the user, or "" for an unknown button. Raises
    Refusal if the action is not allowed, and ValueError for an invalid number.
    """
    posted, user, now = request.POST, request.user, clocks.now()
    why = posted.get("why", "")
    match posted.get("do"):
        case "amend":
            drawn, key = required_number(posted.get("seq")), posted.get("key", "")
            corrections.amend(game.pk, user, wanted, why=why, drawn_seq=drawn, key=key, now=now)
            return _("Corrected. Everybody has been notified and can object.")
        case "ask":
            corrections.ask(
                game.pk, user, wanted, why=why, drawn_seq=required_number(posted.get("seq")), now=now
            )
            return _("Request sent to those who can agree.")
        case "agree":
            corrections.answer(game.pk, required_number(posted.get("request")), user, agree=True, now=now)
            return _("You have agreed: it has been corrected, and everybody has been notified.")
        case "decline":
            number = required_number(posted.get("request"))
            corrections.answer(game.pk, number, user, agree=False, why=why, now=now)
            return _("Declined. Nothing was changed.")
        case "withdraw":
            corrections.withdraw(game.pk, required_number(posted.get("request")), user, now=now)
            return _("You have withdrawn your request.")
        case "object":
            seq = required_number(posted.get("entry"))
            objecting.object_to(game.pk, seq, user, posted.get("words", ""), now=now)
            return _("Your objection appears next to it; the game master has been notified.")
    return ""


# --- the page -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """A fact that can be chosen for correction."""

    label: str
    value: str
    address: str


@dataclass(frozen=True)
class Group:
    """Facts of one kind. ``more``: the number of facts left out, which a search would find. ``open``:
    whether the group is shown expanded.
    """

    label: str
    rows: tuple[Row, ...]
    more: int
    open: bool


def _context(
    request: HttpRequest, at: pages.Scene, wanted: facts.Wanted, standing: Amendment | None, asked: bool
) -> dict[str, Any]:
    game, wording = at.game, plugins.wording(at.game)
    leads = at.is_gm and game.running
    lines = history.amendments(at.table, at.eyes, TOLD)
    return {
        **frame(at, "desk"),
        "leads": leads,
        **(_choice_context(request, at, wording, wanted) if leads and standing is None else {}),
        "standing": standing,
        "own": standing is not None and standing.user_id == request.user.pk,
        "asked": asked,
        "standing_place": at.place(standing.seat) if standing else None,
        "standing_changes": [_change_text(wording, one) for one in standing.changes] if standing else (),
        "past": [
            (told, line, may_object(at, request.user, line))
            for told, line in zip(pages.describe_entries(at, lines), lines, strict=True)
        ],
        "closed": _closed_rows(at),
        "longest": LONGEST_OBJECTION,
    }


def _closed_rows(at: pages.Scene) -> list[tuple[Amendment, Any, str]]:
    return [
        (one, at.place(one.seat), _role_name(at, one.answered_by))
        for one in corrections.closed_requests(at.game)[:CLOSED]
    ]


def _role_name(at: pages.Scene, key: str) -> str:
    if "," in key:
        return ", ".join(dict.fromkeys(_role_name(at, one) for one in key.split(",")))
    if key.startswith(consent.CAMPAIGN):
        return _("a player of the campaign")
    return at.place(key).name if key else ""


def may_object(at: pages.Scene, user: Any, line: history.Line) -> bool:
    """Return whether this player can still object to the amendment in this line of the chronicle."""
    known = line.amended is not None and any(one.user == user.pk for one in line.amended.objections)
    return bool(at.my_seats) and not known and not line.undone


def _choice_context(
    request: HttpRequest, at: pages.Scene, wording: Wording, wanted: facts.Wanted
) -> dict[str, Any]:
    known = facts.correctable_facts(at.table, request.user)
    field, _value_ = _read_value(request, at)
    alone = consent.freedom(at.game, request.user) is not None
    query = request.GET.get("q", "")[:80]
    return {
        **_preview_context(request, at, wording, wanted),
        "alone": alone,
        "askable": not alone
        and bool(consent.required_consents(at.table, request.user, consent.UndoneMoves(at.table.seq, ()))),
        "query": query,
        "groups": list(_groups(at, request.user, wording, known, wanted, query)),
        "any_fact": bool(known),
        "field": field,
        "field_of": _label_of(wording, known, request.GET.get("fact", "")) if field else "",
        "chosen_fact": request.GET.get("fact", ""),
        "act": {"id": "amend", "loose": False},
        "carried": facts.wanted_json(wanted),
        "key": str(uuid.uuid4()),
        "why": request.GET.get("why", "")[: corrections.LONGEST],
        "longest_why": corrections.LONGEST,
        "full": len(wanted) >= amending.MOST,
    }


def _label_of(wording: Wording, known: dict[facts.Path, Fact], path: str) -> str:
    fact = known[tuple(path.split(facts.SEPARATOR))]
    return wording.fact(fact.path, fact.about or {})


def _read_value(request: HttpRequest, at: pages.Scene) -> tuple[Any, Any]:
    """Return the chosen fact's form field and the submitted value. The value is None if none was submitted,
    and the BadForm error if it is invalid. If no fact is chosen, both are None.
    """
    path = tuple(request.GET.get("fact", "").split(facts.SEPARATOR))
    leads = "fact" in request.GET and at.is_gm and at.game.running
    fact = facts.correctable_facts(at.table, request.user).get(path) if leads else None
    if fact is None or fact.field is None:
        return None, None
    wording, posted = plugins.wording(at.game), request.GET if "set" in request.GET else None
    written = at.table.system.codec.write(facts.state_for(at.table, request.user))
    drawn = forms.draw_field(fact.field, wording, posted, amending.value_of(fact, written))
    offered = fact.field.options if isinstance(fact.field, Pick | Many) else ()
    options = tuple(
        replace(one, label=wording.fact_value(path, option.value))
        for one, option in zip(drawn.options, offered, strict=False)
    )
    drawn = replace(drawn, label=_("New value"), options=options)
    if posted is None:
        return drawn, None
    try:
        return drawn, forms.read_fields((fact.field,), posted)[fact.field.name]
    except forms.BadForm as bad:
        error = "; ".join(wording.mistake(one) for one in bad.mistakes)
        return replace(drawn, error=error), bad


def _preview_context(
    request: HttpRequest, at: pages.Scene, wording: Wording, wanted: facts.Wanted
) -> dict[str, Any]:
    if not wanted:
        return {}
    without = {path: _address(at.game, [one for one in wanted if one[0] != path]) for path, _to in wanted}
    try:
        changes = facts.changes_of(at.table, request.user, wanted)
        seen = facts.preview(at.table, request.user, changes)
    except Unimaginable:
        return {
            "refused": _(
                "Too much is hidden to try this out: hand the game to a game master who isn't playing."
            )
        }
    except Refusal as refused:
        return {"refused": word_refusal(refused, at.game), "start_again": _address(at.game, ())}
    return {
        "preview": seen,
        "changes": [(_change_text(wording, one), without[tuple(one["path"])]) for one in changes],
        "hidden": any("seen_by" in one for one in changes),
        "mistakes": [wording.unsound(one) for one in seen.mistakes],
        "closed_questions": [(at.place(one.seat), wording.decision_kind(one.kind)) for one in seen.closed],
        "opened_questions": [(at.place(one.seat), wording.decision_kind(one.kind)) for one in seen.opened],
    }


def _change_text(wording: Wording, change: Any) -> FactChange:
    return describe_change(wording, change)


def _groups(
    at: pages.Scene,
    user: Any,
    wording: Wording,
    known: dict[facts.Path, Fact],
    wanted: facts.Wanted,
    query: str,
) -> Iterator[Group]:
    if not known:
        return
    written = at.table.system.codec.write(facts.state_for(at.table, user))
    words, kinds = query.casefold().split(), dict[str, list[Row]]()
    for path, fact in known.items():
        there = amending.value_at(written, path) is not None
        if not words and not there:
            continue
        label = wording.fact(path, fact.about or {})
        value = wording.fact_value(path, amending.value_of(fact, written))
        told = f"{label} {value}".casefold()
        if all(word in told for word in words):
            address = _address(
                at.game, wanted, fact=facts.SEPARATOR.join(path), **({"q": query} if query else {})
            )
            kinds.setdefault(path[0], []).append(Row(label, value, address + "#value"))
    for head, rows in kinds.items():
        most = MOST_SHOWN * 3 if words else MOST_SHOWN
        shown = tuple(sorted(rows, key=lambda row: row.label.casefold())[:most])
        yield Group(wording.fact((head,), {}), shown, len(rows) - len(shown), bool(words))
