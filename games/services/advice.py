"""What the program would answer in a seat's place. Nothing is done and nothing is written."""

from __future__ import annotations

from engine.game import Json
from games.services.chance import bot_dice, seed_of
from games.services.tables import Table


def advised(at: Table, seat: str) -> Json:
    """The answer of the bot as JSON; its dice are its own, so that it tells nothing of those to come."""
    dice = bot_dice(at.game, seed_of(at.game), at.seq, seat)
    return at.system.codec.write(at.rules.bot(at.state, seat, dice))
