"""Questions to the calculator as JSON.

Reading is strict and reports the path of every mistake. The code that resolves battles gives the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battles.cataphract.answers import rolls, shock
from battles.cataphract.answers.schema import schema as _schema
from battles.cataphract.rules.own_data.overlay import fill_in_question, read_own
from engine.game import BadScenario, Facts, Json
from engine.reading import Reader

OWN: Final = ("chart", "counters")  # fields for a player's own values, allowed in any question
ASKED: Final[Mapping[str, Callable[[Reader], dict[str, Json]]]] = {
    "clash": shock.clash,
    "segment": shock.segment,
    "shot": rolls.resolve_shot,
    "check": rolls.check,
    "doom": rolls.doom,
    "quality": rolls.check_quality,
    "recovery": rolls.recovery,
    "rally": rolls.rally,
    "leader": rolls.casualty_of,
    "champions": rolls.champions_of,
}


def resolve(question: Facts) -> dict[str, Json]:
    """Answer a question. Its ``ask`` field names the kind of question. Raises BadScenario listing every
    mistake.
    """
    asked = Reader(question)["ask"]
    kind = asked.one_of(ASKED)
    asked.raise_mistakes(BadScenario)
    own = read_own({name: question[name] for name in OWN if name in question})
    rest = {name: value for name, value in question.items() if name not in OWN}
    if own.counters:
        rest = fill_in_question(rest, own)
    if own.chart is not None and kind == "shot":
        return rolls.resolve_shot(Reader(rest), own.chart)
    return ASKED[kind](Reader(rest))


def schema() -> Facts:
    """Return the JSON Schema of all questions."""
    return _schema()
