"""`manage.py show`: a game's position as text."""

import io

import pytest
from django.core.management import CommandError, call_command

from games import services
from games.models import Game
from tests.games.cast import NOW, a_user

pytestmark = pytest.mark.django_db


def shown(*asked: object) -> str:
    told = io.StringIO()
    call_command("show", *map(str, asked), stdout=told)
    return told.getvalue()


@pytest.fixture
def game() -> Game:
    """Create a campaign that one person plays alone, with both sides set up as suggested."""
    owner = a_user("owner")
    options = {"setup": "suggested"}
    made = services.create_game(gm=owner, name="Reconquest", system="justinian", options=options, now=NOW)
    for seat in ("byzantium", "barbarian"):
        services.take_seat(made.pk, owner, seat, now=NOW)
    return services.start(made.pk, owner, now=NOW)


def test_a_position_is_printed_to_be_read(game: Game) -> None:
    told = shown(game.pk)
    assert told.startswith(f"Reconquest, justinian, entry {game.seq}\nturn 1, ")
    assert "\n  thracia: thrace (" in told and "\n  in progress: BarbarianSegment" in told
    decision = services.table(game).decisions()[0]
    assert told.rstrip().endswith(f"id {decision.id}") and f"asked: {decision.seat}, {decision.kind}" in told


def test_a_position_of_before_is_printed_with_at(game: Game) -> None:
    at = services.table(game)
    decision = at.decisions()[0]
    action = at.system.codec.write(decision.default)
    owner = game.gm
    services.submit(game.pk, decision.seat, action, drawn_seq=game.seq, key="k" * 32, user=owner, now=NOW)
    game.refresh_from_db()
    assert game.seq == 1
    assert "entry 0\n" in shown(game.pk, "--at", 0) and "entry 1\n" in shown(game.pk)
    assert shown(game.pk, "--at", 0) != shown(game.pk)


@pytest.mark.parametrize("at", [-1, 99])
def test_an_entry_that_is_not_there(game: Game, at: int) -> None:
    with pytest.raises(CommandError, match=f"There is no entry {at}; give one from 0 to 0"):
        shown(game.pk, f"--at={at}")


@pytest.mark.parametrize("name", ["7", "nothing", "00000000-0000-0000-0000-000000000000"])
def test_a_game_that_is_not_there(name: str) -> None:
    with pytest.raises(CommandError, match="There is no game"):
        shown(name)
