"""The undo page, where moves are undone alone or with consent, and the notice of a request on every page."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from games import services
from games.models import Game, Outbox, RewindRequest
from games.services.notices.words import mail_of
from tests.games.stroll import CHALLENGE, HALT, THROW, WALK
from tests.web.cast import browser, person
from tests.web.strolls import address, do, stroll

pytestmark = pytest.mark.django_db


def page(game: Game, name: str, language: str = "en") -> str:
    client = browser(name)
    client.cookies["django_language"] = language
    answer = client.get(address(game))
    assert answer.status_code == 200
    return answer.content.decode()


def post(game: Game, name: str, do: str, **sent: Any) -> Any:
    game.refresh_from_db()
    sent = {"do": do, "seq": game.seq, "key": f"{do}{game.seq}", **sent}
    return browser(name).post(address(game), sent, follow=True)


def requested(game: Game) -> RewindRequest:
    return RewindRequest.objects.get(game=game, status="open")


def thrown() -> Game:
    """Create a game in which north has thrown a die and halted, so that south is due."""
    game = stroll("owner", "rival")
    do(game, "owner", "north", THROW)
    do(game, "owner", "north", HALT)
    return game


def test_own_steps_are_offered_alone_and_the_rest_is_asked_for() -> None:
    game = stroll("owner", "rival")
    do(game, "owner", "north", THROW)
    do(game, "owner", "north", WALK)
    told = page(game, "owner")
    alone, farther = told.split("Further back: ask")
    assert '<option value="1"' in alone and '<option value="0"' not in alone
    assert '<option value="0"' in farther and "1 die discarded" in farther
    told = post(game, "owner", "back", to=1).content.decode()
    assert "The game is back where it was" in told
    game.refresh_from_db()
    assert (game.seq, game.step) == (3, 1)


def test_asked_told_on_every_page_and_agreed_to() -> None:
    game = thrown()
    told = post(game, "owner", "ask", to=0, why="the <wrong> die").content.decode()
    assert "Request sent to those who can agree." in told and "Withdraw the request" in told
    for name in ("game", "game-chronicle", "game-letters"):
        seen = browser("rival").get(reverse(name, args=[game.pk])).content.decode()
        assert "North: request to undo." in seen and address(game) in seen
    told = page(game, "rival")
    assert "Reason: the &lt;wrong&gt; die" in told and "2 moves would be undone." in told
    assert "1 die already rolled would be discarded." in told
    assert "The server will roll new dice, which nobody can know in advance." in told
    assert "rolled by the server" in told  # the event of the die
    told = post(game, "rival", "agree", request=requested(game).pk).content.decode()
    assert "The game is back where it was" in told and "request to undo" not in told
    game.refresh_from_db()
    assert game.step == 0 and "accepted" in page(game, "owner")


def test_the_chronicle_and_the_page_of_the_dice_tell_who_asked_and_who_agreed() -> None:
    game = thrown()
    post(game, "owner", "ask", to=0)
    post(game, "rival", "agree", request=requested(game).pk)
    english = "North asked to undo back to the position after move 0, and South agreed. 1 die was undone."
    italian = "North: chiesto il ritorno alla posizione dopo la mossa 0, con il consenso di South."
    for name in ("game-chronicle", "game-verify"):
        for language, text in (("en", english), ("it", italian)):
            client = browser("owner")
            client.cookies["django_language"] = language
            assert text in client.get(reverse(name, args=[game.pk])).content.decode()


def test_the_page_of_the_dice_says_what_they_are_bound_to() -> None:
    for binding, text in (
        (1, "place is the number of its move: undoing and repeating a"),
        (2, "place is its move in the record, which only grows: sending"),
    ):
        game = stroll("owner", "rival")
        Game.objects.filter(pk=game.pk).update(binding=binding)
        assert text in browser("owner").get(reverse("game-verify", args=[game.pk])).content.decode()


def test_declined_with_a_reason_that_the_one_who_asked_reads() -> None:
    game = thrown()
    post(game, "owner", "ask", to=0)
    told = post(game, "rival", "decline", request=requested(game).pk, why="it has fallen").content.decode()
    assert "Declined. Nothing was changed." in told
    told = page(game, "owner")
    assert "declined" in told and "Reason: it has fallen" in told
    assert "That was declined." in post(game, "owner", "ask", to=0).content.decode()


def test_a_withdrawn_request_cannot_be_agreed_to() -> None:
    game = thrown()
    post(game, "owner", "ask", to=0)
    number = requested(game).pk
    assert (
        "You have withdrawn your request." in post(game, "owner", "withdraw", request=number).content.decode()
    )
    assert "request to undo" not in page(game, "rival")
    assert (
        "This request has already been answered or withdrawn;"
        in post(game, "rival", "agree", request=number).content.decode()
    )


def test_agreeing_to_a_lapsed_request_explains_why() -> None:
    game = thrown()
    post(game, "owner", "ask", to=0)
    number = requested(game).pk
    do(game, "rival", "south", WALK)
    assert (
        "Someone has moved since you opened this page. Check the new"
        in post(game, "rival", "agree", request=number).content.decode()
    )
    assert "lapsed: somebody has moved on" in page(game, "owner")
    notices = browser("owner").get(reverse("notices")).content.decode()
    assert "Your request to undo has lapsed" in notices and address(game) in notices


def test_a_request_ends_when_the_game_is_over_and_its_seed_is_shown() -> None:
    game = stroll("owner", "rival")
    while game.running:
        do(game, "owner", "north", THROW)
        do(game, "owner", "north", HALT)
        do(game, "rival", "south", HALT)
    post(game, "owner", "ask", to=0)
    assert "The game has ended: the request lapses when its secret" in page(game, "owner")
    browser("gm").get(reverse("game-verify", args=[game.pk]))
    told = page(game, "owner")
    assert "lapsed: the game has ended and its secret number has been revealed" in told
    assert 'id="request"' not in told and 'id="request"' not in page(game, "rival")
    notice = Outbox.objects.get(game=game, kind="back_lapsed")
    with override("it"):
        mail = mail_of([notice], digest=False)
    assert "è decaduta: la partita è finita e il suo numero segreto è stato mostrato." in mail.body


def test_who_is_asked_is_led_to_the_page_by_a_message() -> None:
    game = thrown()
    post(game, "owner", "ask", to=0)
    notices = browser("rival").get(reverse("notices")).content.decode()
    assert "A request to undo: do you agree?" in notices and f'href="{address(game)}"' in notices


def test_who_has_agreed_sees_the_request_without_buttons() -> None:
    game = stroll("owner", "rival", "third")
    do(game, "owner", "north", THROW)
    do(game, "owner", "north", HALT)
    do(game, "rival", "south", THROW)
    post(game, "owner", "ask", to=0)
    assert 'value="agree"' in page(game, "third")
    answered = post(game, "third", "agree", request=requested(game).pk).content.decode()
    assert "Agreed so far: West." in answered
    told = page(game, "third")
    assert "All of these still have to agree: South." in told
    assert 'value="agree"' not in told and 'value="withdraw"' not in told


def test_a_stranger_gets_nothing() -> None:
    for public, status in ((False, 404), (True, 403)):
        game = stroll("owner", "rival", public=public)
        do(game, "owner", "north", THROW)
        post(game, "owner", "ask", to=0)
        assert browser("stranger").get(address(game)).status_code == status
        for act in ("agree", "decline", "withdraw", "ask", "back"):
            assert post(game, "stranger", act, request=requested(game).pk, to=0).status_code == status
        assert browser().get(address(game)).status_code == 302
        game.refresh_from_db()
        assert game.seq == 1 and requested(game)


def test_who_is_asked_from_the_campaign_gets_the_page_of_its_private_battle(settings: Any) -> None:
    game = stroll("owner", "bot", "rival", lead="owner", battle_system="duel")
    do(game, "owner", "north", CHALLENGE)
    battle = game.battle_links.get().battle
    do(battle, "owner", "first", {"kind": "strike"})
    assert browser("rival").get(address(battle)).status_code == 404
    post(battle, "owner", "ask", to=0)
    told = page(battle, "rival")
    assert "First: request to undo" in told and 'value="agree"' in told
    assert "a player of the campaign" in page(battle, "owner")
    post(battle, "rival", "agree", request=requested(battle).pk)
    battle.refresh_from_db()
    assert battle.step == 0
    assert browser("rival").get(address(battle)).status_code == 404


def test_playing_alone_one_goes_back_as_far_as_one_likes() -> None:
    game = stroll("owner", "bot", lead="owner")
    do(game, "owner", "north", THROW)
    told = page(game, "owner")
    assert "You can undo as far back as you like here; undone moves" in told and "Further back" not in told


def test_a_game_master_who_plays_is_told_when_nobody_can_agree() -> None:
    game = stroll("owner", "rival", lead="owner")
    do(game, "owner", "north", THROW)
    services.leave_seat(game.pk, person("rival"), "south", now=timezone.now())
    told = page(game, "owner")
    assert "undo any further: there is nobody else to agree, neither a" in told and 'value="ask"' not in told


@pytest.mark.parametrize("odd", ["x", "", "-1", "9" * 5000, "1.5", "٣"])
def test_odd_numbers_are_refused_and_change_nothing(odd: str) -> None:
    game = thrown()
    for act in ("back", "ask", "agree", "decline", "withdraw"):
        answer = post(game, "owner", act, to=odd, request=odd)
        assert answer.status_code in (200, 404)
    game.refresh_from_db()
    assert game.seq == 2 and not RewindRequest.objects.exists()


def test_the_moment_that_is_chosen_is_looked_at_first() -> None:
    game = thrown()
    answer = browser("owner").post(address(game), {"do": "look", "to": "0", "seq": game.seq, "key": "k"})
    assert answer.headers["Location"] == reverse("game-replay", args=[game.pk]) + "?at=0"


def test_nobody_is_offered_a_way_back_once_the_secret_number_is_shown() -> None:
    game = thrown()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ENDED, ended_at=timezone.now())
    assert 'value="ask"' in page(game, "owner")
    browser("owner").get(reverse("game-verify", args=[game.pk]))
    told = page(game, "owner")
    assert 'value="ask"' not in told and "its secret number has been revealed" in told


def test_a_game_that_was_given_up_goes_nowhere() -> None:
    game = thrown()
    services.abandon(game.pk, person("gm"), now=timezone.now())
    assert "There is nothing to undo" in page(game, "gm")


def test_in_mixed_dice_typed_faces_are_refused_with_the_reason() -> None:
    game = stroll("owner", "bot", lead="owner", dice_mode="mixed")
    do(game, "owner", "north", THROW)
    post(game, "owner", "back", to=0)
    game.refresh_from_db()
    form = {"seq": game.seq, "key": "typed", "seat": "north", "kind": "throw", "face": "6"}
    answer = browser("owner").post(reverse("game-act", args=[game.pk]), form)
    assert "Server dice have been undone: until the end of this turn" in answer.content.decode()
    del form["face"]
    browser("owner").post(reverse("game-act", args=[game.pk]), form)
    game.refresh_from_db()
    assert [roll["source"] for roll in game.entries.last().rolls] == ["seeded"]
