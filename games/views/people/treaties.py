"""Treaties between players: the page where they read, propose and answer treaties, and mark promises as kept
or broken.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.limits import too_often
from engine.contract.promises import BROKEN, OPEN
from engine.game import Choice, Refusal
from games import access, limits, pages, plugins
from games.forms import BadForm, FieldForm, draw_field, read_fields
from games.models import Game, Promise, Treaty
from games.services.people import treaties as service
from games.views.frame import frame
from games.wording.narration import describe_judgement, describe_news, describe_promise
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

PAGE = 30
GIVE, ASK = "give", "ask"


@dataclass(frozen=True)
class Offer:
    """A promise on the form. ``loose``: whether its fields may be empty while the promise is not ticked
    (templates/games/_field.html).
    """

    id: str
    label: str
    help: str
    fields: tuple[FieldForm, ...]
    on: bool
    loose: bool = True


@dataclass(frozen=True)
class Row:
    """A promise as the page shows it, with the marks that the reader may set."""

    promise: Promise
    text: str
    word: str
    by_log: bool
    may_mark: bool
    may_undo: bool
    may_dispute: bool


@dataclass(frozen=True)
class TreatyView:
    """A treaty as the page shows it, with the actions that the reader may take."""

    treaty: Treaty
    one: pages.Place
    other: pages.Place
    rows: tuple[Row, ...]
    mine: bool
    may_answer: bool
    may_withdraw: bool
    may_reveal: bool

    @property
    def is_broken(self) -> bool:
        """Whether any of the treaty's promises was broken."""
        made = self.treaty.status == Treaty.Status.MADE
        return made and any(row.promise.status == BROKEN for row in self.rows)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def treaties(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if game.seq < 0:
        raise Http404
    notice = None
    if request.method == "POST":
        if not access.seats_of(request.user, game):
            raise Http404
        notice = _press_button(request, game)
        if notice is None:
            return redirect("game-treaties", pk)
    return render(
        request, "games/treaties.html", _context(request, game, notice), status=422 if notice else 200
    )


def _press_button(request: HttpRequest, game: Game) -> pages.Said | None:
    """Carry out the button's action. Return the reason if it failed, else None."""
    do, now = request.POST.get("do", ""), clocks.now()
    number = whole(request.POST.get("number"), 1) or 0
    try:
        match do:
            case "propose":
                return _propose(request, game)
            case "accept":
                service.accept(game.pk, request.user, number, now)
                messages.success(request, _("The treaty is in force."))
            case "decline":
                service.decline(game.pk, request.user, number, now)
                messages.success(request, _("Declined; the other side has been notified."))
            case "withdraw":
                service.withdraw(game.pk, request.user, number)
                messages.success(request, _("Proposal withdrawn."))
            case "reveal":
                service.reveal(game.pk, request.user, number, now)
                messages.success(request, _("Everybody who can see the game can now read this treaty."))
            case "dispute" | "agree":
                service.dispute(game.pk, request.user, number, do == "dispute", now)
            case _:
                service.mark(game.pk, request.user, number, do, now)
    except Refusal as refused:
        return pages.Said(word_refusal(refused, game))
    return None


def _propose(request: HttpRequest, game: Game) -> pages.Said | None:
    posted = request.POST
    seat, to = posted.get("seat", ""), posted.get("to", "")
    at = pages.scene(request.user, game, seat, bare=True)
    if at.seat != seat or to not in service.partners(game, seat):
        return pages.Said(_("Choose who the treaty is with."))
    wanted = []
    for by, other, side in ((seat, to, GIVE), (to, seat, ASK)):
        for choice in at.table.rules.promises(at.table.state, by, other):
            if f"{side}-{choice.kind}" not in posted:
                continue
            try:
                terms = read_fields(choice.fields, posted, f"{side}-{choice.kind}-")
            except BadForm:
                title = plugins.wording(game).pledge_title(choice.kind)
                return pages.Said(
                    _("Please look at “%(what)s” again: a value is missing or not possible.")
                    % {"what": title}
                )
            wanted.append(service.ProposedPromise(by, {"kind": choice.kind, **choice.fixed, **terms}))
    if not limits.LETTERS.take(str(request.user.pk)):
        return pages.Said(str(too_often(limits.LETTERS).message))
    try:
        service.propose(
            game.pk,
            request.user,
            seat=seat,
            to=to,
            wanted=wanted,
            public="public" in posted,
            key=posted.get("key", ""),
            now=clocks.now(),
        )
    except Refusal:
        limits.LETTERS.give_back(str(request.user.pk))
        raise
    messages.success(request, _("Your proposal has been sent; it isn't binding until it is accepted."))
    return None


def _context(request: HttpRequest, game: Game, notice: pages.Said | None) -> dict[str, Any]:
    asked = request.POST if request.method == "POST" else request.GET
    at = pages.scene(request.user, game, asked.get("seat", ""), bare=True)
    found = [treaty_view(at, one) for one in service.treaties_for(request.user, game)]
    closed = [one for one in found if one.treaty.status not in (Treaty.Status.PROPOSED, Treaty.Status.MADE)]
    page = Paginator([one for one in found if one.treaty.status == Treaty.Status.MADE], PAGE)
    to = asked.get("to", "")
    mine = at.seat if at.seat in at.my_seats else None
    others = [at.place(key) for key in service.partners(game, mine)] if mine and game.running else []
    chosen = next((place for place in others if place.key == to), others[0] if len(others) == 1 else None)
    return {
        **frame(at, "treaties"),
        "notice": notice,
        "place": at.place(mine) if mine else None,
        "others": others,
        "chosen": chosen,
        "sides": _sides(request, at, mine, chosen) if mine and chosen else (),
        "public": "public" in request.POST,
        "key": str(uuid.uuid4()),
        "to_answer": [one for one in found if one.may_answer],
        "proposed": [one for one in found if one.may_withdraw and not one.may_answer],
        "page": page.get_page(request.GET.get("page")),
        "closed": closed[:PAGE],
    }


def _sides(
    request: HttpRequest, at: pages.Scene, seat: str, other: pages.Place
) -> list[tuple[str, list[Offer]]]:
    """Return the form in two parts: the promises that the seat offers, and those that it asks for in
    return.
    """
    rules, state = at.table.rules, at.table.state
    give = _offers(request, at, GIVE, rules.promises(state, seat, other.key))
    ask = _offers(request, at, ASK, rules.promises(state, other.key, seat))
    return [
        (_("I promise"), give),
        (_("%(name)s promises") % {"name": other.name}, ask),
    ]


def _offers(request: HttpRequest, at: pages.Scene, side: str, choices: Iterable[Choice]) -> list[Offer]:
    wording, posted = plugins.wording(at.game), request.POST if request.method == "POST" else None
    labels = {
        "until": _("Until the end of turn"),
        "words": _("What is promised"),
        "gold": _("Gold"),
        "area": _("Area"),
        "province": _("Province"),
    }
    found = []
    for choice in choices:
        name = f"{side}-{choice.kind}"
        drawn = [draw_field(one, wording, posted, prefix=f"{name}-") for one in choice.fields]
        fields = tuple(
            replace(form, label=labels.get(one.name, form.label))
            for one, form in zip(choice.fields, drawn, strict=True)
        )
        on = posted is not None and name in posted
        found.append(
            Offer(name, wording.pledge_title(choice.kind), wording.pledge_help(choice.kind), fields, on)
        )
    return found


def treaty_view(at: pages.Scene, treaty: Treaty) -> TreatyView:
    mine, running = set(at.my_seats), at.game.running
    proposed = treaty.status == Treaty.Status.PROPOSED
    party = bool(mine & {*treaty.parties})
    rows = tuple(_row(at, treaty, row, mine, running) for row in treaty.promises.all())
    return TreatyView(
        treaty,
        at.place(treaty.seat),
        at.place(treaty.to),
        rows,
        party,
        proposed and running and treaty.to in mine,
        proposed and treaty.seat in mine,
        party and treaty.was_made and not treaty.open_to_all,
    )


def _row(at: pages.Scene, treaty: Treaty, row: Promise, mine: set[str], running: bool) -> Row:
    by_log = at.table.rules.settles(service.as_promise(row))
    sides = {row.by, row.to} & mine
    says = bool(sides) and running and treaty.status == Treaty.Status.MADE
    own = row.settled_by in sides
    return Row(
        row,
        describe_promise(at, row),
        describe_judgement(at, row),
        by_log,
        says and not by_log and row.status == OPEN,
        says and own,
        says and bool(row.settled_by) and (not own or len(sides) == 2),
    )


def treaties_of(at: pages.Scene) -> list[TreatyView]:
    """Return the seat's treaties that are in force or await an answer. A new player of the seat sees them
    too.
    """
    standing = (Treaty.Status.PROPOSED, Treaty.Status.MADE)
    if not at.game.has_treaties:
        return []
    found = service.treaties_for(at.user, at.game).filter(status__in=standing)
    return [treaty_view(at, one) for one in found if at.seat in one.parties]


def news_after(at: pages.Scene, seqs: Sequence[int]) -> dict[int, list[tuple[str, bool, str]]]:
    """Return the news of treaties that came right after each of these log entries, by entry number. Each
    piece of news is a text, whether it is secret, and a kind (made, revealed, void, kept, broken,
    lapsed).
    """
    found: dict[int, list[tuple[str, bool, str]]] = {}
    if not at.game.has_treaties or not seqs:
        return found
    newest, places = max(seqs) >= at.game.seq, sorted(seqs)
    for item in service.news_until(at.user, at.game):
        before = [seq for seq in places if seq <= item.seq]
        if before and (newest or item.seq <= places[-1]):
            found.setdefault(before[-1], []).append(_line(at, item))
    return found


def news_by_turn(at: pages.Scene) -> dict[int, list[tuple[str, bool, str]]]:
    """Return the news of treaties in each turn, by turn number."""
    found: dict[int, list[tuple[str, bool, str]]] = {}
    for item in service.news_until(at.user, at.game):
        if item.turn is not None:
            found.setdefault(item.turn, []).append(_line(at, item))
    return found


def _line(at: pages.Scene, item: service.News) -> tuple[str, bool, str]:
    return describe_news(at, item), not item.treaty.open_to_all, item.what
