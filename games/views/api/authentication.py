"""Identify an API client and check its rights: a client with a key, a logged-in user, or anyone."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers

from accounts import clocks
from accounts.limits import network_of
from accounts.logins import keys
from accounts.logins.answers import without_login
from accounts.models import Key, Profile
from engine import documents
from engine.game import GM, Refusal
from games import access, limits
from games.models import Game
from games.refusals import BadInvitation
from games.services import curtain
from games.views.api import cross_origin, problems
from games.views.api.cross_origin import ANYBODY, SAFE
from games.views.api.problems import InvalidRequest, Problem
from games.views.lost_seats import removed_player_url
from games.wording.numbers import whole

MINUTE: Final = 60
READS: Final = 1200  # requests per minute per key; without a key, per user or network address
WRITES: Final = 120
ANY_KEY: Final = "any"  # needs a login, or a key of any scope

View = Callable[..., HttpResponse]


@contextmanager
def limit_guesses(request: HttpRequest) -> Iterator[None]:
    """Limit guesses at links. Each unknown link counts against the caller. Raises Problem after too many of
    them. A caller with a valid link is never blocked by other people's guesses.
    """
    place = network_of(request)
    try:
        yield
    except (BadInvitation, Http404):
        if not limits.INVITATIONS.take(place):
            raise Problem("too_often", headers={"Retry-After": str(limits.INVITATIONS.seconds)}) from None
        raise


@contextmanager
def limit_messages(user: Any) -> Iterator[None]:
    """Count a message before it is sent. A message that is refused does not count. Raises Problem if the
    user has sent too many messages.
    """
    who = str(user.pk)
    if not limits.LETTERS.take(who):
        raise Problem("too_often", headers={"Retry-After": str(limits.LETTERS.seconds)})
    try:
        yield
    except Exception:
        limits.LETTERS.give_back(who)
        raise


def api_view(**scopes: str) -> Callable[[View], View]:
    """Return a decorator for API views. ``scopes``: the scope that each method requires. Reading public data
    needs no key.
    """
    needed = {**scopes, **({"HEAD": scopes["GET"]} if "GET" in scopes else {})}
    public = cross_origin.reads_freely(needed)

    def dress(view: View) -> View:
        @wraps(view)
        def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if cross_origin.is_preflight(request, needed):
                return cross_origin.answer_preflight(request, needed)
            before = translation.get_language()
            try:
                response = _answer(view, needed, request, *args, **kwargs)
            finally:
                translation.activate(before)
            return cross_origin.share(
                request, _add_headers(response), public=public and request.method in SAFE
            )

        asked.csrf_exempt = True  # type: ignore[attr-defined]  # a key needs none; a session: see _check_csrf
        asked.scopes = needed  # type: ignore[attr-defined]  # the description names them
        return without_login(asked)

    return dress


def _answer(
    view: View, needed: Mapping[str, str], request: HttpRequest, *args: Any, **kwargs: Any
) -> HttpResponse:
    """Admit the request and call the view. Every error becomes a response in the API's format."""
    try:
        _admit(request, needed)
        return view(request, *args, **kwargs)
    except Problem as found:
        return problems.answer_problem(found)
    except InvalidRequest as wrong:
        return problems.mistakes(wrong.found)
    except Http404:
        behind = removed_player_url(request, "api-observe") if request.method in ("GET", "HEAD") else None
        return problems.problem_response("not_found") if behind is None else HttpResponseRedirect(behind)
    except PermissionDenied:
        return problems.problem_response("forbidden")
    except RequestDataTooBig:
        return problems.problem_response("too_big")
    except documents.NoDocument:
        return problems.mistakes([("$", "not_json")])
    except Refusal as reason:
        return problems.refusal_response(None, reason, "$")


def may(request: HttpRequest, scope: str) -> bool:
    """Whether the caller has a scope. A caller without a key may do everything that the pages let them do."""
    key = key_of(request)
    return key is None or scope in key.scopes


def need(request: HttpRequest, scope: str) -> None:
    """Raise Problem if the caller lacks a scope."""
    if not may(request, scope):
        raise Problem("scope_missing", scope=scope)


def logged_in(request: HttpRequest) -> Any:
    """Return the logged-in caller. Raises Problem if nobody is logged in."""
    if not request.user.is_authenticated:
        raise Problem("log_in", headers={"WWW-Authenticate": "Bearer"})
    return request.user


def requested_seat(request: HttpRequest, game: Game) -> str:
    """Return the seat whose view is requested, or "" (the caller's usual view) if none is. Without the scope
    ``lead`` a key may not request the game master's view. If its owner then has no seat and requests none,
    return "-" (a spectator's view).
    """
    wanted = request.GET.get("seat", "")
    if wanted == GM and access.is_gm(request.user, game):
        need(request, Key.Scope.LEAD)
    return wanted or ("" if may(request, Key.Scope.LEAD) or access.seats_of(request.user, game) else "-")


def read_body(request: HttpRequest, most: int) -> Any:
    """Read the request's JSON body. Raises Problem if it is declared as another type or exceeds ``most``
    bytes, and NoDocument if it is not JSON.
    """
    if request.content_type != "application/json":
        raise Problem("not_json_type")
    try:
        return documents.read(request.body, most)
    except documents.TooBig:
        raise Problem("too_big") from None


def body_mistakes(
    data: Any, needed: Mapping[str, type], optional: Mapping[str, type] | None = None
) -> list[tuple[str, str]]:
    """Check the fields of a request body and their types. Return the mistakes as pairs of path and code."""
    if not isinstance(data, dict):
        return [("$", "not_an_object")]
    shapes = {**needed, **(optional or {})}
    found = [(f"$.{name}", "missing_field") for name in needed if name not in data]
    found += [
        (f"$.{name}", "wrong_type")
        for name in data
        if name in shapes and type(data[name]) is not shapes[name]
    ]
    return found + [(f"$.{name[:60]}", "unknown_field") for name in sorted(set(data) - set(shapes))]


def number(request: HttpRequest, name: str, low: int, high: int, otherwise: int) -> int:
    """Read a whole number from the query string, or return ``otherwise`` if it is missing. Raises Problem if
    the value is not a number from ``low`` to ``high``.
    """
    text = request.GET.get(name)
    value = otherwise if text is None else whole(text, low, high)
    if value is None:
        raise Problem("bad_query", path=name, low=low, high=high)
    return value


# --- identifying the caller ---------------------------------------------------------------------------------


def _admit(request: HttpRequest, needed: Mapping[str, str]) -> None:
    """Check the method, key, rate and scope of a request before its view runs. If it has a key, the request
    acts as the key's owner and in the owner's language. Raises Problem if a check fails.
    """
    method = str(request.method)
    if method not in needed:
        raise Problem("not_allowed", headers={"Allow": ", ".join(sorted(needed))})
    token = _sent_key(request)
    try:
        key = None if token is None else _open_key(token)
    except Problem:
        _limit_rate(request, None)  # wrong keys count against the limit too
        raise
    if key is None:
        _check_csrf(request)
    else:
        request.user = key.user
        request.user.hands = curtain.Program()  # type: ignore[attr-defined]
        vars(request)["key"] = key
        if "Accept-Language" not in request.headers:
            translation.activate(_language(key))
    _limit_rate(request, key)
    scope = needed[method]
    if key is not None:
        keys.note_use(key, clocks.now())
        if scope not in (ANYBODY, ANY_KEY):
            need(request, scope)
    elif scope not in (ANYBODY, Key.Scope.READ):
        logged_in(request)


def _sent_key(request: HttpRequest) -> str | None:
    kind, _space, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def _open_key(token: str) -> Key:
    key = keys.find_key(token)
    if key is None:
        raise Problem("key_unknown", headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    if key.expires_at <= clocks.now():
        raise Problem("key_expired", headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    return key


def key_of(request: HttpRequest) -> Key | None:
    return vars(request).get("key")


def _language(key: Key) -> str:
    try:
        return str(key.user.profile.language)
    except Profile.DoesNotExist:
        return settings.LANGUAGE_CODE


def _empty_response(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


class _Csrf(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:
        raise Problem("csrf")


def _check_csrf(request: HttpRequest) -> None:
    if request.method not in SAFE and request.user.is_authenticated:
        _Csrf(_empty_response).process_view(request, _empty_response, (), {})


def _limit_rate(request: HttpRequest, key: Key | None) -> None:
    """Limit requests per minute. Raises Problem above the limit. The counter is cheap and may miss a few
    requests.
    """
    sort, most = ("read", READS) if request.method in SAFE else ("write", WRITES)
    who = f"key-{key.pk}" if key is not None else f"user-{request.user.pk}"
    if key is None and isinstance(request.user, AnonymousUser):
        who = f"from-{network_of(request)}"
    now = time.time()
    name = f"api-{sort}-{who}-{now // MINUTE:.0f}".replace(" ", "")
    cache.add(name, 0, 2 * MINUTE)
    try:
        count = cache.incr(name)
    except ValueError:  # the counter expired between the two calls
        return
    if count > most:
        raise Problem("too_often", headers={"Retry-After": f"{MINUTE - now % MINUTE + 1:.0f}"})


def _add_headers(response: HttpResponse) -> HttpResponse:
    if "Cache-Control" not in response.headers:
        patch_cache_control(response, private=True, no_store=True)
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response
