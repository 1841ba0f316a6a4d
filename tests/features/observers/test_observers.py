"""Observing: permission given, used and withdrawn; what an observer sees, and how late."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.codec import canonical
from features.desk import substitutes
from games import services
from games.models import Feed, Game, Observer, Outbox, Reserve
from games.services.people import observers
from tests.found import some
from tests.web.cast import browser, person, running
from tests.web.observing import at, gives, let
from tests.web.treating import offer, post, round_of, table

pytestmark = pytest.mark.django_db
NINE = canonical({"path": "camps.red.east", "to": 9})


def sees(game: Game, who: str = "friend", name: str = "observe") -> int:
    return browser(who).get(at(name, game)).status_code


def page(game: Game, who: str = "friend", query: str = "", name: str = "observe") -> str:
    answer = browser(who).get(at(name, game) + query)
    assert answer.status_code == 200
    return answer.content.decode()


# --- permission ---


def test_by_name_somebody_looks_on_and_all_see_it_until_it_is_withdrawn() -> None:
    game = running()
    row = let(game)
    assert sees(game) == 200 and sees(game, name="observe-chronicle") == 200
    assert all("friend observes" in page(game, who, name="game") for who in some(("rival", "gm")))
    assert reverse("observe", args=[game.pk]) in browser("friend").get("/").content.decode()
    assert browser("owner").post(at("game-observers", game), {"end": row.pk}).status_code == 302
    assert sees(game) == 404 and sees(game, name="observe-chronicle") == 404
    assert "friend" not in page(game, "rival", name="game")


def test_a_link_is_taken_once() -> None:
    game = running()
    assert gives("owner", game, "red") == 302
    found = re.search(r"/observe/[\w-]+/", page(game, "owner", name="game-observers"))
    assert found and found.group() not in page(game, "gm", name="game-observers")
    link = found.group()
    assert "Observe Three fords?" in browser("").get(link).content.decode()
    assert browser("").post(link).status_code == 302 and not Observer.objects.exclude(user=None)
    person("friend")
    assert browser("friend").post(link).status_code == 302
    assert sees(game) == 200
    assert browser("stranger").get(link).status_code == 404
    assert browser("stranger").get("/observe/guessed/").status_code == 404


def test_no_other_address_opens_for_an_observer() -> None:
    game = running()
    let(game)
    names = [
        "game",
        "game-chronicle",
        "game-state",
        "game-replay",
        "game-letters",
        "game-orders",
        "game-plan",
    ]
    names += ["game-export", "game-verify", "game-luck", "game-treaties", "game-observers", "game-calendar"]
    assert all(sees(game, name=name) == 404 for name in some(names))
    sent = {"seat": "red", "seq": game.seq, "key": "k", "kind": "hold"}
    assert browser("friend").post(at("game-act", game), sent).status_code == 404


def test_only_ones_own_eyes_are_lent_and_all_eyes_by_a_game_master_who_sees_all() -> None:
    game = running()
    assert gives("owner", game, "blue", "friend") == 403
    assert gives("owner", game, "", "friend") == 403
    assert gives("gm", game, "red", "friend") == 403
    assert gives("stranger", game, "red", "friend") == 404
    let(game, seat="", by="gm")
    assert "eyes=blue" in page(game) and sees(game) == 200


@pytest.mark.parametrize("name", ["rival", "gm", "reserve", "nobody-of-that-name", "owner"])
def test_who_has_part_in_the_game_looks_over_no_shoulder(name: str) -> None:
    game = running()
    Reserve.objects.create(game=game, user=person("reserve"), offered_at=timezone.now())
    if name.startswith("nobody"):
        sent = {"seat": "red", "name": name, "delay": 0}
        assert browser("owner").post(at("game-observers", game), sent).status_code == 422
    else:
        assert gives("owner", game, "red", name) == 422
    assert gives("owner", game, "red", "friend", 21) == 422
    assert gives("owner", game, "red", "friend", "x") == 422
    assert not Observer.objects.exists()


def test_an_observer_gets_only_one_seats_view() -> None:
    game = running()
    let(game)
    assert gives("rival", game, "blue", "friend") == 422


def test_a_lent_seat_does_not_lend_its_observers_and_a_new_player_has_given_no_leave() -> None:
    game, now = running(hours_per_decision=24), timezone.now()
    let(game)
    today = now.date()
    substitutes.lend(game.pk, person("owner"), "red", until=today, now=now)
    assert sees(game) == 404
    substitutes.end_loan(game.pk, person("owner"), "red", now=now)
    assert sees(game) == 200
    services.leave_seat(game.pk, person("owner"), "red", now=now)
    assert sees(game) == 404


def test_an_observer_stops_by_themselves_and_is_told_of_nothing() -> None:
    game = running()
    let(game)
    assert not Outbox.objects.filter(recipient=person("friend")).exists()
    assert browser("friend").post(at("observe", game)).status_code == 302
    assert sees(game) == 404
    let(game)  # the observer can be invited again


def test_who_has_looked_takes_no_other_seat_where_something_is_hidden() -> None:
    game, now = running(), timezone.now()
    let(game)
    services.set_bot(game.pk, person("gm"), "green", False, now=now)
    link = services.invite(game.pk, person("gm"), seat="green", now=now)
    answer = browser("friend").post(reverse("join", args=[link.token]))
    assert answer.status_code == 410 and "You have observed this game" in answer.content.decode()
    browser("friend").post(at("observe", game))
    assert browser("friend").post(reverse("join", args=[link.token])).status_code == 410
    services.leave_seat(game.pk, person("owner"), "red", now=now)
    link = services.invite(game.pk, person("gm"), seat="red", now=now)
    assert browser("friend").post(reverse("join", args=[link.token])).status_code == 302  # on the same seat


def test_an_observer_offers_themselves_to_no_bench() -> None:
    game = running(public=True)
    let(game)
    browser("friend").post(at("game-bench", game), {"do": "offer"})
    assert not Reserve.objects.exists()


# --- what an observer sees ---


def test_nothing_of_the_player_is_shown_with_the_seat() -> None:
    game = running()
    let(game)
    browser("owner").post(
        at("game-letters", game), {"seat": "red", "to": "blue", "text": "Peace?", "key": "k"}
    )
    assert post("owner", game, **offer()) == 302
    one = game.treaties.get()
    assert post("rival", game, do="accept", number=one.pk) == 302
    Feed.objects.create(user=person("friend"), game=game, token="friends", created_at=timezone.now())
    feed = browser("").get(reverse("feed", args=["friends"]))
    assert feed.status_code == 200
    shown = page(game) + page(game, name="observe-chronicle") + feed.content.decode()
    assert "Peace?" not in shown and "Corinth for Sparta" not in shown and "csrfmiddlewaretoken" in shown
    assert "/letters/" not in shown and "/act" not in shown and "/orders/" not in shown


def everything(game: Game) -> list[str]:
    """Return everything that the friend can fetch, without the parts that differ on every request."""
    replays = [page(game, query=f"?at={seq}") for seq in range(4)]
    chronicles = [page(game, query=query, name="observe-chronicle") for query in ("", "?steps=1", "?turn=1")]
    feed = browser("").get(reverse("feed", args=["friends"])).content.decode()
    found = [page(game), *replays, *chronicles, feed]
    return [re.sub(r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"', "", text) for text in found]


def test_with_a_delay_the_game_is_as_it_was_and_grows_a_turn_at_a_time() -> None:
    game = table(options={"rounds": 4})
    let(game, delay=1)
    assert "Nothing to see yet" in page(game) and sees(game, name="observe-chronicle") == 404
    round_of(game, war=True)
    assert "Nothing to see yet" in page(game)
    first = game.seq
    round_of(game, war=True)
    assert f"After move {first} of {first}" in page(game)
    Feed.objects.create(user=person("friend"), game=game, token="friends", created_at=timezone.now())
    before, seq = everything(game), game.seq
    now = timezone.now()
    for seat, who in some((("red", "owner"), ("blue", "rival"))):
        sent = {"drawn_seq": game.seq, "key": seat, "user": person(who), "now": now}
        services.submit(game.pk, seat, {"kind": "hold"}, **sent)
        game.refresh_from_db()
    assert game.seq > seq and everything(game) == before
    round_of(game, war=False)
    assert everything(game) != before


def test_a_delayed_observer_does_not_see_that_the_game_went_back() -> None:
    game = table(options={"rounds": 4})
    let(game, delay=1)
    for _ in range(3):
        round_of(game, war=False)
    Feed.objects.create(user=person("friend"), game=game, token="friends", created_at=timezone.now())
    before, start, now = everything(game), game.seq, timezone.now()
    sent = {"drawn_seq": game.seq, "key": "1", "user": person("owner"), "now": now}
    services.submit(game.pk, "red", {"kind": "hold"}, **sent)
    services.rewind(game.pk, person("gm"), to_seq=start, drawn_seq=start + 1, key="b", now=now)
    assert everything(game) == before


def test_a_delayed_observer_does_not_see_a_rewind_over_several_turns() -> None:
    game = table(options={"rounds": 9})
    let(game, delay=1)
    for _ in range(4):
        round_of(game, war=True)
    Feed.objects.create(user=person("friend"), game=game, token="friends", created_at=timezone.now())
    before, now, second = everything(game), timezone.now(), services.last_entries(services.table(game))[1] + 1
    services.rewind(game.pk, person("gm"), to_seq=second, drawn_seq=game.seq, key="b", now=now)
    game.refresh_from_db()
    assert services.table(game).turn == 2
    assert everything(game) == before
    round_of(game, war=False)
    assert everything(game) == before
    round_of(game, war=False)
    assert everything(game) != before
    last = max(line.seq for line in services.chronicle(services.table(game), None, turn=2))
    assert f"After move {last} of {last}" in page(game)
    assert "gm" in page(game, name="observe-chronicle", query="?turn=4")


def test_what_is_said_against_an_amendment_is_read_as_late_as_all_the_rest() -> None:
    game = table(options={"rounds": 9})
    let(game, delay=1)
    right = {"do": "amend", "seq": game.seq, "key": "a", "why": "miscounted", "c": [NINE]}
    assert browser("gm").post(at("game-amend", game), right).status_code == 302
    game.refresh_from_db()
    amended = game.seq
    for _ in range(2):
        round_of(game, war=False)
    Feed.objects.create(user=person("friend"), game=game, token="friends", created_at=timezone.now())
    before = everything(game)
    objection = {"do": "object", "entry": amended, "words": "I had counted it"}
    assert browser("rival").post(at("game-amend", game), objection).status_code == 302
    assert "I had counted it" in page(game, "owner", name="game-chronicle", query="?turn=1")
    assert everything(game) == before
    for _ in range(2):
        round_of(game, war=False)
    assert "I had counted it" in page(game, name="observe-chronicle", query="?turn=1")


def test_a_form_that_is_refused_forgets_no_delay() -> None:
    game = running()
    sent = {"seat": "red", "name": "nobody-of-that-name", "delay": 5}
    answer = browser("owner").post(at("game-observers", game), sent)
    assert answer.status_code == 422 and '<option value="5" selected>' in answer.content.decode()


def test_when_the_game_has_ended_nobody_waits_any_more() -> None:
    game = table(options={"rounds": 1})
    let(game, delay=5)
    round_of(game, war=False)
    assert game.has_ended
    assert f"After move {game.seq} of {game.seq}" in page(game)


def test_a_game_as_it_was_stays_so_whatever_is_asked_of_it() -> None:
    game = table(options={"rounds": 4})
    for _ in range(2):
        round_of(game, war=False)
    then = observers.past_game(Game.objects.get(pk=game.pk), 1)
    assert then is not None and then.seq < game.seq
    assert services.table(then).seq == then.seq and services.turns(then) == [1]
    assert max(line.seq for line in services.chronicle(services.table(then), None)) == then.seq
    assert set(services.last_entries(services.table(then))) == {1}
