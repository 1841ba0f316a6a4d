"""Letters at one table: read by whom they are meant for, by nobody else; new ones are told."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from games import limits, services
from games.models import Game, Letter, Outbox
from tests.web.cast import browser, lobby, person, running
from tests.web.test_queries import queries

pytestmark = pytest.mark.django_db


def address(game: Game) -> str:
    return reverse("game-letters", args=[game.pk])


def write(who: str, game: Game, text: str, seat: str = "red", to: str = "", key: str = "") -> int:
    sent = {"seat": seat, "to": to, "text": text, "key": key or text}
    return browser(who).post(address(game), sent).status_code


def reads(who: str, game: Game) -> str:
    return browser(who).get(address(game)).content.decode()


def test_a_letter_is_read_by_whom_it_is_meant_for_only() -> None:
    game = running(public=True)
    assert write("owner", game, "Peace between us?", to="blue") == 302
    assert write("owner", game, "I cannot come tonight", to="gm") == 302
    assert write("owner", game, "Salvete omnes") == 302
    assert "Peace" in reads("rival", game) and "Peace" not in reads("gm", game)
    assert "tonight" in reads("gm", game) and "tonight" not in reads("rival", game)
    assert all("Salvete" in reads(who, game) for who in ("owner", "rival", "gm"))
    for page in ("game", "game-chronicle", "game-state", "game-export"):
        seen = browser("gm").get(reverse(page, args=[game.pk])).content.decode()
        assert "Peace" not in seen


@pytest.mark.parametrize("who", ["", "stranger"])
def test_who_only_watches_has_no_letters(who: str) -> None:
    game = running(public=True)
    assert browser(who).get(address(game)).status_code == 404
    assert write(who, game, "let me in") == 404
    assert "letters/" not in browser(who).get(game.get_absolute_url()).content.decode()


def test_nobody_writes_in_another_name_or_to_nobody() -> None:
    game = running()
    assert write("owner", game, "I am the king", seat="blue", to="red") == 403
    assert write("owner", game, "I rule", seat="gm") == 403
    assert write("owner", game, "hello", to="white") == 422
    assert write("owner", game, "hello, program", to="green") == 422
    assert write("owner", game, "   ", key="k") == 422
    assert write("owner", game, "x" * 4001, key="k2") == 422
    assert not Letter.objects.exists()


def test_a_double_click_writes_one_letter_and_what_was_typed_is_kept_on_refusal() -> None:
    game = running()
    for _ in range(2):
        assert write("owner", game, "once", to="blue") == 302
    assert Letter.objects.count() == 1
    answer = browser("owner").post(
        address(game), {"seat": "red", "to": "white", "text": "long <text>", "key": "z"}
    )
    assert "long &lt;text&gt;" in answer.content.decode()


def test_new_letters_are_counted_until_they_are_read() -> None:
    game = running()
    write("owner", game, "one", to="blue")
    write("owner", game, "two")
    badge = '<span class="badge">2<span'
    assert badge in browser("rival").get(game.get_absolute_url()).content.decode()
    assert "2 new letters" in browser("rival").get("/").content.decode()
    assert badge not in browser("owner").get(game.get_absolute_url()).content.decode()
    assert "1 new letter" in browser("gm").get("/").content.decode()
    reads("rival", game)
    assert badge not in browser("rival").get(game.get_absolute_url()).content.decode()
    assert "new letter" not in browser("rival").get("/").content.decode()


def test_a_mail_tells_of_a_letter_once_and_not_of_one_that_was_read() -> None:
    game, now = running(), timezone.now()
    for name in ("rival", "gm"):
        user = person(name)
        user.email = f"{name}@example.org"
        user.save()
    write("owner", game, "one")
    write("owner", game, "two")
    assert Outbox.objects.filter(kind=Outbox.Kind.LETTER).count() == 2  # one for each reader
    reads("gm", game)
    services.send_messages(now + timedelta(hours=1))
    told = [one for one in mail.outbox if "letter" in one.subject]
    assert [one.to for one in told] == [["rival@example.org"]]
    assert address(game) in told[0].body and "one" not in told[0].body


def test_who_takes_a_seat_over_reads_its_letters_and_who_left_does_not() -> None:
    game, now = running(), timezone.now()
    write("owner", game, "our pact", to="blue")
    services.leave_seat(game.pk, person("rival"), "blue", now=now)
    link = services.invite(game.pk, person("gm"), seat="blue", now=now)
    services.accept(link.token, person("late"), now=now)
    assert "our pact" in reads("late", game)
    assert browser("rival").get(address(game)).status_code == 404


def test_letters_before_the_start_and_not_as_many_as_somebody_likes() -> None:
    cache.clear()
    game = lobby()
    services.take_seat(game.pk, person("gm"), "red", now=timezone.now())
    for number in range(limits.LETTERS.most):
        assert write("gm", game, f"letter {number}", seat="gm") == 302
    assert write("gm", game, "one more", seat="gm") == 422
    cache.clear()


def test_more_letters_cost_no_more() -> None:
    game = running()
    write("owner", game, "one")
    few = queries("rival", address(game))
    for number in range(20):
        write("owner", game, f"more {number}")
    assert queries("rival", address(game)) <= few
