"""A game master's API requests other than those of the desk, and the players' consent: corrections, undo,
seats, pace, links, hooks, handover, and standing orders.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from features.hooks import limits as hook_limits
from features.hooks import services as hooks_service
from games import services
from games.models import Call, Game, Hook, Invitation, Outbox
from games.services.notices import outward
from games.services.proof.audit import export_game, verify_export
from tests.found import some
from tests.games.stroll import THROW, WALK
from tests.web.api.programs import Program, act, told, well
from tests.web.cast import browser, east, led_by_a_player, lobby, person, running
from tests.web.strolls import do, stroll
from tools import check_game

pytestmark = pytest.mark.django_db
NINE = [{"path": "camps.red.east", "to": 9}]
MANY = [{"path": f"camps.red.{n}", "to": 9} for n in range(13)]


def amend(game: Game, key: str = "a", **changes: Any) -> dict[str, Any]:
    game.refresh_from_db()
    return {"do": "amend", "changes": NINE, "why": "miscounted", "seq": game.seq, "key": key, **changes}


def test_a_fact_is_found_looked_at_put_right_and_objected_to() -> None:
    game = running()
    path, leader, rival = f"games/{game.pk}/amendments", Program("gm"), Program("rival")
    found = well(leader.get(f"{path}/facts?q=east%20red"))
    (fact,) = found["facts"]
    assert (fact["path"], fact["value"], fact["field"]["type"]) == ("camps.red.east", east(game), "number")
    assert found["way"] == "amend" and not found["more"]
    seen = well(leader.post(f"{path}/preview", {"changes": NINE}))
    assert [(one["from"], one["to"]) for one in seen["changes"]] == [(fact["value"], 9)]
    assert seen["mistakes"] == [] and east(game) == fact["value"]
    wrong = [{"path": "camps.red.east", "to": -3}]
    assert well(leader.post(f"{path}/preview", {"changes": wrong}))["mistakes"][0]["text"]
    told(leader.post(path, amend(game, changes=wrong)), 422, "amend_broken")
    done = well(leader.post(path, amend(game)))
    assert done["entry"] == done["seq"] == 1 and east(game) == 9
    assert well(leader.post(path, amend(game, seq=0)))["repeated"] is True  # with the same key
    assert Outbox.objects.filter(kind=Outbox.Kind.AMENDED).exists()
    (row,) = well(rival.get(path))["amendments"]
    assert (row["why"], row["changes"][0]["to"], row["may_object"]) == ("miscounted", 9, True)
    words = {"do": "object", "entry": 1, "words": "It was eight."}
    assert well(rival.post(path, words)) == well(rival.post(path, words))
    told(rival.post(path, {**words, "words": "Or seven."}), 422, "objected_already")
    (row,) = well(Program("owner").get(path))["amendments"]
    assert [one["words"] for one in row["objections"]] == ["It was eight."]
    (row,) = well(rival.get(path))["amendments"]
    assert not row["may_object"]


@pytest.mark.parametrize(
    ("changes", "at", "code"),
    [
        ([{"path": "camps.red.east"}], "$.changes[0].to", "missing_field"),
        ([{"path": 1, "to": 1}], "$.changes[0].path", "wrong_type"),
        ([{"path": "a", "to": 1, "more": 1}], "$.changes[0].more", "unknown_field"),
        ([3], "$.changes[0]", "not_an_object"),
        ([{"path": "no.such", "to": 1}], "$.changes", "no_such_fact"),
        ([{"path": "camps.red.east", "to": {"a": [1]}}], "$.changes", "no_such_value"),
        ([{"path": "camps.red.east", "to": None}], "$.changes", "no_such_value"),
        ("camps", "$.changes", "wrong_type"),
    ],
)
def test_an_invalid_correction_is_refused_with_its_path(changes: Any, at: str, code: str) -> None:
    game, leader = running(), Program("gm")
    path = f"games/{game.pk}/amendments"
    for answer in (
        leader.post(path, amend(game, changes=changes)),
        leader.post(f"{path}/preview", {"changes": changes}),
    ):
        assert told(answer, 400, code)["path"] == at
    game.refresh_from_db()
    assert game.seq == 0


def test_amendments_are_for_who_leads_and_for_the_table() -> None:
    game = running(public=True)
    path = f"games/{game.pk}/amendments"
    for who, asked, status, code in (
        (Program("owner"), amend(game), 403, "forbidden"),
        (Program("stranger"), amend(game), 403, "forbidden"),
        (Program("gm", "read", "play", "letters"), amend(game), 403, "scope_missing"),
        (
            Program("owner", "read", "lead"),
            {"do": "object", "entry": 1, "words": "No."},
            403,
            "scope_missing",
        ),
        (Program("gm"), amend(game, seq=7), 409, "somebody_moved"),
        (Program("gm"), amend(game, why=" "), 422, "amend_no_why"),
        (Program("gm"), amend(game, changes=[]), 422, "amend_nothing"),
        (Program("gm"), amend(game, changes=MANY), 422, "amend_too_many"),
        (Program("rival"), {"do": "object", "entry": 0, "words": "No."}, 404, "not_found"),
        (Program("gm"), {"do": "object", "entry": 0, "words": "No."}, 403, "forbidden"),
    ):
        told(who.post(path, asked), status, code)
    told(Program("stranger").get(path), 403, "forbidden")
    told(Program().get(path), 401, "log_in")
    told(Program("owner").get(f"{path}/facts"), 403, "forbidden")
    told(Program("gm", "play").get(f"{path}/facts"), 403, "scope_missing")
    told(Program("stranger").get(f"games/{running().pk}/amendments"), 404, "not_found")
    told(Program("gm").get(f"games/{lobby().pk}/amendments"), 404, "not_found")
    told(Program("gm").get(f"games/{lobby().pk}/amendments/facts"), 422, "not_running")


def test_what_is_added_and_taken_away_is_in_the_log_and_in_what_is_exported() -> None:
    now, gm = timezone.now(), person("gm")
    game = services.create_game(
        gm=gm, now=now, name="Belisarius", system="justinian", options={"setup": "suggested"}
    )
    game.seats.update(user=person("owner"))
    services.start(game.pk, gm, now=now)
    path, leader = f"games/{game.pk}/amendments", Program("gm")
    found = {one["path"]: one for one in well(leader.get(f"{path}/facts?q=army%20of%20africa"))["facts"]}
    assert {one: found[one]["value"] for one in found} == {
        "armies.africa.at": "",
        "armies.africa.sp": 0,
        "armies.africa.leader": None,
    }
    half = [{"path": "armies.africa.sp", "to": 6}]
    seen = well(leader.post(f"{path}/preview", {"changes": half}))
    assert [(one["path"], one["code"]) for one in seen["mistakes"]] == [
        ("armies.africa.sp", "comes_to_nothing")
    ]
    told(leader.post(path, amend(game, seq=seen["seq"], changes=half)), 422, "amend_broken")
    there = [*half, {"path": "armies.africa.at", "to": "thracia"}]
    body = amend(game, seq=seen["seq"], changes=there)
    seq = well(leader.post(path, body))["seq"]
    off = [{"path": "armies.africa.at", "to": ""}, {"path": "armies.perozes.at", "to": ""}]
    well(leader.post(path, amend(game, seq=seq, key="off", changes=off)))
    game.refresh_from_db()
    armies = services.table(game).state.armies
    assert not {"africa", "perozes"} & armies.keys() and "chosroes" in armies
    data = export_game(game, now)
    assert verify_export(data).ok and list(check_game.faults(data)) == []
    assert [line.partition(" puts right ")[2] for line in check_game.amendments(data)] == [
        "armies.africa.sp: null, now 6 (miscounted)",
        'armies.africa.at: null, now "thracia" (miscounted)',
        'armies.africa.at: "thracia", now "" (miscounted)',
        'armies.perozes.at: "persia_box", now "" (miscounted)',
    ]


def test_a_game_master_who_plays_asks_and_another_agrees_or_declines() -> None:
    game = led_by_a_player()
    path, leader, rival = f"games/{game.pk}/amendments", Program("owner"), Program("rival")
    assert well(leader.get(f"{path}/facts"))["way"] == "ask"
    told(leader.post(path, amend(game)), 422, "amend_ask")
    body = {name: value for name, value in amend(game, do="ask").items() if name != "key"}
    number = well(leader.post(path, body))["request"]
    asked = well(rival.get(path))["request"]
    assert (asked["request"], asked["may"], asked["changes"][0]["to"]) == (number, ["agree", "decline"], 9)
    assert well(leader.get(path))["request"]["may"] == ["withdraw"]
    told(leader.post(path, {"do": "agree", "request": number}), 403, "forbidden")
    well(rival.post(path, {"do": "decline", "request": number, "why": "No."}))
    assert well(leader.get(path))["closed"][0]["answer"] == "No."
    told(leader.post(path, body), 422, "amend_declined")
    other = {**body, "changes": [{"path": "camps.red.east", "to": 8}]}
    number = well(leader.post(path, other))["request"]
    assert well(rival.post(path, {"do": "agree", "request": number}))["seq"] == 1 and east(game) == 8
    told(rival.post(path, {"do": "decline", "request": 999}), 404, "not_found")


def test_one_goes_back_alone_asks_and_agrees() -> None:
    game = stroll("owner", "rival")
    path, owner, rival = f"games/{game.pk}/back", Program("owner"), Program("rival")
    for step in (THROW, WALK):
        do(game, "owner", "north", step)
    seen = well(owner.get(path))
    assert (seen["seq"], seen["own_steps"], seen["request"]) == (2, 1, None)
    nothing = {"battles": [], "treaties": [], "corrections": 0}
    assert seen["moments"] == [
        {"seq": 1, "alone": True, "dice": 0, "discards": nothing},
        {"seq": 0, "alone": False, "dice": 1, "discards": nothing},
    ]
    back = {"do": "take_back", "seq": 2, "key": "b"}
    assert well(owner.post(path, back)) == {"game": str(game.pk), "seq": 3, "repeated": False}
    assert well(owner.post(path, back))["repeated"] is True
    told(owner.post(path, {"do": "back", "to": 0, "seq": 3, "key": "c"}), 422, "needs_agreement")
    told(owner.post(path, {"do": "back", "to": 99, "seq": 3, "key": "d"}), 422, "bad_rewind")
    told(owner.post(path, {"do": "ask", "to": 0, "seq": 2}), 409, "somebody_moved")
    asked = well(owner.post(path, {"do": "ask", "to": 0, "seq": 3, "why": "A slip."}))
    seen = well(rival.get(path))["request"]
    assert (seen["why"], seen["may"], seen["dice"], seen["to"]) == ("A slip.", ["agree", "decline"], 1, 0)
    told(owner.post(path, {"do": "agree", "request": asked["request"]}), 403, "forbidden")
    well(owner.post(path, {"do": "withdraw", "request": asked["request"]}))
    told(rival.post(path, {"do": "agree", "request": asked["request"]}), 422, "request_closed")
    asked = well(owner.post(path, {"do": "ask", "to": 0, "seq": 3}))
    assert well(rival.post(path, {"do": "agree", "request": asked["request"]}))["seq"] == 4
    alone = {"do": "back", "to": 0, "seq": 4, "key": "e"}
    told(Program("owner", "read", "lead").post(path, alone), 403, "scope_missing")
    told(Program("stranger").post(path, alone), 404, "not_found")
    told(Program("stranger").get(path), 404, "not_found")


def test_a_game_master_who_does_not_play_goes_back_with_the_scope_to_lead() -> None:
    game = running()
    path, back = f"games/{game.pk}/back", {"do": "back", "to": 0, "seq": 1, "key": "e"}
    well(Program("owner").post(f"games/{game.pk}/act", act("red", 0, "k", {"kind": "hold"})))
    told(Program("gm", "read", "play").post(path, back), 403, "scope_missing")
    assert well(Program("gm").post(path, back))["seq"] == 2
    assert well(Program("gm").get(path))["moments"] == []


def test_seats_are_given_and_left_and_the_game_begins() -> None:
    game = lobby()
    path, leader = f"games/{game.pk}/seats", Program("gm")
    told(leader.post(path, {"do": "start"}), 422, "seats_free")
    well(leader.post(path, {"do": "take", "seat": "red"}))
    for seat in ("blue", "green"):
        well(leader.post(path, {"do": "program", "seat": seat}))
    well(leader.post(path, {"do": "free", "seat": "blue"}))
    link = well(leader.post(f"games/{game.pk}/invitations", {"seat": "blue"}))
    assert [one["token"] for one in well(leader.get(f"games/{game.pk}/invitations"))["invitations"]] == [
        link["token"]
    ]
    well(leader.ask("delete", f"games/{game.pk}/invitations?invitation={link['invitation']}"))
    told(
        leader.ask("delete", f"games/{game.pk}/invitations?invitation={link['invitation']}"), 404, "not_found"
    )
    assert not Invitation.objects.exists()
    link = well(leader.post(f"games/{game.pk}/invitations", {"seat": "blue"}))
    well(Program("rival").post(f"invitations/{link['token']}", {}))
    told(Program("rival").post(path, {"do": "start"}), 403, "forbidden")
    told(Program("gm", "read", "play").post(path, {"do": "start"}), 403, "scope_missing")
    assert well(leader.post(path, {"do": "start"}))["status"] == "running"
    told(Program("gm", "lead").post(path, {"do": "leave", "seat": "red"}), 403, "scope_missing")
    told(Program("rival", "play").post(path, {"do": "leave", "seat": "red"}), 403, "scope_missing")
    told(Program("rival").post(path, {"do": "leave", "seat": "red"}), 403, "forbidden")
    well(Program("rival", "play").post(path, {"do": "leave", "seat": "blue"}))
    told(Program("rival").post(path, {"do": "leave", "seat": "blue"}), 404, "not_found")  # a private game
    told(leader.post(path, {"do": "take", "seat": "pink"}), 422, "no_such_seat")
    assert well(leader.post(path, {"do": "abandon"}))["status"] == "abandoned"


def test_the_pace_is_read_by_all_and_set_by_who_leads() -> None:
    game = running()
    path, leader = f"games/{game.pk}/pace", Program("gm")
    rhythm = {"zone": "Europe/Rome", "at": "21:00", "days": [0, 3], "closed": [["2026-12-22", "2027-01-06"]]}
    body = {"hours": 24, "rhythm": rhythm, "weeks": 26, "hard": {"red": 3}}
    set_ = well(leader.ask("put", path, body))
    assert set_ == well(Program("owner").get(path))
    assert (set_["hours"], set_["weeks"], set_["hard"]["red"]) == (24, 26, 3)
    assert set_["rhythm"] == {**rhythm, "kinds": {}}
    wrong: list[tuple[dict[str, Any], str, str]] = [
        ({"rhythm": {**rhythm, "zone": "Mars/Base"}}, "$.rhythm", "rhythm_zone"),
        ({"rhythm": {**rhythm, "at": "25:00"}}, "$.rhythm", "rhythm_hour"),
        ({"rhythm": {**rhythm, "days": []}}, "$.rhythm", "rhythm_no_day"),
        ({"rhythm": {**rhythm, "days": ["x"]}}, "$.rhythm", "rhythm_bad"),
        ({"rhythm": {**rhythm, "closed": [5]}}, "$.rhythm", "rhythm_span"),
        ({"rhythm": {**rhythm, "closed": [["2026-12-01", "2027-12-01"]]}}, "$.rhythm", "rhythm_gap"),
        ({"rhythm": {**rhythm, "kinds": {"none": 3}}}, "$.rhythm", "rhythm_bad"),
        ({"rhythm": {**rhythm, "kinds": [1]}}, "$.rhythm.kinds", "wrong_type"),
        ({"rhythm": {**rhythm, "more": 1}}, "$.rhythm.more", "unknown_field"),
        ({"hours": 0}, "$.hours", "not_one_of"),
        ({"hours": "1"}, "$.hours", "wrong_type"),
        ({"weeks": 10_000}, "$.weeks", "not_one_of"),
        ({"hard": {"red": 9}}, "$.rhythm", "rhythm_bad"),
        ({"hard": {"red": "x"}}, "$.hard.red", "wrong_type"),
    ]
    for change, at, code in some(wrong):
        assert told(leader.ask("put", path, {**body, **change}), 400, code)["path"] == at
    assert well(leader.get(path)) == set_
    told(leader.ask("put", path, {**body, "hours": None}), 422, "rhythm_needs_hours")
    free = well(leader.ask("put", path, {"hours": None, "rhythm": {}, "weeks": None}))
    assert (free["hours"], free["rhythm"], free["weeks"]) == (None, {}, None)
    told(Program("owner").ask("put", path, body), 403, "forbidden")
    told(Program("gm", "read").ask("put", path, body), 403, "scope_missing")


def test_standing_orders_are_the_players_own() -> None:
    game = running()
    path, owner = f"games/{game.pk}/orders", Program("owner")
    kinds = well(owner.get(path))["kinds"]
    kind = kinds[0]
    assert kind["text"] and well(owner.get(path))["orders"] == {}
    values = {one["name"]: _some_value(one) for one in kind["fields"]}
    body = {"seat": "red", "orders": {kind["key"]: values}, "at_once": True}
    assert well(owner.ask("put", path, body))["orders"] == {kind["key"]: values}
    assert well(owner.get(path))["at_once"] is True
    for orders, at in (({"none": {}}, "$.orders.none"), ({kind["key"]: 1}, f"$.orders.{kind['key']}")):
        assert told(owner.ask("put", path, {**body, "orders": orders}), 400, "bad_orders")["path"] == at
    told(owner.ask("put", path, {**body, "seat": "blue"}), 403, "forbidden")
    told(owner.get(f"{path}?seat=blue"), 403, "forbidden")
    told(Program("gm").get(path), 403, "forbidden")
    told(Program("owner", "read").get(path), 403, "scope_missing")
    assert well(Program("rival").get(path))["orders"] == {}


def _some_value(field: dict[str, Any]) -> Any:
    if field["type"] == "number":
        return field["low"]
    return field["options"][0]["value"]


def test_the_game_is_handed_over_to_one_of_its_players() -> None:
    game = running()
    path, leader = f"games/{game.pk}/desk", Program("gm")
    assert well(leader.get(path))["heirs"] == ["owner", "rival"]
    told(leader.post(path, {"do": "hand_over", "to": "stranger"}), 422, "no_such_player")
    told(Program("owner").post(path, {"do": "hand_over", "to": "owner"}), 403, "forbidden")
    assert well(leader.post(path, {"do": "hand_over", "to": "owner"}))["count"] == 1
    assert Game.objects.get(pk=game.pk).gm == person("owner")
    told(leader.get(path), 404, "not_found")  # a private game, and no longer a player
    assert well(Program("owner").get(path))["heirs"] == ["rival"]


@pytest.fixture
def open_net(monkeypatch: pytest.MonkeyPatch) -> None:
    def public(target: outward.Target) -> str:
        if target.host.endswith(".inside"):
            raise outward.NoAnswer(outward.TROUBLE.PRIVATE)
        return "93.184.216.34"

    monkeypatch.setattr(outward, "check_target", public)


@pytest.mark.usefixtures("open_net")
def test_hooks_are_made_tried_switched_on_and_deleted() -> None:
    game, leader, owner = running(), Program("gm"), Program("owner")
    mine = well(owner.post("hooks", {"do": "make", "url": "https://hooks.example/in"}))
    assert mine["game"] is None and mine["secret"] and not mine["discord"]
    assert Call.objects.filter(hook=mine["hook"], kind=hooks_service.TRY).count() == 1
    url = "https://discord.com/api/webhooks/123/abc-DEF"
    theirs = well(leader.post("hooks", {"do": "make", "url": url, "game": str(game.pk)}))
    assert theirs["discord"] and theirs["secret"] == "" and theirs["name"] == game.title
    assert [one["hook"] for one in well(leader.get("hooks"))["hooks"]] == [theirs["hook"]]
    Hook.objects.filter(pk=mine["hook"]).update(off_at=game.created_at, failures=12, trouble="silent")
    assert well(owner.get("hooks"))["hooks"][0]["trouble"] == "silent"
    again = well(owner.post("hooks", {"do": "try", "hook": mine["hook"]}))
    assert (again["off_at"], again["failures"], again["trouble"]) == (None, 0, "")
    for hook in some([theirs["hook"], 10**9]):
        for deed in ("try", "delete"):
            told(owner.post("hooks", {"do": deed, "hook": hook}), 404, "not_found")
    assert well(owner.post("hooks", {"do": "delete", "hook": mine["hook"]}))["hook"] == mine["hook"]
    assert well(owner.get("hooks"))["hooks"] == []


@pytest.mark.usefixtures("open_net")
def test_a_hook_needs_the_scope_of_what_it_tells() -> None:
    game = running()
    make = {"do": "make", "url": "https://hooks.example/in"}
    of_game = {**make, "game": str(game.pk)}
    for scopes in (("read",), ("read", "letters")):
        told(Program("gm", *scopes).get("hooks"), 403, "scope_missing")
        told(Program("gm", *scopes).post("hooks", make), 403, "scope_missing")
    assert told(Program("gm", "play").post("hooks", of_game), 403, "scope_missing")["scope"] == "lead"
    assert told(Program("gm", "lead").post("hooks", make), 403, "scope_missing")["scope"] == "play"
    own, led = (well(Program("gm").post("hooks", body))["hook"] for body in (make, of_game))
    seen = {scope: well(Program("gm", scope).get("hooks"))["hooks"] for scope in ("play", "lead")}
    assert {scope: [one["hook"] for one in rows] for scope, rows in seen.items()} == {
        "play": [own],
        "lead": [led],
    }
    told(Program("gm", "play").post("hooks", {"do": "delete", "hook": led}), 403, "scope_missing")
    told(Program("owner").post("hooks", of_game), 403, "forbidden")
    told(Program("stranger").post("hooks", of_game), 404, "not_found")
    told(Program().get("hooks"), 401, "log_in")


@pytest.mark.usefixtures("open_net")
def test_what_no_hook_may_be_is_refused_and_so_are_too_many() -> None:
    owner, make = Program("owner"), {"do": "make", "url": "https://hooks.example/in"}
    for url, code in (
        ("http://hooks.example/", "hook_address"),
        ("https://hooks.example:22/", "hook_address"),
        ("https://a:b@hooks.example/", "hook_address"),
        ("", "hook_address"),
        ("https://" + "a" * 600 + ".example/", "hook_address"),
        ("https://router.inside/", "hook_private"),
    ):
        assert told(owner.post("hooks", {**make, "url": url}), 400, code)["path"] == "$.url"
    told(owner.post("hooks", {**make, "game": "no-game"}), 404, "not_found")
    for _ in range(hooks_service.MOST):
        well(owner.post("hooks", make))
    told(owner.post("hooks", make), 422, "hook_too_many")
    for _ in range(hook_limits.HOOKS.most):
        hook_limits.HOOKS.count(str(person("owner").pk))
    assert told(owner.post("hooks", make), 429, "too_often") and owner.get("hooks").status_code == 200
    page = browser("owner").post("/account/hooks/", make)
    assert page.status_code == 400 and "Too many attempts. Wait" in page.content.decode()


def test_a_links_number_is_asked_for() -> None:
    game = lobby()
    path = f"games/{game.pk}/invitations"
    told(Program("gm").ask("delete", path), 404, "not_found")
    told(Program("gm").ask("delete", f"{path}?invitation=x"), 400, "bad_query")
    other = services.invite(lobby().pk, person("gm"), now=game.created_at)
    told(Program("gm").ask("delete", f"{path}?invitation={other.pk}"), 404, "not_found")
