"""A calculator question as JSON: read strictly, with the path of every mistake; answered by the code that
resolves it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battles.cataphract.answers import rolls, shock
from battles.cataphract.answers.schema import schema as _schema
from engine.game import BadScenario, Facts, Json
from engine.reading import Reader

ASKED: Final[Mapping[str, Callable[[Reader], dict[str, Json]]]] = {
    "clash": shock.clash,
    "segment": shock.segment,
    "shot": rolls.shot,
    "check": rolls.check,
    "doom": rolls.doom,
    "quality": rolls.check_quality,
    "recovery": rolls.recovery,
    "rally": rolls.rally,
    "leader": rolls.casualty_of,
    "champions": rolls.champions_of,
}


def resolve(question: Facts) -> dict[str, Json]:
    """Answer one question of the kind ``ask``. Raises BadScenario with every mistake."""
    top = Reader(question)
    asked = top["ask"].one_of(ASKED)
    top.done(BadScenario)
    return ASKED[asked](top)


def schema() -> Facts:
    """The JSON Schema of a question."""
    return _schema()
