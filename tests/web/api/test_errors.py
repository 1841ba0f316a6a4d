"""Every error has one form, with a code listed in docs/api.md."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from engine.codec import canonical
from games.views.api.problems import CODES, VALUES
from tests.found import some
from tests.web.api.programs import Program, act, told
from tests.web.cast import running

pytestmark = pytest.mark.django_db
DOCS = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")


def test_the_table_of_codes_is_that_of_the_document() -> None:
    table = re.findall(r"^\| `(\w+)` \| (\d+) \|", DOCS, re.M)
    ours = {code: status for code, (status, _text, _hint) in CODES.items()}
    assert dict(table) == {**{code: str(status) for code, status in ours.items()}, "somebody_moved": "409"}
    listed = DOCS[DOCS.index("What is wrong with a value") : DOCS.index("## Who asks, and their games")]
    assert set(re.findall(r"`(\w+)`", listed)) == set(VALUES)


def test_every_code_says_what_to_do() -> None:
    for code, (_status, text, hint) in some(CODES.items()):
        assert str(text) and str(hint), code


BROKEN = (
    "{",
    "null",
    "[]",
    '"x"',
    "[" * 20_000,
    '{"a":' * 200 + "1" + "}" * 200,
    "9" * 5000,
    '{"seq":' + "9" * 40 + "}",
    '{"seat":"\\u0000"}',
    '{"seat":"\\ud83d"}',
    '{"seat":NaN}',
    "\ufeff{}",
    "\0",
)


@pytest.mark.parametrize("number", range(len(BROKEN)))
def test_what_is_no_json_of_ours_is_refused(number: int) -> None:
    game, program = running(), Program("owner")
    for room in some(["act", "letters"]):
        found = program.post(f"games/{game.pk}/{room}", BROKEN[number])
        assert found.status_code == 400
        told(found, 400, found.json()["code"])
        assert found.json()["mistakes"] and found.json()["code"] in VALUES


WRONG = (
    ({"seat": 1}, "$.seat", "wrong_type"),
    ({"seq": "0"}, "$.seq", "wrong_type"),
    ({"seq": True}, "$.seq", "wrong_type"),
    ({"seq": 1.5}, "$.seq", "wrong_type"),
    ({"key": None}, "$.key", "wrong_type"),
    ({"key": "k" * 65}, "$.action", "no_key"),
    ({"action": []}, "$.action", "wrong_type"),
    ({"action": {"kind": "nothing"}}, "$.action.kind", "unknown_kind"),
    ({"action": {"kind": ["hold"]}}, "$.action.kind", "unknown_kind"),
    ({"action": {"kind": "hold", "more": 1}}, "$.action.more", "unknown_field"),
    (
        {"action": {"kind": "attack", "camp": "east", "target": "blue", "stake": 1.5}},
        "$.action.stake",
        "wrong_type",
    ),
    ({"faces": [1, "2"]}, "$.faces", "wrong_type"),
    ({"else": 1}, "$.else", "unknown_field"),
)


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_what_is_wrong_is_told_with_its_place(number: int) -> None:
    change, path, code = WRONG[number]
    game = running()
    body = {**act("red", game.seq, "k", {"kind": "hold"}), **change}
    found = told(Program("owner").post(f"games/{game.pk}/act", body), 400, code)
    assert found["path"] == path and found["mistakes"][0]["path"] == path


def test_each_status_has_the_one_form() -> None:
    game, program = running(), Program("owner")
    path = f"games/{game.pk}"
    well = act("red", game.seq, "k", {"kind": "hold"})
    told(program.get("nothing"), 404, "not_found")
    told(program.get("games/not-an-id/state"), 404, "not_found")
    told(Client().get("/api/none"), 404, "not_found")
    told(program.ask("delete", f"{path}/state"), 405, "not_allowed")
    assert program.ask("delete", f"{path}/state").headers["Allow"] == "GET, HEAD"
    told(program.post(f"{path}/act", " " * 200_001), 413, "too_big")
    told(program.post(f"{path}/act", " " * 4_100_000), 413, "too_big")
    form = program.client.post(f"/api/{path}/act", {"seat": "red"}, headers={"Authorization": program.token})
    told(form, 401, "log_in")
    bearer = {"Authorization": f"Bearer {program.token}"}
    told(program.client.post(f"/api/{path}/act", {"seat": "red"}, headers=bearer), 415, "not_json_type")
    told(program.get(f"{path}/events?after=x"), 400, "bad_query")
    told(program.get(f"{path}/state?seat=%00"), 400, "bad_request")
    told(program.post(f"{path}/act", {**well, "seq": game.seq - 1}), 409, "somebody_moved")
    told(program.get(f"{path}/events?after=99"), 409, "cursor_ahead")
    told(program.get("invitations/none"), 410, "invitation")
    told(program.post(f"{path}/act", {**well, "seat": "blue"}), 403, "forbidden")
    told(Program().get("games"), 401, "log_in")
    told(Program().get("me"), 401, "log_in")


def test_an_invitation_beyond_its_bounds_is_refused_and_not_trimmed() -> None:
    game, leader = running(), Program("gm")
    path = f"games/{game.pk}/invitations"
    for body, at in some([({"uses": 0}, "$.uses"), ({"uses": 21}, "$.uses"), ({"days": 91}, "$.days")]):
        assert told(leader.post(path, body), 400, "not_one_of")["path"] == at
    made = leader.post(path, {"uses": 2, "days": 1}).json()
    assert made["uses"] == 2 and made["page"].endswith(f"/join/{made['token']}/")
    asked = Program("stranger").get(f"invitations/{made['token']}").json()
    assert asked["game"] == str(game.pk) and asked["seats"] == []  # every seat is taken


def test_a_rule_that_forbids_it_is_named() -> None:
    game = running()
    attack = {"kind": "attack", "camp": "east", "target": "blue", "stake": 99}
    answer = Program("owner").post(f"games/{game.pk}/act", act("red", game.seq, "k", attack))
    assert answer.status_code == 422
    assert told(answer, 422, answer.json()["code"])["rule"]


def test_dice_that_are_rolled_by_hand_are_asked_for() -> None:
    game = running(dice_mode="physical")
    first = Program("owner").post(f"games/{game.pk}/act", act("red", game.seq, "k", {"kind": "hold"}))
    assert first.status_code in (200, 428)


def test_an_error_of_ours_is_told_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: Any, **_more: Any) -> None:
        raise RuntimeError("broken")

    game, program = running(), Program("owner", raises=False)
    monkeypatch.setattr("games.pages.scene", broken)
    found = told(program.get(f"games/{game.pk}/state"), 500, "error")
    assert "broken" not in canonical(found)
