"""Phones that download a game, continue it offline with dice rolled at the table, and upload it."""

from __future__ import annotations

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from engine import journal
from engine.canonical_order import sort_keys
from engine.choices import sample_action
from engine.dice import Roll, Seeded, Throw
from engine.game import GM, Refusal
from engine.journal import Head, Opening
from features.offline import sync
from features.offline.export import export_for_offline
from games.models import Branch, Entry, Game
from games.services import tables
from tests.games.cast import NOW, a_game, a_user

ENDS_IT = {"concede", "agree_draw"}


@dataclass
class Table:
    """Random dice that count as rolled at a table and entered by the players. ``rolls``: all rolls so far."""

    chance: random.Random
    source: str = "entered"
    rolls: list[Roll] = field(default_factory=list)

    def roll(self, throw: Throw) -> int:
        face = throw.low + self.chance.randrange(throw.sides)
        self.rolls.append(Roll(throw, face, self.source))
        return face

    def roll_all(self, throws: Sequence[Throw]) -> tuple[int, ...]:
        return tuple(self.roll(throw) for throw in throws)


@dataclass
class Phone:
    """A game on a user's phone, rebuilt from the download and played on with the same rules."""

    game: Game
    user: Any
    chance: random.Random
    own: str = ""  # the seat that makes every move; "" leaves each move to its own seat
    device: uuid.UUID = field(default_factory=uuid.uuid4)
    items: list[dict[str, Any]] = field(default_factory=list)
    heads: dict[int, Head[Any]] = field(default_factory=dict)
    line: list[int] = field(default_factory=list)

    def take(self) -> Phone:
        """Download the game from the server, discarding earlier moves on the phone."""
        self.game.refresh_from_db()
        data = export_for_offline(self.game, self.user)
        self.opening = Opening(
            data["game"],
            tables.system_named(data["system"]),
            data["scenario"],
            data["options"],
            data["commitment"],
            tuple(data["sources"]),
            data["binding"],
        )
        names = ("seq", "step", "kind", "seat", "action", "rules_version", "digest", "order")
        entries = [
            journal.Entry(
                **{name: row[name] for name in names},
                rolls=tuple(row["rolls"]),
                events=tuple(row["events"]),
            )
            for row in data["entries"]
        ]
        self.base = data["base"]
        self.head = journal.replay(self.opening, entries)
        assert (self.head.seq, self.head.digest) == (self.base["seq"], self.base["digest"])
        self.items, self.heads, self.line = [], {self.head.seq: self.head}, [self.head.seq]
        return self

    @property
    def over(self) -> bool:
        return self.opening.rules.outcome(self.head.state) is not None

    def play(self, steps: int) -> Phone:
        for _step in range(steps):
            if not self.over:
                self.step()
        return self

    def step(self) -> None:
        """Play a legal move: usually the bot's, sometimes a random one."""
        rules, codec = self.opening.rules, self.opening.system.codec
        state = sort_keys(self.head.state)
        decision = rules.pending(state)[0]
        assert decision.seat != GM
        thinking = Seeded(b"phone", "phone", self.chance.randrange(10**9))
        tries = [rules.bot(state, decision.seat, thinking), decision.default]
        actions = [codec.write(one) for one in tries]
        offered = [one for one in rules.choices(state, decision.seat) if one.kind not in ENDS_IT]
        if self.chance.random() < 0.5 and offered:
            actions.insert(0, sample_action(self.chance.choice(offered), thinking))
        for action in actions:
            try:
                self.do(self.own or decision.seat, action)
            except Refusal:
                continue
            return
        raise AssertionError(f"{decision.id}: even the default is refused")

    def do(self, seat: str, action: dict[str, Any]) -> None:
        dice = Table(self.chance)
        moment = journal.play(self.opening, self.head, seat, action, dice)
        faces = [roll.face for roll in dice.rolls]
        self._went(moment, {"kind": "action", "seat": seat, "action": action, "dice": faces})

    def back(self, steps: int = 1) -> None:
        """Undo moves on the phone."""
        to = self.line[-1 - steps]
        seat = self.own or self.items[-1]["seat"]
        target = self.heads[to]
        moment = journal.rewind(self.opening, self.head, seat, target)
        self._went(moment, {"kind": "rewind", "seat": seat, "to": to})
        self.line = self.line[: -1 - steps] + [to]
        self.heads[to] = target

    def _went(self, moment: Any, item: dict[str, Any]) -> None:
        self.head = moment.head
        self.items.append({**item, "at": "2026-03-01T20:00:00Z"})
        self.heads[self.head.seq] = self.head
        self.line.append(self.head.seq)

    def come_back(self, count: int | None = None, user: Any = None) -> sync.UploadResult:
        """Upload everything played since the download, or only the first ``count`` moves."""
        return sync.import_moves(
            self.game.pk,
            user or self.user,
            device=self.device,
            base=self.base["seq"],
            base_digest=self.base["digest"],
            items=self.items[:count],
            now=NOW,
        )


def a_battle(red: Any, blue: Any, *, gm: Any = None, hands: str = "own", **more: Any) -> Game:
    """Create a table battle with typed dice; players type for their own seats unless ``hands`` is "any"."""
    options = {"setup": "quick", "hands": hands}
    more = {"dice_mode": Game.DiceMode.PHYSICAL, "system": "dba", "options": options, **more}
    return a_game(gm or red, {"red": red, "blue": blue}, name="At the table", **more)


def two_people() -> tuple[Any, Any]:
    return a_user("anna"), a_user("bert")


def in_the_log(game: Game) -> list[tuple[str, Any, list[int]]]:
    """Return every action of the log with its dice, including undone ones."""
    rows = Entry.objects.filter(game=game, kind="action").order_by("seq")
    return [(row.seat, row.action, [roll["face"] for roll in row.rolls]) for row in rows]


def kept(game: Game) -> list[tuple[str, Any, list[int]]]:
    """Return every action of every stored branch."""
    return [
        (item["seat"], item["action"], item["dice"])
        for row in Branch.objects.filter(game=game)
        for item in row.entries
        if item["kind"] == "action"
    ]
