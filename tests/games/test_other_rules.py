"""If a server's rules are older than those of a game, the game waits and names the version it needs."""

import pytest

from engine import registry
from engine.game import InvalidAction
from games import services
from games.models import Game, Snapshot
from games.refusals import SystemMissing
from games.services import tables
from games.tasks import sweep_deadlines
from tests.web.cast import browser, hold, running

pytestmark = pytest.mark.django_db


def written_by_rules_that_know_more(game: Game) -> None:
    state = Snapshot.objects.get(game=game, seq=game.seq).state
    Snapshot.objects.filter(game=game, seq=game.seq).update(state={**state, "weather": "rain"})
    tables._heads.clear()  # as if the server had changed


def test_the_page_says_that_the_game_waits_for_an_update(monkeypatch: pytest.MonkeyPatch) -> None:
    game = running()
    owner = browser("owner")
    written_by_rules_that_know_more(game)
    monkeypatch.setattr(registry.get(game.system), "version", "0")
    with pytest.raises(SystemMissing):
        services.table(game)
    page = owner.get(game.get_absolute_url())
    assert (
        page.status_code == 503
        and "The game is safe and will continue once Vexillum is updated" in page.content.decode()
    )
    answer = owner.post(f"{game.get_absolute_url()}act", hold(game))
    assert answer.status_code == 503 and game.entries.filter(seat="red").count() == 0
    assert owner.get("/").status_code == 200  # other games are not delayed
    sweep_deadlines()


def test_a_state_that_the_same_rules_cannot_read_is_a_fault_and_not_called_otherwise() -> None:
    game = running()
    written_by_rules_that_know_more(game)
    with pytest.raises(InvalidAction):
        services.table(game)
