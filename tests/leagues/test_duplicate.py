"""Duplicate battles: every table has the same dice, and no table learns them from another."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.http import Http404
from django.test import Client
from django.utils import timezone

from accounts.names import name_of
from engine.game import IllegalAction
from engine.journal import BY_KIND
from engine.log.audit import verify
from features.desk.substitutes import may_take_seat
from features.observers import services as observers
from features.sandbox import making
from games import access, services
from games.access import NotYourSeat
from games.models import Feed, Game, Hook, Outbox, Secret
from games.models.hook import Call
from games.refusals import BadInvitation
from games.services.people.observers import permission_for
from games.services.proof import duplicates
from games.services.proof.audit import read_export
from games.services.proof.seeds import seed_of
from games.services.seating import give_seat
from leagues.models import Board, Chair, League, Member
from leagues.refusals import LeagueRefused
from leagues.services import founding, rounds
from leagues.services.results import Season, ratings_of
from tests.found import some
from tests.leagues.cast import begun, boards, club, fight, game_of, next_round, strike
from tests.web.cast import browser, person
from tests.web.doors import doors
from tools import check_game

pytestmark = pytest.mark.django_db

Commits = Any


def duplicate(*names: str, **more: Any) -> League:
    return begun(*names, **{"kind": League.Kind.DUPLICATE, **more})


def tables(league: League) -> tuple[Game, Game]:
    one, other = (game_of(board) for board in boards(league)[:2])
    return one, other


def player(game: Game, seat: str = "first") -> User:
    found = game.seats.get(key=seat).user
    assert isinstance(found, User)
    return found


def faces(game: Game) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for rolls in game.entries.values_list("rolls", flat=True):
        for roll in rolls:
            found.setdefault(f"{roll['seat']} {roll['purpose']}", []).append(roll["face"])
    return found


def sealed(game: Game) -> bool:
    return Game.objects.get(pk=game.pk).sealed


# --- the same dice ---


def test_every_table_has_the_same_start_and_the_same_dice() -> None:
    league = duplicate()
    one, other = tables(league)
    assert one.options == other.options and one.scenario == other.scenario
    assert one.commitment == other.commitment and one.twins == other.twins and one.binding == BY_KIND
    assert seed_of(one) == seed_of(other)
    for board in boards(league):
        fight(board)
    assert faces(one) == faces(other) and set(faces(one)) == {"first strike", "second strike"}


def test_rounds_have_seeds_of_their_own() -> None:
    league = duplicate(rounds=3)
    for board in boards(league):
        fight(board)
    duplicates.open_if_over(tables(league)[0].twins, timezone.now())
    later = [game_of(board) for board in next_round(league)]
    assert len({seed_of(game) for game in [*tables(league), *later]}) == 2


def test_tables_of_dba_that_are_played_differently_share_the_dice_of_each_kind() -> None:
    league = duplicate(system="dba", options={"setup": "quick"})
    one, other = tables(league)
    for game, leave in ((one, 1), (other, 2)):
        for _step in range(40):
            game.refresh_from_db()
            at = services.table(game)
            owed = at.decisions()
            if not owed or game.is_over:
                break
            decision = owed[0]
            answer = at.system.codec.write(decision.default)
            if game.seq % (leave + 1) == 0 and at.rules.bot is not None:
                from engine.dice import Seeded

                thought = at.rules.bot(at.state, decision.seat, Seeded(b"x", str(leave), game.seq))
                answer = at.system.codec.write(thought)
            services.submit(
                game.pk,
                decision.seat,
                answer,
                user=player(game, decision.seat),
                drawn_seq=game.seq,
                key=str(uuid4()),
                now=timezone.now(),
            )
    found = faces(one), faces(other)
    shared = found[0].keys() & found[1].keys()
    for kind in some(sorted(shared)):
        assert all(a == b for a, b in zip(found[0][kind], found[1][kind], strict=False)), kind


def test_a_campaign_is_no_duplicate() -> None:
    """A campaign cannot be played as a duplicate, because its battles would be separate games, with dice of
    their own and no seal.
    """
    with pytest.raises(LeagueRefused) as refused:
        club(system="justinian", kind=League.Kind.DUPLICATE)
    assert refused.value.code == "battles_only"
    assert 'name="duplicate"' not in browser("gm").get("/leagues/new/justinian/").content.decode()
    assert 'name="duplicate"' in browser("gm").get("/leagues/new/duel/").content.decode()


# --- secrecy until all games are over ---


def game_paths(game: Game) -> list[str]:
    """Return every URL that begins with a game and needs no other argument."""
    from django.urls import reverse

    return [reverse(door.name, args=[game.pk]) for door in doors() if door.arguments == ("pk",)]


OPEN_TO_ALL = {"game-bench"}


def told(client: Client, path: str) -> tuple[int, bytes]:
    answer = client.get(path)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    return answer.status_code, body


@pytest.mark.parametrize("ended", [False, True])
def test_nobody_else_opens_any_page_of_a_table(ended: bool) -> None:
    league = duplicate("anna", "bruno", "carla", "dino", "emma", public=True)
    board = boards(league)[0]
    one, other = tables(league)
    strike(one, "first")
    if ended:
        strike(one, "second")
    resting = Chair.objects.get(round__league=league, board=None).member
    assert resting and resting.user
    outsiders = ["", "gm", "stranger", player(other).username, resting.user.username]
    paths = game_paths(one)
    assert len(paths) > 25
    for who in outsiders:
        client = browser(who)
        for path in paths:
            status, body = told(client, path)
            assert status in ({302, 404, 405} if who else {302, 404, 405, 403, 401}), (who, path, status)
            if status == 302:  # to the log-in, or from a button's URL to the game
                follow = client.get(path, follow=True)
                led = follow.redirect_chain
                home = led == [("/", 302)]  # a button outside the game's pages
                assert follow.status_code == 404 or "/account/login/" in str(led) or home, (who, path)
    own = browser(player(one).username)
    assert own.get(one.get_absolute_url()).status_code == 200
    assert board.pk


def test_lists_feeds_and_pages_of_the_league_tell_nothing_of_a_sealed_table() -> None:
    league = duplicate(public=True)
    one, other = tables(league)
    fight(boards(league)[0])
    for who in ("", "gm", "stranger", player(other).username):
        client = browser(who)
        for path in ("/", "/leagues/", league.get_absolute_url(), "/leagues/ratings/duel/"):
            shown = client.get(path).content.decode()
            assert str(one.pk) not in shown, (who, path)
    shown = browser("gm").get(league.get_absolute_url()).content.decode()
    assert "over; shown when all tables are finished" in shown and "under way" in shown
    season = Season(league)
    assert season.results == [] and ratings_of([league]) == []
    assert all(row.points == 0 for row in season.table)
    assert one not in access.public_games() and one not in access.games_of(person("gm"))
    assert one in access.games_of(player(one))


def test_whoever_leads_hears_nothing_and_their_hooks_neither() -> None:
    league = duplicate()
    one, _other = tables(league)
    Hook.objects.create(user=person("gm"), game=one, url="https://example.org/", created_at=timezone.now())
    fight(boards(league)[0])
    told = Outbox.objects.get(game=one, kind=Outbox.Kind.ENDED)
    assert told.recipient == player(one, "first"), "whose opponent's blow ended it"
    assert not Outbox.objects.filter(game=one, recipient=person("gm")).exists()
    assert not Call.objects.exists()


def test_opening_a_table_to_all_by_its_settings_opens_nothing() -> None:
    league = duplicate("anna", "bruno", "carla", "gm")
    game = next(g for g in tables(league) if g.seats.filter(user=person("gm")).exists())
    services.change_settings(game.pk, person("gm"), public=True, now=timezone.now())
    assert browser().get(game.get_absolute_url()).status_code == 404
    assert game not in access.public_games()


def entries(path: str) -> int:
    return browser().get(path).content.decode().count("<entry>")


def test_a_feed_of_somebody_who_was_replaced_ends_where_they_left() -> None:
    league = duplicate("anna", "bruno", "carla", "dino", "emma")
    one, _other = tables(league)
    was = player(one)
    feed = Feed.objects.create(user=was, game=one, created_at=timezone.now())
    from django.urls import reverse

    path = next(
        reverse(d.name, args=[feed.token]) for d in doors() if "feed" in d.name and d.arguments == ("token",)
    )
    assert browser().get(path).status_code == 200
    resting = Chair.objects.get(round__league=league, board=None).member
    chair = boards(league)[0].chairs.get(seat="first")
    assert resting
    rounds.replace(person("gm"), league.pk, chair.pk, resting.pk, timezone.now())
    new = resting.user
    assert new is not None
    theirs = Feed.objects.create(user=new, game=one, created_at=timezone.now())
    before = entries(path)
    strike(Game.objects.get(pk=one.pk), "first")
    assert entries(path) == before < entries(path.replace(feed.token, theirs.token))


def test_nobody_looks_over_a_shoulder_at_a_sealed_table() -> None:
    """A sealed table cannot be observed with a new permission, an earlier one, or its link."""
    one, other = tables(duplicate())
    now = timezone.now()
    with pytest.raises(NotYourSeat):
        observers.invite(one.pk, player(one), seat="first", name="", delay=0, now=now)
    Game.objects.filter(pk=one.pk).update(sealed=False)
    row = observers.invite(one.pk, player(one), seat="first", name="", delay=0, now=now)
    Game.objects.filter(pk=one.pk).update(sealed=True)
    with pytest.raises(Http404):
        observers.accept(row.token, player(other), now)
    Game.objects.filter(pk=one.pk).update(sealed=False)
    observers.accept(row.token, player(other), now)
    assert permission_for(player(other), one.pk)
    Game.objects.filter(pk=one.pk).update(sealed=True)
    with pytest.raises(Http404):
        permission_for(player(other), one.pk)


def test_a_sealed_table_is_not_copied_to_be_tried() -> None:
    """A sealed duplicate game cannot be copied to a sandbox, because anyone could see the copy."""
    one, _other = tables(duplicate())
    with pytest.raises(IllegalAction) as refused:
        making.make(one.pk, player(one), seq=0, seat="first", program=True, key=uuid4(), now=timezone.now())
    assert refused.value.code == "try_sealed"


# --- the seed ---


def test_the_seed_is_told_only_after_the_last_table_has_ended(
    django_capture_on_commit_callbacks: Commits, tmp_path: Any
) -> None:
    league = duplicate()
    one, other = tables(league)
    seed = seed_of(one).hex()
    with django_capture_on_commit_callbacks(execute=True):
        fight(boards(league)[0])
    one.refresh_from_db()
    assert one.has_ended and one.sealed
    assert services.revealed_seed(one, timezone.now()) is None
    assert services.export_game(one, timezone.now())["seed"] is None
    client = browser(player(one).username)
    for path in some(game_paths(one)):
        assert seed.encode() not in told(client, path)[1], path
    assert not Secret.objects.filter(revealed_at__isnull=False).exists()
    with django_capture_on_commit_callbacks(execute=True):
        fight(boards(league)[1])
    for game in (one, other):
        game.refresh_from_db()
        assert not game.sealed and services.revealed_seed(game, timezone.now()) == seed
        exported = services.export_game(game, timezone.now())
        opened, entries = read_export(exported)
        assert verify(opened, entries, bytes.fromhex(exported["seed"])).ok
        assert list(check_game.faults(exported)) == []
        exported["entries"][1]["rolls"][0]["face"] = exported["entries"][1]["rolls"][0]["face"] % 6 + 1
        assert any("the seed gives" in fault for fault in check_game.faults(exported))


def test_once_they_are_open_no_table_goes_back(django_capture_on_commit_callbacks: Commits) -> None:
    league = duplicate()
    with django_capture_on_commit_callbacks(execute=True):
        for board in boards(league):
            fight(board)
    for game in some(tables(league)):
        assert Secret.objects.get(pk=game.pk).revealed_at is not None
        with pytest.raises(IllegalAction) as refused:
            services.rewind(
                game.pk, player(game), to_seq=0, drawn_seq=game.seq, key="back", now=timezone.now()
            )
        assert refused.value.code == "dice_revealed"


def test_a_table_that_is_broken_off_is_over(django_capture_on_commit_callbacks: Commits) -> None:
    league = duplicate()
    one, other = tables(league)
    fight(boards(league)[0])
    assert sealed(one)
    with django_capture_on_commit_callbacks(execute=True):
        rounds.break_off(person("gm"), league.pk, boards(league)[1].pk, timezone.now())
    assert not sealed(one) and not sealed(other)
    assert Game.objects.get(pk=other.pk).status == Game.Status.ABANDONED


def test_the_sweep_opens_what_a_dead_process_left_shut() -> None:
    league = duplicate()
    for board in boards(league):
        fight(board)
    assert sealed(tables(league)[0])  # the test has not run the on-commit hooks
    services.sweep(timezone.now())
    assert not sealed(tables(league)[0])


def test_the_sweep_opens_nothing_else() -> None:
    league = duplicate()
    fight(boards(league)[0])
    services.sweep(timezone.now())
    assert sealed(tables(league)[0])


# --- nobody plays at two tables ---


def test_nobody_sits_at_two_tables_with_the_same_dice() -> None:
    league = duplicate("anna", "bruno", "carla", "gm")
    mine = next(g for g in tables(league) if g.seats.filter(user=person("gm")).exists())
    other = next(g for g in tables(league) if g.pk != mine.pk)
    with pytest.raises(IllegalAction) as refused:
        give_seat(mine.pk, person("gm"), "first", player(other), now=timezone.now())
    assert refused.value.code == "same_dice"
    opposite = "second" if player(mine) == person("gm") else "first"
    services.leave_seat(mine.pk, player(mine, opposite), opposite, now=timezone.now())
    link = services.invite(mine.pk, person("gm"), now=timezone.now())
    with pytest.raises(BadInvitation):
        services.accept(link.token, player(other), now=timezone.now())
    assert not may_take_seat(player(other), mine) and may_take_seat(person("stranger"), mine)
    assert services.accept(link.token, person("stranger"), now=timezone.now()).key == opposite


def test_a_player_who_left_a_duplicate_table_cannot_join_another() -> None:
    league = duplicate("anna", "bruno", "carla", "dino", "emma")
    one, other = tables(league)
    was = player(one)
    chair = boards(league)[0].chairs.get(seat="first")
    resting = Chair.objects.get(round__league=league, board=None).member
    assert resting and chair.member
    before = chair.member
    strike(one, "first")
    rounds.replace(person("gm"), league.pk, chair.pk, resting.pk, timezone.now())
    second = boards(league)[1].chairs.get(seat="first")
    with pytest.raises(IllegalAction) as refused:
        rounds.replace(person("gm"), league.pk, second.pk, before.pk, timezone.now())
    assert refused.value.code == "same_dice" and player(other) != was


# --- comparison of results ---


def test_tables_are_compared_once_they_are_open(django_capture_on_commit_callbacks: Commits) -> None:
    league = duplicate(public=True)
    season = Season(league)
    assert season.round_matchpoints(season.rounds[0]) == {} and season.matchpoints == []
    with django_capture_on_commit_callbacks(execute=True):
        for board in boards(league):
            fight(board)
    season = Season(league)
    found = season.round_matchpoints(season.rounds[0])
    assert len(found) == 2
    assert all(one.points == 1 and one.most == 2 for sides in found.values() for one in sides.values())
    assert [one.percent for _who, one in season.matchpoints] == [50] * 4
    shown = browser().get(league.get_absolute_url()).content.decode()
    assert "Matchpoints" in shown and "1 / 2" in shown and tables(league)[0].commitment in shown
    assert browser().get(tables(league)[0].get_absolute_url()).status_code == 200


def test_score_margins_break_ties_between_equal_results() -> None:
    league = duplicate()
    for board, scores in zip(
        boards(league), ({"first": 4, "second": 0}, {"first": 4, "second": 3}), strict=True
    ):
        outcome = {"ranks": [["first"]], "winner": "first", "scores": scores}
        Game.objects.filter(pk=board.game_id).update(
            status=Game.Status.ENDED, ended_at=timezone.now(), outcome=outcome, sealed=False
        )
    season = Season(league)
    found = season.round_matchpoints(season.rounds[0])
    points = [found[board.pk]["first"].points for board in Board.objects.order_by("pk")]
    assert points == [2, 0] and [found[b.pk]["second"].points for b in Board.objects.order_by("pk")] == [0, 2]


def test_a_season_of_duplicates_has_one_ranking_with_a_winner_and_shows_the_margin_that_decides() -> None:
    league = duplicate(public=True)
    for board, scores in zip(
        boards(league), ({"first": 4, "second": 0}, {"first": 4, "second": 3}), strict=True
    ):
        outcome = {"ranks": [["first"]], "winner": "first", "scores": scores}
        Game.objects.filter(pk=board.game_id).update(
            status=Game.Status.ENDED, ended_at=timezone.now(), outcome=outcome, sealed=False
        )
    season = Season(league)
    sat = [{chair.seat: chair.member_id for chair in board.chairs.all()} for board in boards(league)]
    # a win by four beats a win by one; a loss by one beats a loss by four
    assert [(row.place, row.person) for row in season.table] == [
        (1, sat[0]["first"]),
        (2, sat[1]["second"]),
        (3, sat[1]["first"]),
        (4, sat[0]["second"]),
    ]
    shown = browser().get(league.get_absolute_url()).content.decode()
    assert "+4" in shown and "−1" in shown and shown.count('id="table"') == 1
    founding.close(person("gm"), league.pk, timezone.now())
    closed = browser().get(league.get_absolute_url()).content.decode()
    winner = season.table[0].person
    assert f"The season is over: victory for {name_of(Member.objects.get(pk=winner).user)}" in closed


@pytest.mark.parametrize("kind", [League.Kind.SEASON, League.Kind.DUPLICATE])
def test_a_league_of_commands_and_colors_begins_its_round(kind: str) -> None:
    league = begun("anna", "bruno", system="cca", kind=kind)
    game = game_of(boards(league)[0])
    assert game.running and game.system == "cca" and (game.twins is not None) == league.duplicate
