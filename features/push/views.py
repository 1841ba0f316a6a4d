"""Push notifications: devices subscribe and unsubscribe, and a script shows the notifications."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import clocks
from engine.game import Refusal
from features.push import services as push
from games.wording.refusal_text import word_refusal

LANGUAGES = ("en", "it")


@login_required
@never_cache
@require_POST
def device(request: HttpRequest) -> HttpResponse:
    """Subscribe a device (``do`` is "on"), unsubscribe it ("off"), or say whether it is subscribed
    ("known"). "off" without a ``url`` unsubscribes every device. The browser provides ``url``, ``p256dh``
    and ``auth``.
    """
    url, do, p256dh, auth = (request.POST.get(name, "") for name in ("url", "do", "p256dh", "auth"))
    try:
        if do == "on":
            push.add(request.user, url, clocks.now(), p256dh, auth)
        elif do == "known":
            known = push.is_known(request.user, url, p256dh, auth)
            return HttpResponse("on" if known else "off", content_type="text/plain")
        elif url:
            push.remove(request.user, url)
        else:
            push.remove_all(request.user)
            return redirect("wishes")
    except Refusal as refused:
        return HttpResponse(word_refusal(refused), status=400, content_type="text/plain; charset=utf-8")
    return HttpResponse(status=204)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker for a subscribed device, in the language that was chosen on subscribing."""
    language = request.GET.get("lang", "")
    with override(language if language in LANGUAGES else "en"):
        told = {"waiting": _("Something is waiting for you.")}
        return render(request, "features/push/worker.js", told, content_type="text/javascript")
