"""Numbers as people read them: with a minus sign, which a hyphen is not. Inputs keep what machines read."""

from __future__ import annotations

from typing import Any

MINUS = "−"


def minus(value: Any) -> str:
    """A number, its minus sign set as one."""
    return str(value).replace("-", MINUS)


def signed(value: int) -> str:
    """A modifier with its sign."""
    return minus(f"{value:+d}")
