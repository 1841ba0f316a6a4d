"""A rewind is stored as an entry, undone entries stay in the log, and nobody can know the next die."""

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404

from engine.game import IllegalAction, StaleAction
from engine.journal import BY_STEP
from games import services
from games.models import Game
from games.services.history import Rewound
from tests.games.cast import HOLD, NOW, a_game, a_user, attack, do, stored

pytestmark = pytest.mark.django_db
STRIKE = {"kind": "strike"}


@pytest.fixture
def gm(db):
    return a_user("gm")


@pytest.fixture
def game(gm, owner, rival):
    """Create a game with three entries: the set-up, red holds, blue attacks. Green still owes an order."""
    game = a_game(gm, {"red": owner, "blue": rival, "green": owner})
    do(game, owner, "red", HOLD)
    do(game, rival, "blue", attack("red"))
    return game


def back(game, user, to_seq, **more):
    game.refresh_from_db()
    more = {"drawn_seq": game.seq, "key": "r1", "now": NOW, **more}
    done = services.rewind(game.pk, user, to_seq=to_seq, **more)
    game.refresh_from_db()
    return done


def test_a_rewind_restores_the_earlier_view(game, gm, owner):
    before = services.table(game).view("red")
    do(game, owner, "green", HOLD)
    back(game, gm, 2)
    assert services.table(game).view("red") == before
    assert (game.seq, game.step) == (4, 2)
    assert [d.seat for d in game.decisions.filter(answered_at=None)] == ["green"]
    assert services.verify_game(game).ok


def test_what_is_undone_stays_in_the_log_and_is_marked(game, gm, owner):
    back(game, gm, 1)
    lines = services.chronicle(services.table(game), "red")
    assert [(line.seq, line.kind, line.undone) for line in lines] == [
        (3, "rewind", False),
        (2, "action", True),
        (1, "action", False),
        (0, "setup", False),
    ]
    assert lines[0].rewound == Rewound(1, way="gm", who="gm")


def test_one_may_go_back_along_the_line_of_play_only(game, gm, owner):
    assert services.rewind_points(game) == [0, 1]
    back(game, gm, 0)
    assert services.rewind_points(game) == []
    do(game, owner, "red", attack("blue"))
    assert services.rewind_points(game) == [0]
    for to_seq in (2, 4, 9, -1):
        with pytest.raises(IllegalAction, match="bad_rewind"):
            back(game, gm, to_seq, key=f"k{to_seq}")


def test_strangers_cannot_rewind_a_game(game, stranger):
    before = stored(game)
    with pytest.raises(Http404):
        back(game, stranger, 0)
    Game.objects.filter(pk=game.pk).update(public=True)
    with pytest.raises(PermissionDenied):
        back(game, stranger, 0)
    Game.objects.filter(pk=game.pk).update(public=False)
    assert stored(game) == before


def test_a_repeated_rewind_counts_once_and_a_stale_one_is_refused(game, gm, owner):
    first = back(game, gm, 1, drawn_seq=2)
    assert back(game, gm, 1, drawn_seq=2).entry == first.entry
    with pytest.raises(StaleAction):
        back(game, gm, 0, drawn_seq=2, key="r2")


def struck_again(owner, times=12, **more):
    """Return the faces of a strike that is undone again and again."""
    duel = a_game(owner, {"first": owner, "second": owner}, system="duel", options={}, start=False)
    Game.objects.filter(pk=duel.pk).update(**more)
    services.start(duel.pk, owner, now=NOW)
    faces = []
    for number in range(times):
        faces.append(do(duel, owner, "first", STRIKE).entry.rolls[0]["face"])
        back(duel, owner, 0, key=f"r{number}")
    assert services.verify_game(duel).ok
    return faces


def test_after_a_rewind_nobody_knows_the_next_die(owner):
    assert len(set(struck_again(owner))) > 2


def test_games_begun_when_dice_were_bound_to_steps_go_on_with_them(owner):
    assert len(set(struck_again(owner, times=6, binding=BY_STEP))) == 1


def test_an_ended_game_runs_again_until_its_seed_is_known(owner):
    duel = a_game(owner, {"first": owner, "second": owner}, system="duel", options={})
    for seat in ("first", "second"):
        do(duel, owner, seat, STRIKE)
    assert duel.has_ended
    back(duel, owner, 1)
    assert duel.running and duel.outcome is None and services.revealed_seed(duel, NOW) is None
    do(duel, owner, "second", STRIKE)
    assert len(bytes.fromhex(services.revealed_seed(duel, NOW))) == 32
    with pytest.raises(IllegalAction, match="dice_revealed"):
        back(duel, owner, 1, key="r2")


def test_far_back_from_a_kept_snapshot(owner):
    bots = {"red": "bot", "blue": "bot", "green": "bot"}
    game = a_game(owner, bots, scenario_name="long", options={"rounds": 40})
    services.answer_due(game.pk, NOW, limit=70)
    state = game.snapshots.get(seq=40).state
    back(game, owner, 47)
    back(game, owner, 40, key="r2")
    assert game.snapshots.get(seq=game.seq).state == state
    assert services.verify_game(game).ok
