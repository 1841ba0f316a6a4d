"""An API key is shown once and stored as a digest. It is limited by scope and time, and a revoked key stops
working at once.
"""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.leaving import account_data, delete_account
from accounts.logins import keys
from accounts.models import Key, Profile
from tests.found import some
from tests.web.api.programs import Program, act
from tests.web.cast import browser, lobby, person, running

pytestmark = pytest.mark.django_db
DOCS = (Path(__file__).resolve().parents[3] / "docs" / "api.md").read_text(encoding="utf-8")
NEW = {"password": "a-long-pass-word", "name": "Our bot", "scopes": ["read", "play"], "days": "30"}


def test_a_key_is_shown_once_and_kept_as_a_digest() -> None:
    client = browser("owner")
    page = client.post("/account/keys/", NEW)
    token = re.search(r'value="(vex_[\w-]{43})"', page.content.decode())
    assert token is not None and "no-store" in page.headers["Cache-Control"]
    again = client.get("/account/keys/").content.decode()
    assert "Our bot" in again and token[1] not in again and token[1][:10] in again
    row = Key.objects.values().get()
    assert token[1] not in str(row) and row["scopes"] == ["read", "play"]
    assert keys.find_key(token[1]) is not None


def test_an_incomplete_key_form_creates_no_key() -> None:
    page = browser("owner").post("/account/keys/", {"name": "", "days": "30"})
    assert page.status_code == 400 and not Key.objects.exists()
    assert browser("owner").post("/account/keys/", {**NEW, "days": "9999"}).status_code == 400
    assert browser("owner").post("/account/keys/", {**NEW, "scopes": ["all"]}).status_code == 400


def test_the_number_of_api_keys_is_limited() -> None:
    for _ in range(keys.MOST):
        keys.create_key(person("owner"), "bot", ["read"], 30, timezone.now())
    with pytest.raises(ValidationError):
        keys.create_key(person("owner"), "bot", ["read"], 30, timezone.now())
    assert browser("owner").post("/account/keys/", NEW).status_code == 400


def test_a_guest_signs_up_first() -> None:
    client = Client()
    client.force_login(guests.create_guest("en", "UTC", timezone.now()))
    assert client.post("/account/keys/", NEW).headers["Location"] == "/account/signup/"
    assert not Key.objects.exists()


def test_a_revoked_key_is_void_at_once_and_only_its_owner_revokes() -> None:
    program = Program("owner")
    number = Key.objects.get().pk
    browser("rival").post("/account/keys/", {"revoke": number})
    assert program.get("me").status_code == 200
    browser("owner").post("/account/keys/", {"revoke": number})
    gone = program.get("me")
    assert (gone.status_code, gone.json()["code"]) == (401, "key_unknown")
    assert gone.headers["WWW-Authenticate"].startswith("Bearer")


def test_unknown_and_expired_keys_are_told_apart_and_open_nothing() -> None:
    program = Program("owner")
    Key.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.get("me").json()["code"] == "key_expired"
    for odd in some(["vex_", "vex_" + "x" * 43, "é", "x" * 5000]):
        found = Client().get("/api/me", headers={"Authorization": f"Bearer {odd}"})
        assert (found.status_code, found.json()["code"]) == (401, "key_unknown"), odd
    public = running(public=True)
    assert program.get(f"games/{public.pk}").status_code == 401  # although anyone may watch it


def test_a_key_lacks_what_it_was_not_given() -> None:
    game = running()
    reader = Program("owner", "read")
    assert reader.get(f"games/{game.pk}/state").status_code == 200
    told = reader.post(f"games/{game.pk}/act", act("red", game.seq, "k", {"kind": "hold"}))
    assert (told.status_code, told.json()["code"], told.json()["scope"]) == (403, "scope_missing", "play")
    assert Program("owner", "play").get(f"games/{game.pk}/state").json()["scope"] == "read"
    assert Program("owner", "read").get(f"games/{game.pk}/letters").json()["scope"] == "letters"
    assert Program("gm", "read", "play").get(f"games/{game.pk}/state?seat=gm").json()["scope"] == "lead"
    assert Program("gm", "lead").post(f"games/{game.pk}/pause", {"paused": True}).json()["paused"] is True


def test_without_its_scope_a_game_master_sees_what_whoever_watches_sees() -> None:
    game = running()
    seen = Program("gm", "read").get(f"games/{game.pk}/state").json()
    assert seen["seat"] is None
    assert Program("gm", "read", "lead").get(f"games/{game.pk}/state?seat=gm").json()["seat"] == "gm"
    as_gm = act("gm", game.seq, "k", {"kind": "hold"})
    assert Program("gm", "play").post(f"games/{game.pk}/act", as_gm).json()["scope"] == "lead"


def test_a_key_opens_no_more_than_its_owner_may() -> None:
    game = running()
    stranger = Program("stranger")
    for path in some(
        ["", "/state", "/choices", "/events", "/chronicle", "/moment", "/letters", "/export", "/plan"]
    ):
        assert stranger.get(f"games/{game.pk}{path}").status_code == 404, path
    for path, body in some(
        [
            ("/act", act("red", game.seq, "k", {"kind": "hold"})),
            ("/pause", {"paused": True}),
            ("/invitations", {}),
            ("/letters", {"seat": "red", "to": "", "text": "x", "key": "k"}),
        ]
    ):
        assert stranger.post(f"games/{game.pk}{path}", body).status_code == 404, path
    rival = Program("rival")
    foreign = act("red", game.seq, "k", {"kind": "hold"})
    assert rival.post(f"games/{game.pk}/act", foreign).json()["code"] == "forbidden"
    assert rival.post(f"games/{game.pk}/pause", {"paused": True}).json()["code"] == "forbidden"
    assert rival.get(f"games/{game.pk}/export").status_code == 403


def test_no_page_and_nothing_of_the_account_opens_by_a_key() -> None:
    token = Program("owner").token
    game = running()
    for path in some(["/account/keys/", "/account/settings/", "/account/data.json", f"/games/{game.pk}/"]):
        found = Client().get(path, headers={"Authorization": f"Bearer {token}"})
        assert found.status_code in (302, 404), path
    before = Key.objects.count()
    sent = Client().post("/account/keys/", NEW, headers={"Authorization": f"Bearer {token}"})
    assert sent.status_code == 302 and Key.objects.count() == before


def test_a_key_beside_a_session_is_who_asks() -> None:
    program = Program("owner")
    program.client.force_login(person("rival"))
    assert program.get("me").json()["name"] == "owner"


def test_who_is_logged_in_needs_the_csrf_token_and_a_program_does_not() -> None:
    game = running()
    client = Client(enforce_csrf_checks=True)
    client.force_login(person("owner"))
    body = act("red", game.seq, "k", {"kind": "hold"})
    path = f"/api/games/{game.pk}/act"
    told = client.post(path, body, content_type="application/json")
    assert (told.status_code, told.json()["code"]) == (403, "csrf")
    client.get(f"/games/{game.pk}/")
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value}
    assert client.post(path, body, content_type="application/json", headers=headers).status_code == 200
    late = Program("rival").post(f"games/{game.pk}/act", act("blue", game.seq + 1, "k", {"kind": "hold"}))
    assert late.status_code == 200


def test_the_use_of_a_key_is_noted_and_not_at_each_request() -> None:
    program = Program("owner")
    program.get("me")
    first = Key.objects.get().used_at
    assert first is not None
    program.get("me")
    assert Key.objects.get().used_at == first


def test_keys_go_with_the_account_and_are_told_without_their_secret() -> None:
    program = Program("owner")
    told = account_data(person("owner"))["keys"]
    assert [one["name"] for one in told] == ["bot"] and program.token not in str(told)
    delete_account(person("owner"), now=timezone.now())
    assert not Key.objects.exists()
    assert program.get("me").status_code == 401


def test_a_flood_is_stopped_for_its_key_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.api.authentication.READS", 3)
    flooding, other = Program("owner"), Program("owner")
    answers = [flooding.get("me") for _ in range(9)]  # a new minute may begin in between
    flood = next(one for one in answers if one.status_code == 429)
    assert [one.status_code for one in answers[:3]] == [200] * 3
    assert flood.json()["code"] == "too_often" and 1 <= int(flood.headers["Retry-After"]) <= 61
    assert other.get("me").status_code == 200


def test_keys_that_are_tried_are_counted_by_the_place_they_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.views.api.authentication.READS", 3)
    program = Program("owner")
    program.token = "vex_" + "x" * 43
    codes = [program.get("me").json()["code"] for _ in range(9)]  # a new minute may begin in between
    assert codes[:3] == ["key_unknown"] * 3 and "too_often" in codes


def test_errors_are_in_the_language_of_the_key_s_owner() -> None:
    Profile.objects.update_or_create(user=person("owner"), defaults={"language": "it"})
    program = Program("owner", "read")
    game = lobby()
    found = program.post(f"games/{game.pk}/act", {})
    assert found.json()["text"] == "Questa chiave non può farlo: le manca l'ambito «play»."
    asked = program.get("games?page=0", **{"Accept-Language": "en"})
    assert asked.json()["text"] == "This must be a whole number from 1 to 10000."


def test_every_address_needs_the_scope_that_the_document_names() -> None:
    """A key with any other scope is refused before anything else is checked."""
    told_of = re.findall(r"^### `[A-Z, ]+ (/api/\S*)`\n(.*?)(?=^##)", DOCS, re.M | re.S)
    document = {re.sub(r"<\w+:(\w+)>", r"{\1}", address): text for address, text in told_of}
    programs = {scope: Program("gm", scope) for scope in Key.Scope.values}
    paths: dict[str, Any] = Program().get("openapi.json").json()["paths"]
    asked = 0
    for path, methods in some(paths.items()):
        room = path.removeprefix("/api/").replace("{system}", "dba").replace("{link}", "0")
        room = re.sub(r"{\w+}", "00000000-0000-4000-8000-000000000000", room)
        for method, operation in methods.items():
            scope = operation.get("x-scope") if method != "parameters" else None
            if scope is None:
                continue
            assert f"`{scope}`" in document[path], (method, path)
            for other, program in programs.items():
                answer = program.ask(method, room, None if method in ("get", "delete") else "{")
                lacking = answer.json().get("code") == "scope_missing"
                assert (answer.json().get("scope") == scope and lacking) is (other != scope), (method, path)
                asked += 1
    assert asked > 200
