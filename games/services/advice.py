"""Advice: the answer the bot would give for a seat. The advice is neither carried out nor stored."""

from __future__ import annotations

from engine.game import Facts, Json, Unimaginable
from games.services.proof.seeds import bot_dice, seed_of
from games.services.tables import LiveGame


def advice_for(at: LiveGame, seat: str) -> tuple[Json, Facts] | None:
    """Return the bot's answer as JSON and its reason (a code and facts), or None if the bot has no answer or
    cannot imagine the state.

    The bot works on a state the seat could imagine and rolls separate dice, so its answer reveals neither
    hidden facts nor future rolls.
    """
    try:
        state = at.imagined_state(seat)
    except Unimaginable:
        return None
    action, why = at.rules.advice(state, seat, bot_dice(at.game, seed_of(at.game), at.seq, seat))
    return None if why is None else (at.system.codec.write(action), why)
