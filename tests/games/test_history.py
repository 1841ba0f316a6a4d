"""The chronicle as each kind of reader may see it: the owner, a rival, a stranger and a visitor."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.http import Http404
from django.test import Client
from django.urls import reverse

from engine.dice import Throw, d6
from engine.dice_record import pair_with_dice
from engine.game import Step
from engine.journal import chain_digest
from engine.story import Story
from games import access, services
from games.models import Entry, Game
from games.services.going_back import consent
from games.services.proof import pairing
from games.services.proof.seeds import seed_of
from tests.found import some
from tests.games.cast import HOLD, NOW, a_game, abandon_agreed, attack, do
from tests.games.duel import DuelRules, Field, Struck

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(owner, rival):
    """Create a game in which red has given secret orders."""
    game = a_game(owner, {"red": owner, "blue": rival, "green": "bot"})
    do(game, owner, "red", attack("blue"))
    return game


def test_secret_orders_are_seen_by_their_owner_only(game):
    at = services.table(game)
    newest = {seat: services.chronicle(at, seat)[0] for seat in ("red", "blue", "gm", None)}
    assert newest["red"].events[0]["order"]["target"] == "blue"
    for seat in ("blue", "gm", None):
        assert newest[seat].events == ({"kind": "order_given", "seat": "red", "order": None},)
        assert "target" not in json.dumps(at.view(seat))


def test_a_stranger_does_not_learn_that_a_game_exists(game, stranger):
    for user in (stranger, AnonymousUser()):
        with pytest.raises(Http404):
            access.get_game_for(user, game.pk)
    assert not access.games_of(stranger).exists() and not access.public_games().exists()


def test_a_public_game_is_watched_by_anybody_through_nobodys_eyes(game, owner, stranger):
    services.change_settings(game.pk, owner, now=NOW, public=True)
    for user in (stranger, AnonymousUser()):
        seen = access.get_game_for(user, game.pk)
        assert access.seat_of(user, seen, "red") is None
        assert not access.may_act(user, seen, "red") and not access.takes_part(user, seen)
    assert list(access.public_games()) == [game]


def test_a_public_game_that_gathers_is_not_shown(owner, stranger):
    game = a_game(owner, start=False, public=True)
    assert not access.can_see(stranger, game)


def test_everybody_sees_with_his_own_eyes(game, owner, rival):
    assert access.seat_of(owner, game) == "red"
    assert access.seat_of(owner, game, "gm") == "gm"
    assert access.seat_of(owner, game, "blue") == "red"
    assert access.seat_of(rival, game, "gm") == "blue"
    assert access.may_act(owner, game, "gm") and not access.may_act(rival, game, "gm")


@pytest.mark.parametrize("name", ["nonsense", "00000000-0000-0000-0000-000000000000", ""])
def test_a_game_that_is_none_is_not_found(owner, name):
    with pytest.raises(Http404):
        access.get_game_for(owner, name)


def test_my_games_and_what_i_owe(game, owner, rival):
    assert [row.seat for row in access.owed_answers(rival)] == ["blue"]
    assert not access.owed_answers(owner).exists()
    assert list(access.games_of(rival)) == [game]


def test_lists_of_games_cost_the_same_however_many(game, owner, django_assert_num_queries):
    for _ in range(3):
        a_game(owner)
    with django_assert_num_queries(3):
        for mine in some(access.games_of(owner)):
            assert [seat.user for seat in mine.seats.all()] and len(mine.waiting) and mine.gm.username


def test_the_seed_is_told_after_the_end_only(game, owner):
    secret = seed_of(game).hex()
    assert services.revealed_seed(game, NOW) is None
    assert secret not in json.dumps(services.export_game(game, NOW))
    game.seats.filter(key__in=("blue", "green")).update(user=None)
    services.leave_seat(game.pk, owner, "red", now=NOW)
    for seat in ("blue", "red", "green"):
        services.set_bot(game.pk, owner, seat, True, now=NOW)
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    assert services.revealed_seed(game, NOW) == secret


def test_secret_dice_are_told_after_the_end(owner, monkeypatch):
    def apply(self, state, seat, action, dice):
        face = dice.roll(Throw(6, "strike", "1", seat, secret=True))
        return Step(replace(state, struck={**state.struck, seat: face}), (Struck(seat, face),))

    monkeypatch.setattr(DuelRules, "apply", apply)
    duel = a_game(owner, {"first": owner, "second": owner}, system="duel", options={})
    do(duel, owner, "first", {"kind": "strike"})
    assert services.chronicle(services.table(duel), "first")[0].rolls == ()
    do(duel, owner, "second", {"kind": "strike"})
    assert len(services.chronicle(services.table(duel), None)[0].rolls) == 1


def a_duel(owner: User) -> Game:
    """Create a duel in which the first side has struck."""
    duel = a_game(owner, {"first": owner, "second": owner}, system="duel", options={})
    do(duel, owner, "first", {"kind": "strike"})
    return duel


def test_a_die_is_told_with_its_event(owner: User) -> None:
    line = services.chronicle(services.table(a_duel(owner)), None)[0]
    (told,), rest = pair_with_dice(line.events, line.rolls)
    assert told[0]["face"] == told[1][0]["face"] and not rest


def test_the_dice_of_an_event_that_a_seat_does_not_see_are_not_told_to_it(owner, monkeypatch):
    def sees(self, event, seat):
        return event if seat == event.seat else None

    monkeypatch.setattr(DuelRules, "sees", sees)
    at = services.table(a_duel(owner))
    assert [len(services.chronicle(at, seat)[0].rolls) for seat in ("first", "second", None)] == [1, 0, 0]


def test_where_an_event_before_it_is_hidden_a_die_still_stands_with_its_own(owner, monkeypatch):
    """A die is shown with the event that it belongs to, also for a seat from which the previous event of the
    entry is hidden.
    """

    def apply(self, state, seat, action, dice):
        story = Story(dice)
        story.tell(Struck("nobody", 0))
        face = d6(dice, "strike", "1", seat)
        story.tell(Struck(seat, face))
        return story.step(replace(state, struck={**state.struck, seat: face}))

    def sees(self, event, seat):
        return None if event.seat == "nobody" and seat == "second" else event

    monkeypatch.setattr(DuelRules, "apply", apply)
    monkeypatch.setattr(DuelRules, "sees", sees)
    at = services.table(a_duel(owner))
    lines = {seat: services.chronicle(at, seat)[0] for seat in ("first", "second")}
    assert [lines[seat].rolls[0]["event"] for seat in lines] == [1, 0]
    for line in lines.values():
        with_die = [event for event, rolls in pair_with_dice(line.events, line.rolls)[0] if rolls]
        assert [event["seat"] for event in with_die] == ["first"]


def forget_the_pairing(game: Game) -> list[Any]:
    """Remove from the log the event that each die belongs to, as in old logs. Return the removed events by
    entry.
    """
    named = []
    for entry in Entry.objects.filter(game=game):
        named.append([roll.pop("event") for roll in entry.rolls])
        models.QuerySet(Entry).filter(pk=entry.pk).update(rolls=entry.rolls)
    pairing._remembered.clear()
    return named


@pytest.mark.parametrize("limit", [3, 40])
def test_dice_of_a_log_of_before_are_told_with_their_events_all_the_same(owner: User, limit: int) -> None:
    game = a_game(owner, {"red": "bot", "blue": "bot", "green": "bot"})
    services.answer_due(game.pk, NOW)
    named = forget_the_pairing(game)
    lines = services.chronicle(services.table(Game.objects.get(pk=game.pk)), None, limit, before_seq=12)
    told = [[roll["event"] for roll in line.rolls] for line in lines]
    assert told == named[::-1][len(named) - 12 :][:limit] and any(told)


def test_undone_steps_keep_their_dice_in_the_chronicle(owner: User) -> None:
    game = a_duel(owner)
    services.rewind(game.pk, owner, to_seq=0, drawn_seq=1, key="back", now=NOW)
    do(game, owner, "first", {"kind": "strike"})
    forget_the_pairing(game)
    lines = services.chronicle(services.table(Game.objects.get(pk=game.pk)), None)
    assert [[roll["event"] for roll in line.rolls] for line in lines] == [[0], [], [0], []]


def test_dice_without_a_matching_event_stay_with_their_entry(owner, monkeypatch):
    game = a_duel(owner)
    forget_the_pairing(game)
    monkeypatch.setattr(DuelRules, "apply", lambda *args: Step(Field({}), ()))
    (roll,) = services.chronicle(services.table(Game.objects.get(pk=game.pk)), None)[0].rolls
    assert roll["event"] is None and roll["purpose"] == "strike"


def test_pages_of_the_chronicle(owner):
    game = a_game(owner, {"red": "bot", "blue": "bot", "green": "bot"})
    services.answer_due(game.pk, NOW)
    at = services.table(type(game).objects.get(pk=game.pk))
    first = services.chronicle(at, None, limit=5)
    second = services.chronicle(at, None, limit=5, before_seq=first[-1].seq)
    assert [line.seq for line in first + second] == list(range(at.seq, at.seq - 10, -1))
    assert [line.seq for line in services.chronicle(at, None, after_seq=at.seq - 2)] == [at.seq, at.seq - 1]


def test_hold_is_no_secret_either_way(game, rival):
    do(game, rival, "blue", HOLD)
    assert services.chronicle(services.table(game), "red")[0].events[0]["order"] is None


def test_entries_know_their_turn_and_the_chronicle_can_show_one(owner: User) -> None:
    game = a_game(owner, {"red": owner, "blue": owner, "green": owner})
    last_of_first = 0
    while game.seq < 8:
        owed = services.table(game).decisions()[0]
        last_of_first = game.seq + 1 if services.table(game).turn == 1 else last_of_first
        do(game, owner, owed.seat, services.table(game).system.codec.write(owed.default))
    at = services.table(game)
    assert services.turns(game) == [1, 2]
    first = [line.seq for line in services.chronicle(at, "red", turn=1)]
    assert first == list(range(last_of_first, -1, -1))  # an entry that ends a round belongs to it
    second = [line.seq for line in services.chronicle(at, "red", turn=2)]
    assert second == list(range(game.seq, last_of_first, -1))


def test_the_chronicle_can_show_one_seats_doings(owner: User) -> None:
    game = a_game(owner, {"red": owner, "blue": owner, "green": owner})
    for seat in ("red", "blue", "green"):
        do(game, owner, seat, HOLD)
    at = services.table(game)
    assert [line.seat for line in services.chronicle(at, "red", by="blue")] == ["blue"]


# --- the digest of the log ---


def test_while_something_is_hidden_the_fingerprint_of_the_log_is_not_told(
    game: Game, owner: User, rival: User
) -> None:
    assert services.fingerprint(services.table(game)) is None
    address = reverse("game-verify", args=[game.pk])
    client = Client()
    client.force_login(owner)
    page = client.get(address).content.decode()
    last = game.entries.latest("seq").digest
    assert "shown when the game has ended: before that, it could be" in page and last not in page
    abandon_agreed(game, owner, rival)
    assert last in client.get(address).content.decode()


def test_where_nothing_is_hidden_it_is_told_at_any_time(owner: User) -> None:
    duel = a_duel(owner)
    assert duel.running and DuelRules.hides_nothing
    assert services.fingerprint(services.table(duel)) == duel.entries.latest("seq").digest


def test_a_choice_could_be_guessed_from_the_digest_if_it_were_told(game: Game, owner: User) -> None:
    """The digest is not shown, because its holder could try red's possible orders until the digest
    matches.
    """
    first, second = services.entries.whole_log(game)
    orders = [second.events[0]["order"] | {"stake": stake} for stake in (3, 2, 1)]
    guesses = [
        replace(second, action=order, events=({**second.events[0], "order": order},)) for order in orders
    ]
    hits = [chain_digest(first.digest, guess.content()) == second.digest for guess in guesses]
    assert hits == [False, False, True]


# --- secret dice at a table with real ones ---


def test_at_a_table_of_real_dice_nobody_is_asked_for_a_draw(owner: User) -> None:
    seats = dict.fromkeys(("red", "blue", "green"), owner)
    game = a_game(owner, seats, scenario_name="cards", dice_mode=Game.DiceMode.PHYSICAL)
    for seat in seats:
        do(game, owner, seat, HOLD)
    done = do(game, owner, "red", {"kind": "levy", "shares": {}}, faces=[])
    (roll,) = done.entry.rolls
    assert roll["secret"] and roll["source"] == "seeded" and roll["purpose"] == "draw"
    assert services.verify_game(game).ok
    for seat in (*seats, None):
        assert services.chronicle(services.table(game), seat)[0].rolls == ()
    back = consent.UndoneMoves(0, (done.entry,))
    assert (back.dice, back.server_roll_count) == (0, 1)


def test_they_are_told_when_the_game_has_ended(owner: User) -> None:
    game = a_game(owner, {"red": "bot", "blue": "bot", "green": "bot"}, scenario_name="cards")
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    assert game.has_ended
    lines = services.chronicle(services.table(game), None, limit=200)
    told = [roll for line in lines for roll in line.rolls if roll.get("secret")]
    kept = [roll for entry in game.entries.all() for roll in entry.rolls if roll.get("secret")]
    assert len(told) == len(kept) >= 6
