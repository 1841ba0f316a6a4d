"""Letters at one table: only the addressees read them; new ones are announced."""

import html
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from games import limits, services
from games.models import Game, Letter, Outbox
from tests.flat import flat
from tests.web.cast import browser, lobby, person, running
from tests.web.counting import queries

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
    assert badge in flat(browser("rival").get(game.get_absolute_url()).content.decode())
    assert "2 new letters" in browser("rival").get("/").content.decode()
    assert badge not in flat(browser("owner").get(game.get_absolute_url()).content.decode())
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
    assert Outbox.objects.filter(kind=Outbox.Kind.LETTER).count() == 2  # one for each recipient
    reads("gm", game)
    services.send_messages(now + timedelta(hours=1))
    told = [one for one in mail.outbox if "a letter for you" in str(one.body)]
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
    game = lobby()
    services.take_seat(game.pk, person("gm"), "red", now=timezone.now())
    for number in range(limits.LETTERS.most):
        assert write("gm", game, f"letter {number}", seat="gm") == 302
    assert write("gm", game, "one more", seat="gm") == 422


def test_more_letters_cost_no_more() -> None:
    game = running()
    write("owner", game, "one")
    few = queries("rival", address(game))
    for number in range(20):
        write("owner", game, f"more {number}")
    assert queries("rival", address(game)) <= few


def delete(who: str, game: Game, letter: Letter | int) -> int:
    number = letter if isinstance(letter, int) else letter.pk
    return browser(who).post(address(game), {"delete": number}).status_code


def test_a_writer_deletes_his_letter_and_only_its_place_stays() -> None:
    game = running()
    write("owner", game, "I shall betray the king", to="blue")
    letter = Letter.objects.get()
    assert "Delete this letter" in reads("owner", game) and "Delete this letter" not in reads("rival", game)
    for _twice in range(2):
        assert delete("owner", game, letter) == 302
    for who in ("owner", "rival"):
        seen = reads(who, game)
        assert "betray" not in seen and "deleted by its author" in seen and "Delete this" not in seen
    letter.refresh_from_db()
    assert letter.text == "" and letter.deleted_at is not None
    client = browser("rival")
    client.cookies["django_language"] = "it"
    assert "cancellata da chi l'ha scritta" in html.unescape(client.get(address(game)).content.decode())


@pytest.mark.parametrize("who", ["rival", "gm"])
def test_nobody_deletes_the_letter_of_another(who: str) -> None:
    game = running()
    write("owner", game, "for all to see")
    assert delete(who, game, Letter.objects.get()) == 403
    assert delete("owner", running(name="Another"), Letter.objects.get()) == 403  # from another game
    assert delete("owner", game, 0) == 403
    assert delete("stranger", game, Letter.objects.get()) == 404
    assert "for all to see" in reads("owner", game)


def test_a_seats_new_player_reads_but_does_not_delete_what_his_predecessor_wrote() -> None:
    game, now = running(), timezone.now()
    write("rival", game, "our pact", seat="blue", to="red")
    services.leave_seat(game.pk, person("rival"), "blue", now=now)
    link = services.invite(game.pk, person("gm"), seat="blue", now=now)
    services.accept(link.token, person("late"), now=now)
    assert "our pact" in reads("late", game)
    assert delete("late", game, Letter.objects.get()) == 403
    assert delete("rival", game, Letter.objects.get()) == 404


def test_a_deleted_letter_is_neither_new_nor_worth_a_mail() -> None:
    game, now = running(), timezone.now()
    user = person("rival")
    user.email = "rival@example.org"
    user.save()
    write("owner", game, "one", to="blue")
    write("owner", game, "to the gm", to="gm")
    delete("owner", game, Letter.objects.get(text="one"))
    assert "new letter" not in browser("rival").get("/").content.decode()
    services.send_messages(now + timedelta(hours=1))
    assert not [one for one in mail.outbox if "letter" in one.subject]
    write("owner", game, "two", to="blue")
    services.send_messages(now + timedelta(hours=2))
    assert [one.to for one in mail.outbox if "letter" in one.subject] == [["rival@example.org"]]


def finds(who: str, game: Game, words: str, **more: str) -> str:
    return browser(who).get(address(game), {"q": words, **more}).content.decode()


def test_letters_are_searched_by_all_their_words_and_only_ones_own() -> None:
    game = running()
    write("owner", game, "Peace on the eastern border", to="blue")
    write("owner", game, "War in the EAST", to="gm")
    write("rival", game, "No peace in the east", seat="blue", to="red")
    assert "2 letters with these words" in finds("owner", game, "east peace")
    found = finds("rival", game, "east")
    assert "Peace on" in found and "War in" not in found  # the other letter went to the game master
    assert "No letters with these words" in finds("gm", game, "peace")
    assert "1 letter with these words" in finds("gm", game, "  war ")
    assert finds("owner", game, "%").count("No letters with these words") == 1  # % is not a wildcard


def test_a_search_neither_reads_the_letters_nor_is_lost_on_its_second_page() -> None:
    game = running()
    for number in range(32):
        write("owner", game, f"tribute {number}")
    assert 'href="?q=tribute&amp;page=2"' in finds("rival", game, "tribute")
    assert "tribute 0<" in finds("rival", game, "tribute", page="2")
    assert "32 new letters" in browser("rival").get("/").content.decode()


def test_a_second_letter_from_the_page_one_went_back_to_is_a_letter_of_its_own() -> None:
    """A second letter sent with the key of the first is stored, unless it is the same letter. Going back in
    the browser shows the first letter's form again, with its key.
    """
    game = running()
    assert write("owner", game, "Meet me at the ford.", to="blue", key="same") == 302
    assert write("owner", game, "And bring wine.", to="blue", key="same") == 302
    assert write("owner", game, "And bring wine.", to="blue", key="same") == 302  # a double click
    assert write("owner", game, "And bring wine.", to="gm", key="same") == 302
    assert sorted(Letter.objects.values_list("text", "to")) == [
        ("And bring wine.", "blue"),
        ("And bring wine.", "gm"),
        ("Meet me at the ford.", "blue"),
    ]
