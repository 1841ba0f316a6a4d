"""How far players may undo: their own steps without asking, and more with consent. No kind of undo lets them
choose their dice.
"""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from engine.game import IllegalAction, StaleAction
from games import services
from games.models import Entry, Game, Outbox, RewindRequest
from games.services.fairplay import asking
from games.services.going_back import consent
from tests.games.cast import HOLD, LATER, NOW, a_game, a_user, attack, do
from tests.games.stroll import CHALLENGE, HALT, THROW, WALK

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
RULE = {"kind": "rule", "seat": "north"}


@pytest.fixture
def gm(db):
    return a_user("gm")


def stroll(gm, seats, scenario="two", **more):
    """Create a running game of Stroll (tests.games.stroll). ``seats``: who plays north, south (and west)."""
    people = dict(zip(("north", "south", "west"), seats, strict=False))
    return a_game(gm, people, system="stroll", options={}, scenario_name=scenario, **more)


def back(game, user, to_seq, **more):
    game.refresh_from_db()
    more = {"drawn_seq": game.seq, "key": f"back-{game.seq}-{user.pk}", "now": NOW, **more}
    done = services.rewind(game.pk, user, to_seq=to_seq, **more)
    game.refresh_from_db()
    return done.entry


def ask(game, user, to_seq, why="", **more):
    game.refresh_from_db()
    return services.ask_back(
        game.pk, user, to_seq=to_seq, why=why, **{"drawn_seq": game.seq, "now": NOW, **more}
    )


def answer(game, request, user, agree=True, **more):
    done = services.answer_back(game.pk, request.pk, user, agree=agree, now=NOW, **more)
    game.refresh_from_db()
    return done


def refused(code, act, *args, **more):
    """Assert that an action is refused for this reason and leaves the log unchanged."""
    before = Entry.objects.count()
    with pytest.raises(IllegalAction, match=code):
        act(*args, **more)
    assert Entry.objects.count() == before


# --- alone: one's own steps -------------------------------------------------------------------------------


def test_own_steps_are_taken_back_alone_as_far_as_no_die_has_fallen(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    do(game, owner, "north", WALK)
    do(game, owner, "north", WALK)
    entry = back(game, owner, 1)
    assert entry.action == {"to": 1, "way": "own", "dice": 0, "seeded": 0}
    assert (entry.seat, entry.reason, entry.actor) == ("north", "player", owner)
    refused("needs_agreement", back, game, owner, 0)
    assert services.verify_game(game).ok


def test_peeking_by_going_back_behind_a_die_is_refused(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    refused("needs_agreement", back, game, owner, 0)
    refused("needs_agreement", back, game, rival, 0)


def test_a_dice_roll_cannot_be_undone_in_two_rewinds(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", WALK)
    do(game, owner, "north", THROW)
    do(game, owner, "north", WALK)
    for to_seq in (1, 0):
        refused("needs_agreement", back, game, owner, to_seq)
    back(game, owner, 2)
    refused("needs_agreement", back, game, owner, 1)  # not even after another rewind


def test_own_steps_end_where_another_has_answered(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    for user, seat, action in ((owner, "north", HALT), (rival, "south", HALT), (owner, "north", WALK)):
        do(game, user, seat, action)
    refused("needs_agreement", back, game, owner, 1)
    assert back(game, owner, 2).action["way"] == "own"
    refused("needs_agreement", back, game, owner, 0)
    refused("needs_agreement", back, game, rival, 0)


def test_own_steps_end_where_the_program_has_answered(gm, owner, rival):
    game = stroll(gm, (owner, "bot", rival), scenario="three")
    do(game, owner, "north", HALT)
    services.answer_due(game.pk, NOW)
    refused("needs_agreement", back, game, owner, 0)


def due(game, seat="north"):
    return game.decisions.get(seat=seat, answered_at=None).due_at


def test_taking_back_gains_no_time(gm, owner, rival):
    game = stroll(gm, (owner, rival), hours_per_decision=24)
    do(game, owner, "north", THROW)
    before = due(game)
    for hour in (5, 11, 17, 23):
        do(game, owner, "north", HALT, now=NOW + hour * HOUR)
        assert due(game, "south") == NOW + (hour + 24) * HOUR  # the other player has the full time
        back(game, owner, 1, now=NOW + (hour + 0.5) * HOUR)
        assert due(game) == before
    do(game, owner, "north", HALT, now=NOW + 24 * HOUR)
    refused("needs_agreement", back, game, owner, 1, now=NOW + 24 * HOUR)


def test_with_anothers_word_the_time_is_given_anew(gm, owner, rival):
    game = stroll(gm, (owner, rival), hours_per_decision=24)
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT, now=NOW + HOUR)
    late = NOW + 25 * HOUR
    answer(game, ask(game, owner, 1, now=late), rival)
    assert due(game) == NOW + 24 * HOUR  # counted from the agreement, which these tests make at NOW


def test_a_pause_meanwhile_is_not_lost_by_who_takes_back(gm, owner, rival):
    game = stroll(gm, (owner, rival), hours_per_decision=24)
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT, now=NOW + HOUR)
    services.pause(game.pk, gm, now=NOW + 2 * HOUR)
    services.resume(game.pk, gm, now=NOW + 102 * HOUR)
    back(game, owner, 1, now=NOW + 103 * HOUR)
    assert due(game) == NOW + 124 * HOUR


def test_taken_back_in_a_pause_the_time_left_is_kept(gm, owner, rival):
    game = stroll(gm, (owner, rival), hours_per_decision=24)
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT, now=NOW + HOUR)
    services.pause(game.pk, gm, now=NOW + 2 * HOUR)
    back(game, owner, 1, now=NOW + 90 * HOUR)
    assert due(game) is None
    services.resume(game.pk, gm, now=NOW + 102 * HOUR)
    assert due(game) == NOW + 124 * HOUR


def test_an_outage_meanwhile_is_made_up_for_to_who_takes_back(gm, owner, rival):
    game = stroll(gm, (owner, rival), hours_per_decision=24)
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT, now=NOW + HOUR)
    services.sweep(NOW + 2 * HOUR)
    services.sweep(NOW + 42 * HOUR)  # after an outage of forty hours
    back(game, owner, 1, now=NOW + 43 * HOUR)
    services.sweep(NOW + 43 * HOUR)
    assert due(game) == NOW + 62 * HOUR  # half of the outage is added


def test_what_the_deadline_answered_is_no_step_of_ones_own(gm, owner, rival):
    game = stroll(gm, (owner, rival), hours_per_decision=24)
    services.answer_due(game.pk, LATER)
    assert game.entries.last().reason == "default"
    refused("needs_agreement", back, game, owner, 0)


def test_steps_of_two_seats_of_one_person_are_all_their_own(gm, owner, rival):
    game = stroll(gm, (owner, owner, rival), scenario="three")
    do(game, owner, "north", HALT)
    do(game, owner, "south", WALK)
    assert back(game, owner, 0).action["way"] == "own"


def test_a_secret_order_once_given_stands(gm, owner, rival):
    fords = a_game(gm, {"red": owner, "blue": rival, "green": "bot"})
    do(fords, owner, "red", HOLD)
    refused("needs_agreement", back, fords, owner, 0)


def test_a_move_that_reveals_a_secret_needs_consent_to_undo(gm, owner, rival):
    """Green's order is the last one and reveals blue's secret order. Its player has learned something, so
    they cannot undo it without blue's consent.
    """
    fords = a_game(gm, {"red": owner, "blue": rival, "green": owner})
    do(fords, rival, "blue", HOLD)
    do(fords, owner, "red", attack("blue"))
    do(fords, owner, "green", HOLD)
    refused("needs_agreement", back, fords, owner, 2)


def test_among_secrets_a_step_that_everybody_sees_is_taken_back(gm, owner, rival):
    """In a game with secrets, a player can undo a step that everybody sees, but no secret one. In Three
    Fords, orders are secret and the place of a levy is public.
    """
    fords = a_game(gm, {"red": owner, "blue": rival, "green": rival})
    for user, seat in ((owner, "red"), (rival, "blue"), (rival, "green")):
        do(fords, user, seat, HOLD)
    refused("cannot_take_back", take_back, fords, rival)
    do(fords, owner, "red", {"kind": "levy", "shares": {"east": 2}})
    refused("cannot_take_back", take_back, fords, owner, steps=2)
    assert take_back(fords, owner).action == {"to": 3, "way": "own", "dice": 0, "seeded": 0}
    assert services.table(fords).decisions()[0].kind == "levy"


def test_who_has_two_seats_takes_back_as_the_one_that_stepped(gm, owner, rival):
    game = stroll(gm, (owner, owner, rival), scenario="three")
    do(game, owner, "north", HALT)
    do(game, owner, "south", WALK)
    assert take_back(game, owner).seat == "south"


def take_back(game, user, steps=1):
    game.refresh_from_db()
    key = f"take-{game.seq}-{user.pk}"
    done = services.undo_moves(game.pk, user, steps=steps, drawn_seq=game.seq, key=key, now=NOW)
    game.refresh_from_db()
    return done.entry


# --- without consent: solo, at one table, or by a game master who does not play ----------------------------


def test_with_nobody_else_in_the_game_one_goes_back_as_one_likes(owner):
    game = stroll(owner, (owner, "bot"))
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT)
    services.answer_due(game.pk, NOW)
    entry = back(game, owner, 0)
    assert entry.action == {"to": 0, "way": "solo", "dice": 1, "seeded": 1}


def test_a_game_master_who_does_not_play_goes_back_as_they_like(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    entry = back(game, gm, 0, why="a dispute")
    assert entry.action == {"to": 0, "why": "a dispute", "way": "gm", "dice": 1, "seeded": 1}
    assert (entry.seat, entry.reason) == ("gm", "gm")


def test_dice_typed_at_one_table_are_corrected_by_whoever_sees_the_mistake(gm, owner, rival):
    game = stroll(gm, (owner, rival), dice_mode="mixed", players_rewind=True)
    do(game, owner, "north", THROW, faces=[2])
    do(game, owner, "north", HALT)
    entry = back(game, rival, 0)
    assert entry.action == {"to": 0, "way": "table", "dice": 1, "seeded": 0}


def test_between_two_places_typed_dice_are_not_taken_back_alone(gm, owner, rival):
    game = stroll(gm, (owner, rival), dice_mode="mixed")
    do(game, owner, "north", THROW, faces=[2])
    refused("needs_agreement", back, game, owner, 0)


def test_at_one_table_what_the_server_rolled_is_not_taken_back_alone(gm, owner, rival):
    for mode in ("mixed", "virtual"):
        game = stroll(gm, (owner, rival), dice_mode=mode, players_rewind=True)
        do(game, owner, "north", THROW)
        refused("needs_agreement", back, game, owner, 0)


def test_one_account_for_both_sides_with_typed_dice_is_one_table(gm, owner):
    game = stroll(gm, (owner, owner), dice_mode="physical")
    do(game, owner, "north", THROW, faces=[2])
    assert back(game, owner, 0).action["way"] == "table"


# --- typing a die instead of rolling it -------------------------------------------------------------------


def test_a_seeded_two_is_not_taken_back_and_typed_as_a_six(owner):
    """Until the turn is over the server repeats its earlier rolls, even for a solo player."""
    game = stroll(owner, (owner, "bot"), dice_mode="mixed")
    do(game, owner, "north", THROW)
    back(game, owner, 0)
    for before in (None, WALK):  # not even after a harmless step in between
        if before is not None:
            do(game, owner, "north", before)
        refused("server_rolls_again", do, game, owner, "north", THROW, faces=[6])
    # the page first submits the action without a face
    rolled = do(game, owner, "north", THROW, faces=[]).entry.rolls
    assert [roll["source"] for roll in rolled] == ["seeded"]
    refused("server_rolls_again", do, game, owner, "north", THROW, faces=[6])
    do(game, owner, "north", HALT)
    services.answer_due(game.pk, NOW)
    assert do(game, owner, "north", THROW, faces=[6]).entry.rolls[0]["face"] == 6


def test_typed_dice_that_were_taken_back_are_typed_again(owner):
    game = stroll(owner, (owner, "bot"), dice_mode="mixed")
    do(game, owner, "north", THROW, faces=[2])
    back(game, owner, 0)
    assert do(game, owner, "north", THROW, faces=[3]).entry.rolls[0]["face"] == 3


def test_agreement_does_not_let_anybody_type_either(gm, owner, rival):
    game = stroll(gm, (owner, rival), dice_mode="mixed")
    do(game, owner, "north", THROW)
    answer(game, ask(game, owner, 0), rival)
    refused("server_rolls_again", do, game, owner, "north", THROW, faces=[6])


# --- a game master who plays ------------------------------------------------------------------------------


def test_a_game_master_who_plays_needs_another_word_as_well(owner, rival):
    game = stroll(owner, (owner, rival))
    do(game, owner, "north", THROW)
    refused("needs_agreement", back, game, owner, 0)
    request = ask(game, owner, 0)
    with pytest.raises(PermissionDenied):
        answer(game, request, owner)
    answer(game, request, rival)
    assert game.entries.last().action["agreed"] == "south"


def test_getting_up_makes_no_impartial_game_master(owner, rival):
    game = stroll(owner, (owner, rival))
    do(game, owner, "north", THROW)
    services.leave_seat(game.pk, owner, "north", now=NOW)
    refused("needs_agreement", back, game, owner, 0)
    services.take_seat(game.pk, owner, "north", now=NOW)


def test_sending_the_other_one_away_makes_no_solo_game(owner, rival):
    for moved in (True, False):  # with and without earlier moves
        game = stroll(owner, (owner, rival))
        if moved:
            do(game, owner, "north", HALT)
            do(game, rival, "south", HALT)
        do(game, owner, "north", THROW)
        refused("needs_consent", services.leave_seat, game.pk, owner, "south", now=NOW)
        request = asking.ask(game.pk, owner, power="unseat", seat="south", why="They go", now=NOW)
        asking.answer(game.pk, request.pk, rival, agree=True, now=NOW)
        services.leave_seat(game.pk, owner, "south", now=NOW)
        services.set_bot(game.pk, owner, "south", True, now=NOW)
        refused("needs_agreement", back, game, owner, game.seq - 1)
        refused("nobody_to_ask", ask, game, owner, game.seq - 1)


def test_that_all_sit_at_one_table_is_not_said_afterwards(owner, rival):
    game = stroll(owner, (owner, rival), dice_mode="mixed")
    do(game, owner, "north", THROW, faces=[2])
    refused("table_agreed", services.change_settings, game.pk, owner, now=NOW, players_rewind=True)
    refused("needs_agreement", back, game, owner, 0)
    led = stroll(a_user("another"), (owner, rival), dice_mode="mixed")
    services.change_settings(led.pk, led.gm, now=NOW, players_rewind=True)
    led.refresh_from_db()
    assert led.players_rewind


def test_the_referees_own_ruling_is_taken_back_like_a_step(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, gm, "gm", RULE)
    assert back(game, gm, 0).action["way"] == "gm"


def test_a_game_master_who_plays_is_no_referee(owner, rival):
    game = stroll(owner, (owner, rival))
    with pytest.raises(IllegalAction) as refusal:
        do(game, owner, "gm", RULE)
    assert refusal.value.code == "ruling_plays"


# --- another player's consent -----------------------------------------------------------------------------


def test_with_anothers_word_one_goes_back_behind_a_die(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT)
    request = ask(game, owner, 0, "wrong die")
    assert (request.seat, request.to_seq, request.asked_seq) == ("north", 0, 2)
    answer(game, request, rival)
    entry = game.entries.last()
    assert entry.action == {
        "to": 0,
        "why": "wrong die",
        "way": "agreed",
        "asked": "north",
        "agreed": "south",
        "dice": 1,
        "seeded": 1,
    }
    assert (entry.seat, entry.actor, game.step) == ("north", owner, 0)
    assert services.verify_game(game).ok
    request.refresh_from_db()
    assert (request.status, request.answered_by) == ("agreed", "south")


def test_after_an_agreed_rewind_the_next_die_is_not_the_known_one(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    faces = []
    for _ in range(12):
        faces.append(do(game, owner, "north", THROW).entry.rolls[0]["face"])
        answer(game, ask(game, owner, 0), rival)
    assert len(set(faces)) > 2 and services.verify_game(game).ok


def test_a_game_master_who_does_not_play_may_agree(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    answer(game, ask(game, owner, 0), gm)
    assert game.entries.last().action["agreed"] == "gm"


def test_against_the_program_the_game_master_who_does_not_play_is_asked(gm, owner):
    game = stroll(gm, (owner, "bot"))
    do(game, owner, "north", THROW)
    refused("needs_agreement", back, game, owner, 0)
    request = ask(game, owner, 0)
    assert recipients(game, "back_asked") == {gm}
    answer(game, request, gm)
    assert game.entries.last().action["agreed"] == "gm"


def recipients(game, kind):
    return {one.recipient for one in Outbox.objects.filter(game=game, kind=kind)}


def test_those_who_may_agree_are_told_once(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    request = ask(game, owner, 0)
    assert ask(game, owner, 0) == request  # the form is sent twice
    services.withdraw_back(game.pk, request.pk, owner, now=NOW)
    ask(game, owner, 0)
    assert Outbox.objects.filter(game=game, kind="back_asked").count() == 2
    assert recipients(game, "back_asked") == {gm, rival}


def test_the_one_who_asked_does_not_agree_from_a_second_seat(gm, owner, rival):
    game = stroll(gm, (owner, owner, rival), scenario="three")
    do(game, owner, "north", THROW)
    request = ask(game, owner, 0)
    with pytest.raises(PermissionDenied):
        answer(game, request, owner)
    assert recipients(game, "back_asked") == {rival, gm}


def test_a_die_that_would_fall_anew_concerns_everybody(gm, owner, rival, stranger):
    """Undoing a die roll needs the consent of every other player: of south, who has answered since the roll,
    and of west, whose turn to answer has not come yet.
    """
    game = stroll(gm, (owner, rival, stranger), scenario="three")
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT)
    do(game, rival, "south", THROW)
    request = ask(game, owner, 0)
    answer(game, request, stranger)
    assert game.step == 3
    answer(game, request, rival)
    assert game.step == 0


def test_without_dice_those_whom_it_concerns_are_asked(gm, owner, rival, stranger):
    """North has halted and the turn is South's. If North wants to undo, only South must consent, though no
    dice are discarded.
    """
    game = stroll(gm, (owner, rival, stranger), scenario="three")
    do(game, owner, "north", HALT)
    at = services.table(game)
    wanted = consent.required_consents(at, owner, consent.collect_undone(at, 0))
    assert set(wanted.seats) == {row.seat for row in game.decisions.filter(answered_at=None)} == {"south"}


@pytest.mark.parametrize("agree", [True, False])
def test_a_stranger_neither_agrees_nor_declines(gm, owner, rival, stranger, agree):
    for public, error in ((False, Http404), (True, PermissionDenied)):
        game = stroll(gm, (owner, rival), public=public)
        do(game, owner, "north", THROW)
        request = ask(game, owner, 0)
        for act in (answer, withdraw):
            with pytest.raises(error):
                act(game, request, stranger, agree)
        with pytest.raises(error):
            ask(game, stranger, 0)
        request.refresh_from_db()
        assert request.open and game.seq == 1


def withdraw(game, request, user, _agree=None):
    return services.withdraw_back(game.pk, request.pk, user, now=NOW)


def test_a_request_of_another_game_is_not_answered_here(gm, owner, rival):
    game, other = stroll(gm, (owner, rival)), stroll(gm, (owner, rival))
    for one in (game, other):
        do(one, owner, "north", THROW)
    request = ask(other, owner, 0)
    with pytest.raises(Http404):
        answer(game, request, rival)


def test_declined_with_a_reason(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    request = answer(game, ask(game, owner, 0), rival, agree=False, why="the die has fallen")
    assert (request.status, request.answer, request.answered_by) == (
        "declined",
        "the die has fallen",
        "south",
    )
    assert game.seq == 1 and recipients(game, "back_refused") == {owner}
    refused("request_closed", answer, game, request, rival)
    refused("request_closed", withdraw, game, request, owner)
    refused("request_declined", ask, game, owner, 0)  # a declined request cannot be repeated
    do(game, owner, "north", WALK)
    assert ask(game, owner, 0).open


def test_the_same_answer_given_twice_is_one(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    request = ask(game, owner, 0)
    for _ in range(2):
        answer(game, request, rival)
    assert game.entries.filter(kind="rewind").count() == 1


def test_withdrawn_by_the_one_who_asked(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    request = ask(game, owner, 0)
    with pytest.raises(PermissionDenied):
        withdraw(game, request, rival)
    assert withdraw(game, request, owner).status == withdraw(game, request, owner).status == "withdrawn"
    refused("request_closed", answer, game, request, rival)


def test_only_one_undo_request_is_open_at_a_time(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    do(game, owner, "north", THROW)
    ask(game, owner, 0)
    refused("request_open", ask, game, rival, 0)
    refused("request_open", ask, game, owner, 1)


def test_what_one_may_do_alone_is_not_asked_for(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", WALK)
    refused("no_word_needed", ask, game, owner, 0)
    refused("bad_rewind", ask, game, owner, 7)
    with pytest.raises(StaleAction):
        ask(game, owner, 0, drawn_seq=0)


# --- requests overtaken by events -------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["asker", "other"])
def test_a_request_lapses_when_somebody_moves_on(gm, owner, rival, who):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    do(game, owner, "north", HALT)
    asker, other = (rival, owner) if who == "asker" else (owner, rival)
    request = ask(game, asker, 0)
    do(game, rival, "south", WALK)
    request.refresh_from_db()
    assert request.status == "lapsed"
    assert recipients(game, "back_lapsed") == (set() if who == "asker" else {owner})
    with pytest.raises(StaleAction):
        answer(game, request, other)
    with pytest.raises(StaleAction):
        withdraw(game, request, asker)
    assert not game.entries.filter(kind="rewind").exists()


def test_taking_back_own_steps_meanwhile_ends_the_request(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    do(game, owner, "north", WALK)
    request = ask(game, owner, 0)
    back(game, owner, 1)
    with pytest.raises(StaleAction):
        answer(game, request, rival)


def test_the_game_master_going_back_meanwhile_ends_the_request(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    request = ask(game, owner, 0)
    back(game, gm, 0)
    request.refresh_from_db()
    assert request.status == "lapsed" and recipients(game, "back_lapsed") == {owner}


def test_a_game_given_up_and_a_seat_given_up_end_the_request(gm, owner, rival):
    for way in ("abandon", "leave"):
        game = stroll(gm, (owner, rival))
        do(game, owner, "north", THROW)
        request = ask(game, owner, 0)
        if way == "abandon":
            services.abandon(game.pk, gm, now=NOW)
        else:
            services.leave_seat(game.pk, owner, "north", now=NOW)
        request.refresh_from_db()
        cause = {"abandon": "given_up", "leave": "left"}[way]
        assert (request.status, request.cause) == ("lapsed", cause)


def test_a_step_that_ends_the_game_ends_the_request(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    request = None
    while game.running:
        do(game, owner, "north", THROW)
        do(game, owner, "north", HALT)
        request = ask(game, owner, 0)
        do(game, rival, "south", HALT)
    request.refresh_from_db()
    assert (request.status, request.cause) == ("lapsed", "ended")
    asked_again = ask(game, owner, 0)  # allowed, because nobody has seen the seed yet
    assert asked_again.open


def test_a_request_in_a_battle_ends_when_its_time_is_over(
    gm, owner, rival, django_capture_on_commit_callbacks
):
    game, link = challenged(gm, (owner, rival))
    do(link.battle, owner, "first", STRIKE, faces=[1])
    do(link.battle, rival, "second", STRIKE, faces=[6])
    request = ask(link.battle, owner, 1)
    game.decisions.filter(answered_at__isnull=True).update(due_at=NOW)
    with django_capture_on_commit_callbacks(execute=True):
        services.answer_due(game.pk, NOW)
    link.refresh_from_db()
    request.refresh_from_db()
    assert (link.status, request.status, request.cause) == ("confirmed", "lapsed", "campaign")


def test_nobody_goes_back_once_the_seed_is_known(gm, owner, rival):
    game = stroll(gm, (owner, rival))
    while game.running:
        do(game, owner, "north", THROW)
        do(game, owner, "north", HALT)
        do(game, rival, "south", HALT)
    request = ask(game, owner, game.seq - 1)
    assert services.revealed_seed(game, NOW)
    request.refresh_from_db()
    assert (request.status, request.cause, request.closed_at) == ("lapsed", "shown", NOW)
    assert recipients(game, "back_lapsed") == {owner}
    refused("dice_revealed", answer, game, request, rival)
    refused("dice_revealed", back, game, gm, 0)


def test_a_request_survives_a_restart(gm, owner, rival):
    """A request that is read afresh from the database, as after a restart, can be answered."""
    game = stroll(gm, (owner, rival))
    do(game, owner, "north", THROW)
    ask(game, owner, 0)
    request = RewindRequest.objects.get(game=Game.objects.get(pk=game.pk), status="open")
    answer(game, request, rival)
    assert game.step == 0


# --- battles of a campaign --------------------------------------------------------------------------------

STRIKE = {"kind": "strike"}


def challenged(gm, seats, **more):
    """Create a game of Stroll in which north has challenged south. Return the game and its battle link."""
    game = stroll(gm, seats, battle_system="duel", **more)
    do(game, seats[0], "north", CHALLENGE)
    return game, game.battle_links.get()


def test_a_challenge_is_taken_back_alone_until_something_has_been_done_in_its_battle(gm, owner, rival):
    game, link = challenged(gm, (owner, rival))
    assert back(game, owner, 0).action["way"] == "own"
    link.refresh_from_db()
    assert link.status == "void"
    do(game, owner, "north", CHALLENGE)
    battle = game.battle_links.exclude(status="void").get().battle
    do(battle, owner, "first", STRIKE)
    refused("needs_agreement", back, game, owner, 0)
    request = ask(game, owner, 0)
    answer(game, request, rival)
    assert game.entries.last().action["dice"] == 1  # the die of the battle that is now void
    assert game.battle_links.filter(status="void").count() == 2


def test_a_challenge_whose_result_was_reported_by_hand_is_not_taken_back_alone(gm, owner, rival):
    game, link = challenged(gm, (owner, rival))
    services.report_battle(link.pk, rival, {"winner": "defender", "losses": {}}, now=NOW)
    refused("needs_agreement", back, game, owner, 0)


def test_the_dice_of_a_battle_between_two_places_are_not_taken_back_alone(gm, owner, rival):
    _game, link = challenged(gm, (owner, rival))
    battle = link.battle
    do(battle, owner, "first", STRIKE, faces=[1])
    refused("needs_agreement", back, battle, owner, 0)
    answer(battle, ask(battle, owner, 0), rival)
    assert battle.step == 0


def test_a_battle_against_the_program_concerns_the_others_of_the_campaign(owner, rival):
    """The game master plays, so nobody in the battle can consent, but the campaign's third player can."""
    _game, link = challenged(owner, (owner, "bot", rival), scenario="three")
    battle = link.battle
    assert {seat.key: seat.is_bot for seat in battle.seats.all()} == {"first": False, "second": True}
    do(battle, owner, "first", STRIKE)
    refused("needs_agreement", back, battle, owner, 0)
    with pytest.raises(Http404):
        services.rewind(battle.pk, rival, to_seq=0, drawn_seq=1, key="r", now=NOW)
    request = ask(battle, owner, 0)
    assert recipients(battle, "back_asked") == {rival}
    answer(battle, request, rival)
    assert battle.entries.last().action["agreed"] == "campaign:west"


def test_what_the_other_side_has_confirmed_is_not_taken_back_alone(gm, owner, rival):
    _game, link = challenged(gm, (owner, rival))
    battle = link.battle
    Game.objects.filter(pk=battle.pk).update(players_rewind=True)
    do(battle, owner, "first", STRIKE, faces=[1])
    do(battle, rival, "second", STRIKE, faces=[6])
    services.confirm_battle(link.pk, rival, now=NOW)
    refused("needs_agreement", back, battle, owner, 1)
    answer(battle, ask(battle, owner, 1), rival)
    link.refresh_from_db()
    assert (link.status, link.confirmations) == ("open", [])


def test_a_game_master_who_plays_does_not_drop_a_battle_that_has_begun_for_the_campaigns_table(owner, rival):
    game, link = challenged(owner, (owner, rival))
    do(link.battle, owner, "first", STRIKE)
    refused("battle_begun", services.change_settings, game.pk, owner, now=NOW, battle_system="")


def test_a_game_master_who_plays_does_not_give_up_a_battle_that_has_begun(gm, owner, rival):
    game, link = challenged(owner, (owner, rival))
    do(link.battle, owner, "first", STRIKE)
    refused("battle_fought", services.abandon, link.battle_id, owner, now=NOW)
    game, link = challenged(owner, (owner, "bot"))  # no other person can consent
    do(link.battle, owner, "first", STRIKE)
    assert services.abandon(link.battle_id, owner, now=NOW).status == "abandoned"
    game, link = challenged(gm, (owner, rival))
    do(link.battle, owner, "first", STRIKE)
    assert services.abandon(link.battle_id, gm, now=NOW).status == "abandoned"


def test_a_battle_in_which_nothing_was_done_is_given_up_by_whoever_leads_it(owner, rival):
    game, link = challenged(owner, (owner, rival))
    assert services.abandon(link.battle_id, owner, now=NOW).status == "abandoned"


def test_nobody_goes_back_in_a_battle_that_the_campaign_has_used(
    gm, owner, rival, django_capture_on_commit_callbacks
):
    game, link = challenged(gm, (owner, rival))
    battle = link.battle
    do(battle, owner, "first", STRIKE, faces=[1])
    do(battle, rival, "second", STRIKE, faces=[6])
    request = ask(battle, owner, 1)
    with django_capture_on_commit_callbacks(execute=True):
        services.rule_battle(link.pk, gm, now=NOW)
    request.refresh_from_db()
    assert (request.status, request.cause) == ("lapsed", "campaign")
    refused("campaign_went_on", answer, battle, request, rival)
    refused("campaign_went_on", back, battle, gm, 1)


def test_undoing_a_roll_needs_consent_with_repeatable_dice_too(gm, owner, rival):
    """In games with dice bound to steps, a die rolled again after an undo shows the same face. Undoing it
    still needs consent.
    """
    game = stroll(gm, (owner, rival), start=False)
    Game.objects.filter(pk=game.pk).update(binding=1)
    services.start(game.pk, gm, now=NOW)
    first = do(game, owner, "north", THROW).entry.rolls
    refused("needs_agreement", back, game, owner, 0)
    answer(game, ask(game, owner, 0), rival)
    assert do(game, owner, "north", THROW).entry.rolls == first and services.verify_game(game).ok
