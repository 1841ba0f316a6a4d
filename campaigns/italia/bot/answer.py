"""The bot's answers and their reasons."""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.game import Facts


class Answer(NamedTuple):
    """An action and the reason for it: a ``code`` and facts, which the shell words."""

    action: Any
    why: Facts


def because(action: Any, code: str, **facts: Any) -> Answer:
    return Answer(action, {"code": code, **facts})
