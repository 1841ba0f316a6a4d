"""The bot's action for a seat, chosen with only that seat's knowledge."""

from __future__ import annotations

import logging
from typing import Any

from engine.game import Unimaginable
from games.services.proof.seeds import bot_dice
from games.services.tables import LiveGame

log = logging.getLogger(__name__)


def bot_action(at: LiveGame, seat: str, seed: bytes) -> Any | None:
    """Return the bot's action for a seat, or None if the rules cannot imagine a state from what the seat
    knows.
    """
    try:
        state = at.imagined_state(seat)
    except Unimaginable as reason:
        log.warning("the bot cannot play %s of %s: %s", seat, at.game.pk, reason)
        return None
    return at.rules.bot(state, seat, bot_dice(at.game, seed, at.seq, seat))
