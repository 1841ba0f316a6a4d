"""The page of standing orders, which answer for a seat while its player is away."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from engine.game import ASK_ME, OrderKind, Refusal
from games import access, forms, pages, plugins, services
from games.models import Game
from games.services import curtain
from games.views.frame import frame
from games.wording.refusal_text import word_refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def orders(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = access.get_game_for(request.user, pk)
    if not access.seats_of(request.user, game):
        raise Http404
    mine = curtain.seats_shown(request.user, game)
    if not mine:
        return HttpResponseRedirect(game.get_absolute_url())
    wanted = request.POST.get("seat", "") if request.method == "POST" else request.GET.get("seat", "")
    if request.method == "POST" and wanted not in mine:
        raise access.NotYourSeat  # falling back to another seat would overwrite that seat's orders
    key = wanted if wanted in mine else mine[0]
    kinds = services.table(game).rules.order_kinds(key)
    notice = None
    if request.method == "POST":
        try:
            written = _read(kinds, request.POST)
            at_once = "at_once" in request.POST
            services.write_orders(pk, request.user, key, written, at_once, now=clocks.now())
            messages.success(request, _("Standing orders saved."))
            return HttpResponseRedirect(f"{reverse('game-orders', args=[pk])}?seat={key}")
        except forms.BadForm as bad:
            wording = plugins.wording(game)
            notice = pages.Said("; ".join(wording.mistake(m) for m in bad.mistakes))
        except Refusal as refused:
            notice = pages.Said(word_refusal(refused, game))
    return render(
        request,
        "games/orders.html",
        _context(request, game, key, kinds, notice),
        status=422 if notice else 200,
    )


def _context(request: HttpRequest, game: Game, key: str, kinds: Any, notice: Any) -> dict[str, Any]:
    at = pages.scene(request.user, game, key, bare=True)
    stored = next(seat for seat in game.seats.all() if seat.key == key)
    posted = request.POST if request.method == "POST" else None
    wording = plugins.wording(game)
    named = {power.id: power for power in at.place(key).powers}
    rows = []
    for kind in kinds:
        values = stored.orders.get(kind.key)
        asks = kind.covert and values == ASK_ME
        start = values if values is not None and not asks else wording.order_suggested(kind)
        # the fields may be empty while the order is off
        rows.append(
            {
                "key": kind.key,
                "power": named.get(kind.power),
                "label": wording.order(kind),
                "help": wording.order_help(kind),
                "tonight": _("You will be asked.") if asks else wording.order_tonight(kind, values),
                "rule": wording.rule(kind.rule),
                "covert": kind.covert,
                "asks": f"ask-{kind.key}" in posted if posted else asks,
                "on": f"on-{kind.key}" in posted if posted else values is not None,
                "act": {
                    "id": f"order-{kind.key}-",
                    "loose": True,
                },
                "fields": [
                    forms.draw_field(
                        one,
                        wording,
                        posted,
                        (start or {}).get(one.name),
                        f"{kind.key}.",
                    )
                    for one in kind.fields
                ],
            }
        )
    return {
        **frame(at, "orders"),
        "seat": key,
        "place": at.place(key),
        "rows": rows,
        "groups": _group_rows(rows, kinds, wording.order_group),
        "few": len(rows) < 4,
        "given": [row for row in rows if row["on"]],
        "free": [row for row in rows if not row["on"]],
        "at_once": stored.orders_at_once or not stored.orders,
        "notice": notice,
    }


@dataclass(frozen=True)
class Group:
    """Standing orders under one heading. ``label``: the heading, or "" for no heading."""

    label: str
    rows: tuple[dict[str, Any], ...]

    @property
    def active_rows(self) -> tuple[dict[str, Any], ...]:
        return tuple(row for row in self.rows if row["on"])


def _group_rows(
    rows: Sequence[dict[str, Any]], kinds: Sequence[OrderKind], group_of: Callable[[OrderKind], str]
) -> tuple[Group, ...]:
    """Group the rows of orders under headings. A group of one row has no heading."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row, kind in zip(rows, kinds, strict=True):
        found.setdefault(group_of(kind), []).append(row)
    return tuple(Group(label if len(same) > 1 else "", tuple(same)) for label, same in found.items())


def _read(kinds: Any, posted: Any) -> dict[str, dict[str, Any]]:
    """Read the standing orders that are switched on, by kind of order. Raises BadForm listing
    every mistake.
    """
    written: dict[str, dict[str, Any]] = {}
    mistakes: list[Any] = []
    for kind in kinds:
        if kind.covert and f"ask-{kind.key}" in posted:
            written[kind.key] = dict(ASK_ME)
            continue
        if f"on-{kind.key}" not in posted:
            continue
        try:
            written[kind.key] = forms.read_fields(kind.fields, posted, f"{kind.key}.")
        except forms.BadForm as bad:
            mistakes.extend(bad.mistakes)
    if mistakes:
        raise forms.BadForm(mistakes)
    return written
