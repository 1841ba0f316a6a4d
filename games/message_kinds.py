"""The kinds of messages to people. Each owner registers its kinds here with their texts, so that the core
writes and sends messages without knowing what they are about.

A kind that nobody registers belongs to a feature that is switched off. Its messages are not sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.models import Outbox, Topic

Template = str | Promise  # a text with placeholders such as %(game)s
Wording = Template | Callable[[Outbox], Template]

QUIET: Final = timedelta(minutes=10)  # players of a fast game do not need an e-mail about every move
LAST: Final = 1000  # the urgency of kinds that never set an e-mail's subject


def always(message: Outbox) -> bool:
    return True


def never(message: Outbox) -> bool:
    return False


def _nothing(message: Outbox) -> str:
    return ""


def _no_facts(message: Outbox) -> Mapping[str, Any]:
    return {}


def address_of_game(message: Outbox) -> str:
    return message.game.get_absolute_url()


@dataclass(frozen=True)
class MessageKind:
    """The texts and the rules of one kind of message.

    ``text`` is one sentence that names the game as ``%(game)s``. ``headline`` is the event in a few words,
    without the game's name and without a full stop. ``facts`` fills in the other placeholders of both.
    """

    kind: Outbox.Kind
    text: Wording
    headline: Wording | None = None  # None: the kind's own label
    facts: Callable[[Outbox], Mapping[str, Any]] = _no_facts
    extra: Callable[[Outbox], str] = _nothing  # a line below the text in an e-mail
    battle: Callable[[Outbox], str] = _nothing  # the battle's name, for an e-mail's subject
    address: Callable[[Outbox], str] = address_of_game
    is_obsolete: Callable[[Outbox], bool] = never
    is_request: bool = False  # whether it stays open until granted or impossible
    awaits_reader: Callable[[Outbox], bool] = never  # whether somebody waits for the reader to act
    urgency: int | Callable[[Outbox], int] = LAST  # the lowest number in an e-mail sets its subject
    topic: Topic = Topic.COURSE
    delay: timedelta = timedelta(0)  # the time between the event and the message
    is_bundled: bool = False  # whether to write no second message while one about the game is unsent
    is_pressing: bool = False  # whether it is sent even right after another e-mail
    is_waking: bool = False  # whether a device shows it at once, because somebody is waiting
    can_wait: bool = False  # whether it leaves an open decision's notification on a device
    is_public: bool = False  # whether any observer may know it
    is_private: bool = False  # whether even the game master must not know that it exists


_kinds: dict[Outbox.Kind, MessageKind] = {}


def register(*kinds: MessageKind) -> None:
    """Register kinds of messages. Each app calls this once, when it is ready."""
    _kinds.update((one.kind, one) for one in kinds)


def find(kind: str) -> MessageKind:
    """Return a kind of message. A kind that nobody registered gets a neutral text and is always obsolete, so
    its messages are never sent.
    """
    known = Outbox.Kind(kind)
    return _kinds.get(known) or MessageKind(known, _("There is news in %(game)s."), is_obsolete=always)


def kinds_where(is_wanted: Callable[[MessageKind], bool]) -> list[Outbox.Kind]:
    """Return the registered kinds that meet a condition, in the order of registration."""
    return [one.kind for one in _kinds.values() if is_wanted(one)]


def topics() -> list[Topic]:
    """Return the topics with at least one registered kind."""
    found = {one.topic for one in _kinds.values()}
    return [topic for topic in Topic if topic in found]
