"""The bot gives a reason for all its advice, in both languages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from campaigns.italia.rules.rules import ItaliaRules
from campaigns.italia.rules.system import ITALIA
from campaigns.italia.wording import ItaliaWording
from engine.canonical_order import sort_keys
from engine.choices import sample_action
from engine.dice import Seeded, Throw
from engine.game import Facts
from tests.found import some

ODD = 40  # percentage of random answers, which lead games into rare positions


def advised(scenario: str, seed: int) -> Iterator[tuple[str, Any, Facts | None]]:
    """Yield every decision of a game with the bot's advice; two answers in five are random."""
    rules = ITALIA.open(ITALIA.scenario(scenario), {})
    assert isinstance(rules, ItaliaRules)
    state = rules.setup(Seeded(b"reasons", str(seed), 0)).state
    place = 0
    while rules.outcome(state) is None:
        place += 1
        state, own = sort_keys(state), Seeded(b"own", str(seed), place)
        owed = rules.pending(state)[0]
        action, why = rules.advice(state, owed.seat, own)
        yield owed.kind, action, why
        if own.roll(Throw(100, "odd", low=0)) < ODD:
            choices = [
                c
                for c in rules.choices(state, owed.seat)
                if not c.fixed.get("nation") or c.kind != "name_capital"
            ]
            one = choices[own.roll(Throw(len(choices), "choice", low=0))]
            action = ITALIA.codec.read(sample_action(one, own))
        state = rules.apply(state, owed.seat, action, Seeded(b"reasons", str(seed), place)).state


@pytest.mark.parametrize(
    ("scenario", "asked"),
    [
        (
            "italia1",
            {"aim", "announce", "campaign", "flight", "levy", "naval_calls", "react", "rebuild", "sack"},
        ),
        ("italia2", {"combat", "convert", "movement", "naval_retreat", "reinforcements", "retreat", "trim"}),
    ],
)
def test_every_piece_of_advice_has_its_reason(scenario: str, asked: set[str]) -> None:
    wording = ItaliaWording(ITALIA.scenario(scenario))
    kinds, codes = set(), dict[str, Facts]()
    for kind, action, why in some(advised(scenario, 1)):
        assert why is not None, f"{kind}: {action} for no reason"
        kinds.add(kind)
        codes[why["code"]] = why
    assert asked <= kinds
    for why in codes.values():
        for language in ("en", "it"):
            with translation.override(language):
                said = wording.reason(why)
            assert said != why["code"] and "%(" not in said, why
