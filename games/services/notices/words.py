"""A message's text, in the active language and time zone, and its link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.urls import NoReverseMatch, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.game import GM, Power
from games import plugins
from games.message_kinds import Wording, find
from games.models import (
    Game,
    Outbox,
    PendingDecision,
)
from games.prepared_sql import PreparedQuery
from games.services.notices.wishes import stop_token
from games.services.tables import opening_of, table
from games.wording.time_text import zoned_moment

MOST = 25  # maximum number of paragraphs in an e-mail


@dataclass(frozen=True)
class Mail:
    """The text of an e-mail to one person about one game or several."""

    subject: str
    body: str
    headers: dict[str, str]


def mail_of(messages: Sequence[Outbox], *, digest: bool) -> Mail:
    """Compose one e-mail from all these messages to one person. Repeated lines are merged with a count. Each
    game gets a section, the most urgent first.
    """
    ordered = sorted(messages, key=_urgency)
    games = list(dict.fromkeys(one.game_id for one in ordered))
    of_game = {game: [one for one in ordered if one.game_id == game] for game in games}
    alone = len(games) == 1
    parts = [_game_paragraphs(of_game[game], headed=not alone) for game in games]
    stop = _stop_address(ordered[0], None if digest or not alone else ordered[0].game)
    headers = {"List-Unsubscribe": f"<{stop}>", "Auto-Submitted": "auto-generated"}
    if stop.startswith("https:"):  # RFC 8058 permits one-click unsubscribing only over https
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return Mail(
        _subject(list(of_game.values()), digest),
        "\n\n".join([*_limit_paragraphs(parts), _footer(ordered[0], stop, of_one=alone and not digest)])
        + "\n",
        headers,
    )


def _game_paragraphs(messages: Sequence[Outbox], *, headed: bool) -> list[str]:
    """Return the paragraphs about one game. If the e-mail covers several games (``headed``), the paragraphs
    begin with the game's name and end with a link that stops e-mail about this game alone.
    """
    said = [
        _with_count(paragraphs, n)
        for paragraphs, n in Counter(_message_parts(one) for one in messages).items()
    ]
    if not headed:
        return said
    first = messages[0]
    name, stop = _game_title(first), _stop_address(first, first.game)
    quiet = _("No more e-mail about %(game)s: %(address)s") % {"game": name, "address": stop}
    said[0] = f"{name}\n{'=' * len(name)}\n\n{said[0]}"
    said[-1] = f"{said[-1]}\n\n{quiet}"
    return said


def _limit_paragraphs(parts: Sequence[list[str]]) -> list[str]:
    """Return all paragraphs or, if there are too many for an e-mail, the first ones and a link to the
    rest.
    """
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
    urgency = find(message.kind).urgency
    return urgency if isinstance(urgency, int) else urgency(message), message.pk


def _subject(of_games: Sequence[Sequence[Outbox]], digest: bool) -> str:
    """Return the e-mail's subject. With one game it names the game and the event. With several it says how
    many of them wait for the reader.
    """
    first, n = of_games[0][0], len(of_games)
    if digest:
        named = (
            _("Your day in %(game)s") % {"game": _game_title(first)}
            if n == 1
            else ngettext("Your day in %(n)d game", "Your day in %(n)d games", n) % {"n": n}
        )
        return f"[Vexillum] {named}"
    if n > 1:
        return f"[Vexillum] {_count_subject(_count_waiting(of_games), n)}"
    several = len({_message_parts(one) for one in of_games[0]})
    game, battle = _game_title(first), find(first.kind).battle(first)
    named = battle if battle.startswith(game) else ": ".join(part for part in (game, battle) if part)
    text = f"{named}: {headline(first)}"
    return f"{text} (+{several - 1})" if several > 1 else text


def _count_waiting(of_games: Sequence[Sequence[Outbox]]) -> int:
    """Return the number of games in which somebody waits for the reader to act."""
    return sum(any(find(one.kind).awaits_reader(one) for one in ones) for ones in of_games)


def _count_subject(waiting: int, games: int) -> str:
    if not waiting:
        return _("News from %(n)d games") % {"n": games}
    if waiting == games:
        return _("%(n)d games are waiting for you") % {"n": games}
    told = ngettext(
        "%(n)d of %(games)d games is waiting for you", "%(n)d of %(games)d games are waiting for you", waiting
    )
    return told % {"n": waiting, "games": games}


def _stop_address(message: Outbox, game: Game | None) -> str:
    """Return the URL with which the reader can stop e-mail about a game (None: all e-mail)."""
    return settings.SITE_URL + reverse("stop", args=[stop_token(message.recipient, game)])


def _footer(first: Outbox, stop: str, *, of_one: bool) -> str:
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


def _with_count(paragraphs: Sequence[str], n: int) -> str:
    text, *rest = paragraphs
    if n > 1:
        text = ngettext("%(text)s (once)", "%(text)s (%(n)d times)", n) % {"text": text, "n": n}
    return "\n\n".join(part for part in (text, *rest) if part)


def obsolete(message: Outbox) -> bool:
    """Return whether the message has become irrelevant."""
    return find(message.kind).is_obsolete(message)


def _game_title(message: Outbox) -> str:
    return " ".join(message.game.title.split())  # the subject of an e-mail must be one line


def message_text(message: Outbox) -> str:
    """Return the message as one sentence that names the game."""
    one = find(message.kind)
    return _fill_in(one.text, message, {"game": _game_title(message), **one.facts(message)})


def headline(message: Outbox) -> str:
    """Describe a message's event or request in a few words, for the subject of an e-mail or a line of a
    notification. The game's name is shown next to it.
    """
    one = find(message.kind)
    if one.headline is None:
        return capfirst(str(one.kind.label))
    return _fill_in(one.headline, message, one.facts(message))


def _fill_in(wording: Wording, message: Outbox, facts: Mapping[str, Any]) -> str:
    template = wording(message) if callable(wording) else wording
    return str(template) % facts


def due_of(message: Outbox, at: datetime | None) -> datetime | None:
    """Return the time when a message expires: the hour of its meeting, or else its deadline ``at`` (None: it
    does not expire).
    """
    met = message.payload.get("at")
    return datetime.fromisoformat(met) if isinstance(met, str) else at


def _message_parts(message: Outbox) -> tuple[str, ...]:
    row = _awaited_decision(message)
    who, until = (asked_name(row), _deadline(row)) if row is not None else ("", "")
    return (
        message_text(message),
        find(message.kind).extra(message),
        who,
        until,
        f"{settings.SITE_URL}{address_of(message)}",
    )


def address_of(message: Outbox) -> str:
    """Return the URL that the message links to. If the message is about a feature that is switched off, it
    is the game's URL.
    """
    try:
        return find(message.kind).address(message)
    except NoReverseMatch:
        return message.game.get_absolute_url()


def _awaited_decision(message: Outbox) -> PendingDecision | None:
    """Return the pending decision that the message is about, or None if it is answered."""
    number = message.payload.get("decision")
    return None if number is None else _OPEN.one(number)


_OPEN = PreparedQuery(
    lambda pk: PendingDecision.objects.filter(pk=pk, answered_at__isnull=True).select_related("game"), int
)


def asked_name(row: PendingDecision) -> str:
    """Return a sentence that names the seat for which the reader answers, and the power if the seat leads
    several. The text is "" for the game master.
    """
    if row.seat == GM:
        return ""
    wording, rules = plugins.wording(row.game), opening_of(row.game).rules
    seat = next((wording.seat(info) for info in rules.seats if info.id == row.seat), row.seat)
    if not row.power:
        return _("You answer as %(seat)s.") % {"seat": seat}
    power = next((p for p in table(row.game).powers(row.seat) if p.id == row.power), Power(row.power, ""))
    return _("You answer as %(seat)s, for %(power)s.") % {"seat": seat, "power": wording.power(power)}


def _deadline(row: PendingDecision) -> str:
    """Describe the deadline of a pending decision in the active time zone. The text is "" without a
    deadline.
    """
    if row.due_at is None:
        return ""
    # an e-mail may be read tomorrow, so give the date, never "today" or "in 5 hours"
    return _("Deadline: %(when)s") % {"when": zoned_moment(row.due_at)}
