"""Pages and buttons for rewinding a game: undo alone, ask for consent, answer a request."""

from __future__ import annotations

import uuid
from typing import Any
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
from engine.game import Refusal
from engine.journal import ACTION, AMEND
from games import access, pages, services
from games.models import Game, RewindRequest
from games.page_facts.discarding import Discards
from games.services.going_back import consent
from games.services.going_back.requests import game_with_request
from games.services.going_back.rewinding import can_be_rewound
from games.views.button import require_button
from games.views.frame import frame
from games.wording.numbers import required_number, whole
from games.wording.refusal_text import word_refusal

MOMENTS = 30  # number of earlier positions that the page offers as targets
SHOWN = 40  # maximum number of entries listed as undone by a rewind
CLOSED = 5  # number of closed requests shown
UNDONE = (ACTION, AMEND)  # the kinds of entries that a rewind undoes


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show_back(request: HttpRequest, pk: UUID) -> HttpResponse:
    game = game_with_request(request.user, pk)
    if game.status == Game.Status.GATHERING:
        return redirect("game", pk)
    standing = consent.request_of(game)
    if not access.takes_part(request.user, game) and not _is_asked(request.user, game, standing):
        raise PermissionDenied
    if request.method != "POST":
        return render(request, "games/back.html", _context(request, game, standing))
    if request.POST.get("do") == "look":
        query = urlencode({"at": request.POST.get("to", "")})
        return redirect(f"{reverse('game-replay', args=[pk])}?{query}")
    try:
        done = _do(request, game)
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
    except ValueError:
        messages.error(request, _("This must be a whole number."))
    else:
        return redirect("game" if done and access.takes_part(request.user, game) else "game-back", pk)
    return redirect("game-back", pk)


@require_button
def take_back(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Undo the user's own latest moves. The POST fields are seat, seq, key and steps."""
    game = access.get_game_for(request.user, pk)
    posted = request.POST
    try:
        done = services.undo_moves(
            pk,
            request.user,
            steps=required_number(posted.get("steps", "1")),
            drawn_seq=required_number(posted.get("seq")),
            key=posted.get("key", ""),
            now=clocks.now(),
        )
    except Refusal as refused:
        messages.error(request, word_refusal(refused, game))
    except ValueError:
        messages.error(request, _("This must be a whole number."))
    else:
        if not done.repeated:
            messages.success(request, _("Undone."))
    seat = posted.get("seat", "")
    query = f"?{urlencode({'seat': seat})}" if seat in access.seats_of(request.user, game) else ""
    return redirect(game.get_absolute_url() + query)


def _is_asked(user: Any, game: Game, standing: RewindRequest | None) -> bool:
    if standing is None:
        return False
    at = services.table(game)
    asked = consent.required_consents(at, standing.user, consent.collect_undone(at, standing.to_seq))
    return standing.user_id != user.pk and asked.name(user) is not None


def _do(request: HttpRequest, game: Game) -> bool:
    """Carry out the form's button, and return whether the game was rewound. Raises Refusal if the rewind or
    the answer is not allowed, and ValueError for an invalid number.
    """
    posted, now, user = request.POST, clocks.now(), request.user
    match posted.get("do"):
        case "back":
            services.rewind(
                game.pk,
                user,
                to_seq=required_number(posted.get("to")),
                drawn_seq=required_number(posted.get("seq")),
                key=posted.get("key", ""),
                now=now,
                why=posted.get("why", "")[:200],
            )
            messages.success(
                request, _("The game is back where it was; the undone moves stay in the chronicle.")
            )
            return True
        case "ask":
            services.ask_back(
                game.pk,
                user,
                to_seq=required_number(posted.get("to")),
                drawn_seq=required_number(posted.get("seq")),
                now=now,
                why=posted.get("why", ""),
            )
            messages.success(request, _("Request sent to those who can agree."))
        case "agree":
            done = services.answer_back(
                game.pk, required_number(posted.get("request")), user, agree=True, now=now
            )
            if done.open:
                messages.success(request, _("You have agreed. The others concerned are still to answer."))
                return False
            messages.success(
                request, _("The game is back where it was; the undone moves stay in the chronicle.")
            )
            return True
        case "decline":
            number, why = required_number(posted.get("request")), posted.get("why", "")
            services.answer_back(game.pk, number, user, agree=False, why=why, now=now)
            messages.success(request, _("Declined. Nothing was changed."))
        case "withdraw":
            services.withdraw_back(game.pk, required_number(posted.get("request")), user, now=now)
            messages.success(request, _("You have withdrawn your request."))
        case _:
            messages.error(request, _("There is no such button."))
    return False


def _context(request: HttpRequest, game: Game, standing: RewindRequest | None) -> dict[str, Any]:
    at = pages.scene(request.user, game, request.GET.get("seat", ""), bare=True)
    open_to_all = can_be_rewound(game)
    seqs = services.rewind_points(game)[-MOMENTS:] if open_to_all else []
    takes_part = access.takes_part(request.user, game)
    found = consent.points(at.table, request.user, list(reversed(seqs)), clocks.now()) if takes_part else []
    known = services.chronicle(at.table, at.eyes, limit=2 * MOMENTS) if found else []
    told = {line.seq: line for line in pages.describe_entries(at, known)}
    discards = Discards(game, request.user)
    shown = [(point, told.get(point.seq), discards.of(point.back).short) for point in found]
    closed = RewindRequest.objects.select_related("user").filter(game=game)
    return {
        **frame(at, "back"),
        "standing": None if standing is None else _standing(at, request.user, standing),
        "alone": [one for one in shown if one[0].way is not None],
        "others": [one for one in shown if one[0].way is None],
        "limited": any(point.way in (None, consent.OWN) for point in found),
        "askable": bool(found) and any(one.way is None for one in found) and _can_consent(at, found[-1].seq),
        "chosen": _chosen_entry(at, request) if open_to_all and takes_part else None,
        "closed": [
            (one, at.place(one.seat), _role_name(at, one.answered_by))
            for one in closed.exclude(status=RewindRequest.Status.OPEN).order_by("-pk")[:CLOSED]
        ],
        "may_go_back": open_to_all,
        "key": str(uuid.uuid4()),
    }


def _chosen_entry(at: pages.Scene, request: HttpRequest) -> dict[str, Any] | None:
    """Describe a rewind to the entry selected on the replay: which moves it would undo, and whether the user
    needs consent. Return None if no entry is selected.
    """
    to_seq = whole(request.GET.get("to"), 0)
    if to_seq is None or at.table.head is None:
        return None
    if to_seq not in services.rewind_points(at.game):
        return {"seq": to_seq, "no_moment": True}
    back = consent.collect_undone(at.table, to_seq)
    way = consent.Reach(at.table, request.user, clocks.now()).free_reason(back)
    lines = services.chronicle(at.table, at.eyes, limit=SHOWN, after_seq=to_seq)
    return {
        "seq": to_seq,
        "alone": way is not None,
        "askable": way is None and bool(consent.required_consents(at.table, request.user, back)),
        "lines": pages.describe_entries(
            at, [line for line in lines if not line.undone and line.kind in UNDONE]
        ),
        "steps": len(back.entries),
        "discarded": Discards(at.game, request.user).of(back).lines,
        "dice": back.dice,
        "battle_dice": consent.count_known(back.battle_rolls),
        "server": back.server_roll_count,
    }


def _can_consent(at: pages.Scene, to_seq: int) -> bool:
    """Whether there is anyone who could consent to a rewind to this entry."""
    return bool(consent.required_consents(at.table, at.user, consent.collect_undone(at.table, to_seq)))


def _standing(at: pages.Scene, user: Any, standing: RewindRequest) -> dict[str, Any]:
    """Describe an open rewind request: the moves it would undo, how many of their dice are known, and whose
    consent is missing.
    """
    gone = consent.collect_undone(at.table, standing.to_seq)
    asked = consent.required_consents(at.table, standing.user, gone)
    lines = services.chronicle(at.table, at.eyes, limit=SHOWN, after_seq=standing.to_seq)
    return {
        "request": standing,
        "place": at.place(standing.seat),
        "own": standing.user_id == user.pk,
        "asked": user.pk not in (standing.user_id, *standing.answers) and asked.name(user) is not None,
        "by": list(
            dict.fromkeys(
                _role_name(at, key) for key, one in asked.seats.items() if one.pk not in standing.answers
            )
        ),
        "referee": _role_name(at, "gm") if asked.referee else "",
        "agreed": _role_name(at, asked.names(standing.answers)),
        "lines": pages.describe_entries(
            at, [line for line in lines if not line.undone and line.kind in UNDONE]
        ),
        "steps": len(gone.entries),
        "discarded": Discards(at.game, user).of(gone).lines,
        "dice": gone.dice,
        "battle_dice": consent.count_known(gone.battle_rolls),
        "server": gone.server_roll_count,
    }


def _role_name(at: pages.Scene, key: str) -> str:
    if "," in key:
        return ", ".join(dict.fromkeys(_role_name(at, one) for one in key.split(",")))
    if key.startswith(consent.CAMPAIGN):
        return _("a player of the campaign")
    return at.place(key).name if key else ""
