"""A mail job times out or is killed in the middle of a mail about several games: nobody gets the mail
twice, and nobody misses it.
"""

from __future__ import annotations

import smtplib
import socketserver
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from email import message_from_bytes, policy
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import User
from django.core.mail import EmailMessage

from accounts.mail import addresses
from accounts.models import AccountMail
from games import services
from games.models import Outbox
from games.services import messages
from games.services.notices import words
from tests.games.cast import NOW, a_game

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


class Server(socketserver.ThreadingTCPServer):
    """The parts of a mail server that smtplib needs, with a list of accepted mail. It calls ``at`` with
    each command ("DATA", "taken", "QUIT") before answering.
    """

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.taken: list[Any] = []
        self.at: Callable[[str], None] = lambda command: None


class Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        server: Any = self.server
        self.say("220 here")
        for line in self.rfile:
            command = line.split()[0].decode().upper()
            server.at(command)
            if command == "DATA":
                self.say("354 go on")
                sent = b"".join(iter(self.rfile.readline, b".\r\n"))
                server.taken.append(message_from_bytes(sent, policy=policy.default))
            self.say("221 bye" if command == "QUIT" else "250 ok")
            if command == "QUIT":
                return

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@pytest.fixture
def server(settings: Any) -> Iterator[Server]:
    with Server() as found:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = found.server_address
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.EMAIL_TIMEOUT = 1
        thread = threading.Thread(target=found.serve_forever, daemon=True)
        thread.start()
        yield found
        found.shutdown()


@pytest.fixture
def two_games(owner: User, rival: User) -> list[Any]:
    """Create two games, Guadi and Ponti, with news for the rival and the owner."""
    games = [a_game(owner, {"red": owner, "blue": rival}, name=n, start=False) for n in ("Guadi", "Ponti")]
    for game in games:
        messages.owe(game, Outbox.Kind.PAUSED, "x", [owner, rival], NOW, actor=None)
    return games


def over(*_: Any, **__: Any) -> None:
    raise SoftTimeLimitExceeded


def later_jobs() -> None:
    """Run jobs as the clock does, until all postponed or claimed work has been done."""
    for minute in range(1, 30):
        services.send_messages(NOW + minute * MINUTE)


def everybody_has_one(server: Server) -> None:
    assert sorted(one["To"] for one in server.taken) == ["owner@example.org", "rival@example.org"]
    for one in server.taken:
        assert "Guadi is paused" in one.get_content() and "Ponti is paused" in one.get_content()
    assert not Outbox.objects.filter(sent_at=None).exists()


def test_a_mail_of_two_games_reaches_everybody_once(server: Server, two_games: Any) -> None:
    assert services.send_messages(NOW) == 2
    later_jobs()
    everybody_has_one(server)


@pytest.mark.parametrize("where", ["_claim", "_ROW", "_write_mail", "sent_mail"])
def test_time_is_over_before_the_server_has_the_mail(
    server: Server, two_games: Any, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """If the time limit strikes before a mail is sent, the mail server gets nothing and no message remains
    claimed. The limit strikes after the first of two claims, between claiming and writing, while writing, or
    just before sending.
    """
    true, calls = getattr(messages, where), iter(range(100))
    with monkeypatch.context() as patched:
        late = 1 if where == "_claim" else 0

        def stops(*given: Any) -> Any:
            return over() if next(calls) == late else true(*given)

        if where == "_ROW":
            patched.setattr(true, "question", over)
        else:
            patched.setattr(messages, where, stops)
        with pytest.raises(SoftTimeLimitExceeded):
            services.send_messages(NOW)
    assert not server.taken
    assert not Outbox.objects.exclude(claimed_at=None).exists(), "nothing waits for a claim that nobody holds"
    later_jobs()
    everybody_has_one(server)


@pytest.mark.parametrize("command", ["EHLO", "MAIL", "RCPT", "DATA"])
def test_time_is_over_while_the_server_is_told(
    server: Server, two_games: Any, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """A job is stopped inside smtplib at each command before the server has the whole mail. Later jobs send
    the mail, and everybody gets it once.
    """
    with monkeypatch.context() as patched:
        patched.setattr(smtplib.SMTP, command.lower(), over)
        with pytest.raises(SoftTimeLimitExceeded):
            services.send_messages(NOW)
    assert not server.taken
    later_jobs()
    everybody_has_one(server)


def test_time_is_over_when_the_server_has_just_taken_it(
    server: Server, two_games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job is stopped when the server has the mail and the job is about to record it. The mail counts as
    sent, and later jobs do not send it again.
    """
    update, stopped = type(Outbox.objects.all()).update, []

    def stops(rows: Any, **facts: Any) -> int:
        if "sent_at" in facts and server.taken and not stopped:
            stopped.append(True)
            over()
        return int(update(rows, **facts))

    monkeypatch.setattr(type(Outbox.objects.all()), "update", stops)
    with pytest.raises(SoftTimeLimitExceeded):
        services.send_messages(NOW)
    assert len(server.taken) == 1 and stopped
    assert Outbox.objects.filter(sent_at=NOW).count() == 2, "both games of the first mail"
    later_jobs()
    everybody_has_one(server)


def test_time_is_over_while_the_server_is_told_goodbye(
    server: Server, two_games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(smtplib.SMTP, "quit", over)
        with pytest.raises(SoftTimeLimitExceeded):
            services.send_messages(NOW)
    assert len(server.taken) == 1
    later_jobs()
    everybody_has_one(server)


def test_a_server_that_takes_it_and_says_no_goodbye_has_it_once(server: Server, two_games: Any) -> None:
    """The server goes silent after it has accepted the mail; the time-out must not lead to a second mail."""
    silent = threading.Event()
    server.at = lambda command: None if command != "QUIT" else silent.wait(2) and None
    assert services.send_messages(NOW) == 2
    server.at = lambda command: None
    later_jobs()
    everybody_has_one(server)


def test_a_process_that_is_killed_with_two_games_in_its_hands(
    server: Server, two_games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After kill -9 nothing cleans up, so mail is sent once the claims expire, after ten minutes."""

    class Killed(BaseException):
        pass

    def killed(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(messages, "_postpone", killed)
        patched.setattr(EmailMessage, "send", killed)
        with pytest.raises(Killed):
            services.send_messages(NOW)
    assert Outbox.objects.exclude(claimed_at=None).count() == 2
    services.send_messages(NOW + 5 * MINUTE)
    assert [one["To"] for one in server.taken] == ["rival@example.org"], "nobody else waits for them"
    later_jobs()
    everybody_has_one(server)


def test_one_that_is_killed_when_the_server_has_it_sends_the_same_mail_by_name(
    server: Server, two_games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the server's reply and our record, only the Message-ID identifies a second mail."""

    class Killed(BaseException):
        pass

    def killed(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(messages, "_record_sent", killed)
        with pytest.raises(Killed):
            services.send_messages(NOW)
    later_jobs()
    twice = [one for one in server.taken if one["To"] == "owner@example.org"]
    assert len(twice) == 2 and twice[0]["Message-ID"] == twice[1]["Message-ID"]


@pytest.mark.parametrize("taken", [False, True])
def test_an_account_mail_that_times_out_is_sent_only_once(
    server: Server, owner: User, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    AccountMail.objects.create(
        kind=AccountMail.Kind.RESET, address=owner.email, created_at=NOW, next_try_at=NOW
    )
    with monkeypatch.context() as patched:
        patched.setattr(smtplib.SMTP, "quit" if taken else "data", over)
        addresses.send(NOW)
    for minute in range(1, 20):
        addresses.send(NOW + minute * MINUTE)
    assert [one["To"] for one in server.taken] == [owner.email] and not AccountMail.objects.exists()


def test_what_is_done_with_by_another_game_is_not_told_again(
    server: Server, two_games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second try leaves out outdated news of one game and sends the other game's."""
    with monkeypatch.context() as patched:
        patched.setattr(messages, "sent_mail", over)
        with pytest.raises(SoftTimeLimitExceeded):
            services.send_messages(NOW)
    obsolete = words.obsolete
    monkeypatch.setattr(words, "obsolete", lambda m: m.game.name == "Guadi" or obsolete(m))
    later_jobs()
    assert sorted(one["To"] for one in server.taken) == ["owner@example.org", "rival@example.org"]
    assert all(one["Subject"] == "Ponti: The game is paused" for one in server.taken)
