"""A club's season: rounds become games, and games become a table."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone

from accounts.leaving import account_data, delete_account
from accounts.parts import ratings_in
from games import services
from games.models import Game, Outbox
from leagues.models import Chair, League, Member, Round
from leagues.refusals import LeagueRefused
from leagues.services import founding, rounds
from leagues.services.results import Season, ratings_of
from tests.found import some
from tests.leagues.cast import begun, boards, club, fight, game_of, name_at, next_round
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db


def standing(league: League) -> dict[str, int]:
    """Return each member's points in the table, in half-points, by user name."""
    season = Season(League.objects.get(pk=league.pk))
    names = {one.pk: one.user.username for one in season.members if one.user}
    return {names[row.person]: row.points for row in season.table if row.person in names}


def refused(code: str, deed: object, *told: object) -> None:
    assert callable(deed)
    with pytest.raises(LeagueRefused) as found:
        deed(*told)
    assert found.value.code == code and found.value.text


def test_a_round_becomes_games_and_games_a_table() -> None:
    league = begun(hours=48)
    assert league.status == League.Status.RUNNING
    for board in some(boards(league)):
        game = game_of(board)
        assert game.running and game.hours_per_decision == 48 and not game.public
        assert {s.user.username for s in game.seats.all() if s.user} == {
            name_at(board, "first"),
            name_at(board, "second"),
        }
        assert Outbox.objects.filter(game=game, kind=Outbox.Kind.STARTED).count() == 2
    assert set(standing(league).values()) == {0}
    for board in boards(league):
        fight(board)
    assert sum(standing(league).values()) == 4


def test_a_draw_and_a_victory_are_what_the_dice_said() -> None:
    league = begun("anna", "bruno")
    (board,) = boards(league)
    game = fight(board)
    game.refresh_from_db()
    winner = (game.outcome or {})["winner"]
    expected = {
        name_at(board, s): 1 if winner is None else 2 if s == winner else 0 for s in ("first", "second")
    }
    assert standing(league) == expected


def test_a_season_in_which_everybody_meets_everybody() -> None:
    league = club()
    for number in range(3):
        for board in next_round(league):
            fight(board)
        assert Season(league).history.rounds[number]
    season = Season(league)
    people = [one.pk for one in season.members]
    assert all(season.history.count_meetings(a, b) == 1 for a in people for b in people if a < b)
    assert sum(row.points for row in season.table) == 12
    assert sum(one.games for one in season.ratings.values()) == 12
    refused("all_rounds", rounds.draw, person("gm"), league.pk)


def test_the_next_round_waits_for_the_last_result() -> None:
    league = begun()
    fight(boards(league)[0])
    refused("round_open", rounds.draw, person("gm"), league.pk)
    fight(boards(league)[1])
    assert rounds.draw(person("gm"), league.pk).number == 2
    assert rounds.draw(person("gm"), league.pk).number == 2  # the form is sent twice


def test_an_odd_one_has_a_bye_worth_half_a_game() -> None:
    league = begun("anna", "bruno", "carla")
    resting = Chair.objects.get(round__league=league, board=None)
    assert resting.member and resting.member.user
    assert standing(league)[resting.member.user.username] == 1


def test_the_program_fills_a_table_of_three() -> None:
    league = begun("anna", "bruno", system="fords", options={"rounds": 1})
    (board,) = boards(league)
    assert sum(seat.is_bot for seat in game_of(board).seats.all()) == 1
    season = Season(league)
    (table,) = season.history.rounds[0].tables
    assert list(table.values()).count(None) == 1


def test_a_given_up_game_waits_for_a_ruling_and_says_why() -> None:
    league = begun("anna", "bruno")
    (board,) = boards(league)
    services.abandon(game_of(board).pk, person("gm"), now=timezone.now())
    assert standing(league) == {"anna": 0, "bruno": 0}
    refused("round_open", rounds.draw, person("gm"), league.pk)
    gm, now = person("gm"), timezone.now()
    refused("no_reason", rounds.rule, gm, league.pk, board.pk, {"first": 1, "second": 2}, " ", now)
    refused("ranks_unclear", rounds.rule, gm, league.pk, board.pk, {"first": 1}, "left", now)
    refused("ranks_unclear", rounds.rule, gm, league.pk, board.pk, {"first": 1, "second": 9}, "left", now)
    refused("ranks_unclear", rounds.rule, gm, league.pk, board.pk, {"first": 2, "second": 2}, "left", now)
    rounds.rule(gm, league.pk, board.pk, {"first": 1, "second": 2}, "second went home", now)
    assert standing(league)[name_at(board, "first")] == 2
    rounds.rule(gm, league.pk, board.pk, None, "nobody is to blame", now)
    assert set(standing(league).values()) == {0}
    assert board.rulings.count() == 2
    assert rounds.draw(gm, league.pk).number == 2


def test_a_ruling_may_be_taken_back() -> None:
    league = begun("anna", "bruno")
    (board,) = boards(league)
    fight(board)
    before, gm = standing(league), person("gm")
    rounds.rule(gm, league.pk, board.pk, None, "wrong options", timezone.now())
    assert set(standing(league).values()) == {0}
    rounds.rule(gm, league.pk, board.pk, {}, "they were right", timezone.now())
    assert standing(league) == before


def test_a_shared_victory_counts_for_both() -> None:
    league = begun("anna", "bruno", "carla", system="fords", options={"rounds": 1})
    (board,) = boards(league)
    Game.objects.filter(pk=board.game_id).update(
        status=Game.Status.ENDED,
        ended_at=timezone.now(),
        outcome={"ranks": [["red", "blue"]], "winner": None},
    )
    points = standing(league)
    assert [points[name_at(board, seat)] for seat in ("red", "blue", "green")] == [3, 3, 0]


# --- people who join and leave ---


def test_who_leaves_is_drawn_no_more_and_keeps_their_results() -> None:
    league = begun()
    for board in boards(league):
        fight(board)
    before = standing(league)
    founding.leave(person("anna"), league.pk, timezone.now())
    rounds.draw(person("gm"), league.pk)
    drawn = Round.objects.get(league=league, begun_at=None)
    assert not drawn.chairs.filter(member__user__username="anna").exists()
    assert standing(league) == before
    founding.join(league.token, person("anna"), timezone.now())
    assert Member.objects.get(user=person("anna"), league=league).left_at is None


def test_who_has_not_played_leaves_no_trace() -> None:
    league = club()
    founding.remove(person("gm"), league.pk, Member.objects.get(user=person("dino")).pk, timezone.now())
    assert not Member.objects.filter(user=person("dino")).exists()


def test_nobody_leaves_out_of_a_draw() -> None:
    league = club()
    rounds.draw(person("gm"), league.pk)
    refused("sits_in_it", founding.leave, person("anna"), league.pk, timezone.now())
    rounds.discard(person("gm"), league.pk)
    founding.leave(person("anna"), league.pk, timezone.now())
    assert Season(league).history.rounds == ()


def test_somebody_takes_a_place_in_a_game_under_way() -> None:
    league = begun("anna", "bruno", "carla")
    (board,) = boards(league)
    resting = Chair.objects.get(round__league=league, board=None).member
    chair = board.chairs.get(seat="second")
    was = name_at(board, "second")
    assert resting and resting.user
    rounds.replace(person("gm"), league.pk, chair.pk, resting.pk, timezone.now())
    chair.refresh_from_db()
    assert game_of(board).seats.get(key="second").user == resting.user
    assert chair.instead_of and chair.instead_of.user and chair.instead_of.user.username == was
    other = board.chairs.get(seat="first").member
    assert other
    refused("sits_already", rounds.replace, person("gm"), league.pk, chair.pk, other.pk, timezone.now())
    season = Season(league)
    assert season.byes == [] and season.history.byes == {}  # one game or one bye a round, not both
    rounds.replace(person("gm"), league.pk, chair.pk, chair.instead_of.pk, timezone.now())
    chair.refresh_from_db()
    assert name_at(board, "second") == was and chair.instead_of is None
    assert Season(league).byes == [resting.pk]


def test_a_place_that_somebody_has_left_is_shown_and_given_back() -> None:
    league, now = begun("anna", "bruno", kind=League.Kind.DUPLICATE), timezone.now()
    (board,) = boards(league)
    game = game_of(board)
    who = person(name_at(board, "first"))
    page = league.get_absolute_url()
    assert "the place is free" not in browser("gm").get(page).content.decode()
    services.leave_seat(game.pk, who, "first", now=now)
    assert "the place is free" in browser("gm").get(page).content.decode()
    chair = board.chairs.get(seat="first")
    assert chair.member_id
    rounds.replace(person("gm"), league.pk, chair.pk, chair.member_id, now)
    assert game_of(board).seats.get(key="first").user == who
    chair.refresh_from_db()
    assert chair.instead_of is None
    services.leave_seat(game.pk, who, "first", now=now)
    game.seats.filter(key="first").update(user=person("late"))
    assert "late plays there" in browser("gm").get(page).content.decode()
    game.seats.filter(key="first").update(lender=who)
    assert "late plays there" not in browser("gm").get(page).content.decode()


@pytest.mark.parametrize("how", ["leaves", "deletes their account"])
def test_a_replaced_player_can_leave_the_league(how: str) -> None:
    league, now = begun("anna", "bruno", "carla"), timezone.now()
    (board,) = boards(league)
    chair = board.chairs.get(seat="second")
    was, resting = chair.member, Chair.objects.get(round__league=league, board=None).member
    assert was and resting
    rounds.replace(person("gm"), league.pk, chair.pk, resting.pk, now)
    if how == "leaves":
        founding.leave(was.user, league.pk, now)
    else:
        assert was.user
        delete_account(was.user, now=now)
    was.refresh_from_db()
    assert was.left_at is not None and was not in Season(league).active
    assert browser("gm").get(league.get_absolute_url()).status_code == 200


def test_two_people_change_places_before_the_round_begins() -> None:
    league = club("anna", "bruno", "carla")
    drawn = rounds.draw(person("gm"), league.pk)
    resting = drawn.chairs.get(board=None).member_id
    sitting = drawn.chairs.filter(board__isnull=False).first()
    assert sitting and resting and sitting.member_id
    rounds.exchange(person("gm"), league.pk, resting, sitting.member_id)
    assert drawn.chairs.get(board=None).member_id == sitting.member_id
    refused("chose_one", rounds.exchange, person("gm"), league.pk, resting, resting)
    rounds.begin(person("gm"), league.pk, timezone.now())
    refused("nothing_drawn", rounds.exchange, person("gm"), league.pk, resting, sitting.member_id)


def test_only_known_people_are_added_by_name() -> None:
    league = club("anna", "bruno")
    person("stranger")
    refused("no_such_person", founding.add, person("gm"), league.pk, "stranger", timezone.now())
    later = club("carla", name="Later")
    founding.add(person("gm"), later.pk, "anna", timezone.now())
    assert Member.objects.filter(league=later).count() == 2
    refused("member_already", founding.add, person("gm"), later.pk, "anna", timezone.now())


def test_a_deleted_account_leaves_somebody_who_has_left() -> None:
    league = begun()
    for board in boards(league):
        fight(board)
    rounds.draw(person("gm"), league.pk)
    before = sum(row.points for row in Season(league).table)
    assert account_data(person("anna"))["leagues"][0]["name"] == "Club"
    delete_account(person("anna"), now=timezone.now())
    season = Season(league)
    assert season.drawn_round is None  # the drawn round included the player who left
    assert sum(row.points for row in season.table) == before and len(season.active) == 3


def test_a_league_goes_to_somebody_else_with_its_organiser() -> None:
    league, empty = begun(), club("anna", name="Nobody's")
    Member.objects.filter(league=empty).delete()
    delete_account(person("gm"), now=timezone.now())
    league.refresh_from_db()
    assert league.gm == person("anna")
    assert not League.objects.filter(pk=empty.pk).exists()


# --- permissions ---


def test_only_the_organiser_draws_a_round() -> None:
    league = begun()
    with pytest.raises(PermissionDenied):
        rounds.draw(person("anna"), league.pk)
    with pytest.raises(Http404):
        rounds.draw(person("stranger"), league.pk)


def test_a_closed_season_stays_as_it_is() -> None:
    league = begun("anna", "bruno")
    refused("round_open", founding.close, person("gm"), league.pk, timezone.now())
    (board,) = boards(league)
    rounds.rule(person("gm"), league.pk, board.pk, None, "too slow", timezone.now())
    founding.close(person("gm"), league.pk, timezone.now())
    fight(board)
    assert set(standing(league).values()) == {0}
    refused("closed", rounds.draw, person("gm"), league.pk)
    with pytest.raises(Http404):
        founding.join(league.token, person("late"), timezone.now())


def test_what_ends_after_the_season_does_not_count() -> None:
    """A game that ends after its league has closed does not count. Here the league closes because its
    members and its organiser have left.
    """
    league = begun("anna", "bruno")
    (board,) = boards(league)
    Member.objects.filter(league=league).update(left_at=timezone.now())
    delete_account(person("gm"), now=timezone.now())
    league.refresh_from_db()
    assert league.is_closed
    fight(board)
    assert game_of(board).has_ended and sum(standing(league).values()) == 0


@pytest.mark.parametrize("after", ["rewound", "rewound and ended again", "deleted"])
def test_games_changed_after_the_season_leave_the_standings_unchanged(after: str) -> None:
    league, gm, now = begun("anna", "bruno"), person("gm"), timezone.now()
    (board,) = boards(league)
    game = fight(board)
    founding.close(gm, league.pk, now)
    league.refresh_from_db()
    before = Season(league)
    game.refresh_from_db()
    if after == "deleted":
        game.delete()
    else:
        services.rewind(game.pk, gm, to_seq=0, drawn_seq=game.seq, key="back", now=now)
        assert "ended" in browser("anna").get(league.get_absolute_url()).content.decode()
    if after == "rewound and ended again":
        fight(board)
    season = Season(league)
    assert sum(row.points for row in season.table) == 2
    assert season.table == before.table and season.ratings == before.ratings


def test_a_table_that_nobody_ends_is_broken_off_after_the_season_too(
    django_capture_on_commit_callbacks: Any,
) -> None:
    """The organiser of a closed season can abandon an unfinished game, so that it does not keep the other
    tables of its duplicate sealed. The standings do not change.
    """
    league, gm, now = begun(kind=League.Kind.DUPLICATE), person("gm"), timezone.now()
    one, other = boards(league)
    fight(one)
    for board in (one, other):
        rounds.rule(gm, league.pk, board.pk, None, "too slow", now)
    founding.close(gm, league.pk, now)
    shown = browser("gm").get(league.get_absolute_url()).content.decode()
    assert "Break off this game" in shown and "Count it this way" not in shown
    before = Season(league).table
    with django_capture_on_commit_callbacks(execute=True):
        sent = {"do": "break-off", "board": other.pk}
        browser("gm").post(f"{league.get_absolute_url()}do/", sent)
    assert game_of(other).status == Game.Status.ABANDONED
    assert not game_of(one).sealed and not game_of(other).sealed and Season(league).table == before


def test_ratings_of_everybody_come_from_public_leagues_results() -> None:
    league = begun("anna", "bruno", public=True)
    fight(boards(league)[0])
    rated = ratings_of([league])
    assert {user.username for user, _one in rated} == {"anna", "bruno"}
    assert rated == ratings_of([league])
    assert ratings_in(league.system) == {user.pk: one.display_value for user, one in rated}, (
        "for other parts of the site"
    )
    delete_account(person("anna"), now=timezone.now())
    assert [one.games for _user, one in ratings_of([league])] and len(ratings_of([league])) == 2


def test_an_organiser_does_not_rule_their_own_game_to_their_gain() -> None:
    league = begun("gm", "bruno")
    (board,) = boards(league)
    own = board.chairs.get(member__user=person("gm")).seat
    other = "second" if own == "first" else "first"
    gm, now = person("gm"), timezone.now()
    refused("plays_there", rounds.rule, gm, league.pk, board.pk, {own: 1, other: 2}, "mine", now)
    refused("plays_there", rounds.rule, gm, league.pk, board.pk, {own: 1, other: 1}, "a draw", now)
    refused("plays_there", rounds.rule, gm, league.pk, board.pk, None, "does not count", now)
    rounds.rule(gm, league.pk, board.pk, {own: 2, other: 1}, "I concede", now)
    assert standing(league)["bruno"] == 2
