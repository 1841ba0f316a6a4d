"""The two URLs for taking a game offline and uploading it, and the page on which people choose a branch."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.urls import reverse

from features.offline import sync
from games import services
from games.models import Branch, Game, Outbox
from games.services.notices import words
from tests.features.offline.phones import Phone, a_battle
from tests.web.cast import browser, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return a_battle(person("owner"), person("rival"), hands="any")


def address(game: Game, name: str = "game-offline") -> str:
    return reverse(name, args=[game.pk])


def phone(game: Game, who: str, own: str, seed: int, steps: int) -> Phone:
    return Phone(game, person(who), random.Random(seed), own).take().play(steps)


def body(one: Phone, **more: Any) -> dict[str, Any]:
    return {
        "format": 1,
        "device": str(one.device),
        "base": one.base,
        "entries": [
            {k: v for k, v in item.items() if item["kind"] != "action" or k != "kind"} for item in one.items
        ],
        **more,
    }


def post(game: Game, who: str, sent: Any) -> Any:
    return browser(who).post(address(game), json.dumps(sent), content_type="application/json")


def parted(game: Game) -> Branch:
    """Create a branch. Two phones continue differently from the same position, owner's uploads its moves
    first, and rival's moves become the branch.
    """
    theirs = phone(game, "rival", "blue", 2, 4)
    assert phone(game, "owner", "red", 1, 6).come_back().result == "home"
    row = theirs.come_back().branch
    assert row is not None
    game.refresh_from_db()
    return row


def press(game: Game, who: str, do: str, row: Branch, seq: Any = None) -> Any:
    game.refresh_from_db()
    sent = {"do": do, "branch": row.pk, "seq": game.seq if seq is None else seq}
    return browser(who).post(address(game, "game-branches"), sent, follow=True)


def test_taken_along_as_it_is_and_brought_home(game: Game) -> None:
    told = browser("owner").get(address(game)).json()
    assert {"format", "system", "scenario", "options", "entries", "base", "rules_version"} <= set(told)
    assert [seat["mine"] for seat in told["seats"]] == [True, False]
    mine = phone(game, "owner", "red", 1, 5)
    answer = post(game, "owner", body(mine))
    at = services.table(Game.objects.get(pk=game.pk))
    assert at.head is not None
    assert (answer.status_code, answer.json()) == (
        200,
        {"result": "home", "seq": 5, "digest": mine.head.digest},
    )
    assert post(game, "owner", body(mine)).json()["result"] == "already"
    chronicle = browser("rival").get(address(game, "game-chronicle")).content.decode()
    assert chronicle.count("played offline on a phone") == 5, "and not of the entry before"


def test_who_may_take_it_along(game: Game) -> None:
    assert browser("stranger").get(address(game)).status_code == 404
    assert browser("").get(address(game)).status_code == 401
    Game.objects.filter(pk=game.pk).update(public=True)
    answer = browser("stranger").get(address(game))
    assert (answer.status_code, answer.json()["code"]) == (403, "offline_no_seat")
    sent = body(phone(game, "owner", "red", 1, 2))
    assert post(game, "stranger", sent).status_code == 403
    assert post(game, "", sent).status_code == 401
    Game.objects.filter(pk=game.pk).update(dice_mode=Game.DiceMode.VIRTUAL)
    assert browser("owner").get(address(game)).json()["code"] == "offline_server_dice"
    answer = post(game, "owner", sent)
    assert (answer.status_code, answer.json()["code"]) == (400, "offline_server_dice")
    assert not Branch.objects.exists()


def test_answers_that_a_phone_can_act_upon(game: Game) -> None:
    theirs = phone(game, "rival", "blue", 2, 4)
    post(game, "owner", body(phone(game, "owner", "red", 1, 6)))
    answer = post(game, "rival", body(theirs))
    row = Branch.objects.get(by=person("rival"))
    told = answer.json()
    assert (answer.status_code, told["result"], told["branch"]) == (409, "conflict", row.pk)
    assert told["page"].endswith(address(game, "game-branches"))
    wrong = phone(game, "owner", "red", 3, 2)
    wrong.items[1] = {**wrong.items[1], "action": {"kind": "end_combat"}}
    answer = post(game, "owner", body(wrong))
    told = answer.json()
    assert (answer.status_code, told["result"], told["entry"]) == (422, "refused", 2)
    assert told["rule"] and told["text"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"format": 2}, "$.format"),
        ({"device": "x"}, "$.device"),
        ({"base": {"seq": -1, "digest": "0" * 64}}, "$.base.seq"),
        ({"base": {"seq": 0, "digest": "0"}}, "$.base.digest"),
        ({"base": {"seq": 0}}, "$.base.digest"),
        ({"entries": [7]}, "$.entries[0]"),
        ({"entries": [{"seat": "red"}]}, "$.entries[0].action"),
        ({"entries": [{"seat": "red", "action": {}, "dice": ["6"]}]}, "$.entries[0].dice"),
        ({"entries": [{"seat": "red", "action": {}, "dice": [1] * 61}]}, "$.entries[0].dice"),
        ({"entries": [{"seat": "red", "action": {}, "kind": "setup"}]}, "$.entries[0].kind"),
        ({"entries": [{"seat": "red", "kind": "rewind", "to": -1}]}, "$.entries[0].to"),
        ({"more": 1}, "$.more"),
    ],
)
def test_what_is_not_understood_names_its_place(game: Game, change: Any, path: str) -> None:
    answer = post(game, "owner", body(phone(game, "owner", "red", 1, 2), **change))
    assert (answer.status_code, answer.json()["path"]) == (400, path)
    assert not Branch.objects.exists()


def test_sizes_are_bounded(game: Game) -> None:
    mine = phone(game, "owner", "red", 1, 1)
    answer = post(game, "owner", body(mine, entries=[body(mine)["entries"][0]] * (sync.MOST + 1)))
    assert (answer.status_code, answer.json()["code"]) == (413, "offline_too_many")
    answer = post(game, "owner", body(mine, game="x" * 1_000_001))
    assert answer.status_code == 413


def test_both_ways_stand_side_by_side_and_the_game_says_so(game: Game) -> None:
    row = parted(game)
    page = browser("owner").get(address(game, "game-branches")).content.decode()
    assert f'id="branch-{row.pk}"' in page and page.count("ways__way") == 2
    assert "Keep the online game" in page and "Keep the version on rival" in page
    head = browser("owner").get(address(game, "game")).content.decode()
    assert "Two phones have played on from" in head and address(game, "game-branches") in head
    for who in ("owner", "rival"):
        home = browser(who).get("/").content.decode()
        assert address(game, "game-branches") in home and "Choose which to keep" in home
    assert address(game, "game-branches") not in browser("stranger").get("/").content.decode()
    client = browser("owner")
    client.cookies["django_language"] = "it"
    assert "Due telefoni hanno giocato" in client.get(address(game, "game")).content.decode()


def test_a_press_each_puts_the_other_way_into_the_log(game: Game) -> None:
    row = parted(game)
    answer = press(game, "rival", "branch", row)
    assert "You have agreed. The others will be asked too" in answer.content.decode()
    answer = press(game, "owner", "branch", row)
    assert answer.redirect_chain[-1][0] == address(game, "game")
    game.refresh_from_db()
    assert game.seq == 6 + 1 + 4 and services.verify_game(game).ok
    chronicle = browser("owner").get(address(game, "game-chronicle")).content.decode()
    assert "undone" in chronicle
    page = browser("owner").get(address(game, "game-branches")).content.decode()
    assert "Nothing to choose" in page


def test_the_log_stands_and_the_rest_is_downloaded(game: Game) -> None:
    row = parted(game)
    press(game, "owner", "log", row)
    row.refresh_from_db()
    assert row.state == Branch.State.LEFT
    assert address(game, "game-branches") not in browser("owner").get("/").content.decode()
    one = reverse("game-branch", args=[game.pk, row.pk])
    answer = browser("owner").get(one)
    assert answer.json()["entries"] == row.entries and "attachment" in answer["Content-Disposition"]
    assert browser("stranger").get(one).status_code == 404
    Game.objects.filter(pk=game.pk).update(public=True)
    assert browser("stranger").get(one).status_code == 403
    assert browser("stranger").get(address(game, "game-branches")).status_code == 403
    assert "Two phones" not in browser("stranger").get(address(game, "game")).content.decode()
    other = a_battle(person("owner"), person("rival"), hands="any")
    assert browser("owner").get(reverse("game-branch", args=[other.pk, row.pk])).status_code == 404


def test_a_stale_page_or_an_unknown_button_changes_nothing(game: Game) -> None:
    row = parted(game)
    for sent in ({"seq": 2}, {"seq": "x"}):
        press(game, "owner", "branch", row, **sent)
    press(game, "owner", "burn", row)
    row.refresh_from_db()
    game.refresh_from_db()
    assert (row.state, row.words, game.seq) == ("open", [], 6)


def test_those_it_concerns_are_written_to(game: Game) -> None:
    row = parted(game)
    told = Outbox.objects.get(kind=Outbox.Kind.BRANCH)
    assert (told.recipient, told.payload) == (person("owner"), {"branch": row.pk})
    assert "a phone has uploaded" in words.message_text(told) and not words.obsolete(told)
    assert words.address_of(told) == address(game, "game-branches")
    press(game, "owner", "log", row)
    done = Outbox.objects.get(kind=Outbox.Kind.BRANCH_DONE)
    assert done.recipient == person("rival") and "was chosen" in words.message_text(done)
    assert words.obsolete(told)


def test_a_step_that_the_rules_refuse_is_told_on_the_page(game: Game) -> None:
    wrong = phone(game, "owner", "red", 3, 3)
    wrong.items[2] = {**wrong.items[2], "action": {"kind": "end_combat"}, "dice": []}
    assert wrong.come_back().result == "refused"
    page = browser("rival").get(address(game, "game-branches")).content.decode()
    assert "Move 3:" in page and "Accept the moves from" not in page
