"""A bot decides on a state that the rules imagine from what its seat knows. If they can imagine none, the
default answer is given instead, and nobody gets advice.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User

from engine.dice import Throw
from engine.game import IllegalAction, Unimaginable
from games import services
from games.models import Entry, Game
from games.services import advice, tables
from games.services.proof.chance import server_dice
from games.services.proof.seeds import bot_dice, imagining_dice, seed_of
from tests.engine.example.system import FordsRules
from tests.games.cast import HOLD, LATER, NOW, a_game, attack, do, stored

pytestmark = pytest.mark.django_db


def nothing_to_draw_from(*_: Any) -> Any:
    raise Unimaginable("7", "too_few_cards", wanted=3)


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FordsRules, "imagine", nothing_to_draw_from)


def reasons(game: Game) -> list[tuple[str, str]]:
    return list(Entry.objects.filter(game=game, seq__gt=0).order_by("seq").values_list("seat", "reason"))


@pytest.mark.usefixtures("blind")
def test_a_bot_that_can_imagine_nothing_answers_with_the_default(owner: User) -> None:
    game = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"})
    assert services.answer_due(game.pk, NOW) == 2
    assert reasons(game) == [("blue", Entry.Reason.DEFAULT), ("green", Entry.Reason.DEFAULT)]


@pytest.mark.usefixtures("blind")
def test_standing_orders_need_an_imagined_state_too(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": rival}, hours_per_decision=24)
    services.write_orders(game.pk, rival, "blue", {"stand": {"withdraw_at": 1}}, True, now=NOW)
    for user, seat, order in ((rival, "green", HOLD), (rival, "blue", HOLD), (owner, "red", attack("blue"))):
        do(game, user, seat, order)
    services.answer_due(game.pk, LATER, limit=1)
    assert reasons(game)[-1] == ("blue", Entry.Reason.DEFAULT)


@pytest.mark.usefixtures("blind")
def test_nobody_is_advised_and_a_refusal_names_no_rule(owner: User) -> None:
    game = a_game(owner, {"red": owner, "blue": "bot", "green": "bot"})
    assert advice.advice_for(services.table(game), "red") is None
    before = stored(game)
    with pytest.raises(IllegalAction, match="not_a_choice"):
        do(game, owner, "red", attack("blue", stake=99))
    assert stored(game) == before


def test_at_one_moment_a_seat_always_imagines_the_same(owner: User, rival: User) -> None:
    game = a_game(owner, {"red": owner, "blue": rival, "green": rival})
    do(game, rival, "blue", attack("green"))
    at = services.table(game)
    first = at.imagined_state("red")
    tables._heads.clear()
    assert services.table(game).imagined_state("red") == first
    assert at.imagined_state("blue") == at.state


def test_it_is_drawn_by_dice_that_are_neither_the_games_nor_the_bots(owner: User) -> None:
    game = a_game(owner)
    seed, throws = seed_of(game), [Throw(6, "draw")] * 40
    sources = [
        server_dice(game, seed),
        *(
            make(game, seed, game.seq, seat)
            for make in (bot_dice, imagining_dice)
            for seat in ("red", "blue")
        ),
    ]
    assert len({dice.roll_all(throws) for dice in sources}) == len(sources) == 5
