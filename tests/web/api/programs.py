"""API clients, each with one of its owner's keys."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.logins import keys
from accounts.models import Key
from tests.web.cast import person

EVERY = list(Key.Scope.values)
FORM = {"code", "text", "rule", "hint", "path"}


class Program:
    """A client with a person's API key of these scopes; without a scope it sends no key."""

    def __init__(self, who: str = "", *scopes: str, raises: bool = True) -> None:
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=raises)
        self.token = keys.create_key(person(who), "bot", scopes or EVERY, 30, timezone.now()) if who else ""

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        if self.token:
            headers = {"Authorization": f"Bearer {self.token}", **headers}
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        return getattr(self.client, method)(f"/api/{path}", headers=headers, **sent)

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("get", path, **headers)

    def post(self, path: str, body: Any) -> Any:
        return self.ask("post", path, body)


def act(seat: str, seq: int, key: str, action: dict[str, Any]) -> dict[str, Any]:
    return {"seat": seat, "seq": seq, "key": key, "action": action}


def well(answer: Any) -> dict[str, Any]:
    assert answer.status_code == 200, answer.content.decode()[:500]
    found: dict[str, Any] = answer.json()
    return found


def told(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Assert that a response is this error in the standard form, and return it."""
    assert answer.headers["Content-Type"] == "application/json", answer.content[:200]
    found: dict[str, Any] = answer.json()
    assert set(found) >= FORM and all(isinstance(found[name], str) for name in FORM)
    assert (answer.status_code, found["code"]) == (status, code) and found["text"]
    return found
