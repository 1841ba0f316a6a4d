"""Answer calculator questions given as JSON. Questions are read strictly, and every mistake is reported with
its path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from battles.schiere.answers.army import army
from battles.schiere.answers.draws import initiative, nerves, rally_answer, shot_at
from battles.schiere.answers.duel import duel
from battles.schiere.answers.schema import schema as schema
from engine.game import BadScenario, Facts, Json
from engine.reading import Reader

ASKED: Final[Mapping[str, Callable[[Reader], dict[str, Json]]]] = {
    "duel": duel,
    "shot": shot_at,
    "initiative": initiative,
    "nerve": nerves,
    "rally": rally_answer,
    "army": army,
}


def resolve(question: Facts) -> dict[str, Json]:
    """Answer a question. Its ``ask`` field names the kind of question. Raises BadScenario listing every
    mistake.
    """
    top = Reader(question)
    asked = top["ask"].one_of(ASKED)
    top.raise_mistakes(BadScenario)
    return ASKED[asked](top)
