"""Agreements as JSON: treaties, observers, the desk, guest commanders, appointments, leagues."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import services
from games.models import Game, Seat
from leagues.models import Board
from tests.leagues.cast import begun, club, fight
from tests.web.api.programs import Program, told, well
from tests.web.cast import person, running
from tests.web.doors import war
from tests.web.treating import WORD, table

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def bridges(settings: Any) -> None:
    settings.VEXILLUM_BRIDGES = ["tests.games.duel"]


def test_a_treaty_from_the_offer_to_the_word_of_the_two() -> None:
    game = running(public=True)
    path, owner, rival = f"games/{game.pk}/treaties", Program("owner"), Program("rival")
    offers = well(owner.get(f"{path}?seat=red&to=blue"))["offers"]
    assert {one["kind"] for one in offers["give"]} >= {"words", "peace"}
    promise = {"by": "red", "kind": "words", "words": WORD, "until": 2}
    body = {"do": "propose", "seat": "red", "to": "blue", "key": "k", "promises": [promise]}
    made = well(owner.post(path, body))
    # the same key returns the same treaty
    assert made == well(owner.post(path, body)) and made["may"] == ["withdraw"]
    assert well(Program("stranger").get(path))["treaties"] == []  # only its two parties read it
    number = made["treaty"]
    assert told(owner.post(path, {"do": "accept", "treaty": number}), 403, "forbidden")
    assert well(rival.post(path, {"do": "accept", "treaty": number}))["status"] == "made"
    broken = {"do": "broken", "promise": made["promises"][0]["promise"]}
    told(Program("rival", "read").post(path, broken), 403, "scope_missing")
    marked = well(rival.post(path, broken))["promises"][0]
    assert (marked["status"], marked["settled_by"], WORD in marked["text"]) == ("broken", "blue", True)
    assert well(owner.post(path, {**broken, "do": "dispute"}))["promises"][0]["disputed"] is True
    for wrong, at, code in (
        ({"do": "accept"}, "$.treaty", "missing_field"),
        ({"do": "accept", "treaty": "1"}, "$.treaty", "wrong_type"),
        ({"do": "accept", "treaty": 0}, "$.treaty", "not_one_of"),
        ({"do": "vanish"}, "$.do", "not_one_of"),
        ({"treaty": 1}, "$.do", "missing_field"),
        ({**body, "promises": ["peace"], "key": "l"}, "$.promises[0]", "wrong_type"),
    ):
        assert told(owner.post(path, wrong), 400, code)["path"] == at
    told(Program("stranger").post(path, {"do": "accept", "treaty": number}), 403, "forbidden")
    told(owner.post(path, {**body, "promises": [], "key": "m"}), 400, "treaty_empty")


def test_an_observer_by_link_sees_what_the_seat_sees_and_no_more() -> None:
    game = running()
    path, owner, friend = f"games/{game.pk}/observers", Program("owner"), Program("friend")
    row = well(owner.post(path, {"do": "give", "seat": "red", "delay": 0}))
    token = row["page"].rstrip("/").rpartition("/")[2]
    assert row["name"] is None and well(friend.get(f"observe/{token}"))["by"] == "owner"
    told(friend.get(f"games/{game.pk}/observe"), 404, "not_found")
    assert well(friend.post(f"observe/{token}", {}))["seat"] == "red"
    told(friend.post(f"observe/{token}", {}), 404, "not_found")  # the link works once
    seen = well(friend.get(f"games/{game.pk}/observe"))
    assert seen["view"] == well(owner.get(f"games/{game.pk}/state?seat=red"))["view"]
    assert seen["seat"] == "red" and seen["entries"][0]["seq"] == game.seq and not seen["waiting"]
    told(friend.get(f"games/{game.pk}/observe?at={game.seq + 1}"), 404, "not_found")
    told(friend.get(f"games/{game.pk}/state"), 404, "not_found")  # no other URL opens
    listed = well(Program("gm").get(path))["observers"]
    assert [(one["name"], one["page"]) for one in listed] == [("friend", "")]
    assert well(Program("gm", "read").get(path))["observers"] == []  # a key without the scope `lead`
    told(Program("gm", "play").post(path, {"do": "end", "observer": row["observer"]}), 403, "scope_missing")
    well(owner.post(path, {"do": "end", "observer": row["observer"]}))
    told(friend.get(f"games/{game.pk}/observe"), 404, "not_found")
    told(owner.post(path, {"do": "give", "seat": "blue"}), 403, "forbidden")
    told(owner.post(path, {"do": "give", "seat": "red", "name": "nobody"}), 422, "observer_unknown")


def test_the_desk_gives_time_nudges_answers_lends_and_calls() -> None:
    game = running(hours_per_decision=24)
    path, leader = f"games/{game.pk}/desk", Program("gm")
    people = {one["seat"]: one for one in well(leader.get(path))["people"]}
    assert people["red"]["player"] == "owner" and people["red"]["may_give_time"]
    assert people["red"]["reach"] == "no_address" and people["green"]["program"]
    due = {one["seat"]: one["due_at"] for one in well(leader.get(path))["waits"]}
    assert well(leader.post(path, {"do": "more_time", "seat": "red", "hours": 5}))["count"] == 1
    after = {one["seat"]: one["due_at"] for one in well(leader.get(path))["waits"]}
    assert after["red"] > due["red"] and after["blue"] == due["blue"]
    told(leader.post(path, {"do": "more_time", "seat": "red", "hours": 0}), 400, "not_one_of")
    told(leader.post(path, {"do": "nudge", "seat": "red"}), 422, "no_mail")
    told(leader.post(path, {"do": "nudge", "seat": "pink"}), 422, "no_such_seat")
    told(leader.post(path, {"do": "call", "seat": "red"}), 422, "seat_taken")
    choices = well(leader.get(f"{path}/answer?seat=red"))
    assert "hold" in {one["kind"] for one in choices["choices"]}
    told(leader.get(f"{path}/answer?seat=green"), 422, "nothing_owed")
    given = {"do": "answer", "seat": "red", "seq": choices["seq"], "key": "a", "action": {"kind": "hold"}}
    told(leader.post(path, {**given, "seq": choices["seq"] - 1}), 409, "somebody_moved")
    told(leader.post(path, {**given, "action": {"kind": "none"}}), 400, "unknown_kind")
    answered = well(leader.post(path, given))
    assert answered["seq"] == game.seq + 1 and well(leader.post(path, given))["seq"] == answered["seq"]
    bench = f"games/{game.pk}/bench"
    key = well(leader.get(path))["bench_page"].partition("?")[2]
    told(Program("reserve").post(bench, {}), 404, "not_found")  # a private game
    assert well(Program("reserve").post(f"{bench}?{key}", {}))["mine"]
    assert well(leader.get(path))["bench"] == ["reserve"]
    until = (timezone.now() + timedelta(days=3)).date().isoformat()
    lent = well(leader.post(path, {"do": "lend", "seat": "blue", "until": until, "to": "reserve"}))
    assert lent["back_at"] and Seat.objects.get(game=game, key="blue").user == person("reserve")
    for day in ("soon", "9999-12-31", "2020-01-01"):
        told(leader.post(path, {"do": "lend", "seat": "red", "until": day}), 422, "lend_until")
    told(Program("owner").get(path), 403, "forbidden")
    told(Program("stranger").get(path), 404, "not_found")
    told(Program("gm", "read", "play").post(path, {"do": "nudge", "seat": "red"}), 403, "scope_missing")
    own, mine = Program("owner"), f"games/{game.pk}/lend"
    assert well(own.post(mine, {"seat": "red", "until": until}))["back_at"]
    well(own.ask("delete", f"{mine}?seat=red"))
    assert Seat.objects.get(game=game, key="red").user == person("owner")
    told(own.post(mine, {"seat": "blue", "until": until}), 403, "forbidden")


def test_a_guest_general_and_an_hour_for_the_battle() -> None:
    campaign, battle, link = war()
    path, owner, rival = f"games/{battle.pk}", Program("owner"), Program("rival")
    made = well(owner.post(f"{path}/command", {"do": "link", "seat": "first"}))
    token = made["page"].rstrip("/").rpartition("/")[2]
    assert well(Program("friend").get(f"command/{token}"))["for"] == "owner"
    told(rival.post(f"command/{token}", {}), 422, "command_plays")
    assert well(Program("friend").post(f"command/{token}", {}))["seat"] == "first"
    told(Program("friend").get(f"command/{token}"), 410, "invitation")
    assert [one["who"] for one in well(rival.get(f"{path}/command"))["commanded"]] == ["friend"]
    told(
        Program("gm", "play").post(f"{path}/command", {"do": "relieve", "seat": "first"}),
        403,
        "scope_missing",
    )
    well(owner.post(f"{path}/command", {"do": "relieve", "seat": "first"}))
    assert well(owner.get(f"{path}/command"))["commanded"] == []
    told(owner.get(f"games/{campaign.pk}/command"), 404, "not_found")  # the campaign has no battle

    at = (timezone.now() + 50 * HOUR).replace(microsecond=0)
    wanted = {"do": "propose", "times": [{"at": at.isoformat(), "minutes": 90, "where": "the club"}]}
    told(
        rival.post(f"{path}/meeting", {"do": "propose", "times": [{"at": "2026-11-23T20:00"}]}),
        400,
        "bad_value",
    )
    told(rival.post(f"{path}/meeting", {"do": "propose", "times": []}), 400, "meet_none")
    proposed = well(rival.post(f"{path}/meeting", wanted))["times"][0]
    assert (proposed["by"], proposed["fits"]) == ("rival", "open")
    fix = {"do": "fix", "proposal": proposed["proposal"]}
    told(rival.post(f"{path}/meeting", fix), 422, "meet_not_all")
    wrong = {"do": "answer", "answers": {"x": "yes", str(proposed["proposal"]): "sure"}}
    assert {
        one["code"] for one in told(owner.post(f"{path}/meeting", wrong), 400, "wrong_key")["mistakes"]
    } == {
        "wrong_key",
        "not_one_of",
    }
    well(owner.post(f"{path}/meeting", {"do": "answer", "answers": {str(proposed["proposal"]): "maybe"}}))
    fixed = well(owner.post(f"{path}/meeting", fix))
    assert fixed["status"] == "fixed" and fixed["words"][0]["by"] == "owner" and fixed["file"]
    same = well(rival.get(f"games/{campaign.pk}/battles/{link.pk}/meeting"))
    assert same["game"] == str(battle.pk) and same["at"] == fixed["at"]
    told(Program("stranger").get(f"{path}/meeting"), 404, "not_found")
    told(Program("gm", "read").get(f"{path}/meeting"), 403, "scope_missing")


def test_a_season_is_led_and_read() -> None:
    league = begun("anna", "bruno")
    path, leader, anna = f"leagues/{league.pk}", Program("gm"), Program("anna")
    assert [one["league"] for one in well(anna.get("leagues"))["leagues"]] == [str(league.pk)]
    told(Program("stranger").get(path), 404, "not_found")
    told(anna.post(path, {"do": "draw"}), 403, "forbidden")
    told(leader.post(path, {"do": "draw"}), 422, "round_open")
    fight(Board.objects.get(round__league=league))
    board = well(anna.get(path))["rounds"][0]["boards"][0]
    assert (
        board["decided"]
        and board["game"]
        and sum(one["half_points"] for one in well(anna.get(path))["table"]) == 2
    )
    rule = {
        "do": "rule",
        "board": board["board"],
        "reason": "They agreed.",
        "ranks": {"first": 1, "second": 1},
    }
    told(leader.post(path, {**rule, "reason": " "}), 422, "no_reason")
    told(leader.post(path, {**rule, "ranks": {"first": "1"}}), 422, "ranks_unclear")
    ruled = well(leader.post(path, rule))
    assert [one["half_points"] for one in ruled["table"]] == [1, 1] and ruled["rounds"][0]["boards"][0][
        "reason"
    ]
    assert well(leader.post(path, {"do": "draw"}))["drawn"] and well(anna.get(path))["drawn"] is None
    told(anna.ask("delete", path), 422, "sits_in_it")
    well(leader.post(path, {"do": "discard"}))
    other = club(name="Second")
    link = well(leader.get(f"leagues/{other.pk}"))["link"].rstrip("/").rpartition("/")[2]
    assert well(anna.get(f"leagues/join/{link}"))["name"] == "Second"
    assert well(Program("elena").post(f"leagues/join/{link}", {}))["league"] == str(other.pk)
    assert well(Program("elena").ask("delete", f"leagues/{other.pk}"))["league"] == str(other.pk)
    told(anna.get("leagues/join/none"), 404, "not_found")


def test_a_sealed_table_shows_its_league_nothing_more_than_its_page_does() -> None:
    league = begun("anna", "bruno", "carla", "dino", kind="duplicate")
    fight(Board.objects.filter(round__league=league).order_by("pk")[0])
    for who in ("anna", "gm"):
        boards = well(Program(who).get(f"leagues/{league.pk}"))["rounds"][0]["boards"]
        assert all(seat["rank"] is None and seat["score"] is None for one in boards for seat in one["seats"])
    assert not any(one["game"] for one in boards)  # a sealed table is hidden even from the organiser


def test_nothing_of_a_desk_is_done_for_a_table_of_three_that_waits_for_nobody() -> None:
    game = table()
    services.abandon(game.pk, person("gm"), now=timezone.now())
    path, leader = f"games/{game.pk}/desk", Program("gm")
    told(leader.post(path, {"do": "more_time", "seat": "red"}), 422, "not_running")
    told(leader.get(f"{path}/answer?seat=red"), 422, "not_running")
    assert well(leader.get(path))["bench"] == [] and Game.objects.get(pk=game.pk).is_over
