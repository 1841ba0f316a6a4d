"""A database may return mappings in any order. This changes nothing for standing orders, battles and their
musters, or whole games stored on PostgreSQL.
"""

import json
import random
from typing import Any

import pytest
from django.db import connection

from battles.dba.rules.system import DBA
from battles.dba.rules.table.actions import RemoveElement
from campaigns.bridge.justinian_dba import BRIDGE
from campaigns.justinian.rules.chapters import ORDER_KINDS
from engine.dice import Seeded
from engine.game import Muster, OpenBattle, Outcome, won_by
from engine.journal import state_json, state_of
from games import plugins, services
from games.models import BattleLink, Entry, Game, Snapshot
from games.services import tables
from games.services.clock import jobs
from games.services.fighting import battles
from tests.campaigns.bridge.forces import SCENARIO, a_force, a_unit, an_attack
from tests.engine.shuffling import shuffled
from tests.games.cast import NOW
from tests.games.programs import MOST, bots_play, play_on

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("system", "options"),
    [
        ("justinian", {}),
        ("justinian", {"setup": "suggested", "start_turn": 6, "bot": "first"}),
        ("dba", {}),
        ("dba", {"setup": "quick"}),
        ("italia", {}),
        ("cca", {}),
        ("cataphract", {}),
        ("schiere", {"points": "40", "turns": "8"}),
        ("fords", {"rounds": 6}),
    ],
)
def test_whole_games_stored_on_postgresql_verify(system: str, options: dict[str, Any]) -> None:
    assert connection.vendor == "postgresql"
    game = play_on(bots_play(f"{system} {len(options)}", system, options=options), MOST)
    assert game.has_ended, f"no end after {game.seq} entries"
    tables._opened.clear()
    verdict = services.verify_game(game)
    assert verdict.ok and verdict.checked == game.seq + 1, verdict.difference
    assert verdict.state == Snapshot.objects.get(game=game, seq=game.seq).digest


def test_every_registered_system_is_among_them() -> None:
    (mark,) = [m for m in test_whole_games_stored_on_postgresql_verify.pytestmark if m.name == "parametrize"]
    assert {system for system, _options in mark.args[1]} >= {
        plugin.name for plugin in plugins.installed_plugins() if plugin.system
    }


def test_shuffling_the_keys_of_stored_states_changes_nothing() -> None:
    """Between any two answers the keys of the last snapshot, the scenario and the options are shuffled. The
    game still verifies, and every entry is written in canonical order.
    """
    game, chance = bots_play("shuffled", "justinian"), random.Random(1)
    with jobs.postponing():
        for _ in range(100):
            last = Snapshot.objects.get(game=game, seq=Game.objects.get(pk=game.pk).seq)
            Snapshot.objects.filter(pk=last.pk).update(state=shuffled(last.state, chance))
            fresh = Game.objects.get(pk=game.pk)
            Game.objects.filter(pk=game.pk).update(
                scenario=shuffled(fresh.scenario, chance), options=shuffled(fresh.options, chance)
            )
            tables._opened.clear()
            services.answer_due(game.pk, NOW, limit=1)
    tables._opened.clear()
    game.refresh_from_db()
    assert game.seq == 100 and services.verify_game(game).ok
    assert set(Entry.objects.filter(game=game).values_list("order", flat=True)) == {1}


def test_a_table_holds_its_state_in_order_whatever_is_stored() -> None:
    game = play_on(bots_play("stored", "justinian"), 40)
    at, last = services.table(game), Snapshot.objects.get(game=game, seq=40)
    written = json.dumps(state_json(at.opened, at.state))
    mixed = shuffled(last.state, random.Random(2))
    assert json.dumps(state_json(at.opened, state_of(at.opened, mixed))) != written
    Snapshot.objects.filter(pk=last.pk).update(state=mixed)
    assert json.dumps(state_json(at.opened, services.table(game).state)) == written
    assert json.dumps(state_json(at.opened, services.head_at(at, 40).state)) == written


def test_standing_orders_answer_alike_in_any_order() -> None:
    chance = random.Random(3)
    orders = {
        kind.decision: {f.name: f.options[-1].value if hasattr(f, "options") else f.low for f in kind.fields}
        for kind in ORDER_KINDS
    }
    game, asked = bots_play("orders", "justinian"), 0
    with jobs.postponing():
        for _ in range(150):
            at = services.table(game)
            for decision in at.decisions():
                ordered = at.standing(decision, orders)
                assert at.standing(decision, shuffled(orders, chance)) == ordered
                asked += ordered is not None
            services.answer_due(game.pk, NOW, limit=1)
    assert asked > 5


# --- a battle's opening and muster ---


def a_great_battle() -> OpenBattle:
    return an_attack(
        a_force(
            "byzantium",
            a_unit(),
            a_unit("army:thrace", sp=6, leader="sittas"),
            a_unit("frontier:dalmatia", kind="frontier", sp=4, leader=None),
            battle=3,
        ),
        attacker_drms={"leader": 2, "byzantine_attack": 1, "disorganised": -1},
        defender_drms={"unpaid": -1, "leader": 1},
    )


def test_a_battle_is_mustered_and_reported_alike_in_any_order() -> None:
    chance, battle = random.Random(4), a_great_battle()
    muster = BRIDGE.muster(battle, SCENARIO)
    kept = BattleLink(opening=battles.SHAPES.encode(battle), muster=battles.SHAPES.encode(muster))
    for _ in range(20):
        mixed = BattleLink(opening=shuffled(kept.opening, chance), muster=shuffled(kept.muster, chance))
        opening, found = battles.opening_of_link(mixed), battles.muster_of_link(mixed)
        assert written(opening) == written(battles.opening_of_link(kept))
        assert written(found) == written(battles.muster_of_link(kept))
        assert same(BRIDGE.muster(opening, shuffled(SCENARIO, chance)), muster)


def written(value: OpenBattle | Muster) -> str:
    return json.dumps(battles.SHAPES.encode(value))


def same(a: Muster, b: Muster) -> bool:
    return json.dumps(battles.SHAPES.encode(a), sort_keys=True) == json.dumps(
        battles.SHAPES.encode(b), sort_keys=True
    )


def test_the_outcome_of_a_battle_is_reported_alike_in_any_order() -> None:
    chance, battle = random.Random(5), a_great_battle()
    muster = BRIDGE.muster(battle, SCENARIO)
    view = a_lost_battle(muster)
    outcome = Outcome(won_by("red"), "broken")
    report = BRIDGE.report(battle, muster, outcome, view)
    assert any(report.losses.values())
    for _ in range(10):
        mixed = BattleLink(
            opening=shuffled(battles.SHAPES.encode(battle), chance),
            muster=shuffled(battles.SHAPES.encode(muster), chance),
        )
        again = BRIDGE.report(
            battles.opening_of_link(mixed), battles.muster_of_link(mixed), outcome, shuffled(view, chance)
        )
        assert again == report


def a_lost_battle(muster: Muster) -> dict[str, Any]:
    """Return the view of a battle in which blue has lost five elements."""
    rules: Any = DBA.open(muster.scenario, muster.options)
    step = rules.setup(Seeded(b"a battle", "lost", 0))
    number = 0
    while step.state.phase not in {"moves", "shooting", "combat"}:
        number += 1
        (decision,) = rules.pending(step.state)
        dice = Seeded(b"a battle", "lost", number)
        step = rules.apply(step.state, decision.seat, rules.bot(step.state, decision.seat, dice), dice)
    blue = [e for e in rules.battle.of("blue") if e in set(step.state.on_table())][:5]
    for element in blue:
        step = rules.apply(step.state, "blue", RemoveElement(element, "recoil"), Seeded(b"", "", 0))
    view: dict[str, Any] = json.loads(json.dumps(rules.view(step.state, None)))
    return view
