"""The messages about treaties and their promises."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import plugins
from games.message_kinds import MessageKind, Template, always
from games.models import Outbox, Promise, Topic, Treaty
from games.services.tables import opening_of

KIND = Outbox.Kind


def _breaker(message: Outbox) -> str:
    """Return the name of the side that broke a promise, or "" if the message has no promise."""
    row = Promise.objects.filter(pk=message.payload.get("promise")).first()
    if row is None:
        return ""
    wording, rules = plugins.wording(message.game), opening_of(message.game).rules
    return next((wording.seat(info) for info in rules.seats if info.id == row.by), row.by)


def _text(message: Outbox) -> Template:
    what = message.payload.get("what")
    breaker = _breaker(message) if what == "broken" else ""
    if breaker:
        said = gettext("%(who)s has broken a promise to you in %%(game)s: your treaty is broken.")
        return said % {"who": breaker.replace("%", "%%")}
    return _TEXTS.get(str(what), _("Your treaty in %(game)s has changed."))


_TEXTS: Final = {
    "broke": _("One of your promises in %(game)s counts as broken: the other side has been notified."),
    "proposed": _("You have been offered a treaty in %(game)s."),
    "made": _("Your treaty in %(game)s was accepted."),
    "declined": _("Your treaty in %(game)s was declined."),
    "revealed": _("Your secret treaty in %(game)s was revealed to everybody."),
    "kept": _("A promise in your treaty in %(game)s was kept."),
    "broken": _("A promise in your treaty in %(game)s was broken."),
    "disputed": _("The other side of a treaty in %(game)s has answered what you said about a promise."),
    "void": _("Moves in %(game)s were undone: one of your treaties is void."),
}


def _headline(message: Outbox) -> Template:
    return _HEADLINES.get(str(message.payload.get("what")), _("News about your treaty"))


_HEADLINES: Final = {
    "proposed": _("A treaty is proposed to you"),
    "made": _("Your treaty has been accepted"),
    "declined": _("Your treaty was declined"),
    "revealed": _("Your secret treaty was revealed"),
    "kept": _("A promise to you was kept"),
    "broken": _("A promise to you was broken, and with it your treaty"),
    "broke": _("One of your promises counts as broken"),
    "disputed": _("A promise in your treaty is disputed"),
    "void": _("Your treaty is void"),
}


def _urgency(message: Outbox) -> int:
    # the betrayed player should read about the broken promise first
    return 0 if message.payload.get("what") == "broken" else 230


def _is_answered(message: Outbox) -> bool:
    """Return whether the message proposes a treaty that has been answered or withdrawn."""
    if message.payload.get("what") != "proposed":
        return False
    proposed = Treaty.objects.filter(pk=message.payload["treaty"], status=Treaty.Status.PROPOSED)
    return not proposed.exists()


def _is_promise_settled(message: Outbox) -> bool:
    standing = Promise.objects.filter(pk=message.payload["promise"], status=Promise.Status.OPEN)
    return not standing.filter(treaty__status=Treaty.Status.MADE).exists()


def _address(message: Outbox) -> str:
    return reverse("game-treaties", args=[message.game_id])


KINDS: Final = (
    MessageKind(
        KIND.TREATY,
        _text,
        _headline,
        address=_address,
        is_obsolete=_is_answered,
        is_request=True,
        awaits_reader=lambda message: message.payload.get("what") in {"proposed", "disputed"},
        urgency=_urgency,
        topic=Topic.TREATY,
        is_waking=True,
        can_wait=True,
    ),
    MessageKind(
        KIND.PROMISE_DUE,
        _("One of your promises in %(game)s is due this turn."),
        _("One of your promises is due this turn"),
        address=_address,
        is_obsolete=_is_promise_settled,
        is_request=True,
        awaits_reader=always,
        urgency=220,
        topic=Topic.TREATY,
        is_waking=True,
        can_wait=True,
    ),
)
