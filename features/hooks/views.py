"""The page of a user's web hooks, for their own messages and for the games they lead."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import clocks
from accounts.guests import is_guest
from accounts.limits import too_often
from engine.game import Refusal
from features.hooks import limits
from features.hooks import services as hooks
from games.models import Game
from games.wording.numbers import whole
from games.wording.refusal_text import word_refusal


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the user's hooks with their state, and a form for a new hook. If the hook was refused, the form
    keeps the input.
    """
    user, said = request.user, ""
    if is_guest(user):
        messages.info(request, _("Sign up first: web hooks belong to an account."))
        return redirect("signup")
    url, of = request.POST.get("url", "").strip(), request.POST.get("game", "")
    if request.method == "POST":
        try:
            said = _do(request, url, of)
        except Refusal as refused:
            said = word_refusal(refused)
        if not said:
            return redirect("hooks")
    context = {
        "hooks": [(hook, hooks.is_discord(hook.url)) for hook in hooks.hooks_of(user)],
        "led": Game.objects.filter(gm=user.pk).exclude(status__in=Game.OVER).defer("scenario")[:100],
        "said": said,
        "url": url,
        "of": of,
    }
    return render(request, "features/hooks/hooks.html", context, status=400 if said else 200)


def _do(request: HttpRequest, url: str, of: str) -> str:
    """Carry out a button's action. Return an error message if the user has tried too often, else "". Raises
    Refusal if the action is not allowed.
    """
    user, now, do = request.user, clocks.now(), request.POST.get("do", "")
    number = whole(request.POST.get("hook")) or 0
    if do in ("make", "try") and not limits.HOOKS.take(str(user.pk)):
        return str(too_often(limits.HOOKS).message)
    if do == "make":
        hook = hooks.make(user, url, of, now)
        hooks.switch_on(user, hook.pk, now)
        messages.success(request, _("Saved. A test message is on its way."))
    elif do == "try":
        hooks.switch_on(user, number, now)
        messages.success(request, _("A test message is on its way."))
    elif do == "delete":
        hooks.delete_hook(user, number)
        messages.success(request, _("Deleted."))
    return ""
