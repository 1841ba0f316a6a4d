"""A player's own notes, on a page or in the drawer next to the map, and the marks sent with letters."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts import clocks
from accounts.limits import too_often
from engine import documents
from engine.game import GM, Refusal
from features.notes import sending, services
from features.notes.marks import BadMark, Mark, draw_marks, mark_json, mark_of, read_mark
from features.notes.models import LONGEST, Note
from games import access, enclosures, limits, pages, plugins
from games.page_facts.drawer import in_drawer
from games.services.correspondence import correspondents
from games.views.frame import frame
from games.wording.narration import turn_name
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

SIZE = 4000  # maximum size of a mark, in bytes


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show the notes of a game by turn, with forms to write, delete and send notes."""
    at = services.scene_of(request.user, pk, request.POST.get("from") or request.GET.get("seat", ""))
    problem = ""
    if request.method == "POST":
        problem = _carry_out(request, at)
        if _wants_json(request):
            return JsonResponse({"problem": problem, **_marks_json(at, _viewed_entry(request.POST, at))})
        if not problem:
            return redirect(_address(at))
    return render(
        request, "features/notes/page.html", _context(request, at, problem), status=422 if problem else 200
    )


def _carry_out(request: HttpRequest, at: pages.Scene) -> str:
    """Carry out the form's action. Return the reason if it was refused, else ""."""
    posted = request.POST
    try:
        if "delete" in posted:
            services.delete(at, whole(posted["delete"], 1) or 0)
        elif posted.get("do") == "send":
            return _send(request, at)
        else:
            services.add(
                at, _sent_mark(request, at), posted.get("key", ""), clocks.now(), _viewed_entry(posted, at)
            )
    except BadMark:
        return _("Write something, or draw a mark on the map.")
    except ValidationError as refused:
        return refused.messages[0]
    return ""


def _send(request: HttpRequest, at: pages.Scene) -> str:
    posted, who = request.POST, str(request.user.pk)
    if not limits.LETTERS.take(who):
        return str(too_often(limits.LETTERS).message)
    numbers = [number for text in posted.getlist("note")[: services.MOST] if (number := whole(text, 1))]
    facts = {name: posted.get(name, "") for name in ("to", "text", "key")}
    try:
        sent = sending.send(at, numbers, seat=at.seat or GM, now=clocks.now(), **facts)
    except Refusal as refused:
        limits.LETTERS.give_back(who)
        return word_refusal(refused, at.game)
    if sent is None:
        limits.LETTERS.give_back(who)
        return _("Choose at least one note to send.")
    return ""


def _sent_mark(request: HttpRequest, at: pages.Scene) -> Mark:
    """Read the mark from the form. A script may have drawn it. Otherwise the form names one or two places on
    the map, or contains only a text. Raises BadMark if the mark is invalid.
    """
    posted = request.POST
    if posted.get("mark"):
        try:
            told = documents.read(posted["mark"].encode(errors="replace"), SIZE)
        except documents.NoDocument:
            raise BadMark from None
        if not isinstance(told, dict):
            raise BadMark
        return read_mark(told)
    text, first, second = (posted.get(name, "") for name in ("text", "place", "to_place"))
    spots = places_of(at)
    if first not in spots:
        return read_mark({"kind": Note.Kind.NOTE, "text": text})
    points, names = [spots[first].x, spots[first].y], [spots[first].name]
    if second in spots and second != first:
        points, names = [*points, spots[second].x, spots[second].y], [*names, spots[second].name]
        return read_mark({"kind": Note.Kind.ARROW, "points": points, "places": names, "text": text})
    return read_mark({"kind": Note.Kind.TEXT, "points": points, "places": names, "text": text})


def places_of(at: pages.Scene) -> dict[str, Any]:
    """Return the places on the game's map, by id."""
    seen = pages.scene_without_controls(at.user, at.game)
    return dict(plugins.page(at.game.system).places(pages.redact_scene(seen)))


def _viewed_entry(told: Any, at: pages.Scene) -> int | None:
    """Return the entry whose position the reader is viewing, or None for the present position."""
    asked = whole(told.get("at"), 0)
    return None if asked is None or asked >= at.game.seq else asked


def _address(at: pages.Scene) -> str:
    query = f"?{urlencode({'seat': at.seat})}" if at.seat else ""
    return reverse("game-notes", args=[at.game.pk]) + query


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept", "") == "application/json"


def _context(request: HttpRequest, at: pages.Scene, problem: str) -> dict[str, Any]:
    notes = list(services.own_notes(at))
    turn = services.turn_at(at, None)
    now = [one for one in notes if turn is None or one.turn == turn]
    before = [one for one in notes if one not in now]
    voice = at.seat or GM
    return {
        **frame(at, "notes"),
        **in_drawer(request),
        "notes_now": now,
        "turn_now": "" if turn is None else turn_name(at.game, turn),
        "notes_before": _group_by_turn(at, before),
        "picture": _picture(at, [mark_of(one) for one in now], None),
        "places": sorted(places_of(at).items(), key=lambda one: one[1].name),
        "to": [at.place(key) for key in correspondents(at.game, voice) if key],
        "may_write": enclosures.find_writer() is not None and voice in access.voices_of(at.user, at.game),
        "most": LONGEST,
        "problem": problem,
        "text": request.POST.get("text", "") if problem else "",
        "key": str(uuid.uuid4()),
    }


def _group_by_turn(at: pages.Scene, notes: Sequence[Note]) -> list[tuple[str, str, list[Note]]]:
    """Group earlier notes by turn, latest first. A group consists of the turn's name, the URL of its replay,
    and the notes.
    """
    turns: dict[int | None, list[Note]] = {}
    for one in reversed(notes):
        turns.setdefault(one.turn, []).append(one)
    replay = reverse("game-replay", args=[at.game.pk])
    return [
        ("" if turn is None else turn_name(at.game, turn), f"{replay}?at={found[0].seq}", found)
        for turn, found in turns.items()
    ]


BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')


def _picture(at: pages.Scene, marks: Sequence[Mark], seq: int | None) -> dict[str, Any] | None:
    """Return the map's URL and size and the drawn marks, for readers without scripts. Return None if there
    is no map or no mark on it.
    """
    page = plugins.page(at.game.system)
    drawn = [one for one in marks if one.on_map]
    if not drawn or not page.pictured or not places_of(at):
        return None
    found = BOX.search(
        page.thumbnail(pages.redact_scene(pages.scene_without_controls(at.user, at.game, seq)))
    )
    if found is None:
        return None
    width, height = float(found[1]), float(found[2])
    query = urlencode({"at": at.game.seq if seq is None else seq})
    address = f"{reverse('game-thumbnail', args=[at.game.pk])}?{query}"
    return {"width": width, "height": height, "map": address, "marks": draw_marks(drawn, width)}


@never_cache
@require_safe
def data(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Send the reader's own marks of a turn, for the map of the game or of a replay."""
    at = services.scene_of(request.user, pk, request.GET.get("seat", ""), closed=True)
    if at.is_closed:  # the page may still poll after the player has closed the hand
        return JsonResponse({"marks": []})
    return JsonResponse(_marks_json(at, _viewed_entry(request.GET, at)))


def _marks_json(at: pages.Scene, seq: int | None) -> dict[str, Any]:
    marks = [{"id": one.pk, **mark_json(mark_of(one))} for one in services.shown_at(at, seq)]
    return {"marks": marks}


@never_cache
@require_safe
def show_enclosed(request: HttpRequest, pk: UUID, letter: int) -> HttpResponse:
    """Show the marks that came with a letter, as JSON for the map or on a page."""
    found = sending.enclosure_for(request.user, pk, letter)
    marks = sending.marks_in(found)
    if "json" in request.GET:
        return JsonResponse({"marks": [mark_json(one) for one in marks]})
    at = pages.scene(request.user, found.letter.game, request.GET.get("seat", ""), bare=True)
    if at.is_closed:
        raise Http404
    context = {
        **frame(at, "letters"),
        **in_drawer(request),
        "letter": found.letter,
        "marks": marks,
        "picture": _picture(at, marks, min(found.seq, at.game.seq)),
    }
    return render(request, "features/notes/enclosed.html", context)
