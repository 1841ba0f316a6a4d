"""Decisions in a battle against a bot. The player has time to answer, and a secret card counts even if the
bot has already laid its own. No single press discards what is unspent, and a player whose chief is in danger
is warned.
"""

from __future__ import annotations

import html
import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from battles.schiere.pages.exposed_general import reached_by
from battles.schiere.rules.system import SCHIERE
from engine.dice import Seeded
from games import services
from games.models import Game, PendingDecision
from games.services.clock import auto_answers
from tests.battles.schiere.boards import battle
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def against_the_bot() -> Game:
    """Create a game in which Anna plays Rome and a bot plays Carthage."""
    now, anna = timezone.now(), person("anna")
    game = services.create_game(
        gm=anna, now=now, name="Zama", system="schiere", scenario_name="open_field", public=True
    )
    services.set_bot(game.pk, anna, "carthage", True, now=now)
    services.take_seat(game.pk, anna, "rome", now=now)
    return services.start(game.pk, anna, now=now)


def page_of(game: Game) -> str:
    client = Client()
    client.force_login(game.gm)
    return html.unescape(client.get(game.get_absolute_url()).content.decode())


def played_on(game: Game, until: Any) -> Any:
    """Play on until Anna owes the wanted decision, moving for her as the bot would. Return None if the
    battle ends first.
    """
    for number in range(900):
        game.refresh_from_db()
        table = services.table(game)
        mine = [one for one in table.decisions() if one.seat == "rome"]
        if mine and until(mine[0]):
            return mine[0]
        if not table.decisions():
            return None
        if not mine:
            auto_answers.answer_due(game.pk, timezone.now(), limit=1)
            continue
        action = SCHIERE.codec.write(table.rules.bot(table.state, "rome", Seeded(b"a", "bot", number)))
        laid(game, action)
    raise AssertionError("it did not come up")


def laid(game: Game, action: Any, drawn: int | None = None) -> Any:
    return services.submit(
        game.pk,
        "rome",
        action,
        drawn_seq=game.seq if drawn is None else drawn,
        key=str(uuid.uuid4()),
        user=game.gm,
        now=timezone.now(),
    )


@pytest.mark.parametrize("kind", ["muster", "place_camp", "buy", "assign_orders", "lay_order", "blow"])
def test_a_secret_card_counts_though_the_bot_has_laid_its_own(kind: str) -> None:
    game = against_the_bot()
    wanted = played_on(game, lambda one: one.kind == kind)
    if wanted is None:
        pytest.skip("this battle ended before")
    table, drawn = services.table(game), game.seq
    action = SCHIERE.codec.write(table.rules.bot(table.state, "rome", Seeded(b"a", "bot", 0)))
    answered = auto_answers.answer_due(game.pk, timezone.now(), limit=1)
    game.refresh_from_db()
    assert answered and game.seq > drawn  # the bot has laid its card
    assert laid(game, action, drawn).entry.seat == "rome"


def test_a_covert_question_waits_for_who_plays_against_a_bot_or_is_not_shown() -> None:
    """A covert decision with several options stays open until the player answers, and one without is not
    shown. In earlier versions the default answered "They come into range: shoot?" before the player could
    tap.
    """
    game = against_the_bot()
    seen = 0
    for _ in range(3):
        asked = played_on(game, lambda one: one.covert)
        if asked is None:
            break
        row = PendingDecision.objects.get(game=game, seat="rome", answered_at__isnull=True)
        choices = services.table(game).choices("rome")
        page = page_of(game)
        if row.due_at is None:
            seen += 1
            assert auto_answers.answer_due(game.pk, timezone.now()) == 0  # the decision stays open
            assert "due just now" not in page.lower() and 'name="kind" value=' in page
        else:
            assert len(choices) <= 1  # there was at most one option
            assert f'name="kind" value="{choices[0].kind}"' not in page
        action = SCHIERE.codec.write(asked.default)
        laid(game, action)
    assert seen


def test_what_is_not_spent_is_asked_about_and_one_press_spends_all() -> None:
    game = against_the_bot()
    played_on(game, lambda one: one.kind == "buy")
    table = services.table(game)
    points = table.view("rome")["sides"]["rome"].get("points")
    page = page_of(game)
    (choice,) = table.choices("rome")
    share: Any = choice.fields[0]
    most = next(option.high for option in share.options if option.value == "order")
    found = re.search(r'name="[^"]*wares-order"[^>]*value="(\d+)"', page)
    if share.high:
        assert found and int(found.group(1)) == most
        assert "spend now are lost. Continue anyway?" in page and "data-unless-spent" in page
    assert points is None or points >= 0


# --- an undefended chief ---


def test_a_chief_alone_within_reach_of_enemy_horse_is_in_danger() -> None:
    open_field = battle("r9 chief:solid d1n", "r1 legionaries h3n", "c1 horse d12s", "c9 chief:solid d16s")
    assert reached_by(open_field, "rome") == ("c1",)
    assert reached_by(open_field, "carthage") == ()  # foot cannot reach the chief


def test_a_chief_attached_to_a_unit_or_behind_a_closed_line_is_not() -> None:
    joined = battle("r9 chief:solid d1n @r1", "r1 legionaries d1n", "c1 horse d12s", "c9 chief:solid d16s")
    assert reached_by(joined, "rome") == ()
    far = battle("r9 chief:solid a1n", "r1 legionaries h3n", "c1 horse p16s", "c9 chief:solid d16s")
    assert reached_by(far, "rome") == ()
