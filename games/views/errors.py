"""What went wrong and what to do next. Said as a page, or as one line to htmx."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def _problem(request: HttpRequest, status: int, template: str) -> HttpResponse:
    if getattr(request, "htmx", False):
        template = (
            template.replace(".html", "_line.html")
            if template == "403_csrf.html"
            else "components/problem.html"
        )
        return render(request, template, {"status": status}, status=status)
    return render(request, template, {"status": status}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _problem(request, 400, "400.html")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _problem(request, 403, "403.html")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _problem(request, 404, "404.html")


def csrf_failure(request: HttpRequest, reason: str = "", template_name: Any = None) -> HttpResponse:
    """The form's token did not fit: cookies are off, or somebody logged in meanwhile in another tab."""
    return _problem(request, 403, "403_csrf.html")
