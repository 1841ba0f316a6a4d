"""Acting by form, by htmx and by JSON: done once or refused clearly, with nothing lost."""

import json

import pytest
from django.urls import reverse

from games.models import Game
from tests.web.cast import browser, hold, raid, running

pytestmark = pytest.mark.django_db


def act(game: Game, data: dict, who: str = "owner", **headers: str):
    return browser(who).post(reverse("game-act", args=[game.pk]), data, headers=headers)


def orders(game: Game, seat: str = "red") -> int:
    return game.entries.filter(seat=seat).count()


def test_a_plain_form_post_is_done_and_leads_back_to_the_page() -> None:
    game = running()
    answer = act(game, raid(game, stake=2))
    assert answer.status_code == 302 and answer["Location"] == game.get_absolute_url()
    action = game.entries.get(seat="red").action
    assert (action["camp"], action["target"], action["stake"]) == ("east", "blue", 2)


def test_htmx_gets_the_live_part_alone() -> None:
    game = running()
    answer = act(game, hold(game), HX_Request="true")
    page = answer.content.decode()
    assert answer.status_code == 200 and 'id="live"' in page and "<html" not in page
    assert "HX-Request" in answer["Vary"]


def test_a_double_click_has_one_effect() -> None:
    game = running()
    assert act(game, hold(game)).status_code == 302
    assert act(game, hold(game)).status_code == 302
    assert orders(game) == 1


def test_a_number_out_of_range_is_refused_at_its_field_and_the_input_is_kept() -> None:
    game = running()
    answer = act(game, raid(game, stake=99, target="green"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "At most" in page and 'value="99"' in page
    assert orders(game) == 0


def test_what_is_not_offered_is_refused() -> None:
    game = running()
    assert act(game, raid(game, target="red")).status_code == 422
    assert act(game, hold(game, kind="conquer_everything")).status_code == 422
    assert act(game, raid(game, fixed='{"camp":"north"}')).status_code == 422
    assert act(game, raid(game, fixed="not json")).status_code == 422
    assert orders(game) == 0


def test_a_stale_page_is_told_so() -> None:
    game = running()
    act(game, hold(game))
    late = act(game, hold(game, seq=game.seq, key="another"))
    assert late.status_code == 409 and "Somebody moved" in late.content.decode()
    assert orders(game) == 1


def test_physical_dice_are_asked_for_one_by_one_and_kept() -> None:
    game = running(dice_mode="physical")
    for seat, who in (("red", "owner"), ("blue", "rival")):
        data = raid(game) if seat == "red" else hold(game, "blue")
        game.refresh_from_db()
        act(game, {**data, "seq": game.seq}, who)
    game.refresh_from_db()
    waiting = game.decisions.filter(answered_at__isnull=True).first()
    assert waiting is not None


# --- JSON ---


def post(game: Game, body: object, who: str = "owner"):
    text = body if isinstance(body, str) else json.dumps(body)
    address = reverse("game-act", args=[game.pk])
    return browser(who).post(address, text, content_type="application/json")


def body(game: Game, **changes: object) -> dict:
    return {"seat": "red", "seq": game.seq, "key": "k", "action": {"kind": "hold"}, **changes}


def test_json_is_done() -> None:
    game = running()
    answer = post(game, body(game))
    assert answer.status_code == 200 and answer.json()["repeated"] is False
    assert post(game, body(game)).json()["repeated"] is True
    assert orders(game) == 1


@pytest.mark.parametrize(
    ("sent", "paths"),
    [
        ("{", ["$"]),
        ([], ["$"]),
        ({}, ["$.seat", "$.seq", "$.key", "$.action"]),
        ({"seat": "red", "seq": True, "key": "k", "action": {"kind": "hold"}}, ["$.seq"]),
        ({"seat": "red", "seq": 0, "key": "k", "action": {"kind": "hold"}, "x": 1}, ["$.x"]),
        ({"seat": "red", "seq": 0, "key": "k", "action": {"kind": "no"}}, ["$.action.kind"]),
        ({"seat": "red", "seq": 1, "key": "k", "action": {"kind": "hold"}, "faces": ["6"]}, ["$.faces"]),
    ],
)
def test_malformed_json_gets_every_mistake_with_its_path(sent: object, paths: list[str]) -> None:
    game = running()
    answer = post(game, sent)
    assert answer.status_code == 400
    assert [m["path"] for m in answer.json()["mistakes"]] == paths
    assert all(m["text"] for m in answer.json()["mistakes"])
    assert orders(game) == 0


def test_json_that_a_rule_forbids_is_422_and_stale_is_409() -> None:
    game = running()
    action = {"kind": "attack", "camp": "east", "target": "red", "stake": 1}
    assert post(game, body(game, action=action)).status_code == 422
    post(game, body(game))
    assert post(game, body(game, key="other")).status_code == 409


def test_the_state_lists_what_may_be_done() -> None:
    game = running()
    data = browser("owner").get(reverse("game-state", args=[game.pk])).json()
    assert data["seat"] == "red" and {c["kind"] for c in data["choices"]} == {"hold", "attack"}
    watched = browser("gm").get(reverse("game-state", args=[game.pk])).json()
    assert watched["seat"] is None and watched["choices"] == []
