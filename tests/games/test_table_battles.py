"""Whole table battles through the services, between bots or between people who play at random: finished,
stored, reopened and verified, on SQLite and PostgreSQL.
"""

from __future__ import annotations

import pytest
from django.db import connection

from engine.choices import sample_action
from engine.dice import Seeded, Throw
from engine.game import GM, Refusal
from games import services
from games.models import Game, Snapshot
from games.services import tables
from games.services.clock import jobs
from tests.games.cast import NOW, a_game, a_user, do
from tests.games.programs import MOST, bots_play, play_on

pytestmark = pytest.mark.django_db
SCENARIOS = ("byzantines_sassanids", "romans_carthaginians")
ENDS_IT = {"concede", "agree_draw"}  # without these the battle must be fought
SOON = 8  # in bounds; nightfall ends battles that nobody tries to win


def check_whole(game: Game) -> None:
    """Check that the battle has ended, and that a process that has not seen it can replay its log."""
    assert game.has_ended and game.outcome["reason"] in {"broken", "annihilated", "nightfall"}
    tables._opened.clear()
    verdict = services.verify_game(game)
    assert verdict.ok and verdict.seeded and verdict.checked == game.seq + 1, verdict.difference
    assert verdict.state == Snapshot.objects.get(game=game, seq=game.seq).digest
    exported = services.verify_export(services.export_game(game, NOW))
    assert exported.ok and exported.state == verdict.state


def bots_battle(scenario: str, setup: str) -> Game:
    options = {"setup": setup}
    game = bots_play(f"{scenario} {setup}", "dba", scenario_name=scenario, options=options)
    return play_on(game, MOST)


def peoples_battle(seed: int, setup: str) -> Game:
    """Let two people play a battle. They choose each step at random or as the bot would. Now and then a game
    master who does not play undoes some steps.
    """
    people = {"red": a_user("owner"), "blue": a_user("rival")}
    gm, chance = a_user("gm"), Seeded(b"what occurs to people", setup, seed)
    options = {"setup": setup, "hands": "own", "nightfall": SOON}
    game = a_game(gm, people, system="dba", name="People", scenario_name=SCENARIOS[seed % 2], options=options)
    with jobs.postponing():
        while game.running:
            assert game.seq < MOST, "no end"
            if chance.roll(Throw(40, "slip")) == 1 and game.seq > 5:
                to = services.rewind_points(game)[-3]
                services.rewind(
                    game.pk, gm, to_seq=to, drawn_seq=game.seq, key=f"back{game.seq}", now=NOW, why="slip"
                )
                game.refresh_from_db()
            one_step(game, people, chance)
    return game


def one_step(game: Game, people: dict[str, object], chance: Seeded) -> None:
    at = services.table(game)
    (decision,) = at.decisions()
    assert decision.seat != GM
    offered = [one for one in at.choices(decision.seat) if one.kind not in ENDS_IT]
    tries = [at.rules.bot(at.state, decision.seat, chance), decision.default]
    actions = [at.system.codec.write(one) for one in tries]
    if chance.roll(Throw(3, "wild")) == 1:
        which = chance.roll(Throw(len(offered), "which", low=0))
        actions.insert(0, sample_action(offered[which], chance))
    for action in actions:
        try:
            do(game, people[decision.seat], decision.seat, action)
        except Refusal:
            continue  # a stance or terrain that the rules forbid
        return
    raise AssertionError(f"{decision.id}: even the default is refused")


@pytest.mark.parametrize("setup", ["guided", "quick"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_programs_battles_are_played_stored_and_verified(scenario: str, setup: str) -> None:
    check_whole(bots_battle(scenario, setup))


@pytest.mark.parametrize("setup", ["guided", "quick"])
@pytest.mark.parametrize("seed", range(3))
def test_peoples_battles_are_played_stored_and_verified(seed: int, setup: str) -> None:
    check_whole(peoples_battle(seed, setup))


@pytest.mark.postgres
@pytest.mark.parametrize("setup", ["guided", "quick"])
def test_on_postgresql_too(setup: str) -> None:
    assert connection.vendor == "postgresql"
    check_whole(bots_battle(SCENARIOS[1], setup))
    check_whole(peoples_battle(7, setup))
