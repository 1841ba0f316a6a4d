"""Luck with the dice: by seat, including battles, with typed dice counted separately and hidden ones left
out.
"""

import csv
import io
import math
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import limits, services
from games.models import Game
from games.services.proof import luck
from games.services.proof.luck import DiceStatistics, dice_statistics, with_battles
from games.views import exports
from games.views.exports import csv_of
from tests.found import some
from tests.games.campaigning import at_battle
from tests.games.cast import NOW, a_user, do

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(owner: Any, rival: Any, stranger: Any) -> Game:
    """Create a duel in which red and blue fought with real dice: red rolled a six, and blue a one."""
    campaign = at_battle(a_user("gamemaster"), {"red": owner, "blue": rival, "green": stranger})
    battle = campaign.battle_links.get().battle
    do(battle, owner, "first", {"kind": "strike"}, faces=[6])
    do(battle, rival, "second", {"kind": "strike"}, faces=[1])
    campaign.refresh_from_db()
    return campaign


def test_dice_of_battles_count_for_the_seat_that_fought_them(fought: Game) -> None:
    at = services.table(fought)
    typed = [fall for fall in with_battles(at, None) if fall.typed]
    assert typed == [DiceStatistics("blue", True, 6, 1, 1, 1), DiceStatistics("red", True, 6, 1, 1, 6)]
    assert not [fall for fall in dice_statistics(at, None) if fall.typed], (
        "none of the campaign's own was typed"
    )


def test_how_far_off_it_is() -> None:
    """Four sixes have a mean of 6, where 3.5 is expected. The deviation is counted in standard deviations.
    For one six-sided die, the standard deviation is the square root of 35/12.
    """
    four = DiceStatistics("red", False, 6, 1, 4, 24)
    assert (four.mean, four.expected_mean) == (6, 3.5)
    assert math.isclose(four.deviation, 10 / math.sqrt(4 * 35 / 12))
    assert DiceStatistics("red", False, 10, 0, 2, 9).deviation == 0  # dice from 0 to 9
    assert DiceStatistics("red", False, 1, 1, 3, 3).deviation == 0  # a die of one side


def test_what_was_taken_back_does_not_count(owner: Any, rival: Any, stranger: Any) -> None:
    gm = a_user("gamemaster")
    battle = at_battle(gm, {"red": owner, "blue": rival, "green": stranger}).battle_links.get().battle
    do(battle, owner, "first", {"kind": "strike"}, faces=[6])
    assert dice_statistics(services.table(battle), None) == (DiceStatistics("first", True, 6, 1, 1, 6),)
    services.rewind(battle.pk, gm, to_seq=0, drawn_seq=battle.seq, key="back", now=NOW)
    battle.refresh_from_db()
    assert dice_statistics(services.table(battle), None) == ()


def test_random_picks_do_not_count_as_dice(
    owner: Any, rival: Any, stranger: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rolls with an unusual number of sides are random picks and do not count in the statistics. Here six
    sides are declared unusual, so the two dice with which each seat pitches its camps no longer count.
    """
    game = at_battle(a_user("gamemaster"), {"red": owner, "blue": rival, "green": stranger})
    at = services.table(game)
    assert [(fall.seat, fall.count) for fall in with_battles(at, None)] == [
        ("blue", 2),
        ("green", 2),
        ("red", 2),
    ]
    monkeypatch.setattr(luck, "DICE", frozenset({10}))
    assert with_battles(at, None) == ()


def as_rows(client: Client, name: str, game: Game) -> list[list[str]]:
    answer = client.get(reverse(name, args=[game.pk]))
    assert answer.status_code == 200 and answer["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def test_the_page_and_the_file_say_the_same(fought: Game, client: Client, owner: Any) -> None:
    client.force_login(owner)
    page = client.get(reverse("game-luck", args=[fought.pk])).content.decode()
    assert "Typed dice" in page and "(1.5)" in page and "(-1.5)" in page
    heading, *rows = as_rows(client, "game-luck-csv", fought)
    assert heading[:3] == ["Whose", "Dice", "Sides"]
    assert [row[1:] for row in rows if row[1] == "typed"] == [
        ["typed", "6", "1", "1.0", "3.5", "-1.46"],
        ["typed", "6", "1", "6.0", "3.5", "1.46"],
    ]


def test_the_chronicle_as_a_file(fought: Game, client: Client, owner: Any) -> None:
    client.force_login(owner)
    heading, *rows = as_rows(client, "game-chronicle-csv", fought)
    numbers = [int(row[0]) for row in rows]
    assert (
        heading[0] == "Move number"
        and numbers == sorted(numbers)
        and set(numbers) == set(range(fought.seq + 1))
    )
    client.cookies["django_language"] = "it"
    answer = client.get(reverse("game-chronicle-csv", args=[fought.pk]))
    heading, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert heading[0] == "Numero della mossa" and [int(row[0]) for row in rows] == numbers


def test_an_italian_spreadsheet_reads_decimals(fought: Game, client: Client, owner: Any) -> None:
    client.force_login(owner)
    client.cookies["django_language"] = "it"
    text = client.get(reverse("game-luck-csv", args=[fought.pk])).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert ["6", "1", "1,0", "3,5", "-1,46"] in [row[2:] for row in some(rows)]


def test_a_file_is_kept_until_something_changes(
    fought: Game, client: Client, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(owner)
    address = reverse("game-chronicle-csv", args=[fought.pk])
    first = client.get(address)
    assert first["Cache-Control"] == "private, no-cache"
    monkeypatch.setattr(exports, "chronicle", lambda at: [["anew"]])
    assert client.get(address).content == first.content
    services.table(fought)
    Game.objects.filter(pk=fought.pk).update(version=fought.version + 100)
    assert b"anew" in client.get(address).content


def test_people_without_a_part_may_not_ask_for_files_for_ever(
    fought: Game, client: Client, owner: Any
) -> None:
    Game.objects.filter(pk=fought.pk).update(public=True)
    for name in ("game-luck-csv", "game-chronicle-csv"):
        for _number in range(limits.FILES.most // 2):
            assert client.get(reverse(name, args=[fought.pk])).status_code == 200
    refused = client.get(reverse("game-luck-csv", args=[fought.pk]))
    assert refused.status_code == 429 and refused["Retry-After"] == str(limits.FILES.seconds)
    client.force_login(owner)
    assert client.get(reverse("game-luck-csv", args=[fought.pk])).status_code == 200


def test_strangers_get_no_file(fought: Game, client: Client) -> None:
    for name in ("game-luck", "game-luck-csv", "game-chronicle-csv"):
        assert client.get(reverse(name, args=[fought.pk])).status_code == 404


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-2", "@SUM(A1)", "\t=1", " =cmd|' /C calc'!A0", "\tA", "\rA", "\nA", "＝1"]
)
def test_a_text_is_no_formula(text: str) -> None:
    (row,) = csv.reader(io.StringIO("".join(csv_of([[text, -2, "Roma"]]))[1:], newline=""), strict=True)
    assert row == [f"'{text}", "-2", "Roma"]
