"""Recent events in very few words: the subject of an e-mail, a line of a notification. The game's name is
shown next to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import plugins
from games.models import Outbox, RewindRequest

KIND = Outbox.Kind


def headline(message: Outbox) -> str:
    """Describe the message's event or request, without the game's name and without a full stop."""
    line = _LINES.get(KIND(message.kind))
    return capfirst(str(message.get_kind_display())) if line is None else line(message)


def _battle(message: Outbox) -> str:
    if "otherwise" in message.payload:
        return _("Another way to fight a battle: do you agree?")
    return _("A battle to fight")


def _seat_free(message: Outbox) -> str:
    return _("A player has left")


def _lapse_headline(message: Outbox) -> str:
    why = RewindRequest.Cause(message.payload.get("cause", RewindRequest.Cause.MOVED)).label
    return _("Your request to undo has lapsed: %(why)s") % {"why": why}


def _turn_over(message: Outbox) -> str:
    return _("%(turn)s is over") % {"turn": plugins.wording(message.game).turn(message.payload["turn"])}


def _headline_of(message: Outbox, lines: Mapping[str, str], otherwise: str) -> str:
    return lines.get(str(message.payload.get("what")), otherwise)


def _treaty(message: Outbox) -> str:
    lines = {
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
    return _headline_of(message, lines, _("News about your treaty"))


def _command(message: Outbox) -> str:
    lines = {
        "taken": _("A guest commander has taken command"),
        "quiet": _("The guest commander has not been seen for a day"),
        "over": _("The guest commander’s battle is over"),
    }
    return _headline_of(message, lines, _("The guest commander has changed"))


def _meeting(message: Outbox) -> str:
    lines = {
        "proposed": _("A time has been proposed for the battle"),
        "fits": _("A time for the battle suits everybody"),
        "fixed": _("The time of the battle is confirmed"),
        "moved": _("The battle has a new time"),
        "off": _("The battle’s appointment is cancelled"),
        "day": _("The battle begins within a day"),
        "hour": _("The battle begins within the hour"),
        "time": _("The players ask you to move a deadline"),
        "given": _("The deadline was moved for the battle’s appointment"),
    }
    return _headline_of(message, lines, _("The battle’s time has changed"))


Line = Callable[[Outbox], str]
_LINES: Final[Mapping[Outbox.Kind, Line]] = {
    KIND.YOUR_TURN: lambda _m: _("Your turn"),
    KIND.DUE_SOON: lambda _m: _("Your turn: the deadline is near"),
    KIND.LAST_ONE: lambda _m: _("Your turn: the others are waiting for you"),
    KIND.NUDGE: lambda _m: _("The game master asks for your answer"),
    KIND.MORE_TIME: lambda _m: _("More time after an outage"),
    KIND.TIME_GIVEN: lambda _m: _("More time for you"),
    KIND.ANSWERED: lambda _m: _("The deadline passed: the bot answered for you"),
    KIND.ANSWERED_FOR: lambda _m: _("The game master had one decision made for you"),
    KIND.ORDERED: lambda _m: _("Your standing orders answered for you"),
    KIND.STARTED: lambda _m: _("The game has begun"),
    KIND.ENDED: lambda _m: _("The game has ended"),
    KIND.PAUSED: lambda _m: _("The game is paused"),
    KIND.RESUMED: lambda _m: _("The game continues"),
    KIND.TURN_OVER: _turn_over,
    KIND.BATTLE: _battle,
    KIND.BATTLE_OVER: lambda _m: _("The campaign’s table has decided a battle"),
    KIND.REPORT: lambda _m: _("A battle report: confirm or dispute it"),
    KIND.TROUBLE: lambda _m: _("The game needs your help"),
    KIND.UNDELIVERED: lambda _m: _("An e-mail to a player could not be delivered"),
    KIND.SEATED: lambda _m: _("A player has joined"),
    KIND.SEAT_FREE: _seat_free,
    KIND.UNSEATED: lambda _m: _("The game master has freed your seat"),
    KIND.LED: lambda _m: _("You are now the game master"),
    KIND.LENT: lambda _m: _("A substitute plays for you"),
    KIND.STAND_IN: lambda _m: _("You play as a substitute"),
    KIND.RETURNED: lambda _m: _("A substitute’s time is over"),
    KIND.CALL: lambda _m: _("A substitute is needed"),
    KIND.REMATCH: lambda _m: _("A rematch is proposed"),
    KIND.INVITED: lambda _m: _("An invitation to a game"),
    KIND.LETTER: lambda _m: _("A letter for you"),
    KIND.BACK_ASKED: lambda _m: _("A request to undo: do you agree?"),
    KIND.BACK_AGREED: lambda _m: _("Your request to undo was accepted"),
    KIND.BACK_REFUSED: lambda _m: _("Your request to undo was declined"),
    KIND.BACK_LAPSED: _lapse_headline,
    KIND.AMENDED: lambda _m: _("The game master corrected the position"),
    KIND.AMEND_ASKED: lambda _m: _("A correction of the position: do you agree?"),
    KIND.AMEND_REFUSED: lambda _m: _("Your correction was declined"),
    KIND.OBJECTED: lambda _m: _("A player objects to your correction"),
    KIND.BRANCH: lambda _m: _("Offline moves need your approval"),
    KIND.BRANCH_DONE: lambda _m: _("Offline moves: one version was chosen"),
    KIND.TREATY: _treaty,
    KIND.PROMISE_DUE: lambda _m: _("One of your promises is due this turn"),
    KIND.COMMAND: _command,
    KIND.MEETING: _meeting,
    KIND.MEETING_SOON: _meeting,
}


def due_of(message: Outbox, at: datetime | None) -> datetime | None:
    """The time when the message expires: the deadline ``at``, or the hour of its meeting."""
    met = message.payload.get("at")
    return datetime.fromisoformat(met) if isinstance(met, str) else at
