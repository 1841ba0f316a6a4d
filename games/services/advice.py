"""The bot's advice for a seat. Advice is neither carried out nor stored."""

from __future__ import annotations

from engine.game import Facts, Json, Unimaginable
from games.services.proof.seeds import bot_dice, seed_of
from games.services.tables import LiveGame


def advice_for(at: LiveGame, seat: str) -> tuple[Json, Facts] | None:
    """Return the bot's answer as JSON, and its reason (a code and facts). Return None if the bot gives no
    reason, or if no possible state can be drawn from what the seat knows.

    The bot works on this possible state and rolls separate dice. Its answer therefore reveals neither hidden
    facts nor future rolls.
    """
    try:
        state = at.imagined_state(seat)
    except Unimaginable:
        return None
    action, why = at.rules.advice(state, seat, bot_dice(at.game, seed_of(at.game), at.seq, seat))
    return None if why is None else (at.system.codec.write(action), why)
