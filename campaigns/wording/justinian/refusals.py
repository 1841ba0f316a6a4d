"""Why an action of Justinian was refused, and what to do instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns.wording.justinian.choices import value
from campaigns.wording.justinian.names import Names, readable

TEXTS: dict[str, Any] = {}


class Known(dict[str, str]):
    """Facts for a sentence; one that is missing shows as "?" instead of failing."""

    def __missing__(self, key: str) -> str:
        return "?"


def text(code: str, facts: Mapping[str, Any], names: Names) -> str:
    """The sentence for a refusal code; readable words when it is unknown."""
    found = TEXTS.get(code)
    if found is None:
        return readable(code) + "."
    return str(found) % Known({k: value(k, v, names) for k, v in facts.items()})
