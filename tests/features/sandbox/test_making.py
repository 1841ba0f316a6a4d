"""A sandbox is a copy of a position. It contains only what its creator may know, and it affects nothing
else.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from engine.dice import Seeded
from engine.game import IllegalAction
from features.sandbox import making
from games import access, events, services
from games.models import Game, Outbox
from games.services.clock import auto_answers
from games.services.proof.audit import export_game, verify_export
from tests.engine.example.system import FORDS
from tests.games.cast import HOLD, NOW, a_game, a_user, attack, do, stored

pytestmark = pytest.mark.django_db


@pytest.fixture
def gm(db: Any) -> Any:
    return a_user("gm")


@pytest.fixture
def game(gm: Any, owner: Any, rival: Any) -> Game:
    """Create a game with hidden cards, in which red has given a secret order."""
    game = a_game(gm, {"red": owner, "blue": rival, "green": "bot"}, scenario=FORDS.scenario("cards"))
    do(game, owner, "red", attack("blue", stake=2))
    return game


def tried(game: Game, user: Any, seat: str = "", seq: int | None = None, **more: Any) -> Game:
    game.refresh_from_db()
    more = {"program": True, "key": uuid.uuid4(), "now": NOW, **more}
    return making.make(game.pk, user, seq=game.seq if seq is None else seq, seat=seat, **more)


def test_a_sandbox_copies_only_what_its_creator_may_know(game: Game, rival: Any) -> None:
    known = services.table(game).imagined_state("blue")
    made = tried(game, rival, "blue", program=False)
    at = services.table(made)
    assert at.state == known and at.state.hands["blue"] == services.table(game).state.hands["blue"]
    assert made.tryout and made.tried_from_id == game.pk and made.gm == rival
    assert services.verify_game(made).ok
    assert verify_export(export_game(made, NOW)).ok


def test_what_others_have_ordered_in_secret_does_not_travel(gm: Any, owner: Any, rival: Any) -> None:
    """With the same dice, blue's sandbox is the same whatever red has ordered."""
    found = []
    for order in (attack("blue", stake=2), attack("green", stake=1), HOLD):
        game = a_game(gm, {"red": owner, "blue": rival, "green": "bot"}, scenario=FORDS.scenario("even"))
        do(game, owner, "red", order)
        at = services.table(game)
        assert at.state.orders["red"] == at.system.codec.read(order)
        found.append(at.rules.imagine(at.state, "blue", Seeded(b"the same", "dice", 0)).orders)
    assert found[0] == found[1] == found[2]


def test_the_game_itself_is_untouched_and_nobody_is_told(game: Game, rival: Any, gm: Any) -> None:
    auto_answers.sweep(NOW)
    before, mails = stored(game), Outbox.objects.count()
    made = tried(game, rival, "blue")
    do(made, rival, "blue", HOLD)
    auto_answers.sweep(NOW)
    services.pause(made.pk, rival, now=NOW)
    assert (stored(game), Outbox.objects.count()) == (before, mails)


def test_the_program_plays_the_others_or_one_plays_all(game: Game, rival: Any) -> None:
    against = tried(game, rival, "blue")
    assert {seat.key: seat.is_bot for seat in against.seats.all()} == {
        "red": True,
        "blue": False,
        "green": True,
    }
    alone = tried(game, rival, "blue", program=False)
    assert {seat.user for seat in alone.seats.all()} == {rival}


def test_it_has_dice_of_its_own(game: Game, rival: Any) -> None:
    made, other = tried(game, rival, "blue"), tried(game, rival, "blue")
    assert len({game.commitment, made.commitment, other.commitment}) == 3


def test_the_same_form_sent_twice_makes_one(game: Game, rival: Any) -> None:
    key = uuid.uuid4()
    assert tried(game, rival, "blue", key=key) == tried(game, rival, "blue", key=key)
    assert making.sandboxes_of(rival).count() == 1


def test_a_sandbox_can_start_from_an_earlier_position(game: Game, rival: Any) -> None:
    assert services.table(tried(game, rival, "blue", seq=0)).state.orders == {}
    with pytest.raises(IllegalAction, match="try_no_moment"):
        tried(game, rival, "blue", seq=77)


def test_who_may_not_see_the_game_finds_none(game: Game, stranger: Any) -> None:
    with pytest.raises(Http404):
        tried(game, stranger)
    Game.objects.filter(pk=game.pk).update(public=True)
    known = services.table(Game.objects.get(pk=game.pk)).imagined_state("gm")
    assert services.table(tried(game, stranger, program=False)).state == known, "as who watches"


def test_the_number_of_sandboxes_is_limited(game: Game, rival: Any) -> None:
    made = [tried(game, rival, "blue") for _ in range(making.MOST)]
    with pytest.raises(IllegalAction, match="try_too_many"):
        tried(game, rival, "blue")
    making.delete_sandbox(made[0].pk, rival)
    assert not Game.objects.filter(pk=made[0].pk).exists()
    tried(game, rival, "blue")


def test_a_sandbox_counts_nowhere_and_expires(game: Game, rival: Any) -> None:
    made = tried(game, rival, "blue")
    making.share(made.pk, rival, now=NOW)
    assert made not in access.public_games()
    assert not access.owed_answers(rival).filter(game=made).exists()
    events.publish_sweep(events.Swept(NOW + making.KEPT - timedelta(hours=1)))
    assert Game.objects.filter(pk=made.pk).exists()
    events.publish_sweep(events.Swept(NOW + making.KEPT + timedelta(hours=1)))
    assert not Game.objects.filter(pk=made.pk).exists() and Game.objects.filter(pk=game.pk).exists()


def test_only_its_creator_shares_a_sandbox(game: Game, rival: Any, stranger: Any) -> None:
    made = tried(game, rival, "blue")
    with pytest.raises(Http404):
        access.get_game_for(stranger, made.pk)
    with pytest.raises(Http404):
        making.share(made.pk, stranger, now=NOW)
    making.share(made.pk, rival, now=NOW)
    assert access.get_game_for(stranger, made.pk) == made
    with pytest.raises(PermissionDenied):
        making.delete_sandbox(made.pk, stranger)
    with pytest.raises(PermissionDenied):
        making.delete_sandbox(game.pk, game.gm)


def test_a_sandbox_cannot_be_undone_beyond_its_start(game: Game, rival: Any) -> None:
    made = tried(game, rival, "blue", program=False)
    do(made, rival, "blue", HOLD)
    assert services.rewind_points(made) == [1]
    assert services.own_steps(services.table(made), rival, NOW) <= 1
    for to_seq in (0, 1):
        made.refresh_from_db()
        back = {"to_seq": to_seq, "drawn_seq": made.seq, "key": f"back{to_seq}", "now": NOW}
        if to_seq == 0:
            with pytest.raises(IllegalAction, match="bad_rewind"):
                services.rewind(made.pk, rival, **back)
        else:
            services.rewind(made.pk, rival, **back)
    made.refresh_from_db()
    assert services.table(made).state == services.table(game).imagined_state("blue")
