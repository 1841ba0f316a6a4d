"""The site's URLs, with its error pages below /error/."""

from __future__ import annotations

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import path

from accounts.limits import too_often
from config import urls
from games import limits
from games.refusals import Busy
from games.views import errors

handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500


def error(request: HttpRequest, kind: str) -> HttpResponse:
    """Return the site's response to an error."""
    match kind:
        case "400":
            raise BadRequest
        case "403":
            raise PermissionDenied
        case "403_csrf":
            return errors.csrf_failure(request)
        case "405":
            return HttpResponseNotAllowed(["POST"])
        case "413":
            return errors.too_large(request)
        case "429":
            told = {"text": too_often(limits.INVITATIONS).message}
            return render(request, "games/refused.html", told, status=429)
        case "500":
            return errors.server_error(request)
        case "503":
            return errors.explain_refusal(request, Busy("", "busy"))
    raise Http404


urlpatterns = [path("error/<str:kind>/", error), *urls.urlpatterns]
