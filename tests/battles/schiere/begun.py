"""Stored battles that the bot plays up to the point where a test starts."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from battles.schiere.rules.system import SCHIERE
from engine.dice import Seeded
from engine.routes import paths
from games import services
from games.models import Game
from tests.web.cast import person

STEPS = 3000  # more than any test needs


def stored_battle(name: str = "open_field", rival: str = "", **settings: Any) -> Game:
    """Create a battle in progress. Anna leads it and plays both sides, unless a rival plays Carthage."""
    now, anna = timezone.now(), person("anna")
    settings = {"name": "Zama", "system": "schiere", "scenario_name": name, "public": True, **settings}
    game = services.create_game(gm=anna, now=now, **settings)
    for seat in game.seats.all():
        if rival and seat.key == "carthage":
            link = services.invite(game.pk, anna, seat=seat.key, now=now)
            services.accept(link.token, person(rival), now=now)
        else:
            services.take_seat(game.pk, anna, seat.key, now=now)
    return services.start(game.pk, anna, now=now)


def play_on(game: Game, until: Callable[[Any], bool]) -> Game:
    """Let the bot play both sides until the condition holds."""
    for number in range(STEPS):
        table = services.table(game)
        if until(table):
            return game
        decision = table.decisions()[0]
        action = table.rules.bot(table.state, decision.seat, Seeded(b"schiere", "bot", number))
        game = do(game, decision.seat, SCHIERE.codec.write(action))
    raise AssertionError("it did not come up")


def do(game: Game, seat: str, action: Any) -> Game:
    """Submit an action for a seat."""
    user = game.seats.get(key=seat).user
    return services.submit(
        game.pk,
        seat,
        action,
        drawn_seq=game.seq,
        key=str(uuid.uuid4()),
        user=user,
        now=timezone.now(),
    ).game


def asked(kind: str) -> Callable[[Any], bool]:
    """Return a condition that holds once a decision of this kind is due."""
    return lambda table: any(decision.kind == kind for decision in table.decisions())


# --- up to close combat -----------------------------------------------------------------------------------

HEAVY = ("legionaries", "auxiliaries", "punic_foot", "greek_foot")


def to_a_duel(game: Game) -> Game:
    """Let both sides advance their heavy foot until two duel cards must be laid."""
    for _ in range(STEPS):
        table = services.table(game)
        decision = table.decisions()[0]
        if decision.kind == "blow":
            return game
        game = do(game, decision.seat, _onward(table, decision))
    raise AssertionError("they never met")


def _onward(table: Any, decision: Any) -> Any:
    """Return an action that brings units closer to the enemy, or else the default."""
    choices, pos = table.choices(decision.seat), table.rules.position(table.state)
    foes = [pos.piece(id).at for id in pos.occupants.values() if pos.piece(id).seat != decision.seat]

    def far(square: str) -> int:
        return min(pos.ground.distance(square, foe) for foe in foes)

    for choice in choices:
        if choice.kind == "attack":
            return {"kind": "attack", **choice.fixed, "target": choice.fields[0].options[0].value}
    if decision.kind == "act":
        bodies = [
            [o.value for o in c.fields[0].options] for c in choices if c.kind == "take_action" and c.fields
        ]
        foot = [ids for ids in bodies if pos.piece(ids[0]).troop in HEAVY]
        if foot:
            nearest = min(foot, key=lambda ids: far(pos.piece(ids[0]).at))
            return {"kind": "take_action", "units": nearest}
    for choice in choices:
        if choice.kind == "move_along":
            here = far(pos.piece(choice.fixed["lead"]).at)
            goal = min(paths.goals(choice.fields[0]), key=lambda one: far(one.way[-1]))
            if far(goal.way[-1]) < here:
                facing = choice.fields[1].options
                looks = pos.piece(choice.fixed["lead"]).facing
                usual = looks if looks in [o.value for o in facing] else facing[0].value
                return {"kind": "move_along", **choice.fixed, "way": list(goal.way), "facing": usual}
    default = decision.default() if callable(decision.default) else decision.default
    return SCHIERE.codec.write(default)
