"""Descriptions of the mistakes in an exported game, for site administrators and always in English."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import override

from engine import registry
from engine.game import Mistake
from engine.log.audit import Difference
from games import plugins
from games.contract import Wording

MISTAKES: Final = {
    "newer": "this file was written by a newer version of Vexillum (format {found}; this one reads {reads}). "
    "Update Vexillum first",
    "no_format": "this is no game that Vexillum has exported",
    "not_an_object": "a JSON object belongs here",
    "wrong_type": "this is not of the right kind; expected: {expected}",
    "missing_field": "this is missing",
    "not_one_of": "this is none of the values that may stand here: {expected}",
    "too_long": "this text is too long",
    "out_of_range": "this number does not fit here",
    "unknown_key": "no export of this format has this; it may be by a newer version of Vexillum, or altered",
    "no_moment": "no moment at which a game can have been played; write it as 2026-11-27T20:00:00+01:00",
    "empty": "the game has not begun: there is nothing to read",
}
DIFFERENCES: Final = {
    "commitment": "the seed of the dice is not the one that the game was committed to when it began",
    "order": "the entry is out of place in the log",
    "digest": "the digest does not fit what the entry says and the entry before: one of them was altered",
    "source": "a die was rolled in a way that this game does not allow",
    "die": "a die shows a face that it does not have, or that the seed does not give",
    "dice": "other dice were rolled than the rules ask for",
    "events": "the rules give other events than the file tells",
    "state": "the rules lead to another position than the file tells",
    "refused": "the rules do not allow what was done",
    "broken": "the entry cannot be read",
    "amended": "what was corrected did not stand there before",
}


class Facts(dict[str, Any]):
    """The facts of a mistake, to be put into its sentence. A missing fact reads "something else"."""

    def __missing__(self, key: str) -> str:
        return "something else"


def mistake(one: Mistake, system: str = "") -> str:
    """Describe a mistake in a file with its path, as in "$: a JSON object belongs here"."""
    text = MISTAKES.get(one.code)
    if text is not None:
        expected = one.facts.get("expected")
        told = ", ".join(map(str, expected)) if isinstance(expected, list | tuple) else expected
        return f"{one.path}: {text.format_map(Facts({**one.facts, **({'expected': told} if told else {})}))}"
    wording = plugins.wording_class(system) if system in registry.names() else Wording
    with override("en"):
        return f"{one.path}: {wording.mistake(one)}"


def mistakes(found: Iterable[Mistake], system: str = "") -> str:
    return "\n".join(f"  {mistake(one, system)}" for one in found)


def difference(found: Difference) -> str:
    """Describe the first fault found in a log, without a full stop."""
    return DIFFERENCES[found.what]
