"""Test every refusal of a rules system through the API and a page's form. Each is shown as translated text
with its rule section, and leaves the game unchanged.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from engine.dry_run import why_not
from engine.game import IllegalAction, InvalidAction
from games import plugins, services
from games.forms import rule_name
from games.models import Game, Snapshot
from games.services import tables
from games.wording.generic import readable
from games.wording.refusal_text import word_refusal
from tests.web.cast import person

RAISERS = {"refuse", "IllegalAction", "InvalidAction", "_mistake"}  # their second argument is the code


@dataclass(frozen=True)
class Refused:
    """An action that a seat tries at some point of a game, with the code of its refusal."""

    code: str
    rules: Any
    state: Any
    seat: str
    action: dict[str, Any]


def codes(*places: Path) -> set[str]:
    """Return every refusal code in the source of some rules (folders or engine files): codes raised
    directly, and faults that generators (``yield "code", facts``) and ``bua_refusal`` pass on.
    """
    files = [
        path for place in places for path in (sorted(place.rglob("*.py")) if place.is_dir() else [place])
    ]
    return {code for path in files for code in _codes(ast.parse(path.read_text()))}


def _codes(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[_, ast.Constant(value=str(code)), *_]):
                if name in RAISERS:
                    yield code
            case ast.Yield(value=ast.Tuple(elts=[ast.Constant(value=str(code)), ast.Dict() | ast.Name()])):
                yield code
            case ast.FunctionDef(name="bua_refusal"):
                for one in ast.walk(node):
                    if (
                        isinstance(one, ast.Return)
                        and isinstance(one.value, ast.Constant)
                        and one.value.value
                    ):
                        yield str(one.value.value)


def unnamed(folder: Path) -> set[str]:
    """Return the refusals whose code is not a literal, each as the file's name and the expression for the
    code.
    """
    found = set()
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[_, ast.Constant(), *_]) if name in RAISERS:
                    pass
                case ast.Call(func=ast.Name(id=name), args=[_, code, *_]) if name in RAISERS:
                    found.add(f"{path.name}: {ast.unparse(code)}")
    return found


def rows(path: Path) -> list[dict[str, Any]]:
    """Read a JSON file of refusals that were found by trying actions. In each row, ``case`` names a public
    case, and ``after`` is the number of its steps before the refused action.
    """
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def check(game: Game, refused: Refused, language: str) -> None:
    """Put a game at the moment of a refusal. The GM plays all of its seats. Then try the action by a call,
    through the API and, for a player's seat, with a form.
    """
    reason = why_not(
        refused.rules, refused.state, refused.seat, services.table(game).system.codec.read(refused.action)
    )
    assert reason is not None and reason.code == refused.code, (
        f"no longer an example of {refused.code}: {reason}"
    )
    body = services.table(game).system.codec.write(refused.state)
    Snapshot.objects.filter(game=game, seq=game.seq).update(state=body)
    tables._heads.clear()  # as in another process
    with translation.override(language):
        with pytest.raises((IllegalAction, InvalidAction)) as raised:
            services.submit(
                game.pk,
                refused.seat,
                refused.action,
                drawn_seq=game.seq,
                key="call",
                user=game.gm,
                now=timezone.now(),
            )
        told = raised.value
        assert (told.code, told.rule) == (refused.code, reason.rule)
        text = word_refusal(told, game)
        assert text and "%(" not in text and text.rstrip(".") != readable(refused.code), text
        section = rule_name(plugins.wording(game), told.rule)
    cache.clear()  # one person sends hundreds of examples, which must not count as a flood
    client = Client()
    client.force_login(game.gm)
    client.cookies["django_language"] = language
    address = reverse("game-act", args=[game.pk])
    sent = {"seat": refused.seat, "seq": game.seq, "key": "program", "action": refused.action}
    answer = client.post(address, json.dumps(sent), content_type="application/json")
    if isinstance(told, InvalidAction):
        assert answer.status_code == 400
        assert [m["code"] for m in answer.json()["mistakes"]] == [refused.code]
    else:
        assert answer.status_code == 422
        assert {"rule": told.rule, "code": refused.code, "text": text}.items() <= answer.json().items()
    form = {"seat": refused.seat, "seq": game.seq, "key": "form", "action": json.dumps(refused.action)}
    page = client.post(address, form)
    assert page.status_code == 422
    notice = page.context["notice"] or next(act.refusal for act in page.context["acts"] if act.refusal)
    assert (notice.text, notice.rule) == (text, section)
    stored = Snapshot.objects.get(game=game, seq=game.seq)
    assert stored.state == body and game.entries.count() == game.seq + 1


def led_by(name: str, **settings: Any) -> Game:
    """Create a game in progress in which this person plays every seat."""
    now, leads = timezone.now(), person(name)
    game = services.create_game(gm=leads, now=now, name="Refusals", **settings)
    for seat in game.seats.all():
        services.take_seat(game.pk, leads, seat.key, now=now)
    return services.start(game.pk, leads, now=now)
