"""Pages to add phones and screens to a shared table. They show the code as a QR picture and as letters, and
the roles to choose from.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import arriving, clocks
from accounts.limits import network_of, take_all, too_often
from accounts.logins.answers import without_login
from engine.game import Refusal
from features.shared_table import limits
from features.shared_table import services as service
from games import access, pages
from games.forms import form_key
from games.models import Companion, Game
from games.refusals import BadInvitation
from games.views import spectators
from games.views.frame import frame
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal

AT_HOME = ("localhost", "127.", "[::1]")  # addresses that another device cannot reach


# --- showing the code ---


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def phones(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Show a table's code, and the phones and screens that have joined."""
    game = access.get_game_for(request.user, pk)
    came = service.companion_of(request.user, game)
    if not access.takes_part(request.user, game) and came is None:
        raise Http404
    notice = None
    if request.method == "POST":
        notice = _press_button(request, game)
        if notice is None:
            gone = came is not None and str(came.number) == request.POST.get("away")
            return redirect("home" if gone else "game-phones", *([] if gone else [pk]))
    at = pages.scene(request.user, game, bare=True)
    now = clocks.now()
    code = service.open_code_of(request.user, game, now) if access.takes_part(request.user, game) else None
    address = request.build_absolute_uri(reverse("table-code", args=[code.code])) if code else ""
    led: dict[Any, list[pages.Place]] = {}
    for place in at.places:
        led.setdefault(place.user, []).append(place)
    context = {
        **frame(at, "phones"),
        "notice": notice,
        "offered": service.offers_phones(game),
        "code": code,
        "spelled": service.spell_code(code.code) if code else "",
        "address": address,
        "shown_address": address.partition("://")[2],
        "picture": qr(address) if code else "",
        "at_home": request.get_host().startswith(AT_HOME),
        "came": [
            (row, led.get(row.user, []) if row.user else [], request.user.pk in (row.host_id, game.gm_id))
            for row in service.present_companions(game, now)
        ],
        "own": came,
        "to_take": [at.place(key) for key in service.may_take_over(request.user, game)],
        "version_url": pages.version_url(game),
    }
    return render(request, "features/shared_table/phones.html", context, status=422 if notice else 200)


def _press_button(request: HttpRequest, game: Game) -> pages.Said | None:
    """Carry out the button's action. Return the reason if it failed, else None."""
    posted, now = request.POST, clocks.now()
    try:
        if "away" in posted:
            service.remove_companion(game.pk, request.user, whole(posted["away"], 1, 9999) or 0, now)
        elif "take" in posted:
            service.take_over(game.pk, request.user, posted["take"], now)
            messages.success(request, _("You are now leading that army on this phone."))
        elif posted.get("do") == "close":
            service.close_code(game.pk, request.user, now)
            messages.success(request, _("The code no longer lets anyone in. Those who have joined stay."))
        else:
            service.get_code(game.pk, request.user, now, fresh=posted.get("do") == "fresh")
    except Refusal as refused:
        return pages.Said(word_refusal(refused, game))
    return None


def qr(address: str) -> SafeString:
    """Draw a URL as a QR code. It is dark on a light ground with a margin in every theme, so that phones can
    read it.
    """
    import segno  # imported late, because the browser build lacks this package

    drawn = segno.make_qr(address, error="m").svg_inline(
        omitsize=True, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)


# --- using the code ---


def _refuse_code(request: HttpRequest, refused: BadInvitation) -> HttpResponse:
    full = take_all(((limits.CODES, network_of(request)), (limits.CODES_ALL, "all")))
    if full is not None:
        return _refusal_page(request, str(too_often(full).message), 429)
    return _refusal_page(request, word_refusal(refused), 410)


def _refusal_page(request: HttpRequest, text: str, status: int) -> HttpResponse:
    return render(request, "features/shared_table/table_code.html", {"shut": text}, status=status)


@never_cache
@require_safe
def code_page(request: HttpRequest) -> HttpResponse:
    """Show the page where a user types a code."""
    code = request.GET.get("code", "")[:40]
    if service.read_code(code):
        return redirect("table-code", service.read_code(code))
    shut = word_refusal(BadInvitation("", "code_unknown")) if code.strip() else ""
    return render(request, "features/shared_table/table_code.html", {"shut": shut, "typed": code})


@without_login
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show the roles that a code offers, or join in one of them. Users need no account."""
    now = clocks.now()
    try:
        game = access.seat_people(service.code_for(token, now).game)
    except BadInvitation as bad:
        return _refuse_code(request, bad)
    came = service.companion_of(request.user, game)
    plays = came is None and access.takes_part(request.user, game)
    said = ""
    if request.method == "POST" and not plays:
        done = _join_table(request, game, token)
        if isinstance(done, HttpResponse):
            return done
        said = done
        game = access.seat_people(Game.objects.select_related("gm").get(pk=game.pk))
        came = service.companion_of(request.user, game)
    at = pages.scene(request.user, game, bare=True)
    roles = service.roles_for(game)
    mine = access.own_seats(request.user, game)
    context = {
        "game": game,
        "token": service.read_code(token),
        "said": said,
        "plays": plays,
        "came": came,
        "mine": [at.place(key) for key in mine],
        "seats": [at.place(key) for key in service.seats_on_offer(game) if key not in mine],
        "places": at.places,
        "may_both": Companion.Role.BOTH in roles,
        "key": form_key(request.POST) or uuid4(),
    }
    return render(request, "features/shared_table/table_code.html", context, status=422 if said else 200)


def _join_table(request: HttpRequest, game: Game, token: str) -> HttpResponse | str:
    """Join the table. Return a redirect to the game, or the reason for a refusal."""
    posted, now = request.POST, clocks.now()
    role, _colon, seat = posted.get("as", "").partition(":")
    may = (
        seat in service.seats_on_offer(game)
        if role == Companion.Role.LEAD
        else role in service.roles_for(game)
    )
    if not may:  # checked first, so that a refusal leaves no unused guest account
        return word_refusal(BadInvitation("", "seat_not_given"))
    if not request.user.is_authenticated:
        counted = ((limits.CODE_GUESTS, str(game.pk)),)
        too_many = arriving.log_in_guest(request, now, counted, key=str(form_key(posted) or ""))
        if too_many is not None:
            return str(too_many.message)
    try:
        service.join_table(token, request.user, role, now, seat=seat)
    except BadInvitation as bad:
        return word_refusal(bad)
    return redirect("game", game.pk)


@csrf_exempt  # no session is needed, because a television may refuse every cookie
@without_login
@never_cache
@require_POST
def add_screen(request: HttpRequest, token: str) -> HttpResponse:
    """Add the television or other screen that sent this request to the table, and redirect it to the URL
    made for it.
    """
    now = clocks.now()
    try:
        game = service.code_for(token, now).game
        if not limits.SCREENS.take(str(game.pk)):
            return _refusal_page(request, str(too_often(limits.SCREENS).message), 429)
        return redirect("table-screen", service.screen(token, now).key)
    except BadInvitation as bad:
        return _refuse_code(request, bad)


# --- a screen ---


@never_cache
@require_safe
def screen(request: HttpRequest, token: str) -> HttpResponse:
    """Show the battle on a television, in large type and without controls. The screen shows what spectators
    see.
    """
    try:
        row = service.screen_for(token, clocks.now())
    except Http404:
        if not request.headers.get("HX-Request"):
            return _refusal_page(request, _("This screen was removed, or its day is over."), 410)
        return render(request, "features/shared_table/screen_gone.html")
    return spectators.draw_for_spectators(request, access.seat_people(row.game), bare=True)
