"""Positions laid out by hand for experiments, allowed only right after the set-up."""

from dataclasses import replace

import pytest

from engine.journal import LAID, begin, chain_digest, lay_out_position, replay, step_dice
from engine.log.audit import verify
from tests.engine.factories import SEED, a_game, an_opening, bot_step


def test_a_position_is_laid_out_played_on_and_verified() -> None:
    _opening, _entries, heads = a_game(steps=4)
    opening = an_opening("try")
    first = begin(opening, step_dice(opening, None, SEED))
    laid = lay_out_position(opening, first.head, heads[-1].state)
    after = bot_step(opening, laid.head)
    log = [first.entry, laid.entry, after.entry]
    assert laid.entry.kind == LAID and laid.head.state == heads[-1].state
    assert verify(opening, log, SEED).ok
    assert replay(opening, log).state == after.head.state


def test_a_position_cannot_be_laid_out_later_in_a_game() -> None:
    opening, entries, heads = a_game(steps=2)
    with pytest.raises(ValueError, match="right after the set-up"):
        lay_out_position(opening, heads[-1], heads[0].state)
    forged = lay_out_position(opening, heads[0], heads[0].state).entry
    forged = replace(forged, seq=3, step=3)
    forged = replace(forged, digest=chain_digest(entries[-1].digest, forged.content()))
    found = verify(opening, [*entries, forged], SEED).difference
    assert found is not None and (found.seq, found.what) == (3, "order")
