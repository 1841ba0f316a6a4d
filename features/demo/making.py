"""Create the demo games. The first steps of each game are recorded, so that nobody has to wait for bots.

A record holds the actions of all seats. The current rules work out the dice and events from a public seed,
which is good enough for a demo. If the rules reject a recorded step, bots play instead.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from engine import journal, registry
from engine.game import Json, Refusal
from games import plugins, services
from games.access import User
from games.models import BattleLink, Entry, Game
from games.plugins import DemoGame
from games.services.clock import jobs
from games.services.consequences import follow_step
from games.services.entries import Request, lock, store_all
from games.services.opening import play_to
from games.services.proof.chance import server_dice
from games.services.proof.seeds import seed_of
from games.services.tables import table_after_step, table_locked

log = logging.getLogger(__name__)

ANNA = "anna"


class NotRecordable(ValueError):
    """Raised when a game's first steps include a battle or an entry that is not an action."""


@dataclass(frozen=True)
class RecordedStep:
    """A step as the record stores it: the action, but not the dice and events, which follow from the rules
    and the seed.
    """

    seat: str
    action: Json
    reason: str = Entry.Reason.BOT
    power: str = ""
    covert: bool = False

    @classmethod
    def read(cls, row: Mapping[str, Json]) -> RecordedStep:
        return cls(**row)

    def to_json(self) -> dict[str, Json]:
        fields = {"seat": self.seat, "action": self.action, "reason": str(self.reason)}
        fields |= {"power": self.power, "covert": self.covert}
        return {name: value for name, value in fields.items() if value != _PLAIN.get(name)}


_PLAIN = {"reason": str(Entry.Reason.BOT), "power": "", "covert": False}


def game_id(demo: DemoGame) -> UUID:
    """Return the id of a demo game. Every site uses the same id, because the dice depend on it."""
    return uuid5(NAMESPACE_URL, f"vexillum demo: {demo.name}")


def make_game(
    demo: DemoGame, system: str, people: Mapping[str, User], now: datetime, *, recorded: bool = True
) -> Game:
    """Create a demo game led by the user "gm", and play its first steps from the record. If ``recorded`` is
    false or the rules reject the record, bots choose the steps.
    """
    gm = people["gm"]
    more = dict(demo.settings)
    if demo.battles:
        more["battle_system"] = next(
            (name for name in plugins.battle_systems(system) if name in registry.names()), ""
        )
    number = game_id(demo)
    seed = hashlib.sha256(number.bytes).digest()
    game = services.create_game(
        gm=gm, name=demo.name, system=system, public=True, now=now, demo=(number, seed), **more
    )
    seats = [seat.key for seat in game.seats.all()]
    for seat in seats:
        services.set_bot(game.pk, gm, seat, True, now=now)
    with jobs.postponing():  # bots play only the first steps, then people take over
        services.start(game.pk, gm, now=now)
        if demo.turn and not (recorded and demo.steps and _replay_steps(game.pk, demo.steps, now)):
            play_to(game.pk, seats[demo.seats.index(ANNA)], demo.turn, now)
    for seat, name in zip(seats, demo.seats, strict=False):
        if name is not None:
            services.set_bot(game.pk, gm, seat, False, now=now)
            services.accept(services.invite(game.pk, gm, seat=seat, now=now).token, people[name], now=now)
    if None in demo.seats:
        jobs.ask(game.pk)
    return game


def _replay_steps(number: UUID, file: Path, now: datetime) -> bool:
    """Store the recorded steps. If the current rules reject one, store nothing and return False."""
    try:
        with transaction.atomic():
            replay(number, read_steps(file), now)
    except (Refusal, OSError, ValueError, TypeError) as error:
        log.warning("the recorded steps of %s do not fit these rules: %s", file.name, error)
        return False
    return True


def replay(number: UUID, steps: list[RecordedStep], now: datetime) -> None:
    """Carry out recorded steps in memory, then store all of them together. Raises Refusal if the rules
    reject a step.
    """
    at = here = table_locked(lock(number))
    seed, taken = seed_of(at.game), []
    for step in steps:
        assert at.head is not None
        moment = journal.play(at.opened, at.head, step.seat, step.action, server_dice(at.game, seed))
        reason = Entry.Reason(step.reason)
        key = f"auto:{moment.head.seq}:{reason}"
        taken.append((moment, Request(key, reason, now, power=step.power, covert=step.covert)))
        at = table_after_step(at, moment)
    if taken:
        follow_step(store_all(here, taken)[-1].after, taken[-1][1])


def read_steps(file: Path) -> list[RecordedStep]:
    """Read recorded steps from a file. Raises OSError if the file cannot be read, and ValueError or
    TypeError if it is malformed.
    """
    return [RecordedStep.read(row) for row in json.loads(file.read_text(encoding="utf-8"))]


def steps_of(game: Game) -> Iterator[RecordedStep]:
    """Yield a game's steps in the form in which they are recorded. Raises NotRecordable if the game has a
    battle, or an entry that is not an action.
    """
    if BattleLink.objects.filter(campaign=game).exists():
        raise NotRecordable(f"{game.name}: a battle was opened")
    for entry in Entry.objects.filter(game=game, seq__gt=0).order_by("seq"):
        if entry.kind != journal.ACTION:
            raise NotRecordable(f"{game.name}: entry {entry.seq} is of kind {entry.kind}")
        yield RecordedStep(entry.seat, entry.action, entry.reason, entry.power, entry.covert)


def write_steps(game: Game, file: Path) -> int:
    """Write a game's steps to a file, one per line, and return their number. Raises NotRecordable like
    :func:`steps_of`.
    """
    rows = [json.dumps(step.to_json(), ensure_ascii=False, sort_keys=True) for step in steps_of(game)]
    file.parent.mkdir(exist_ok=True)
    file.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    return len(rows)
