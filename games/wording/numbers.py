"""Format numbers with a true minus sign, and read numbers from requests.

No other module reads numbers from requests. ``int`` alone would accept the digits of every script,
underscores and blanks, and it fails on more than 4,300 digits.
"""

from __future__ import annotations

import re
from typing import Any

MINUS = "−"
MOST = 10**18  # the limit in both directions, safe for the integers of every database
_WHOLE = re.compile(r"\s*([-+−]?)([0-9]+)\s*", re.ASCII)


class NoNumber(ValueError):
    """Raised when a submitted value is not a whole number or is out of bounds."""


def whole(text: str | None, low: int | None = None, high: int | None = None) -> int | None:
    """Read a whole number. Return None for anything else, or if the number is below ``low`` or above
    ``high``.
    """
    found = _WHOLE.fullmatch(text or "")
    if found is None:
        return None
    digits = found[2].lstrip("0")
    size = min(int(digits or "0"), MOST) if len(digits) < 20 else MOST
    value = size if found[1] in ("", "+") else -size
    return value if (low is None or value >= low) and (high is None or value <= high) else None


def required_number(text: str | None, low: int | None = None, high: int | None = None) -> int:
    """Read a required whole number. Raises NoNumber for anything else, or for a number out of bounds."""
    value = whole(text, low, high)
    if value is None:
        raise NoNumber((text or "")[:20])
    return value


def minus(value: Any) -> str:
    """Format a number with a true minus sign."""
    return str(value).replace("-", MINUS)


def in_units(value: int, unit: int) -> str:
    """Format a count of units as points. With ``unit`` 2 the units are half-points.

    >>> in_units(7, 1), in_units(7, 2), in_units(-3, 2), in_units(1, 2), in_units(0, 2)
    ('7', '3½', '−1½', '½', '0')
    """
    whole, rest = divmod(abs(value), unit)
    half = "½" if rest else ""
    return f"{MINUS if value < 0 else ''}{whole or (0 if not half else '')}{half}"


def format_signed(value: int) -> str:
    """Format a modifier with its sign."""
    return minus(f"{value:+d}")
