"""The text of a message in the active language and time zone, and its link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import clocks
from accounts.names import name_of
from engine.game import GM, Power
from games import plugins
from games.access import voices_of
from games.models import (
    Amendment,
    BattleLink,
    Branch,
    Game,
    Invitation,
    Letter,
    Meeting,
    Outbox,
    PendingDecision,
    PowerRequest,
    Promise,
    Reading,
    RewindRequest,
    Treaty,
)
from games.models.letter import EVERYBODY
from games.prepared_sql import PreparedQuery
from games.services.notices.headlines import headline
from games.services.notices.wishes import stop_token
from games.services.tables import opening_of, table
from games.time_text import whole_moment, zone_of

BACK = {
    Outbox.Kind.BACK_ASKED,
    Outbox.Kind.BACK_AGREED,
    Outbox.Kind.BACK_REFUSED,
    Outbox.Kind.BACK_LAPSED,
}
MEETING = {Outbox.Kind.MEETING, Outbox.Kind.MEETING_SOON}
AMENDING = {
    Outbox.Kind.AMENDED,
    Outbox.Kind.AMEND_ASKED,
    Outbox.Kind.AMEND_REFUSED,
    Outbox.Kind.OBJECTED,
}
RULINGS = {Outbox.Kind.RULED, Outbox.Kind.RULING_NO}
FAIR_PLAY = {Outbox.Kind.POWER_ASKED, Outbox.Kind.POWER_SAID, Outbox.Kind.POWER_USED}
OF_A_BATTLE = {Outbox.Kind.BATTLE, Outbox.Kind.REPORT, Outbox.Kind.TROUBLE}
BRANCHES = {Outbox.Kind.BRANCH, Outbox.Kind.BRANCH_DONE}
INVITING = {Outbox.Kind.CALL, Outbox.Kind.REMATCH, Outbox.Kind.INVITED}
FOR_THE_DESK = {Outbox.Kind.SEAT_FREE, Outbox.Kind.UNDELIVERED}
OF_ONE_ANSWER = {  # kinds that are obsolete once the answer is given
    Outbox.Kind.YOUR_TURN,
    Outbox.Kind.DUE_SOON,
    Outbox.Kind.MORE_TIME,
    Outbox.Kind.LAST_ONE,
    Outbox.Kind.NUDGE,
    Outbox.Kind.TIME_GIVEN,
}
ASKING = (  # requests, open until they are granted or become impossible
    OF_ONE_ANSWER
    | INVITING
    | MEETING
    | {
        Outbox.Kind.BACK_ASKED,
        Outbox.Kind.AMEND_ASKED,
        Outbox.Kind.POWER_ASKED,
        Outbox.Kind.BRANCH,
        Outbox.Kind.BATTLE,
        Outbox.Kind.REPORT,
        Outbox.Kind.PROMISE_DUE,
        Outbox.Kind.TREATY,
    }
)
TO_DO = (
    OF_ONE_ANSWER
    | INVITING
    | {  # somebody waits for the reader to act
        Outbox.Kind.BACK_ASKED,
        Outbox.Kind.AMEND_ASKED,
        Outbox.Kind.POWER_ASKED,
        Outbox.Kind.BRANCH,
        Outbox.Kind.BATTLE,
        Outbox.Kind.REPORT,
        Outbox.Kind.PROMISE_DUE,
        Outbox.Kind.TROUBLE,
        Outbox.Kind.SEAT_FREE,
        Outbox.Kind.RULING_NO,
    }
)
WHAT_ASKS = {  # kinds that are either a request or news
    Outbox.Kind.TREATY: {"proposed", "disputed"},
    Outbox.Kind.MEETING: {"proposed", "fits", "time"},
}
URGENT = [  # the first of these kinds names an e-mail with several messages
    Outbox.Kind.DUE_SOON,
    Outbox.Kind.NUDGE,
    Outbox.Kind.MEETING_SOON,
    Outbox.Kind.UNSEATED,
    Outbox.Kind.POWER_ASKED,
    Outbox.Kind.RULED,
    Outbox.Kind.RULING_NO,
    Outbox.Kind.TROUBLE,
    Outbox.Kind.MORE_TIME,
    Outbox.Kind.YOUR_TURN,
    Outbox.Kind.LAST_ONE,
    Outbox.Kind.BACK_ASKED,
    Outbox.Kind.AMEND_ASKED,
    Outbox.Kind.BRANCH,
    Outbox.Kind.OBJECTED,
    Outbox.Kind.AMENDED,
    Outbox.Kind.REPORT,
    Outbox.Kind.BATTLE,
    Outbox.Kind.MEETING,
    Outbox.Kind.COMMAND,
    Outbox.Kind.ENDED,
    Outbox.Kind.PROMISE_DUE,
    Outbox.Kind.TREATY,
    Outbox.Kind.LETTER,
]
MOST = 25  # maximum number of paragraphs in an e-mail


# extra lines by kind, registered by modules that can word them (games.discarding)
MORE: dict[Outbox.Kind, Callable[[Outbox], str]] = {}


@dataclass(frozen=True)
class Mail:
    """An e-mail to one person about one game or several."""

    subject: str
    body: str
    headers: dict[str, str]


def mail_of(messages: Sequence[Outbox], *, digest: bool) -> Mail:
    """Compose one e-mail of all these messages for one person. Repeated lines are merged with a count. Each
    game gets a section, the most urgent first.
    """
    ordered = sorted(messages, key=_urgency)
    games = list(dict.fromkeys(one.game_id for one in ordered))
    of_game = {game: [one for one in ordered if one.game_id == game] for game in games}
    alone = len(games) == 1
    parts = [_told_of(of_game[game], headed=not alone) for game in games]
    stop = _stop_address(ordered[0], None if digest or not alone else ordered[0].game)
    headers = {"List-Unsubscribe": f"<{stop}>", "Auto-Submitted": "auto-generated"}
    if stop.startswith("https:"):  # RFC 8058 permits one-click unsubscribing only over https
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return Mail(
        _subject(list(of_game.values()), digest),
        "\n\n".join([*_cut(parts), _foot(ordered[0], stop, of_one=alone and not digest)]) + "\n",
        headers,
    )


def _told_of(messages: Sequence[Outbox], *, headed: bool) -> list[str]:
    """The paragraphs about one game. If the e-mail covers several games, they have the game's name as heading
    and a link that stops its e-mail.
    """
    said = [_times(paragraphs, n) for paragraphs, n in Counter(_parts(one) for one in messages).items()]
    if not headed:
        return said
    first = messages[0]
    name, stop = _game_title(first), _stop_address(first, first.game)
    quiet = _("No more e-mail about %(game)s: %(address)s") % {"game": name, "address": stop}
    said[0] = f"{name}\n{'=' * len(name)}\n\n{said[0]}"
    said[-1] = f"{said[-1]}\n\n{quiet}"
    return said


def _cut(parts: Sequence[list[str]]) -> list[str]:
    """All paragraphs or, if there are too many for an e-mail, the first ones and a link to the rest."""
    said = [paragraph for part in parts for paragraph in part]
    more = len(said) - MOST
    if more <= 0:
        return said
    rest = ngettext(
        "See your messages page for %(n)d more message.",
        "See your messages page for %(n)d more messages.",
        more,
    ) % {"n": more}
    return [*said[:MOST], rest + "\n\n" + settings.SITE_URL + reverse("notices")]


def _urgency(message: Outbox) -> tuple[int, int]:
    kind = Outbox.Kind(message.kind)
    if kind == Outbox.Kind.TREATY and message.payload.get("what") == "broken":
        return -1, message.pk  # the betrayed player should read about the broken promise first
    return (URGENT.index(kind) if kind in URGENT else len(URGENT)), message.pk


def _subject(of_games: Sequence[Sequence[Outbox]], digest: bool) -> str:
    """The subject: for one game the event and the game, for several the number that wait for the reader."""
    first, n = of_games[0][0], len(of_games)
    if digest:
        named = (
            _("Your day in %(game)s") % {"game": _game_title(first)}
            if n == 1
            else ngettext("Your day in %(n)d game", "Your day in %(n)d games", n) % {"n": n}
        )
        return f"[Vexillum] {named}"
    if n > 1:
        return f"[Vexillum] {_count_subject(sum(any(map(_asks, ones)) for ones in of_games), n)}"
    several = len({_parts(one) for one in of_games[0]})
    game, battle = _game_title(first), _battle_of(first)
    named = battle if battle.startswith(game) else ": ".join(part for part in (game, battle) if part)
    text = f"{named}: {headline(first)}"
    return f"{text} (+{several - 1})" if several > 1 else text


def _count_subject(waiting: int, games: int) -> str:
    if not waiting:
        return _("News from %(n)d games") % {"n": games}
    if waiting == games:
        return _("%(n)d games are waiting for you") % {"n": games}
    told = ngettext(
        "%(n)d of %(games)d games is waiting for you", "%(n)d of %(games)d games are waiting for you", waiting
    )
    return told % {"n": waiting, "games": games}


def _asks(message: Outbox) -> bool:
    """Whether a message asks its reader to do something."""
    asked = WHAT_ASKS.get(Outbox.Kind(message.kind))
    return message.kind in TO_DO if asked is None else message.payload.get("what") in asked


def _stop_address(message: Outbox, game: Game | None) -> str:
    """The URL at which the reader stops the e-mail of a game (None: all e-mail)."""
    return settings.SITE_URL + reverse("stop", args=[stop_token(message.recipient, game)])


def _foot(first: Outbox, stop: str, *, of_one: bool) -> str:
    lines = [
        _("Choose what we send you, and when: %(address)s")
        % {"address": settings.SITE_URL + reverse("wishes")}
    ]
    if of_one:
        lines.append(
            _("No more e-mail about %(game)s: %(address)s") % {"game": _game_title(first), "address": stop}
        )
    else:
        lines.append(_("No more e-mail from Vexillum: %(address)s") % {"address": stop})
    return "-- \n" + "\n".join(lines)


def _times(paragraphs: Sequence[str], n: int) -> str:
    text, *rest = paragraphs
    if n > 1:
        text = ngettext("%(text)s (once)", "%(text)s (%(n)d times)", n) % {"text": text, "n": n}
    return "\n\n".join(part for part in (text, *rest) if part)


def obsolete(message: Outbox) -> bool:
    """Whether the message does not matter any more."""
    if message.kind == Outbox.Kind.LETTER:
        read = Reading.objects.filter(game=message.game, user=message.recipient)
        return read.filter(letter__gte=message.payload["letter"]).exists() or not _letters_left(message)
    if message.kind == Outbox.Kind.BACK_ASKED:
        asked = RewindRequest.objects.filter(pk=message.payload["request"], status=RewindRequest.Status.OPEN)
        return not asked.exists()
    if message.kind == Outbox.Kind.POWER_ASKED:
        wanted = PowerRequest.objects.filter(pk=message.payload["request"], status=PowerRequest.Status.OPEN)
        return not wanted.exists()
    if message.kind == Outbox.Kind.PROMISE_DUE:
        standing = Promise.objects.filter(pk=message.payload["promise"], status=Promise.Status.OPEN)
        return not standing.filter(treaty__status=Treaty.Status.MADE).exists()
    if message.kind == Outbox.Kind.AMEND_ASKED:
        corrections = Amendment.objects.filter(pk=message.payload["amendment"], asked_seq=message.game.seq)
        return not corrections.filter(status=Amendment.Status.OPEN).exists()
    if message.kind == Outbox.Kind.BRANCH:
        brought = Branch.objects.filter(pk=message.payload["branch"], state=Branch.State.OPEN)
        return not brought.exists()
    if message.kind in INVITING:
        link = Invitation.objects.filter(token=message.payload["token"], expires_at__gt=clocks.now())
        return not link.filter(uses_left__gt=0).exists()
    if message.kind == Outbox.Kind.TREATY and message.payload.get("what") == "proposed":
        proposed = Treaty.objects.filter(pk=message.payload["treaty"], status=Treaty.Status.PROPOSED)
        return not proposed.exists()
    if message.kind in MEETING:
        return _not_met(message)
    if message.kind in OF_A_BATTLE and "link" in message.payload:
        return _battle_settled(message)
    if message.kind not in OF_ONE_ANSWER:
        return False
    number = message.payload.get("decision")
    return number is None or not _STILL_OPEN(number)


_STILL_OPEN = PreparedQuery(
    lambda pk: PendingDecision.objects.filter(pk=pk, answered_at__isnull=True).only("pk"), int
)


def _letters_left(message: Outbox) -> bool:
    """Whether at least one of the announced letters still exists."""
    meant = Q(to=EVERYBODY) | Q(to__in=voices_of(message.recipient, message.game))
    since = Letter.objects.filter(
        meant, game=message.game, pk__gte=message.payload["letter"], deleted_at=None
    )
    return since.exclude(author=message.recipient).exists()


def _otherwise(message: Outbox) -> bool:
    """Whether the message asks a side to agree to another way of deciding a battle."""
    return message.kind == Outbox.Kind.BATTLE and "otherwise" in message.payload


def _battle_settled(message: Outbox) -> bool:
    """Whether the battle in the message is settled."""
    link = BattleLink.objects.filter(pk=message.payload["link"]).first()
    if link is None:
        return True
    if _otherwise(message):
        return link.status != BattleLink.Status.OPEN or not (link.wishes or link.to_programs)
    if message.kind == Outbox.Kind.REPORT:
        return link.status != BattleLink.Status.REPORTED
    return link.is_settled or link.status == BattleLink.Status.VOID


def _not_met(message: Outbox) -> bool:
    """Whether the appointment has changed or passed. A cancellation is always sent."""
    row = Meeting.objects.filter(pk=message.payload.get("meeting")).first()
    if row is None or row.sequence != message.payload.get("sequence"):
        return True
    if message.payload["what"] == "off":
        return False
    return row.is_fixed and row.at is not None and row.at <= clocks.now()


def _game_title(message: Outbox) -> str:
    return " ".join(message.game.title.split())  # the subject of an e-mail must be one line


def _battle_of(message: Outbox) -> str:
    """The name of the battle that a campaign's message is about, or ""."""
    if message.kind not in OF_A_BATTLE | RULINGS or "link" not in message.payload:
        return ""
    link = BattleLink.objects.filter(pk=message.payload["link"]).select_related("battle").first()
    return "" if link is None or link.battle is None else " ".join(link.battle.own_title.split())


def message_text(message: Outbox) -> str:
    """Write the message as one sentence that names the game."""
    game = _game_title(message)
    if _otherwise(message):
        text = _("In %(game)s the other side would like to fight a battle in another way; do you agree?")
        return text % {"game": game}
    lines = {
        Outbox.Kind.YOUR_TURN: _("It's your turn in %(game)s."),
        Outbox.Kind.DUE_SOON: _("Your decision in %(game)s is due soon; after that the bot answers for you."),
        Outbox.Kind.ANSWERED: _("You didn't answer in time in %(game)s, so the bot answered for you."),
        Outbox.Kind.STARTED: _("%(game)s has begun."),
        Outbox.Kind.BATTLE: _("A battle must be fought in %(game)s."),
        Outbox.Kind.BATTLE_OVER: _(
            "Time has run out for a battle in %(game)s: the campaign's own table has decided it."
        ),
        Outbox.Kind.REPORT: _("A battle of %(game)s has been reported; please confirm or dispute it."),
        Outbox.Kind.ENDED: _("%(game)s has ended."),
        Outbox.Kind.PAUSED: _("%(game)s is paused: deadlines are stopped until the game master resumes it."),
        Outbox.Kind.RESUMED: _("%(game)s resumes: deadlines move back by the length of the pause."),
        Outbox.Kind.TROUBLE: _("%(game)s can't continue on its own; please take a look."),
        Outbox.Kind.MORE_TIME: _("Vexillum was not running for a while: you have more time in %(game)s."),
        Outbox.Kind.NUDGE: _(
            "The game master of %(game)s asks for your decision: the others are waiting for it."
        ),
        Outbox.Kind.TIME_GIVEN: _("The game master has given you more time in %(game)s."),
        Outbox.Kind.ANSWERED_FOR: _("In %(game)s the game master had one decision made for you."),
        Outbox.Kind.LENT: _(
            "In %(game)s someone is playing your seat for a while; you get it back automatically."
        ),
        Outbox.Kind.STAND_IN: _("In %(game)s you are playing for someone for a while."),
        Outbox.Kind.RETURNED: _("In %(game)s a substitute's time is over: the player has the seat again."),
        Outbox.Kind.REMATCH: _("%(name)s asks for a rematch: %(game)s. A seat has been kept for you."),
        Outbox.Kind.INVITED: _("%(name)s invites you to a game: %(game)s."),
        Outbox.Kind.CALL: _("A substitute is needed in %(game)s, and you are on the list."),
        Outbox.Kind.UNDELIVERED: _(
            "A message to %(name)s about %(game)s could not be delivered; please tell them yourself."
        ),
        Outbox.Kind.ORDERED: _("Your standing orders have answered in %(game)s."),
        Outbox.Kind.LETTER: _("There is a letter for you in %(game)s."),
        Outbox.Kind.LED: _("You are now the game master of %(game)s."),
        Outbox.Kind.SEATED: _("A player has joined %(game)s."),
        Outbox.Kind.UNSEATED: _unseated_text(message),
        Outbox.Kind.BACK_ASKED: _("In %(game)s someone asks to undo moves: do you agree?"),
        Outbox.Kind.BACK_AGREED: _("In %(game)s your request to undo was accepted and carried out."),
        Outbox.Kind.BACK_REFUSED: _("In %(game)s your request to undo was declined."),
        Outbox.Kind.BACK_LAPSED: _("In %(game)s your request to undo has lapsed: %(why)s."),
        Outbox.Kind.AMENDED: _("In %(game)s the game master has corrected the position; you can object."),
        Outbox.Kind.AMEND_ASKED: _("In %(game)s the game master asks to correct the position: do you agree?"),
        Outbox.Kind.AMEND_REFUSED: _("In %(game)s your request for a correction was declined."),
        Outbox.Kind.OBJECTED: _("In %(game)s a player objects to your correction."),
        Outbox.Kind.POWER_ASKED: _power_asked(message),
        Outbox.Kind.POWER_SAID: _power_said(message),
        Outbox.Kind.POWER_USED: _power_used(message),
        Outbox.Kind.RULED: _(
            "In %(game)s the game master has ruled on a battle; both sides can dispute the ruling."
        ),
        Outbox.Kind.RULING_NO: _("In %(game)s one side disputes your ruling on a battle."),
        Outbox.Kind.BRANCH: _("In %(game)s a phone has uploaded offline moves. Do you approve them?"),
        Outbox.Kind.BRANCH_DONE: _("In %(game)s a version of the battle was chosen; the other one is kept."),
        Outbox.Kind.LAST_ONE: _("Everybody else has answered in %(game)s: the others are waiting for you."),
        Outbox.Kind.TURN_OVER: _("In %(game)s %(turn)s is over. The chronicle tells what happened."),
        Outbox.Kind.TREATY: _treaty(message),
        Outbox.Kind.COMMAND: _command(message),
        Outbox.Kind.MEETING: _meeting(message),
        Outbox.Kind.MEETING_SOON: _meeting(message),
        Outbox.Kind.PROMISE_DUE: _("One of your promises in %(game)s is due this turn."),
        Outbox.Kind.SEAT_FREE: _("A player has left %(game)s: invite someone else, or let the bot play."),
    }
    if message.game.sealed:  # the organiser cannot open a sealed game
        lines[Outbox.Kind.SEAT_FREE] = _(
            "A player has left %(game)s. On the league's page you can give the place to someone or "
            "break off the game."
        )
    why = RewindRequest.Cause(message.payload.get("cause", RewindRequest.Cause.MOVED)).label
    facts = {"game": game, "name": message.payload.get("to", ""), "why": why, "turn": _turn(message)}
    if message.kind in {Outbox.Kind.REMATCH, Outbox.Kind.INVITED}:
        facts["name"] = name_of(message.game.gm)
    if message.kind in FAIR_PLAY | {Outbox.Kind.UNSEATED}:
        facts |= _power_facts(message)
    if message.kind == Outbox.Kind.COMMAND:
        facts["name"] = _commander(message)
    if message.kind in MEETING:
        facts |= _when(message)
    return lines[Outbox.Kind(message.kind)] % facts


def _power_asked(message: Outbox) -> str:
    row = PowerRequest.objects.filter(pk=message.payload.get("request")).first()
    if row is not None and row.seat:
        return _(
            "In %(game)s the game master, who is also playing, asks for consent about %(seat)s: "
            "%(power)s.%(said)s"
        )
    return _("In %(game)s the game master, who is also playing, asks for your consent: %(power)s.%(said)s")


def _power_said(message: Outbox) -> str:
    agreed = message.payload.get("said") == PowerRequest.Status.AGREED
    if agreed:
        return _("In %(game)s your request for consent was accepted: you can go ahead.")
    return _("In %(game)s your request for consent was declined.")


def _power_used(message: Outbox) -> str:
    if message.payload.get("seat"):
        return _("In %(game)s the game master has decided about %(seat)s: %(power)s (%(ground)s).")
    return _("In %(game)s the game master has decided: %(power)s (%(ground)s).")


def _unseated_text(message: Outbox) -> str:
    return _(
        "The game master of %(game)s has removed you from your seat (%(ground)s).%(said)s You can "
        "still see the game as you left it."
    )


def _power_facts(message: Outbox) -> dict[str, str]:
    """Describe the power, the seat, the ground and the reason in a message about a power."""
    kept = message.payload
    row = PowerRequest.objects.filter(pk=kept.get("request")).first() if "request" in kept else None
    key = row.seat if row is not None else str(kept.get("seat", ""))
    power = row.power if row is not None else kept.get("power", "")
    why = " ".join((row.why if row is not None else str(kept.get("why", ""))).split())
    wording, rules = plugins.wording(message.game), opening_of(message.game).rules
    return {
        "seat": next((wording.seat(info) for info in rules.seats if info.id == key), key),
        "power": str(PowerRequest.Power(power).label) if power in PowerRequest.Power.values else "",
        "ground": ground_told(str(kept.get("ground", ""))),
        "said": " " + _("The reason given: “%(why)s”.") % {"why": why} if why else "",
    }


def ground_told(ground: str) -> str:
    """Describe why a game master could use a power."""
    return {
        "agreed": _("by consent"),
        "absent": _("after a long absence"),
        "solo": _("nobody else plays"),
        "gathering": _("the game has not begun"),
    }.get(ground, _("as a game master who isn’t playing"))


def _command(message: Outbox) -> str:
    if message.payload.get("placed"):
        return {
            "taken": _("%(name)s commands in %(game)s in place of the bot."),
            "quiet": _(
                "%(name)s, who commands in %(game)s, has a decision to make and hasn't been seen for a day."
            ),
            "over": _("%(game)s is over; %(name)s commanded there in place of the bot."),
        }.get(str(message.payload.get("what")), _("Command in %(game)s has changed."))
    return {
        "taken": _("%(name)s commands %(game)s for you, until it is over or you take the command back."),
        "quiet": _(
            "%(name)s, who commands %(game)s for you, has a decision to make and hasn't been seen for"
            " a day; you can take command back."
        ),
        "over": _("%(game)s is over; %(name)s commanded it for you."),
    }.get(str(message.payload.get("what")), _("Command of %(game)s has changed."))


def _commander(message: Outbox) -> str:
    who = get_user_model().objects.filter(pk=message.payload.get("by")).first()
    return name_of(who) or _("somebody")


def _meeting(message: Outbox) -> str:
    return {
        "proposed": _("A time has been proposed for %(game)s: say whether it suits you."),
        "fits": _("A time for %(game)s suits everybody: one tap confirms it."),
        "fixed": _("%(game)s will be fought on %(when)s%(where)s, as agreed."),
        "moved": _("%(game)s has been moved: it will be fought on %(when)s%(where)s.%(said)s"),
        "off": _("%(game)s won't be fought on %(when)s after all: it was called off.%(said)s"),
        "day": _("%(game)s will be fought within a day: %(when)s%(where)s."),
        "hour": _("%(game)s will be fought within the hour: %(when)s%(where)s."),
        "time": _(
            "The time agreed for %(game)s is after the deadline: the players ask you to move the deadline."
        ),
        "given": _("The game master has moved the deadline of %(game)s to after the agreed time."),
    }.get(str(message.payload.get("what")), _("The time for %(game)s has changed."))


def _when(message: Outbox) -> dict[str, str]:
    """Describe the time, place and remarks of a message about a meeting, in the active time zone."""
    at, where = message.payload.get("at"), " ".join(str(message.payload.get("where", "")).split())
    text = " ".join(str(message.payload.get("text", "")).split())
    return {
        "when": zoned_moment(datetime.fromisoformat(at)) if isinstance(at, str) else "",
        "where": f" ({where})" if where else "",
        "said": f" “{text}”" if text else "",
    }


def zoned_moment(at: datetime) -> str:
    """Format a time with its weekday and zone: "Monday 2 Mar 2026, 21:00 (CET)"."""
    return f"{whole_moment(at)} ({zone_of(at)})"


def breaker_of(message: Outbox) -> str:
    """The name of the side that broke a promise; "" if the message has none."""
    row = Promise.objects.filter(pk=message.payload.get("promise")).first()
    if row is None:
        return ""
    wording, rules = plugins.wording(message.game), opening_of(message.game).rules
    return next((wording.seat(info) for info in rules.seats if info.id == row.by), row.by)


def _treaty(message: Outbox) -> str:
    what = message.payload.get("what")
    breaker = breaker_of(message) if what == "broken" else ""
    if breaker:
        said = _("%(who)s has broken a promise to you in %%(game)s: your treaty is broken.")
        return said % {"who": breaker.replace("%", "%%")}
    return {
        "broke": _("One of your promises in %(game)s counts as broken: the other side has been notified."),
        "proposed": _("You have been offered a treaty in %(game)s."),
        "made": _("Your treaty in %(game)s was accepted."),
        "declined": _("Your treaty in %(game)s was declined."),
        "revealed": _("Your secret treaty in %(game)s was revealed to everybody."),
        "kept": _("A promise in your treaty in %(game)s was kept."),
        "broken": _("A promise in your treaty in %(game)s was broken."),
        "disputed": _("The other side of a treaty in %(game)s has answered what you said about a promise."),
        "void": _("Moves in %(game)s were undone: one of your treaties is void."),
    }.get(str(message.payload.get("what")), _("Your treaty in %(game)s has changed."))


def _turn(message: Outbox) -> str:
    if message.kind != Outbox.Kind.TURN_OVER:
        return ""
    return plugins.wording(message.game).turn(message.payload["turn"])


def _parts(message: Outbox) -> tuple[str, ...]:
    row = _awaited_decision(message)
    who, until = (asked_name(row), _deadline(row)) if row is not None else ("", "")
    return message_text(message), _more(message), who, until, f"{settings.SITE_URL}{address_of(message)}"


def _more(message: Outbox) -> str:
    say = MORE.get(Outbox.Kind(message.kind))
    return "" if say is None else say(message)


def address_of(message: Outbox) -> str:
    """The URL that the message links to; the game's, if the message is about a feature that is switched
    off.
    """
    try:
        return _address(message)
    except NoReverseMatch:
        return message.game.get_absolute_url()


def _address(message: Outbox) -> str:
    if message.kind == Outbox.Kind.LETTER:
        return reverse("game-letters", args=[message.game_id])
    if message.kind in (Outbox.Kind.TREATY, Outbox.Kind.PROMISE_DUE):
        return reverse("game-treaties", args=[message.game_id])
    if message.kind in MEETING:
        if "link" in message.payload:
            return reverse("battle-meeting", args=[message.game_id, message.payload["link"]])
        return reverse("game-meeting", args=[message.game_id])
    if message.kind == Outbox.Kind.COMMAND:
        return reverse("game-command", args=[message.game_id])
    if message.kind in AMENDING:
        return reverse("game-amend", args=[message.game_id])
    if message.kind in BRANCHES:
        return reverse("game-branches", args=[message.game_id])
    if message.kind in BACK:
        return reverse("game-back", args=[message.game_id])
    if message.kind == Outbox.Kind.TURN_OVER:
        return reverse("game-chronicle", args=[message.game_id])
    if message.kind in FAIR_PLAY:
        return reverse("game-fair", args=[message.game_id])
    if message.kind in OF_A_BATTLE | RULINGS and "link" in message.payload:
        return reverse("game-battle", args=[message.game_id, message.payload["link"]])
    if message.kind == Outbox.Kind.SEAT_FREE and message.game.sealed:
        return reverse("home")
    if message.kind in FOR_THE_DESK and message.game.gm_id == message.recipient_id:
        return reverse("game-desk", args=[message.game_id])
    if message.kind in INVITING:
        return reverse("join", args=[message.payload["token"]])
    if message.kind == Outbox.Kind.UNSEATED:  # the game may be hidden from the removed player
        return reverse("observe", args=[message.game_id]) if message.game.seq >= 0 else reverse("home")
    return message.game.get_absolute_url()


def _awaited_decision(message: Outbox) -> PendingDecision | None:
    """The pending decision that the message is about, or None if it is answered."""
    number = message.payload.get("decision")
    return None if number is None else _OPEN.one(number)


_OPEN = PreparedQuery(
    lambda pk: PendingDecision.objects.filter(pk=pk, answered_at__isnull=True).select_related("game"), int
)


def asked_name(row: PendingDecision) -> str:
    """Name who must answer: the seat, and the power if the seat leads several."""
    if row.seat == GM:
        return ""
    wording, rules = plugins.wording(row.game), opening_of(row.game).rules
    seat = next((wording.seat(info) for info in rules.seats if info.id == row.seat), row.seat)
    if not row.power:
        return _("You answer as %(seat)s.") % {"seat": seat}
    power = next((p for p in table(row.game).powers(row.seat) if p.id == row.power), Power(row.power, ""))
    return _("You answer as %(seat)s, for %(power)s.") % {"seat": seat, "power": wording.power(power)}


def _deadline(row: PendingDecision) -> str:
    """Describe the deadline of a pending decision in the active time zone; "" if there is none."""
    if row.due_at is None:
        return ""
    # an e-mail may be read tomorrow, so give the date, never "today" or "in 5 hours"
    return _("Deadline: %(when)s") % {"when": zoned_moment(row.due_at)}
