"""The document's examples work: a bot plays a game over the network, a Discord command calculates a
combat.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client
from django.utils import timezone

from accounts.logins import keys
from games import services
from games.models import Game
from tests.found import some
from tests.web.cast import lobby, person

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"


def test_the_bot_is_short_and_needs_nothing_else() -> None:
    text = (EXAMPLES / "bot.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 50
    named = [line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith("import ")]
    assert named and set(named) <= sys.stdlib_module_names


@pytest.mark.django_db(transaction=True)
def test_the_bot_takes_a_seat_and_plays_to_the_end(live_server: Any) -> None:
    """The bot plays over the network in its own process; our bots play the other seats."""
    game, now = lobby(options={"rounds": 2}), timezone.now()
    for seat in ("blue", "green"):
        services.set_bot(game.pk, person("gm"), seat, True, now=now)
    link = services.invite(game.pk, person("gm"), now=now)
    token = keys.create_key(person("owner"), "bot", ["read", "play"], 30, now)
    asked = [sys.executable, EXAMPLES / "bot.py", f"{live_server.url}/join/{link.token}/", token, "0.2"]
    bot = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        until = time.monotonic() + 40
        while not game.seats.filter(key="red", user__username="owner").exists():
            assert bot.poll() is None and time.monotonic() < until, "the bot has not taken its seat"
            time.sleep(0.1)
        services.start(game.pk, person("gm"), now=timezone.now())
        told, _none = bot.communicate(timeout=40)
    finally:
        bot.kill()
    assert bot.returncode == 0, told
    game.refresh_from_db()
    assert game.status == Game.Status.ENDED and "It is over" in told
    assert game.entries.filter(seat="red", reason="player").exists()


# --- Discord ---

SECRET = Ed25519PrivateKey.generate()
PUBLIC = SECRET.public_key().public_bytes_raw().hex()
NOW = 1_800_000_000.0


def example() -> Any:
    spec = importlib.util.spec_from_file_location("discord_lookup", EXAMPLES / "discord_lookup.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def sent(body: Any, at: float = NOW, **changes: str) -> tuple[dict[str, str], bytes]:
    """Return a request signed as Discord does."""
    raw, stamp = json.dumps(body).encode(), str(int(at))
    signature = SECRET.sign(stamp.encode() + raw).hex()
    return {"X-Signature-Timestamp": stamp, "X-Signature-Ed25519": signature, **changes}, raw


def ask(a: str, b: str) -> Any:
    return Client().get("/battles/dba/lookup/", {"format": "json", "a": a, "b": b, "lang": "en"}).json()


def answered(body: Any, **changes: Any) -> tuple[int, Any]:
    headers, raw = sent(body, **changes)
    found: tuple[int, Any] = example().answer(PUBLIC, headers, raw, ask, NOW)
    return found


def command(a: str, b: str) -> dict[str, Any]:
    options = [{"name": "a", "value": a}, {"name": "b", "value": b}]
    return {"type": 2, "data": {"name": "combat", "options": options}}


def test_a_ping_is_answered() -> None:
    assert answered({"type": 1}) == (200, {"type": 1})


@pytest.mark.django_db
def test_a_combat_is_looked_up() -> None:
    status, told = answered(command("Kn", "Sp"))
    assert status == 200 and told["type"] == 4
    assert "**Kn** (+3): none 15/36" in told["data"]["content"]
    assert told["data"]["allowed_mentions"] == {"parse": []}


@pytest.mark.django_db
def test_an_unknown_troop_type_is_reported_by_its_field() -> None:
    status, told = answered(command("Tank", "@everyone"))
    assert status == 200 and "a.type" in told["data"]["content"]


def test_what_discord_has_not_signed_is_refused() -> None:
    body = command("Kn", "Sp")
    headers, raw = sent(body)
    answer = example().answer
    other = Ed25519PrivateKey.generate().public_key().public_bytes_raw().hex()
    for wrong, bytes_, key, at in some(
        [
            (headers, raw + b" ", PUBLIC, NOW),
            (headers, raw, other, NOW),
            (headers, raw, PUBLIC, NOW + 301),
            ({**headers, "X-Signature-Ed25519": "zz"}, raw, PUBLIC, NOW),
            ({**headers, "X-Signature-Timestamp": "x"}, raw, PUBLIC, NOW),
            ({}, raw, PUBLIC, NOW),
        ]
    ):
        assert answer(key, wrong, bytes_, ask, at)[0] == 401
    assert answered({"type": 2, "data": {"name": "other"}})[0] == 400
