"""A player's own armies: look, copy, share, delete, compare, print, export, import."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies import wording
from armies.dba import documents, plain
from armies.dba.lists import army_lists
from armies.dba.roster import Roster, difference
from armies.models import SavedArmy
from armies.services import (
    MOST_ARMIES,
    TooMany,
    add_owned,
    armies_of,
    roster_of,
    save_army,
    share,
    unshare,
)
from armies.views.building import checked
from engine.refusals import BadDocument, Mistake


def _own(request: HttpRequest, army_id: uuid.UUID) -> SavedArmy:
    """The reader's own army; nobody else learns that it exists."""
    return get_object_or_404(armies_of(request.user), pk=army_id)


@login_required
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    context = {"armies": armies_of(request.user), "tab": "mine", "lists": _lists()}
    return render(request, "armies/mine.html", context)


@require_safe
def army(request: HttpRequest, army_id: uuid.UUID) -> HttpResponse:
    """One's own army."""
    saved = _own(request, army_id)
    others = [a for a in armies_of(request.user) if a.pk != saved.pk]
    context = _shown(request, saved.roster, str(saved.pk)) | {"saved": saved, "mine": True, "others": others}
    wanted = request.GET.get("with", "")
    other = next((a for a in others if str(a.pk) == wanted), None)
    if other:
        context |= {"other": other, "change": difference(saved.roster, other.roster)}
    if saved.token:
        context["link"] = request.build_absolute_uri(_shared_path(saved))
    return render(request, "armies/army.html", context)


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """An army that its owner shares by link: anybody who has the link may read it."""
    saved = get_object_or_404(SavedArmy.objects.select_related("owner"), token=token)
    context = _shown(request, saved.roster, token) | {"saved": saved, "mine": False}
    return render(request, "armies/army.html", context)


def _shown(request: HttpRequest, roster: Roster, reference: str) -> dict[str, Any]:
    listed = army_lists()[roster.list_id]
    return checked(listed, roster, []) | {
        "army": listed,
        "reference": reference,
        "rows": rows(roster),
        "lists": _lists(),
        "tab": "mine",
    }


def rows(roster: Roster) -> list[dict[str, Any]]:
    """The roster line by line: how many of which code in which slot, and the general's apart."""
    found: list[dict[str, Any]] = []
    for index, slot in enumerate(army_lists()[roster.list_id].slots):
        for code, count in roster.picks(index).items():
            led = sum(e.general for e in roster.elements if (e.slot, e.code) == (index, code))
            for general, number in ((True, led), (False, count - led)):
                if number:
                    found.append({"count": number, "code": code, "label": slot.label, "general": general})
    return found


def _lists() -> list[Any]:
    return sorted(army_lists().values(), key=lambda a: wording.army_name(a).casefold())


def _shared_path(saved: SavedArmy) -> str:
    return reverse("armies:shared", args=[saved.token])


# --- what one does with it ---


@require_POST
def copy(request: HttpRequest, reference: str) -> HttpResponse:
    """A copy among one's own armies: of one's own, of a shared one, or of a list's ready army."""
    if not request.user.is_authenticated:
        return redirect_to_login(_back(reference))
    roster = roster_of(reference, request.user)
    if roster is None:
        raise Http404
    name = roster.name or wording.army_name(army_lists()[roster.list_id])
    limit = documents.MOST_NAME
    try:
        saved = save_army(
            request.user,
            replace(roster, name=(_("Copy of %(name)s") % {"name": name})[:limit]),
            timezone.now(),
        )
    except TooMany:
        messages.error(request, wording.mistake(_full()))
        return redirect("armies:mine")
    messages.success(request, _("Copied. This one is yours to change."))
    return redirect(saved)


def _back(reference: str) -> str:
    if reference in army_lists():
        return reverse("armies:list", args=[reference])
    return reverse("armies:shared", args=[reference])


def _full() -> Mistake:
    return Mistake("$", "too_many_armies", {"limit": MOST_ARMIES})


@require_POST
def sharing(request: HttpRequest, army_id: uuid.UUID) -> HttpResponse:
    """Begin or stop sharing by link."""
    saved = _own(request, army_id)
    if request.POST.get("share") == "on":
        share(saved)
        messages.success(request, _("Anybody with the link below can now read this army."))
    else:
        unshare(saved)
        messages.success(request, _("The link no longer leads anywhere."))
    return redirect(saved)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, army_id: uuid.UUID) -> HttpResponse:
    """Asks first; a deleted army is gone."""
    saved = _own(request, army_id)
    if request.method != "POST":
        return render(request, "armies/delete.html", {"saved": saved, "tab": "mine"})
    saved.delete()
    messages.success(request, _("The army is deleted."))
    return redirect("armies:mine")


@require_POST
def own_it(request: HttpRequest, army_id: uuid.UUID) -> HttpResponse:
    """Add the army's bases to the collection."""
    saved = _own(request, army_id)
    add_owned(request.user, dict(saved.roster.counts()))
    messages.success(request, _("The twelve bases are now in your collection."))
    return redirect("armies:collection")


# --- out ---


def _wanted(request: HttpRequest, reference: str) -> Roster:
    roster = roster_of(reference, request.user)
    if roster is None:
        raise Http404
    return roster


@require_safe
def as_json(request: HttpRequest, reference: str) -> JsonResponse:
    roster = _wanted(request, reference)
    answer = JsonResponse(documents.to_json(roster), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{_file(roster)}.json"'
    return answer


@require_safe
def as_text(request: HttpRequest, reference: str) -> HttpResponse:
    roster = _wanted(request, reference)
    answer = HttpResponse(plain.write(roster, _), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{_file(roster)}.txt"'
    return answer


def _file(roster: Roster) -> str:
    return slugify(roster.name) or roster.list_id


@require_safe
def print_sheets(request: HttpRequest, reference: str) -> HttpResponse:
    """The roster, and labels to cut out at true scale."""
    roster = _wanted(request, reference)
    asked = request.GET.getlist("sheet")
    sheets = [s for s in ("roster", "labels") if s in asked] or ["roster", "labels"]
    listed = army_lists()[roster.list_id]
    context = {
        "roster": roster,
        "army": listed,
        "rows": rows(roster),
        "reference": reference,
        "sheets": sheets,
        "enemies": [army_lists()[e] for e in listed.enemies],
        "dismounts": list(listed.dismount.items()),
        "tab": "mine",
    }
    return render(request, "armies/print.html", context)


# --- in ---


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bring(request: HttpRequest) -> HttpResponse:
    """Import an army as JSON or plain text, pasted or as a file. What was sent stays on the page."""
    context: dict[str, Any] = {"tab": "mine", "lists": _lists(), "limit": documents.MOST_BYTES}
    if request.method != "POST":
        return render(request, "armies/import.html", context)
    list_id = request.POST.get("list", "")
    text = request.POST.get("text", "")
    try:
        text = _upload(request) or text
        roster = _read(text, list_id)
        saved = save_army(request.user, roster, timezone.now())
    except BadDocument as refused:
        mistakes = [(wording.place(m), wording.mistake(m)) for m in refused.mistakes[:50]]
        context |= {"mistakes": mistakes, "text": text[: documents.MOST_BYTES], "chosen": list_id}
        return render(request, "armies/import.html", context)
    except TooMany:
        context |= {"mistakes": [("", wording.mistake(_full()))], "text": text, "chosen": list_id}
        return render(request, "armies/import.html", context)
    messages.success(request, _("Imported."))
    return redirect(saved)


def _upload(request: HttpRequest) -> str:
    """The text of the file that was sent, if any. Raises BadDocument for a large file or no text."""
    file = request.FILES.get("file")
    if file is None:
        return ""
    if (file.size or 0) > documents.MOST_BYTES:
        raise BadDocument([Mistake("$", "too_long", {"high": documents.MOST_BYTES})])
    try:
        return str(file.read(), "utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadDocument([Mistake("$", "not_text")]) from error


def _read(text: str, list_id: str) -> Roster:
    if not text.strip():
        raise BadDocument([Mistake("$", "empty")])
    if text.lstrip().startswith(("{", "[")):
        return documents.from_text(text)
    return plain.read(text, list_id, _)
