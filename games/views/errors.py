"""Error pages that say what to do next: a full page, or one line for htmx."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext as _
from django.views import defaults
from django_htmx.http import HttpResponseClientRedirect

from accounts import site
from accounts.absence import is_away
from accounts.logins.expired_logins import log_in_and_back
from engine.game import Refusal
from games.refusals import Busy, SystemMissing
from games.views.api import problems
from games.views.api.cross_origin import share_error
from games.wording.refusal_text import word_refusal

CSRF_PAGE = "403_csrf.html"


AGAIN = 10  # seconds until a client may retry while the database is unavailable

AS_JSON = {400: "bad_request", 403: "forbidden", 404: "not_found", 405: "not_allowed", 500: "error"}


def _error_response(request: HttpRequest, status: int, template: str) -> HttpResponse:
    if problems.concerns(request):
        code = "csrf" if template == CSRF_PAGE else AS_JSON[status]
        return share_error(request, problems.problem_response(code))
    _make_readable(request)
    if status in (403, 404) and template != CSRF_PAGE and _logged_out_meanwhile(request):
        return HttpResponseClientRedirect(log_in_and_back(request))
    if getattr(request, "htmx", False):
        template = (
            template.replace(".html", "_line.html") if template == CSRF_PAGE else "components/problem.html"
        )
        return render(request, template, {"status": status}, status=status)
    return render(request, template, {"status": status}, status=status)


def _make_readable(request: HttpRequest) -> None:
    """Make ``request.GET`` readable for the error page, even if the request was refused for having too many
    fields.
    """
    try:
        _read = request.GET
    except SuspiciousOperation:
        vars(request)["GET"] = QueryDict()


def _logged_out_meanwhile(request: HttpRequest) -> bool:
    """Whether a page polls or submits a form after its user's session has ended."""
    user = getattr(request, "user", None)
    return bool(getattr(request, "htmx", False)) and user is not None and not user.is_authenticated


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return too_large(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
    return _error_response(request, 400, "400.html")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error_response(request, 403, "403.html")


def server_error(request: HttpRequest) -> HttpResponse:
    """Report an internal error without using the database. If the database was unavailable or full, answer
    503 and say when to retry.
    """
    if is_away(sys.exc_info()[1]):
        return unavailable(request)
    if problems.concerns(request):
        return share_error(request, problems.problem_response("error"))
    return defaults.server_error(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 while the database restarts or its disk is full. This function does not use the database."""
    if problems.concerns(request):
        answer = share_error(request, problems.problem_response("unavailable"))
    else:
        answer = HttpResponse(loader.get_template("503.html").render(), status=503)
    answer.headers["Retry-After"] = str(AGAIN)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _error_response(request, 404, "404.html")


def not_allowed(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Explain that a URL accepts only a form, where Django would return an empty page."""
    told = _error_response(request, 405, "405.html")
    told.headers["Allow"] = answer.headers["Allow"]
    return told


def explain_refusal(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Explain why a request was refused. The status is 503 if the game's rules are not installed or the game
    is busy, else 422.
    """
    if problems.concerns(request):
        return share_error(request, problems.refusal_response(None, refusal, "$"))
    status, text = 503 if isinstance(refusal, SystemMissing | Busy) else 422, word_refusal(refusal)
    if request.content_type == "application/json" or request.path.endswith(".json"):
        return JsonResponse({"code": refusal.code, "text": text}, status=status)
    if getattr(request, "htmx", False):
        return render(request, "components/problem.html", {"text": text}, status=status)
    return render(request, "games/refused.html", {"text": text}, status=status)


def too_large(request: HttpRequest, limit: int = 0) -> HttpResponse:
    """Answer 413 because the body exceeds the size limit, in JSON if the client sent JSON."""
    most = (limit or settings.BODY_LIMIT) // 1000
    text = _("This is too big: at most %(most)s kB are accepted. Nothing was changed.") % {"most": most}
    if problems.concerns(request) or request.content_type == "application/json":
        mistake = {"path": "$", "code": "too_big", "text": text}
        told = problems.problem(413, "too_big", text, path="$", mistakes=[mistake])
        return share_error(request, told) if problems.concerns(request) else told
    if getattr(request, "htmx", False):
        return render(request, "components/problem.html", {"text": text}, status=413)
    return render(request, "413.html", {"text": text}, status=413)


def maintenance(request: HttpRequest) -> HttpResponse:
    """Answer 503 and say when to retry, while the site is under maintenance (accounts.site)."""
    text = _("The site is under maintenance. Nothing was changed: send it again in a few minutes.")
    if problems.concerns(request):
        response = share_error(request, problems.problem_response("read_only"))
    elif getattr(request, "htmx", False):
        response = render(request, "components/problem.html", {"text": text}, status=503)
    elif request.content_type == "application/json" or request.path.endswith(".json"):
        response = JsonResponse({"code": "read_only", "text": text}, status=503)
    else:
        response = render(request, "games/refused.html", {"text": text}, status=503)
    response.headers["Retry-After"] = str(site.RETRY)
    return response


def csrf_failure(request: HttpRequest, reason: str = "", template_name: Any = None) -> HttpResponse:
    """Report a wrong CSRF token. Either cookies are off, or the user has logged in again in another tab."""
    return _error_response(request, 403, CSRF_PAGE)
