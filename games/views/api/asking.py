"""API callers and their rights: a client with a key, a logged-in user, or anyone."""

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

from accounts import clocks, keys
from accounts.answers import from_anybody
from accounts.limits import place_of
from accounts.models import Key, Profile
from engine import documents
from engine.game import GM, Refusal
from games import access, limits
from games.models import Game
from games.numbers import whole
from games.refusals import BadInvitation
from games.services import curtain
from games.views.api import cross_origin, problems
from games.views.api.cross_origin import ANYBODY, SAFE
from games.views.api.problems import Mistaken, Problem
from games.views.lost_seats import left_behind

MINUTE: Final = 60
READS: Final = 1200  # requests per minute for a key, or without one for a user or network address
WRITES: Final = 120
ANY_KEY: Final = "any"  # needs a login, or a key of any scope

View = Callable[..., HttpResponse]


@contextmanager
def against_guessing(request: HttpRequest) -> Iterator[None]:
    """Limit guesses at links: each unknown link counts against the caller, who is blocked after too many. A
    caller with a real link is never blocked by other people's guesses. Raises Problem.
    """
    place = place_of(request)
    try:
        yield
    except (BadInvitation, Http404):
        if not limits.INVITATIONS.take(place):
            raise Problem("too_often", headers={"Retry-After": str(limits.INVITATIONS.seconds)}) from None
        raise


@contextmanager
def counting_messages(user: Any) -> Iterator[None]:
    """Count a message to other people before it is sent and limit their number; a refused message does not
    count. Raises Problem.
    """
    who = str(user.pk)
    if not limits.LETTERS.take(who):
        raise Problem("too_often", headers={"Retry-After": str(limits.LETTERS.seconds)})
    try:
        yield
    except Exception:
        limits.LETTERS.give_back(who)
        raise


def programs(**scopes: str) -> Callable[[View], View]:
    """Turn a view into an API view that requires the scope named for each method. Reading public data needs
    no key.
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

        asked.csrf_exempt = True  # type: ignore[attr-defined]  # a key needs none; a session: see _as_session
        asked.scopes = needed  # type: ignore[attr-defined]  # the description names them
        return from_anybody(asked)

    return dress


def _answer(
    view: View, needed: Mapping[str, str], request: HttpRequest, *args: Any, **kwargs: Any
) -> HttpResponse:
    """Admit the request and call the view; answer every error in the API's form."""
    try:
        _admit(request, needed)
        return view(request, *args, **kwargs)
    except Problem as found:
        return problems.answer_problem(found)
    except Mistaken as wrong:
        return problems.mistakes(wrong.found)
    except Http404:
        behind = left_behind(request, "api-observe") if request.method in ("GET", "HEAD") else None
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
    """Whether the caller has a scope. A caller without a key may do everything they can do on the pages."""
    key = key_of(request)
    return key is None or scope in key.scopes


def need(request: HttpRequest, scope: str) -> None:
    """Require a scope. Raises Problem."""
    if not may(request, scope):
        raise Problem("scope_missing", scope=scope)


def logged_in(request: HttpRequest) -> Any:
    """Return the logged-in caller. Raises Problem if nobody is logged in."""
    if not request.user.is_authenticated:
        raise Problem("log_in", headers={"WWW-Authenticate": "Bearer"})
    return request.user


def seat_asked(request: HttpRequest, game: Game) -> str:
    """The seat whose view is requested. The game master's view needs the scope ``lead``."""
    wanted = request.GET.get("seat", "")
    if wanted == GM and access.is_gm(request.user, game):
        need(request, Key.Scope.LEAD)
    return wanted or ("" if may(request, Key.Scope.LEAD) or access.seats_of(request.user, game) else "-")


def read_body(request: HttpRequest, most: int) -> Any:
    """Read the request's JSON body. Raises Problem, or NoDocument if the body is not JSON."""
    if request.content_type != "application/json":
        raise Problem("not_json_type")
    try:
        return documents.read(request.body, most)
    except documents.TooBig:
        raise Problem("too_big") from None


def lacking(
    data: Any, needed: Mapping[str, type], optional: Mapping[str, type] | None = None
) -> list[tuple[str, str]]:
    """Check the fields of a request body and their types; return the mistakes as (path, code)."""
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
    """Read a whole number from the query string. Raises Problem for anything else."""
    text = request.GET.get(name)
    value = otherwise if text is None else whole(text, low, high)
    if value is None:
        raise Problem("bad_query", path=name, low=low, high=high)
    return value


# --- identifying the caller ---------------------------------------------------------------------------------


def _admit(request: HttpRequest, needed: Mapping[str, str]) -> None:
    """Admit a request, as its key's owner and in their language. This precedes every other check. Raises
    Problem.
    """
    method = str(request.method)
    if method not in needed:
        raise Problem("not_allowed", headers={"Allow": ", ".join(sorted(needed))})
    token = _token(request)
    try:
        key = None if token is None else _open_key(token)
    except Problem:
        _flood(request, None)  # wrong keys count against the limit too
        raise
    if key is None:
        _as_session(request)
    else:
        request.user = key.user
        request.user.hands = curtain.Program()  # type: ignore[attr-defined]
        vars(request)["key"] = key
        if "Accept-Language" not in request.headers:
            translation.activate(_language(key))
    _flood(request, key)
    scope = needed[method]
    if key is not None:
        keys.note_use(key, clocks.now())
        if scope not in (ANYBODY, ANY_KEY):
            need(request, scope)
    elif scope not in (ANYBODY, Key.Scope.READ):
        logged_in(request)


def _token(request: HttpRequest) -> str | None:
    """The key sent with the request, or None."""
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


def _nothing(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


class _Csrf(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:
        raise Problem("csrf")


def _as_session(request: HttpRequest) -> None:
    if request.method not in SAFE and request.user.is_authenticated:
        _Csrf(_nothing).process_view(request, _nothing, (), {})


def _flood(request: HttpRequest, key: Key | None) -> None:
    """Limit requests per minute. The counter is cheap and may miss a few."""
    sort, most = ("read", READS) if request.method in SAFE else ("write", WRITES)
    who = f"key-{key.pk}" if key is not None else f"user-{request.user.pk}"
    if key is None and isinstance(request.user, AnonymousUser):
        who = f"from-{place_of(request)}"
    now = time.time()
    name = f"api-{sort}-{who}-{now // MINUTE:.0f}".replace(" ", "")
    cache.add(name, 0, 2 * MINUTE)
    try:
        count = cache.incr(name)
    except ValueError:  # the counter expired in between
        return
    if count > most:
        raise Problem("too_often", headers={"Retry-After": f"{MINUTE - now % MINUTE + 1:.0f}"})


def _add_headers(response: HttpResponse) -> HttpResponse:
    if "Cache-Control" not in response.headers:
        patch_cache_control(response, private=True, no_store=True)
    patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
    return response
