"""The secret seed of a game, and the separate dice for the bot's decisions."""

import hashlib
import hmac
from typing import Final
from uuid import UUID

from engine.dice import Dice, Seeded
from games.caches import prefetch
from games.models import Game, Secret
from games.prepared_sql import PreparedQuery, Question

BOT: Final = b"the program's own thoughts"
OUTLOOK: Final = b"what may become of it"
IMAGINED: Final = b"what a seat imagines"

_SECRET = PreparedQuery(lambda pk: Secret.objects.filter(pk=pk), UUID)


def seed_asked(game: UUID) -> Question:
    """Return the query for the secret seed, to be sent together with other queries."""
    return _SECRET.question(game)


def seed_of(game: Game) -> bytes:
    """Return the secret seed, for rolling and verifying. It must never be shown, logged or exported while
    the game runs.
    """
    secret = next(iter(prefetch.take(game, "secret") or _SECRET(game.pk)), None)
    if secret is None:
        raise Secret.DoesNotExist(f"{game.pk} has no seed")
    prefetch.keep(game, "secret", [secret])  # it never changes, and a further step needs it again
    return bytes(secret.seed)


def bot_dice(game: Game, seed: bytes, seq: int, seat: str) -> Dice:
    """Return separate dice for a bot's decisions. With the game's dice a bot could know its next rolls."""
    return _separate_dice(game, seed, seq, BOT + seat.encode())


def imagining_dice(game: Game, seed: bytes, seq: int, seat: str) -> Dice:
    """Return the dice from which a seat's imagined state is drawn, separate from the game's dice and the
    bot's. Even all these states together reveal nothing about the seed (HMAC-SHA256).
    """
    return _separate_dice(game, seed, seq, IMAGINED + seat.encode())


def outlook_seed(game: Game, seed: bytes, seq: int, case: str) -> bytes:
    """Return the seed of play-outs after an entry. It reveals nothing about future rolls."""
    return hmac.new(seed, OUTLOOK + f"{game.pk}|{seq}|{case}".encode(), hashlib.sha256).digest()


def _separate_dice(game: Game, seed: bytes, seq: int, purpose: bytes) -> Dice:
    return Seeded(hmac.new(seed, purpose, hashlib.sha256).digest(), str(game.pk), seq)
