"""A match is two games between the same people with sides swapped, which are counted together."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.game import InvalidAction
from features.rematch import services as rematch
from games import services
from games.models import Game, Outbox
from games.page_facts import matches
from games.page_facts.matches import Points, points_of, totals, winner_of
from games.services.consequences import begin_second
from games.services.fighting.return_games import return_game_of
from tests.games.cast import NOW, a_game, do

pytestmark = pytest.mark.django_db
STRIKE = {"kind": "strike"}
SEATS = ("first", "second")


def a_match(owner: User, rival: Any, match: str, **settings: Any) -> Game:
    return a_game(
        owner,
        {"first": owner, "second": rival},
        system="duel",
        name="The ford",
        dice_mode="mixed",
        match=match,
        **settings,
    )


def fought(game: Game, first: int = 6, second: int = 1) -> Game:
    """Let each person strike and roll the given face. Then let the bots answer until the game has ended.
    ``first`` and ``second``: the faces of these two seats.
    """
    people = {seat.key: seat.user for seat in game.seats.all()}
    for seat, face in (("first", first), ("second", second)):
        user = people[seat]
        if user is not None:
            do(game, user, seat, STRIKE, faces=[face])
    services.answer_due(game.pk, NOW)
    game.refresh_from_db()
    assert game.has_ended
    return game


def seated(game: Game) -> dict[str, Any]:
    return {seat.key: "bot" if seat.is_bot else seat.user for seat in game.seats.all()}


def second_of(game: Game) -> Game:
    found = return_game_of(game)
    assert found is not None
    return found


def test_the_second_game_begins_when_the_first_ends(owner: User, rival: User) -> None:
    first = a_match(owner, rival, "after", hours_per_decision=24)
    assert return_game_of(first) is None
    fought(first)
    second = second_of(first)
    assert second.running and seated(second) == {"first": rival, "second": owner}
    assert (second.match, second.gm, second.name) == ("second", owner, "Second game: The ford")
    assert second.hours_per_decision == 24
    told = {one.recipient for one in Outbox.objects.filter(game=second, kind="started")}
    assert told == {owner, rival}
    fought(second)
    assert return_game_of(second) is None  # a match has two games
    assert Game.objects.filter(rematch_of=first).count() == 1


def test_both_games_begin_at_once_by_choice(owner: User, rival: User) -> None:
    first = a_match(owner, rival, "both")
    second = second_of(first)
    assert second.running and seated(second) == {"first": rival, "second": owner}
    fought(first)
    assert Game.objects.filter(rematch_of=first).count() == 1


def test_the_second_game_against_a_bot_starts_at_once(owner: User) -> None:
    first = fought(a_match(owner, "bot", "after"))
    assert seated(second_of(first)) == {"first": "bot", "second": owner} and second_of(first).running


def test_a_second_game_without_a_player_waits_for_one(owner: User, rival: User) -> None:
    first = a_match(owner, rival, "after")
    do(first, owner, "first", STRIKE, faces=[6])
    do(first, rival, "second", STRIKE, faces=[1])
    first.refresh_from_db()
    second = second_of(first)
    Game.objects.filter(pk=second.pk).delete()
    first.seats.filter(key="second").update(user=None)
    begin_second(Game.objects.get(pk=first.pk), NOW)
    waiting = second_of(first)
    assert waiting.status == Game.Status.GATHERING and seated(waiting) == {"first": None, "second": owner}


def test_an_abandoned_second_game_is_offered_again(owner: User, rival: User) -> None:
    first = fought(a_match(owner, rival, "after"))
    Game.objects.filter(pk=second_of(first).pk).update(status=Game.Status.ABANDONED)
    made = rematch.rematch(first.pk, rival, now=NOW).game
    assert made.match == "second" and matches.match_of(made) == (first, made)


def test_both_pages_show_the_sums(owner: User, rival: User, client: Client) -> None:
    first = fought(a_match(owner, rival, "after"))
    second = fought(second_of(first), first=1, second=6)  # the owner wins again, now in the other seat
    match = matches.match_for(owner, first)
    assert match is not None and match.over and not match.is_draw
    assert [(side.seat, side.won, side.wins) for side in match.sides] == [
        ("first", 2, True),
        ("second", 0, False),
    ]
    client.force_login(rival)
    for game, link in ((first, second), (second, first)):
        page = " ".join(client.get(game.get_absolute_url()).content.decode().split())
        assert "owner wins the match." in page and f'href="{link.get_absolute_url()}"' in page


def test_the_json_of_either_game_tells_the_match(owner: User, rival: User, client: Client) -> None:
    single = a_game(owner, {"first": owner, "second": rival}, system="duel")
    first = fought(a_match(owner, rival, "after"))
    second = second_of(first)
    client.force_login(owner)

    def told(game: Game) -> Any:
        return client.get(f"/api/games/{game.pk}").json()["match"]

    assert told(single) is None
    running = told(second)
    assert (running["second"], running["over"]) == (True, False)
    assert [side["points"][1] for side in running["sides"]] == [None, None]
    fought(second, first=1, second=6)
    both = told(first), told(second)
    for match in both:
        assert match["games"] == [str(first.pk), str(second.pk)] and match["over"] and not match["drawn"]
    winners = [[side["seat"] for side in match["sides"] if side["wins"]] for match in both]
    assert winners == [["first"], ["second"]]  # the owner, who changed seats
    assert [side["won"] for side in both[0]["sides"]] == [2, 0]


def test_while_a_game_is_under_way_nobody_has_won(owner: User, rival: User, client: Client) -> None:
    first = fought(a_match(owner, rival, "after"))
    match = matches.match_for(owner, second_of(first))
    assert match is not None and not match.over and match.second
    assert [side.points[1] for side in match.sides] == [None, None]
    client.force_login(owner)
    page = client.get(second_of(first).get_absolute_url()).content.decode()
    assert "Match: two games" in page and "wins the match" not in page


def test_who_may_not_see_the_other_game_learns_nothing_of_it(
    owner: User, rival: User, stranger: User, client: Client
) -> None:
    first = fought(a_match(owner, rival, "after", public=True))
    second = fought(second_of(first))
    Game.objects.filter(pk=second.pk).update(public=False)
    match = matches.match_for(stranger, Game.objects.get(pk=first.pk))
    assert match is not None and not match.over and len(match.legs) == 1
    client.force_login(stranger)
    told = client.get(f"/api/games/{first.pk}").json()["match"]
    assert told["games"] == [str(first.pk)] and {side["points"][1] for side in told["sides"]} == {None}
    assert all(side.points[1] is None for side in match.sides)


def test_only_battles_of_two_sides_are_matches(owner: User, rival: User, stranger: User) -> None:
    with pytest.raises(InvalidAction, match="no_match"):
        a_game(owner, {"red": owner, "blue": rival, "green": stranger}, match="after")
    with pytest.raises(InvalidAction, match="no_such_match"):
        a_match(owner, rival, "second")


def test_points_decide_a_match_before_games_won() -> None:
    """Points decide first, then games won; otherwise the match is a draw."""
    won = Points({"first": 6, "second": 4}, "first")
    assert winner_of(totals(won, Points({"first": 6, "second": 3}, "first"), SEATS)) == "second"
    assert winner_of(totals(won, Points({"first": 3, "second": 6}, "second"), SEATS)) == "first"
    assert winner_of(totals(won, Points({"first": 5, "second": 3}, "first"), SEATS)) == ""
    assert winner_of(totals(won, Points({"first": 5, "second": 3}, ""), SEATS)) == "first"


def test_points_are_scores_or_the_losses_of_the_enemy_or_wins() -> None:
    scored = {"ranks": [["first"]], "scores": {"first": 5, "second": 3}}
    assert points_of(scored, SEATS, losses=False) == Points({"first": 5, "second": 3}, "first")
    assert points_of(scored, SEATS, losses=True) == Points({"first": 3, "second": 5}, "first")
    assert points_of({"winner": "second"}, SEATS, losses=False) == Points({"first": 0, "second": 1}, "second")
    assert points_of({"ranks": []}, SEATS, losses=False) == Points({"first": 0, "second": 0}, "")
