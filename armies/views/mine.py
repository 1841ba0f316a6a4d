"""A user's own armies: viewing, sharing, deleting and comparing them, and adding them to the collection."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armies.desk import Desk
from armies.desks import desks
from armies.models import SavedArmy
from armies.services import add_owned, armies_of, links_closed, share, shared_army, unshare
from armies.views.building import check_context


def _own_army(request: HttpRequest, system: str, army_id: uuid.UUID) -> SavedArmy:
    """Return one of the user's own armies. Raises Http404 for any other army, so that its existence stays
    hidden.
    """
    return get_object_or_404(armies_of(request.user, system), pk=army_id)


@login_required
@require_safe
def mine(request: HttpRequest, system: str) -> HttpResponse:
    desk = desks()[system]
    context = {
        "desk": desk,
        "armies": armies_of(request.user, system),
        "tab": "mine",
        "lists": {**desk.unlisted_armies(), **desk.lists()},
        "closed": links_closed(request.user.pk, desk),
    }
    return render(request, "armies/mine.html", context)


@require_safe
def army(request: HttpRequest, system: str, army_id: uuid.UUID) -> HttpResponse:
    """Show one of the user's own armies."""
    saved = _own_army(request, system, army_id)
    desk, roster = saved.desk, saved.roster
    others = [a for a in armies_of(request.user, system) if a.pk != saved.pk]
    context = _army_context(desk, roster, str(saved.pk)) | {"saved": saved, "mine": True, "others": others}
    wanted = request.GET.get("with", "")
    other = next((a for a in others if str(a.pk) == wanted), None)
    if other:
        context |= {"other": other} | desk.difference(roster, other.roster)
    if saved.token:
        context["link"] = request.build_absolute_uri(desk.page_url("shared", saved.token))
        context["closed"] = links_closed(saved.owner_id, desk)
    return render(request, "armies/army.html", context)


@require_safe
def show_shared(request: HttpRequest, system: str, token: str) -> HttpResponse:
    """Show a shared army to anyone who has the link."""
    saved = shared_army(system, token)
    if saved is None:
        raise Http404
    context = _army_context(saved.desk, saved.roster, token) | {"saved": saved, "mine": False}
    return render(request, "armies/army.html", context)


def _army_context(desk: Desk[Any], roster: Any, reference: str) -> dict[str, Any]:
    shown = {"reference": reference, "lists": desk.lists(), "tab": "mine"}
    return check_context(desk, roster, []) | desk.view_context(roster) | shown


@require_POST
def sharing(request: HttpRequest, system: str, army_id: uuid.UUID) -> HttpResponse:
    """Start or stop sharing an army by link."""
    saved = _own_army(request, system, army_id)
    if request.POST.get("share") == "on":
        share(saved)
        if links_closed(saved.owner_id, saved.desk):
            messages.warning(request, _("The link opens when your battles are over."))
        else:
            messages.success(request, _("Anybody with the link below can now read this army."))
    else:
        unshare(saved)
        messages.success(request, _("The link no longer works."))
    return redirect(saved)


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, system: str, army_id: uuid.UUID) -> HttpResponse:
    """Delete an army, after asking for confirmation."""
    saved = _own_army(request, system, army_id)
    if request.method != "POST":
        return render(request, "armies/delete.html", {"saved": saved, "desk": saved.desk, "tab": "mine"})
    saved.delete()
    messages.success(request, _("Army deleted."))
    return redirect(saved.desk.page_url("mine"))


@require_POST
def add_to_collection(request: HttpRequest, system: str, army_id: uuid.UUID) -> HttpResponse:
    """Add an army's pieces to the user's collection."""
    saved = _own_army(request, system, army_id)
    add_owned(request.user, system, saved.desk.counts(saved.roster))
    messages.success(request, saved.desk.owned_now)
    return redirect(saved.desk.page_url("collection"))
