"""The messages of the core: turns, deadlines, seats, and the course of a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import clocks
from accounts.names import name_of
from games import plugins
from games.message_kinds import QUIET, MessageKind, Template, address_of_game, always
from games.models import Invitation, Outbox, PendingDecision, Topic
from games.prepared_sql import PreparedQuery

KIND = Outbox.Kind


# --- messages about one decision, obsolete once it is answered ---


def is_answered(message: Outbox) -> bool:
    """Return whether the message's decision is answered."""
    number = message.payload.get("decision")
    return number is None or not _STILL_OPEN(number)


_STILL_OPEN = PreparedQuery(
    lambda pk: PendingDecision.objects.filter(pk=pk, answered_at__isnull=True).only("pk"), int
)

_decision_kind = partial(
    MessageKind, topic=Topic.MOVE, is_obsolete=is_answered, is_request=True, awaits_reader=always
)

# --- messages with an invitation ---


def address_of_invitation(message: Outbox) -> str:
    return reverse("join", args=[message.payload["token"]])


def is_invitation_void(message: Outbox) -> bool:
    """Return whether the message's invitation has expired or was used."""
    link = Invitation.objects.filter(token=message.payload["token"], expires_at__gt=clocks.now())
    return not link.filter(uses_left__gt=0).exists()


def game_master_name(message: Outbox) -> Mapping[str, Any]:
    return {"name": name_of(message.game.gm)}


invitation_kind = partial(
    MessageKind,
    address=address_of_invitation,
    is_obsolete=is_invitation_void,
    is_request=True,
    awaits_reader=always,
    is_waking=True,
    can_wait=True,
)

# --- messages to the game master ---


def _address_of_desk(message: Outbox) -> str:
    """Return the URL of the game master's tools, or that of the game if somebody else leads it by now."""
    if message.game.gm_id == message.recipient_id:
        return reverse("game-desk", args=[message.game_id])
    return address_of_game(message)


def _address_of_free_seat(message: Outbox) -> str:
    return reverse("home") if message.game.sealed else _address_of_desk(message)


def _free_seat_text(message: Outbox) -> Template:
    if message.game.sealed:  # the organiser cannot open a sealed game
        return _(
            "A player has left %(game)s. On the league's page you can give the place to someone or "
            "break off the game."
        )
    return _("A player has left %(game)s: invite someone else, or let the bot play.")


# --- turns ---


def _turn_facts(message: Outbox) -> Mapping[str, Any]:
    return {"turn": plugins.wording(message.game).turn(message.payload["turn"])}


KINDS: Final = (
    _decision_kind(
        KIND.YOUR_TURN,
        _("It's your turn in %(game)s."),
        _("Your turn"),
        urgency=100,
        delay=QUIET,
        is_waking=True,
        is_public=True,
    ),
    _decision_kind(
        KIND.DUE_SOON,
        _("Your decision in %(game)s is due soon; after that the bot answers for you."),
        _("Your turn: the deadline is near"),
        urgency=10,
        is_pressing=True,
        is_waking=True,
        is_public=True,
    ),
    _decision_kind(
        KIND.LAST_ONE,
        _("Everybody else has answered in %(game)s: the others are waiting for you."),
        _("Your turn: the others are waiting for you"),
        urgency=110,
        topic=Topic.LAST,
        delay=QUIET,
        is_waking=True,
        is_public=True,
    ),
    _decision_kind(
        KIND.NUDGE,
        _("The game master of %(game)s asks for your decision: the others are waiting for it."),
        _("The game master asks for your answer"),
        urgency=20,
        is_pressing=True,
        is_waking=True,
        is_public=True,
    ),
    _decision_kind(
        KIND.MORE_TIME,
        _("Vexillum was not running for a while: you have more time in %(game)s."),
        _("More time after an outage"),
        urgency=90,
    ),
    _decision_kind(
        KIND.TIME_GIVEN, _("The game master has given you more time in %(game)s."), _("More time for you")
    ),
    MessageKind(
        KIND.ANSWERED,
        _("You didn't answer in time in %(game)s, so the bot answered for you."),
        _("The deadline passed: the bot answered for you"),
        topic=Topic.ANSWERED,
    ),
    MessageKind(
        KIND.ANSWERED_FOR,
        _("In %(game)s the game master had one decision made for you."),
        _("The game master had one decision made for you"),
        topic=Topic.ANSWERED,
    ),
    MessageKind(
        KIND.ORDERED,
        _("Your standing orders have answered in %(game)s."),
        _("Your standing orders answered for you"),
        topic=Topic.ANSWERED,
        delay=timedelta(hours=1),
        is_bundled=True,
    ),
    MessageKind(KIND.STARTED, _("%(game)s has begun."), _("The game has begun"), is_public=True),
    MessageKind(KIND.ENDED, _("%(game)s has ended."), _("The game has ended"), urgency=210, is_public=True),
    MessageKind(
        KIND.PAUSED,
        _("%(game)s is paused: deadlines are stopped until the game master resumes it."),
        _("The game is paused"),
        is_public=True,
    ),
    MessageKind(
        KIND.RESUMED,
        _("%(game)s resumes: deadlines move back by the length of the pause."),
        _("The game continues"),
        is_public=True,
    ),
    MessageKind(
        KIND.TURN_OVER,
        _("In %(game)s %(turn)s is over. The chronicle tells what happened."),
        _("%(turn)s is over"),
        _turn_facts,
        address=lambda message: reverse("game-chronicle", args=[message.game_id]),
        topic=Topic.TURN,
        is_public=True,
    ),
    MessageKind(
        KIND.UNDELIVERED,
        _("A message to %(name)s about %(game)s could not be delivered; please tell them yourself."),
        _("An e-mail to a player could not be delivered"),
        lambda message: {"name": message.payload.get("to", "")},
        address=_address_of_desk,
        topic=Topic.LEAD,
    ),
    MessageKind(KIND.SEATED, _("A player has joined %(game)s."), _("A player has joined"), topic=Topic.LEAD),
    MessageKind(
        KIND.SEAT_FREE,
        _free_seat_text,
        _("A player has left"),
        address=_address_of_free_seat,
        awaits_reader=always,
        topic=Topic.LEAD,
    ),
    MessageKind(
        KIND.LED,
        _("You are now the game master of %(game)s."),
        _("You are now the game master"),
        topic=Topic.LEAD,
    ),
    invitation_kind(
        KIND.INVITED,
        _("%(name)s invites you to a game: %(game)s."),
        _("An invitation to a game"),
        game_master_name,
    ),
)
