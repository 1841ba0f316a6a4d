"""Copy, export and import armies, as JSON or plain text."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import clocks
from armies.desk import AnyRoster, Desk
from armies.desks import desks
from armies.services import MOST_ARMIES, TooMany, roster_of, save_army
from armies.uploads import text_of
from engine.refusals import BadDocument, Mistake


def find_army(request: HttpRequest, system: str, reference: str) -> Any:
    """Return the army that a URL refers to. Raises Http404 if this user may not see it."""
    roster = roster_of(system, reference, request.user)
    if roster is None:
        raise Http404
    return roster


@require_POST
def copy(request: HttpRequest, system: str, reference: str) -> HttpResponse:
    """Copy an army to the user's own armies. The original is another of their armies, a shared army, or a
    list's usual army.
    """
    desk = desks()[system]
    if not request.user.is_authenticated:
        return redirect_to_login(_army_url(desk, reference))
    roster = find_army(request, system, reference)
    name = roster.name or desk.list_of(roster)
    named = replace(roster, name=(_("Copy of %(name)s") % {"name": name})[: desk.most_name])
    try:
        saved = save_army(request.user, named, clocks.now())
    except TooMany:
        messages.error(request, desk.mistake(_full()))
        return redirect(desk.page_url("mine"))
    messages.success(request, _("Copied. This one is yours to change."))
    return redirect(saved)


def _army_url(desk: Desk[Any], reference: str) -> str:
    return desk.page_url("list" if reference in desk.lists() else "shared", reference)


def _full() -> Mistake:
    return Mistake("$", "too_many_armies", {"limit": MOST_ARMIES})


# --- export ---


@require_safe
def as_json(request: HttpRequest, system: str, reference: str) -> JsonResponse:
    roster = find_army(request, system, reference)
    told = desks()[system].to_json(roster)
    answer = JsonResponse(told, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{_file(roster)}.json"'
    return answer


@require_safe
def as_text(request: HttpRequest, system: str, reference: str) -> HttpResponse:
    roster = find_army(request, system, reference)
    answer = HttpResponse(desks()[system].write(roster), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{_file(roster)}.txt"'
    return answer


def _file(roster: AnyRoster) -> str:
    return slugify(roster.name) or roster.list_id


# --- import ---


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def import_army(request: HttpRequest, system: str) -> HttpResponse:
    """Import an army from JSON or plain text, pasted or uploaded. If the text has mistakes, it remains on
    the page.
    """
    desk = desks()[system]
    context: dict[str, Any] = {
        "desk": desk,
        "tab": "mine",
        "lists": {**desk.lists(), **desk.unlisted_armies()},
        "limit": desk.most_bytes,
        "example": desk.template("_example"),
    }
    if request.method != "POST":
        return render(request, "armies/import.html", context)
    list_id = request.POST.get("list", "")
    text = request.POST.get("text", "")
    try:
        text = _upload(request, desk) or text
        saved = save_army(request.user, _read(desk, text, list_id), clocks.now())
    except BadDocument as refused:
        mistakes = [(desk.place(m), desk.mistake(m)) for m in refused.mistakes[:50]]
        context |= {"mistakes": mistakes, "text": text[: desk.most_bytes], "chosen": list_id}
        return render(request, "armies/import.html", context)
    except TooMany:
        context |= {"mistakes": [("", desk.mistake(_full()))], "text": text, "chosen": list_id}
        return render(request, "armies/import.html", context)
    messages.success(request, _("Imported."))
    return redirect(saved)


def _upload(request: HttpRequest, desk: Desk[Any]) -> str:
    """Return the text of the uploaded file, or "" without a file. Raises BadDocument for a file that is too
    large or has no text.
    """
    file = request.FILES.get("file")
    if file is None:
        return ""
    if (file.size or 0) > desk.most_bytes:
        raise BadDocument([Mistake("$", "too_long", {"high": desk.most_bytes})])
    return text_of(file.read(), desk.most_bytes)


def _read(desk: Desk[Any], text: str, list_id: str) -> Any:
    if not text.strip():
        raise BadDocument([Mistake("$", "empty")])
    return desk.read(text, list_id)
