"""Composing a plan on the page and as JSON, and undoing the player's last steps."""

import json
import re
import uuid
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from engine.game import Rules
from games import services
from games.models import Game, Plan
from tests.engine.example.system import FordsRules
from tests.found import some
from tests.web.cast import browser, hold, person, raid, running
from tests.web.strolls import stroll

pytestmark = pytest.mark.django_db


def address(game: Game, name: str = "game-plan") -> str:
    return reverse(name, args=[game.pk])


def actions(game: Game) -> list[Any]:
    return [row.action["kind"] for row in game.entries.order_by("seq") if row.kind == "action"]


def planned(game: Game, seat: str = "north") -> list[str]:
    plan = Plan.objects.filter(seat__game=game, seat__key=seat).first()
    return [] if plan is None else [step["action"]["kind"] for step in plan.rest]


def add(game: Game, *kinds: str, who: str = "owner", seat: str = "north") -> Any:
    """Choose these actions one after another, as the forms of the plan page send them."""
    answer = None
    for kind in kinds:
        answer = browser(who).post(address(game), {"seat": seat, "kind": kind}, follow=True)
    return answer


def press(game: Game, do: str, who: str = "owner", seat: str = "north", **more: Any) -> Any:
    """Press a button of the plan page in its current state."""
    page = browser(who).get(address(game), {"seat": seat}).content.decode()
    shown = {name: found[1] for name in ("mark", "seq", "key") if (found := hidden(page, name))}
    return browser(who).post(address(game), {"seat": seat, "do": do, **shown, **more}, follow=True)


def hidden(page: str, name: str) -> re.Match[str] | None:
    plan = page[page.index('id="next"') :]
    return re.search(rf'name="{name}" value="([^"]*)"', plan)


# --- on the page ------------------------------------------------------------------------------------------


def test_steps_are_chosen_from_what_would_be_possible_then() -> None:
    game = stroll("owner", "rival")
    page = add(game, "walk", "walk").content.decode()
    assert (planned(game), actions(game)) == (["walk", "walk"], [])
    assert "Send: make 2 moves" in page
    assert '"points"' in page or "Points" in page
    page = add(game, "halt").content.decode()
    assert "After these moves the game waits for: South." in page
    assert 'name="kind"' not in page, "nothing is offered that is another's to do"


def test_previewing_a_plan_changes_nothing() -> None:
    game = stroll("owner", "rival")
    add(game, "walk", "walk")
    assert services.table(game).state.points["north"] == 0
    then = browser("owner").get(address(game, "game-plan-json")).json()["trial"]
    assert (then["steps"], then["view"]["points"]["north"], then["stop"]) == (2, 2, None)


def test_a_step_behind_a_die_is_not_tried_out() -> None:
    game = stroll("owner", "rival")
    page = add(game, "walk", "throw").content.decode()
    assert planned(game) == ["walk", "throw"]
    assert "Dice are rolled here (Throw): what follows" in page
    answer = browser("owner").post(address(game), {"seat": "north", "kind": "walk"})
    assert (answer.status_code, planned(game)) == (302, ["walk", "throw", "walk"])  # chosen, not tried out
    assert services.table(game).state.points["north"] == 0


def test_a_plan_is_executed_once() -> None:
    game = stroll("owner", "rival")
    add(game, "walk", "throw")
    page = press(game, "send").content.decode()
    assert actions(game) == ["walk", "throw"]
    assert "2 moves made." in page
    press(game, "send", key="again")
    assert actions(game) == ["walk", "throw"]


def test_the_buttons_change_the_plan() -> None:
    game = stroll("owner", "rival")
    add(game, "walk", "challenge")
    press(game, "earlier", step="2")
    assert planned(game) == ["challenge", "walk"]
    press(game, "remove", step="1")
    assert planned(game) == ["walk"]
    add(game, "walk", "halt")
    press(game, "remove")
    assert planned(game) == ["walk", "walk"]
    press(game, "cut", step="1")
    assert planned(game) == []
    add(game, "walk")
    press(game, "drop")
    assert not Plan.objects.exists()
    assert actions(game) == []


def test_a_plan_that_was_changed_in_another_window_is_not_sent_unseen() -> None:
    game = stroll("owner", "rival")
    add(game, "walk")
    page = browser("owner").get(address(game)).content.decode()
    shown = {name: found[1] for name in ("mark", "seq", "key") if (found := hidden(page, name))}
    add(game, "halt")
    answer = browser("owner").post(address(game), {"seat": "north", "do": "send", **shown})
    assert (answer.status_code, actions(game)) == (409, [])
    assert "The plan has changed in the meantime. Check it and decide" in answer.content.decode()


def test_the_page_of_the_game_tells_why_a_plan_stopped() -> None:
    game = running()
    body = {
        "seat": "red",
        "steps": [{"kind": "hold"}, {"kind": "hold"}],
        "send": True,
        "seq": game.seq,
        "key": "k",
    }
    put(game, "owner", body)
    browser("rival").post(address(game, "game-act"), hold(game, "blue"))
    services.answer_due(game.pk, timezone.now())
    page = browser("owner").get(game.get_absolute_url()).content.decode()
    assert "It stopped: " in page
    assert "1 move left" in page
    rivals = browser("rival").get(game.get_absolute_url()).content.decode()
    assert "It stopped: " not in rivals
    assert address(game) not in rivals.replace(address(game) + "?seat=blue", "")


def test_what_cannot_be_imagined_is_not_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FordsRules, "imagine", Rules.imagine)
    game = running()
    page = browser("owner").get(address(game)).content.decode()
    assert "try anything out in advance here: too much is hidden" in page
    browser("owner").post(address(game), {**raid(game), "seat": "red"})
    assert planned(game, "red") == ["attack"]
    answer = put(game, "owner", {"seat": "red", "steps": [raid_of("red")]})
    assert (answer.status_code, answer.json()["step"]) == (422, 1)


# --- strangers at these URLs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "page", "json_status"),
    [("", 404, 401), ("stranger", 404, 404), ("gm", 404, 403), ("rival", 403, 403)],
)
def test_a_plan_is_its_seats_alone(who: str, page: int, json_status: int) -> None:
    game = stroll("owner", "rival")
    add(game, "walk")
    client = browser(who)
    assert client.post(address(game), {"seat": "north", "do": "drop"}).status_code == page
    asked = address(game, "game-plan-json")
    body = {"seat": "north", "steps": []}
    assert client.get(asked, {"seat": "north"}).status_code == json_status
    assert client.delete(asked + "?seat=north").status_code == json_status
    assert client.put(asked, body, content_type="application/json").status_code == json_status
    assert planned(game) == ["walk"]


def test_nobody_else_reads_of_it_anywhere() -> None:
    game = stroll("owner", "rival", public=True)
    add(game, "walk", "challenge")
    names = ("game", "game-chronicle", "game-state", "game-replay", "game-back")
    for who in some(["rival", "gm", "stranger"]):
        for name in names:
            answer = browser(who).get(address(game, name))
            if answer.status_code == 200:
                told = answer.content.decode()
                assert "Your plan" not in told
                assert '"challenge"' not in told
    assert "Your plan" in browser("owner").get(address(game, "game")).content.decode()


def test_another_seat_of_the_same_person_has_a_plan_of_its_own() -> None:
    game = stroll("owner", "owner")
    add(game, "walk")
    assert (
        "The plan is empty so far. Choose the first move below"
        in browser("owner").get(address(game), {"seat": "south"}).content.decode()
    )


# --- as JSON ----------------------------------------------------------------------------------------------


def put(game: Game, who: str, body: Any) -> Any:
    data = body if isinstance(body, str) else json.dumps(body)
    return browser(who).put(address(game, "game-plan-json"), data, content_type="application/json")


def whole(game: Game, *kinds: str, **more: Any) -> dict[str, Any]:
    game.refresh_from_db()
    steps = [{"kind": kind} for kind in kinds]
    return {"seat": "north", "steps": steps, "send": True, "seq": game.seq, "key": str(uuid.uuid4()), **more}


def test_a_plan_is_sent_whole_by_json() -> None:
    game = stroll("owner", "rival")
    body = whole(game, "walk", "throw", "halt", "walk")
    answer = put(game, "owner", body).json()
    assert (answer["status"], answer["done"], answer["seq"], answer["repeated"]) == ("sent", 3, 3, False)
    assert [event["kind"] for event in answer["events"]] == ["walked", "thrown", "halted"]
    assert [step["text"] for step in answer["steps"][:2]] == ["Walk", "Throw"]
    assert answer["trial"]["stop"]["why"] == "other_seat"
    again = put(game, "owner", body).json()
    assert (again["repeated"], actions(game)) == (True, ["walk", "throw", "halt"])


def test_a_draft_tells_what_could_come_next() -> None:
    game = stroll("owner", "rival")
    answer = put(game, "owner", {"seat": "north", "steps": [{"kind": "walk"}]}).json()
    assert (answer["status"], answer["trial"]["steps"], actions(game)) == ("draft", 1, [])
    assert {choice["kind"] for choice in answer["trial"]["choices"]} == {"walk", "throw", "halt", "challenge"}
    gone = browser("owner").delete(address(game, "game-plan-json") + "?seat=north")
    assert (gone.status_code, planned(game)) == (200, [])


def test_an_impossible_step_is_refused_with_its_number_section_and_reason() -> None:
    game = running()
    body = {"seat": "red", "steps": [raid_of("red")], "send": True, "seq": game.seq, "key": "k"}
    answer = put(game, "owner", body)
    found = answer.json()
    assert (answer.status_code, found["step"], found["rule"], found["code"]) == (
        422,
        1,
        "2",
        "no_such_target",
    )
    assert found["text"].startswith("Move 1: ")
    assert not Plan.objects.exists()


def raid_of(target: str) -> dict[str, Any]:
    return {"kind": "attack", "camp": "east", "target": target, "stake": 1}


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ("no json", "$", "not_json"),
        ("[]", "$", "not_an_object"),
        ({"seat": "north"}, "$.steps", "missing_field"),
        ({"seat": "north", "steps": "walk"}, "$.steps", "wrong_type"),
        ({"seat": "north", "steps": [], "send": True, "key": "k"}, "$.seq", "missing_field"),
        ({"seat": "north", "steps": [], "send": 1, "seq": 0, "key": "k"}, "$.send", "wrong_type"),
        ({"seat": "north", "steps": [], "more": 1}, "$.more", "unknown_field"),
        ({"seat": "north", "steps": ["walk"]}, "$.steps[0]", "not_an_object"),
        ({"seat": "north", "steps": [{"kind": "fly"}]}, "$.steps[0].kind", "unknown_kind"),
    ],
)
def test_what_is_not_understood_is_answered_with_its_place(body: Any, path: str, code: str) -> None:
    answer = put(stroll("owner", "rival"), "owner", body)
    assert answer.status_code == 400
    assert {"path": path, "code": code}.items() <= answer.json()["mistakes"][0].items()
    assert not Plan.objects.exists()


# --- undoing ----------------------------------------------------------------------------------------------


def back(game: Game, who: str = "owner", **more: Any) -> Any:
    game.refresh_from_db()
    posted = {"seat": "north", "seq": game.seq, "key": str(uuid.uuid4()), "steps": "1", **more}
    return browser(who).post(address(game, "game-take-back"), posted, follow=True)


def walk(game: Game, *kinds: str, who: str = "owner", seat: str = "north") -> None:
    for kind in kinds:
        game.refresh_from_db()
        sent = {"seq": game.seq, "key": str(uuid.uuid4()), "seat": seat, "kind": kind}
        browser(who).post(address(game, "game-act"), sent)


def test_the_last_steps_are_taken_back_one_or_all() -> None:
    game = stroll("owner", "rival")
    walk(game, "throw", "walk", "walk", "walk")
    page = browser("owner").get(game.get_absolute_url()).content.decode()
    assert "all my last 3" in page
    page = back(game).content.decode()
    assert "Undone." in page
    assert "all my last 2" in page
    page = back(game, steps="2").content.decode()
    assert services.table(game).state.points["north"] % 10 == 0
    assert "data-undo" not in page, "behind the die nothing is taken back alone"


def test_behind_a_die_or_anothers_answer_nothing_is_taken_back() -> None:
    game = stroll("owner", "rival")
    walk(game, "walk", "throw")
    assert "undo this alone: since then dice" in back(game).content.decode()
    walk(game, "halt")
    walk(game, "walk", who="rival", seat="south")
    assert "undo this alone: since then dice" in back(game).content.decode()
    assert not game.entries.filter(kind="rewind").exists()


@pytest.mark.parametrize("steps", ["0", "-1", "2", "99", "x", ""])
def test_odd_numbers_of_steps_change_nothing(steps: str) -> None:
    game = stroll("owner", "rival")
    walk(game, "walk")
    back(game, steps=steps)
    assert not game.entries.filter(kind="rewind").exists()


@pytest.mark.parametrize(("who", "status"), [("", 404), ("stranger", 404), ("rival", 200), ("gm", 200)])
def test_nobody_takes_back_the_steps_of_another(who: str, status: int) -> None:
    game = stroll("owner", "rival")
    walk(game, "walk")
    assert back(game, who).status_code == status
    assert not game.entries.filter(kind="rewind").exists()


def test_what_was_sent_as_a_plan_and_is_taken_back_stands_in_it_again() -> None:
    game = stroll("owner", "rival")
    add(game, "walk", "walk", "walk")
    press(game, "send")
    page = back(game, steps="2").content.decode()
    assert planned(game) == ["walk", "walk"]
    assert "It stopped: You have undone some of its moves." in page


def test_a_seat_that_is_handed_on_has_no_plan() -> None:
    game = stroll("owner", "rival")
    add(game, "walk")
    services.leave_seat(game.pk, person("owner"), "north", now=game.created_at)
    assert not Plan.objects.exists()
