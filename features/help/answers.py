"""Questions of players, game masters and hosts, with answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Answer:
    """A question and the paragraphs of its answer."""

    question: str | _StrPromise
    paragraphs: tuple[str | _StrPromise, ...]


@dataclass(frozen=True)
class Group:
    """Questions from one kind of reader. ``name``: the fragment in the page's URL."""

    name: str
    title: str | _StrPromise
    answers: tuple[Answer, ...]


PLAYERS: Final = Group(
    "players",
    _("Players"),
    (
        Answer(
            _("Do I need an account?"),
            (
                _(
                    "No. Play now makes you a guest of this browser. Sign up later from the menu and "
                    "your games stay with you; a guest's games are lost with the browser's data."
                ),
            ),
        ),
        Answer(
            _("What happens if I miss a deadline?"),
            (
                _(
                    "Your plan answers first, then your standing orders, then the default that the "
                    "question names. The bot never takes your seat for good because you were late."
                ),
                _(
                    "Set your nights and holidays in your account: deadlines wait for you. If the server "
                    "was down, you get extra time."
                ),
            ),
        ),
        Answer(
            _("Can I undo a move?"),
            (
                _(
                    "Yes, until dice are rolled or somebody answers. Beyond that you can ask; the other "
                    "players or an impartial game master must agree. Nothing is erased: the record shows "
                    "what was undone."
                ),
            ),
        ),
        Answer(
            _("How do I know that the dice are fair?"),
            (
                _(
                    "Before the first roll the server publishes a fingerprint of a secret number. Every "
                    "die follows from that number, which is published when the game ends, so anyone can "
                    "check all rolls. The Luck page compares your dice with what was to be expected."
                ),
            ),
        ),
        Answer(
            _("Can we roll our own dice?"),
            (
                _(
                    "Yes. Choose real dice when you create a game, roll them on your table, and tap the "
                    "faces you see. Vexillum does the rest."
                ),
            ),
        ),
        Answer(
            _("We are two people with one device. Can we hide our cards?"),
            (
                _(
                    "Yes. Take both seats with one account: between two hidden hands the page asks you "
                    "to pass the device, and shows nothing until the other player has tapped."
                ),
            ),
        ),
        Answer(
            _("What may the bot see?"),
            (
                _(
                    "Only what its seat sees. It plays on positions imagined from what is known, never "
                    "on your hidden cards. The same holds for advice and chances."
                ),
            ),
        ),
        Answer(
            _("Where do the rules come from?"),
            (
                _(
                    "From the printed rulebooks, section by section. The pages on rules list every "
                    "section with its test cases. Where a book leaves a gap we rule, and say so."
                ),
            ),
        ),
    ),
)

MASTERS: Final = Group(
    "masters",
    _("Game masters"),
    (
        Answer(
            _("How do I get people into my game?"),
            (
                _(
                    "Open the lobby and copy the invitation link; anyone who opens it can take a seat. "
                    "You can also leave seats to the bot, and keep substitutes on call."
                ),
            ),
        ),
        Answer(
            _("A player has stopped answering. What can I do?"),
            (
                _(
                    "Deadlines keep the game moving. On the desk you can remind the player, grant time, "
                    "call a substitute, or have a decision made by their standing orders."
                ),
                _(
                    "If you play in the game yourself, powers over a rival's seat need that player's "
                    "consent, or an impartial game master. After two weeks of silence the seat can be "
                    "given away."
                ),
            ),
        ),
        Answer(
            _("We made a mistake three turns ago. Can I correct it?"),
            (
                _(
                    "Yes. Correct the position from the desk: you see the consequences first, all "
                    "players hear of it, and can object. A step back further than one move names "
                    "what it would discard."
                ),
            ),
        ),
        Answer(
            _("How is a battle of the campaign fought?"),
            (
                _(
                    "Both sides choose: on a table with figures, on a board here, by bots, or by the "
                    "campaign's own table. Losses come back by themselves; a reported result must be "
                    "confirmed by the other side."
                ),
            ),
        ),
        Answer(
            _("Can I hand the game over?"),
            (_("Yes, from the desk, to another player who accepts."),),
        ),
    ),
)

HOSTS: Final = Group(
    "hosts",
    _("Hosts"),
    (
        Answer(
            _("What do I need to run a site?"),
            (
                _(
                    "Python 3.11 and the command make run: one process with SQLite serves a club. For "
                    "more, the same code runs on PostgreSQL, Redis and several workers."
                ),
            ),
        ),
        Answer(
            _("How do I back it up?"),
            (
                _(
                    "manage.py backup writes one file, manage.py restore reads it, also to move from "
                    "SQLite to PostgreSQL. Every game can be exported and verified move by move."
                ),
            ),
        ),
        Answer(
            _("What happens when Redis, the mail server or a worker is down?"),
            (
                _(
                    "People keep playing. What could not be sent is sent later, deadlines that fell into "
                    "the outage are extended, and the health page names what is missing."
                ),
            ),
        ),
        Answer(
            _("How do I keep strangers out?"),
            (
                _(
                    "Close sign-up, or open it by invitation only. Reports of players reach you in the "
                    "administration, where you can ban an account or delete it with everything personal."
                ),
            ),
        ),
        Answer(
            _("Can I play my own scenario, army list or house rule?"),
            (
                _(
                    "Scenarios and army lists are files: download one, change it, upload it, and every "
                    "mistake is named with its place. House rules that a system offers are options of a "
                    "new game."
                ),
            ),
        ),
    ),
)

ANSWERS: Final = (PLAYERS, MASTERS, HOSTS)
