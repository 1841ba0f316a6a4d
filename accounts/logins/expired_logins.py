"""Responses to a request whose login has expired, or from a page that was rendered for another account."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect


def log_in_and_back(request: HttpRequest) -> str:
    """The login URL that returns to the page from which an htmx request came."""
    here = getattr(request.htmx, "current_url_abs_path", None) or "/"  # type: ignore[attr-defined]
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': here})}"


def log_in_first(request: HttpRequest, kept: bool) -> HttpResponse:
    """Answer a form that was posted after the login expired. ``kept``: whether the form was stored. If it
    was, redirect to the login, after which the form is submitted. Otherwise the form stays in the browser.
    """
    if not kept:
        text = _("Your session has expired. Log in on another tab, then send this again from here.")
        if getattr(request, "htmx", False):
            return render(request, "components/problem.html", {"text": text}, status=403)
        return render(request, "registration/other_account.html", {"text": text}, status=403)
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(log_in_and_back(request))
    parts = urlsplit(request.headers.get("Referer", ""))
    here = parts.path if parts.netloc == request.get_host() else ""
    query = f"?{parts.query}" if here and parts.query else ""
    next_page = urlencode({"next": f"{here}{query}" or resolve_url("home")})
    return HttpResponseRedirect(f"{resolve_url(settings.LOGIN_URL)}?{next_page}")


def other_account(request: HttpRequest) -> HttpResponse:
    """Refuse a form from a page that was rendered for another account, so that nothing is submitted under the
    wrong account.
    """
    text = _(
        "This page was opened with a different account from the one logged in now, so nothing was "
        "sent. Log in with that account, or reload the page."
    )
    if getattr(request, "htmx", False):
        return render(request, "components/problem.html", {"text": text}, status=409)
    return render(request, "registration/other_account.html", {"text": text}, status=409)
