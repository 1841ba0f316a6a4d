"""The invariants that must hold afterwards, whatever happened."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from games import services
from games.models import Call, Device, Entry, Game, Hook, Outbox, PendingDecision, Seat
from tests.simulation import faults
from tests.simulation.wire import WIRE
from tests.simulation.world import World

FAR = timedelta(days=45)  # seven times the longest time for an answer, plus an absence


def violations(world: World) -> list[str]:
    """Return every violated invariant, in words."""
    return [
        *world.violations,
        *(f"{game.name}: {what}" for game in Game.objects.all() for what in readable(world, game)),
        *of_mail(),
        *of_hooks(world),
        *of_covert(),
        *of_seats(world),
    ]


def readable(world: World, game: Game) -> list[str]:
    try:
        return list(of_game(world, game))
    except Exception as error:
        return [f"cannot be opened: {error!r}"]


def of_game(world: World, game: Game) -> Iterator[str]:
    seqs = list(Entry.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))
    if seqs != list(range(game.seq + 1)):
        yield f"a gap in the log: {seqs}"
        return
    if game.seq >= 0 and not services.verify_game(game).ok:
        yield "does not verify"
    owed = PendingDecision.objects.filter(game=game, answered_at=None)
    # kept until a retry succeeds: the deadline may have been extended
    killed = game.trouble.startswith("CutShort")
    if game.trouble and not (killed and game.running and not owed.filter(due_at__lte=world.now).exists()):
        yield f"is in trouble: {game.trouble}"
    if game.running:
        if owed.filter(due_at__lte=world.now - timedelta(minutes=1)).exists():  # else its job may be lost
            yield "something is overdue"
        if any(row.due_at and row.due_at > world.now + FAR for row in owed):
            yield "a deadline in a far future"
        awaited = sorted(decision.id for decision in services.table(game).decisions())
        if sorted(row.decision for row in owed) != awaited:
            yield "what is asked is not what the rules wait for"
    elif owed.exists():
        yield "is over and still asks"


def of_seats(world: World) -> Iterator[str]:
    for seat in Seat.objects.filter(back_at__lte=world.now):
        yield f"{seat} of {seat.game_id} was lent and did not come back"


def of_mail() -> Iterator[str]:
    post = faults.POST
    for identity, times in post.left.items():
        if times > 1 + post.excused[identity]:
            yield f"mail {identity} left {times} times"
    together: dict[tuple[Any, Any], list[str]] = defaultdict(list)
    for row in Outbox.objects.filter(sent_at__isnull=False, error=""):
        together[row.recipient_id, row.sent_at].append(f"<{row.key.replace(':', '.')}@localhost>")
    for reader, names in together.items():
        if not any(post.left[name] for name in names):
            yield f"mail to {reader} counts as sent and has not left: {names}"
    yield from post.unwanted
    waiting = Outbox.objects.filter(sent_at=None, given_up_at=None)
    if waiting.exists():
        yield f"{waiting.count()} messages were never sent"


def of_hooks(world: World) -> Iterator[str]:
    """Check that every call reached its hook exactly once. A call to a hook that is off may be missing. A
    call may arrive twice if the sender could not know that it had arrived before. Also check that no device
    still waits for a push message.
    """
    for identity, times in WIRE.left.items():
        named = "push.example" not in identity and "discord.com" not in identity
        if named and times > 1 + WIRE.excused[identity]:
            yield f"hook was told {identity} {times} times"
    kept = {hook.pk: hook for hook in Hook.objects.all()}
    for key, pk in world.called.items():
        known = pk in kept and pk not in world.off and kept[pk].off_at is None
        if known and "discord.com" not in kept[pk].url and not WIRE.left[key]:
            yield f"hook {pk} was never told {key}"
    if Call.objects.filter(hook__off_at__isnull=True).exists():
        yield "a hook still waits to be told"
    if Device.objects.filter(owed_at__isnull=False).exists():
        yield "a device was never woken"


def of_covert() -> Iterator[str]:
    """Check that a hidden decision is mailed only to the player who owes it."""
    covert = {row.pk: row for row in PendingDecision.objects.filter(covert=True)}
    for row in Outbox.objects.exclude(payload={}):
        if row.payload.get("decision") in covert and not row.payload.get("covert"):
            yield f"{row.key} does not say that its question is covert"
