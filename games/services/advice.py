"""Advice: the answer the bot would give for a seat. Nothing is carried out or stored."""

from __future__ import annotations

from engine.game import Facts, Json, Unimaginable
from games.services.proof.seeds import bot_dice, seed_of
from games.services.tables import Table


def advised(at: Table, seat: str) -> tuple[Json, Facts] | None:
    """The bot's answer as JSON, and its reason: a code and facts. None if it has no answer or cannot imagine
    the state.

    It thinks about a state that the seat imagines, with its own dice: it reveals neither facts hidden from
    the seat nor coming dice.
    """
    try:
        state = at.imagined(seat)
    except Unimaginable:
        return None
    action, why = at.rules.advice(state, seat, bot_dice(at.game, seed_of(at.game), at.seq, seat))
    return None if why is None else (at.system.codec.write(action), why)
