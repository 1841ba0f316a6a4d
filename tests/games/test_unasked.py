"""Covert decisions that nobody is asked are answered with the action that opened them, as a job would."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from engine.game import ASK_ME
from games import services
from games.models import Entry, Game, PendingDecision, Snapshot
from games.services import tables
from games.services.clock import unasked_answers
from tests.engine.example.pieces import AMBUSH, NOTHING
from tests.engine.example.system import FordsRules
from tests.games.cast import NOW, a_user, do
from tests.games.raids import STAND, attacked, raided

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(db: Any) -> User:
    return a_user("gm")


def log(game: Game) -> list[Any]:
    """Return the log with every dice roll and digest, but without the keys of players' requests."""
    rows = Entry.objects.filter(game=game).order_by("seq").values()
    mine = [{name: value for name, value in row.items() if name != "id"} for row in rows]
    return [{**row, "key": row["key"] if row["key"].startswith("auto:") else ""} for row in mine]


def waiting(game: Game) -> list[Any]:
    """Return the stored decisions for which the game waits."""
    rows = PendingDecision.objects.filter(game=game, answered_at__isnull=True)
    return list(rows.values_list("decision", "seat", "opened_seq", "due_at", "default"))


@pytest.mark.parametrize("hand", [(AMBUSH, NOTHING), (NOTHING, NOTHING)], ids=["holds", "holds not"])
@pytest.mark.parametrize("orders", [None, {"spring": True}])
def test_the_log_is_the_one_that_a_job_writes(
    gm: User, owner: User, rival: User, hand: Any, orders: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = attacked(gm, owner, rival, hand, orders)
    before = transaction.savepoint()
    do(game, rival, "blue", STAND)
    here = log(game), waiting(game), Snapshot.objects.get(game=game, seq=len(log(game)) - 1).digest
    assert [row["covert"] for row in here[0]][-2:] == [False, True]
    transaction.savepoint_rollback(before)
    tables._heads.clear()
    monkeypatch.setattr(unasked_answers, "MOST", 0)
    game.refresh_from_db()
    do(game, rival, "blue", STAND)
    assert len(log(game)) == len(here[0]) - 1
    assert services.answer_due(game.pk, NOW, limit=1) == 1
    assert here == (log(game), waiting(game), Snapshot.objects.get(game=game, seq=len(log(game)) - 1).digest)


def test_a_player_who_wants_to_be_asked_is_not_passed_over(gm: User, owner: User, rival: User) -> None:
    game = raided(gm, owner, rival, (AMBUSH, NOTHING), dict(ASK_ME))
    assert not Entry.objects.filter(game=game, covert=True).exists()
    assert PendingDecision.objects.get(game=game, covert=True).answered_at is None


def test_a_fault_in_the_answer_leaves_the_players_action(
    gm: User, owner: User, rival: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = FordsRules.apply

    def fail(self: Any, state: Any, seat: str, action: Any, dice: Any) -> Any:
        if type(action).__name__ == "Ambush":
            raise ZeroDivisionError
        return real(self, state, seat, action, dice)

    monkeypatch.setattr(FordsRules, "apply", fail)
    game = raided(gm, owner, rival, (AMBUSH, NOTHING))
    last = Entry.objects.filter(game=game).order_by("seq").last()
    assert last is not None and last.action == {"kind": "stand", "withdraw": False}
    assert PendingDecision.objects.get(game=game, covert=True).due_at == NOW
