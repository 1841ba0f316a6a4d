"""The source of a game's dice, and what may be revealed about it."""

import secrets
from collections import Counter
from datetime import datetime

from django.db import transaction

from engine.dice import Dice, Entered, Seeded, commitment
from engine.journal import BY_KIND, count_dice, place, seeded_dice
from games.models import Entry, Game, RewindRequest, Secret
from games.refusals import invalid
from games.services.going_back import consent
from games.services.proof.seeds import seed_of


def fresh_seed() -> bytes:
    """Draw a fresh seed. It always comes from the operating system, and no setting changes that. (Tests
    replace this function, see tests/seeds.py.)
    """
    return secrets.token_bytes(32)


def make_secret(game: Game, known: bytes | None = None) -> Secret:
    """Choose the game's seed and set its commitment, without saving either. A demo has a ``known`` seed, and
    the games of a duplicate share one seed. Any other game gets a fresh seed.
    """
    other = Secret.objects.filter(game__twins=game.twins).first() if game.twins else None
    seed = known or (fresh_seed() if other is None else bytes(other.seed))
    game.commitment = commitment(seed)
    return Secret(game=game, seed=seed)


def revealed_seed(game: Game, now: datetime) -> str | None:
    """Return the seed in hex, so that anyone can check every die. It is None before the game ends, and while
    another table with the same dice is running. Revealing the seed makes all future dice known, so it
    rules out rewinds and closes requests for them.
    """
    if not game.has_ended or game.sealed:
        return None
    if not is_revealed(game):
        with transaction.atomic():  # under the lock, so that a rewind either comes first or is ruled out
            game = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
            if not game.has_ended or game.sealed:
                return None
            Secret.objects.filter(pk=game.pk).update(revealed_at=game.ended_at)
            consent.let_lapse(game, now, RewindRequest.Cause.SHOWN)
    return seed_of(game).hex()


def is_revealed(game: Game) -> bool:
    return Secret.objects.filter(pk=game.pk, revealed_at__isnull=False).exists()


def dice_for(game: Game, seed: bytes, faces: list[int] | None) -> Dice:
    """Return the source of dice for the game's next step: the server, or the faces that people entered.

    Raises InvalidAction if faces are entered although the server rolls.
    """
    if game.dice_mode == Game.DiceMode.VIRTUAL:
        if faces is not None:
            raise invalid("virtual_dice_only")
        return server_dice(game, seed)
    if faces is None and game.dice_mode == Game.DiceMode.MIXED:
        return server_dice(game, seed)
    return Entered(list(faces or ()), server=server_dice(game, seed))


def server_dice(game: Game, seed: bytes) -> Seeded:
    """Return the server's dice for the game's next step. The same dice are used whether a player, a bot or a
    deadline takes the step.
    """
    at = place(game.binding, game.seq + 1, game.step + 1)
    return seeded_dice(
        game.binding, seed, str(game.pk), at, _count_rolls(game) if game.binding == BY_KIND else {}
    )


def _count_rolls(game: Game) -> Counter[str]:
    return count_dice(Entry.objects.filter(game=game).exclude(rolls=[]).values_list("rolls", flat=True))
