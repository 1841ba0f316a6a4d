"""A stored game of Italia whose combats are fought as battles; its people play as the bot would."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.italia.rules.system import ITALIA
from engine.dice import Seeded
from games import services
from games.models import BattleLink, Game
from games.services.fighting import battles
from tests.games.cast import a_user

WAYS: Final = ("fought", "typed", "rewound", "counted", "overdue", "dice", "disputed", "ruled")
WAITING: Final = ("open", "reported")


@dataclass
class Theatre:
    """A game and its players. ``seen`` counts the ways in which battles were settled."""

    game: Game
    people: dict[str, User]
    gm: User
    drawn: random.Random
    seen: Counter[str] = field(default_factory=Counter)
    steps: int = 0

    def play(self, battles: int = 10_000) -> None:
        """Play to the end of the game, or until this many battles have been settled."""
        while sum(self.seen.values()) < battles and not self.game.has_ended:
            link = self.waiting()
            if link is None:
                self.step()
            else:
                way = WAYS[sum(self.seen.values()) % len(WAYS)]
                self.seen[way] += 1
                getattr(self, f"_{way}")(link)
                link.refresh_from_db()
                assert link.status not in WAITING, f"{way}: {link.status}"
            self.game.refresh_from_db()

    def waiting(self) -> BattleLink | None:
        return self.game.battle_links.filter(status__in=WAITING).first()

    def step(self) -> None:
        at = services.table(self.game)
        decision = at.decisions()[0]
        # a bot has the seat, or the battle is too small and its deadline passes
        if decision.seat not in self.people:
            assert services.answer_due(self.game.pk, timezone.now() + timedelta(days=31), limit=1)
            return
        self.steps += 1
        action = at.rules.bot(at.state, decision.seat, Seeded(b"theatre", "bot", self.steps))
        self._submit(decision.seat, ITALIA.codec.write(action), self.people[decision.seat])

    def sides(self, link: BattleLink) -> list[User]:
        """Return the two players of a battle."""
        return [self.people[seat] for seat in battles.sides(link) if seat in self.people]

    def _submit(self, seat: str, body: Any, user: User) -> None:
        drawn, now = self.game.seq, timezone.now()
        services.submit(self.game.pk, seat, body, drawn_seq=drawn, key=f"t{drawn}", user=user, now=now)

    # --- ways to settle a battle ---

    def _fought(self, link: BattleLink) -> None:
        """Settle a battle by bots: both sides agree to leave it to them."""
        for user in self.sides(link):
            services.leave_to_programs(link.pk, user, now=timezone.now())
        services.answer_due(link.battle_id, timezone.now())
        services.answer_due(self.game.pk, timezone.now())

    def _typed(self, link: BattleLink) -> None:
        """Settle a battle by a report: one side enters the lost units, and the other agrees."""
        self._agreed(link, self._report(link))

    def _counted(self, link: BattleLink) -> None:
        """Settle a battle by elements: one side counts the lost ones, and the other agrees."""
        self._agreed(link, self.counted(link))

    def counted(self, link: BattleLink) -> Any:
        """Return a random report of a battle, converted from the numbers of elements lost."""
        bridge, muster = battles.bridge_of(link), battles.muster_of_link(link)
        assert bridge is not None
        fell = {unit: self.drawn.randint(0, number) for unit, number in bridge.elements(muster).items()}
        return battles.report_json(
            bridge.convert_losses(battles.opening_of_link(link), muster, self._winner(), fell)
        )

    def _disputed(self, link: BattleLink) -> None:
        """Settle a battle by a ruling: one side reports, the other objects, and the game master rules."""
        first, *others = self.sides(link)
        services.report_battle(link.pk, first, self._report(link), now=timezone.now())
        for user in others:
            services.dispute_battle(link.pk, user, now=timezone.now())
        if others:
            self._ruled(link)

    def _ruled(self, link: BattleLink) -> None:
        services.rule_battle(link.pk, self.gm, self._report(link), now=timezone.now())

    def _dice(self, link: BattleLink) -> None:
        """Settle a battle by the campaign's dice, as the game master decides."""
        self._submit(battles.GM, {"kind": "resolve_by_dice"}, self.gm)

    def _overdue(self, link: BattleLink) -> None:
        """Let the deadline of a battle pass. Nothing is decided while the game is paused; after that the
        campaign's dice decide.
        """
        services.pause(self.game.pk, self.gm, now=timezone.now())
        services.answer_due(self.game.pk, timezone.now() + timedelta(days=90))
        assert self.game.battle_links.filter(pk=link.pk, status__in=WAITING).exists()
        services.resume(self.game.pk, self.gm, now=timezone.now())
        services.answer_due(self.game.pk, timezone.now() + timedelta(days=31), limit=1)

    def _rewound(self, link: BattleLink) -> None:
        """Rewind to before the attack: the battle becomes void, and no question about it remains."""
        before = [seq for seq in services.rewind_points(self.game) if seq < link.opened_seq]
        to, drawn = before[-2], self.game.seq
        services.rewind(
            self.game.pk, self.gm, to_seq=to, drawn_seq=drawn, key=f"back{drawn}", now=timezone.now()
        )
        link.refresh_from_db()
        assert link.status == BattleLink.Status.VOID and link.battle is not None and link.battle.is_over

    def _winner(self) -> str | None:
        return self.drawn.choice(("attacker", "defender", None))

    def _report(self, link: BattleLink) -> dict[str, Any]:
        winner, losses = self._winner(), dict[str, int]()
        for side in ("attacker", "defender"):
            units = link.opening[side]["units"]
            losses |= {unit["id"]: self.drawn.randint(0, unit["sp"]) for unit in units}
            if side == winner and all(losses[unit["id"]] == unit["sp"] for unit in units):
                losses[units[0]["id"]] -= 1  # the winner keeps a unit
        return {"winner": winner, "losses": {unit: number for unit, number in losses.items() if number}}

    def _agreed(self, link: BattleLink, report: Any) -> None:
        first, *others = self.sides(link)
        services.report_battle(link.pk, first, report, now=timezone.now())
        for user in others:
            services.confirm_battle(link.pk, user, now=timezone.now())


def theatre(
    name: str,
    seed: int,
    options: dict[str, Any] | None = None,
    *,
    least: int = 4,
    bots: Collection[str] = (),
    battle_system: str = "dba",
) -> Theatre:
    """Create a game in progress with a game master and a person in every seat except those of ``bots``."""
    gm, now = a_user("gm"), timezone.now()
    game = services.create_game(
        gm=gm,
        now=now,
        name="Italia",
        system="italia",
        scenario_name=name,
        options={"battles": "open", **(options or {})},
        battle_system=battle_system,
        battle_least=least,
        hours_per_decision=24,
    )
    people = dict[str, User]()
    for seat in game.seats.all():
        if seat.key not in bots:
            people[seat.key] = seat.user = a_user(seat.key)
        seat.is_bot = seat.key in bots
        seat.save()
    services.start(game.pk, gm, now=now)
    game.refresh_from_db()
    return Theatre(game, people, gm, random.Random(seed))
