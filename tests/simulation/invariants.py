"""What must hold afterwards, whatever happened."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from games import services
from games.models import Entry, Game, Outbox, PendingDecision, Seat
from tests.simulation import faults
from tests.simulation.world import World

FAR = timedelta(days=45)  # seven times the longest answer, and an absence


def violations(world: World) -> list[str]:
    """Every invariant that does not hold, in words."""
    return [
        *world.violations,
        *(f"{game.name}: {what}" for game in Game.objects.all() for what in readable(world, game)),
        *of_mail(),
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
    if game.trouble:
        yield f"is in trouble: {game.trouble}"
    owed = PendingDecision.objects.filter(game=game, answered_at=None)
    if game.running:
        if owed.filter(due_at__lte=world.now).exists():
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
    waiting = Outbox.objects.filter(sent_at=None, given_up_at=None)
    if waiting.exists():
        yield f"{waiting.count()} messages were never sent"
