"""What the program would answer in a seat's place. Nothing is done and nothing is written."""

from __future__ import annotations

from engine.game import Facts, Json
from games.services.chance import bot_dice, seed_of
from games.services.tables import Table


def advised(at: Table, seat: str) -> tuple[Json, Facts | None]:
    """The answer of the bot as JSON, and its reason: a code and facts, None where it has none to give.
    The dice of the bot are its own, so that it tells nothing of those to come."""
    dice = bot_dice(at.game, seed_of(at.game), at.seq, seat)
    action = at.rules.bot(at.state, seat, dice)
    return at.system.codec.write(action), at.rules.why(at.state, action)
