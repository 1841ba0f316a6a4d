"""The result cards of fights: both sides read the same figures, each in the tone for a winner or a loser."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from battles.cca.rules.system import CCA
from engine.dice import Seeded
from games import services
from games.models import Game
from games.page_facts.result_cards import CardEvent, fights
from tests.battles.cca.begun import stored_battle as cca_battle
from tests.battles.dba.table.stored import a_battle
from tests.battles.schiere.begun import do, play_on
from tests.battles.schiere.begun import stored_battle as schiere_battle
from tests.flat import flat
from tests.found import some
from tests.games.cast import do as done_by
from tests.web.cast import person

pytestmark = pytest.mark.django_db


def card_of(page: str) -> str:
    return next(iter(re.findall(r'<section class="felt.*?</section>', page, re.DOTALL)), "")


def read(game: Game, who: str) -> str:
    client = Client()
    client.force_login(person(who))
    return client.get(f"/games/{game.pk}/", follow=True).content.decode()


def newest(game: Game) -> Iterator[dict[str, Any]]:
    return (event for entry in game.entries.order_by("-seq")[:1] for event in entry.events)


def test_both_sides_of_a_lost_unit_read_who_won_with_figures_and_odds() -> None:
    game = cca_battle(rival="ben")
    lost: dict[str, Any] = {}
    for number in range(400):
        table = services.table(game)
        decision = table.decisions()[0]
        action = table.rules.bot(table.state, decision.seat, Seeded(b"card", "bot", number))
        game = do(game, decision.seat, CCA.codec.write(action))
        lost = next((e for e in newest(game) if e["kind"] == "unit_lost"), {})
        if lost:
            break
    assert lost and game.running
    who = {"bottom": "anna", "top": "ben"}
    loser, winner = lost["seat"], next(seat for seat in who if seat != lost["seat"])
    cards = {seat: flat(card_of(read(game, who[seat]))) for seat in who}
    assert "Combat lost:" in cards[loser] and "Combat won:" in cards[winner]
    assert "eliminated" in cards[winner] and "no losses" in cards[winner], "figures of both"
    assert "dice" in cards[winner] and "This outcome had a chance of" in cards[winner]
    assert "Banners: 1 to 0." in cards[winner] and "Banners: 0 to 1." in cards[loser], "what it means"


def test_a_duel_makes_a_card_with_the_chances_before_it() -> None:
    game = play_on(
        schiere_battle(rival="ben"),
        lambda table: any(e["kind"] == "duel_ended" for e in newest(table.game) if table.seq),
    )
    cards = [flat(card_of(read(game, who))) for who in ("anna", "ben")]
    for card in some(cards):
        assert "damage done" in card and "shield" in card
        assert "With best play the chance of losing was" in card


def test_a_combat_of_dba_tells_totals_never_a_bare_die(client: Any) -> None:
    game, owner = a_battle()  # type: ignore[no-untyped-call]
    for action in (
        {"kind": "set_table", "invader": "red", "bua": False, "river": False},
        {"kind": "roll_pips"},
        {"kind": "move_elements", "elements": ["r1"], "contact": True, "far": False},
        {"kind": "end_moves"},
        {"kind": "end_shooting", "none_in_reach": True},
        {"kind": "fight", "attacker": "r1", "defender": "b2"},
    ):
        done_by(game, owner, "red", action)
    event = next(e for e in newest(game) if e["kind"] == "fought")
    client.force_login(owner)
    page = client.get(game.get_absolute_url()).content.decode()
    card = flat(card_of(page))
    assert all(f"total {total}: " in card for total in event["totals"])
    assert "result__dice" not in page, "the dice stand in the card, with what was added to them"
    assert "This outcome had a chance of" in card


def told(*kinds: str, fresh: int) -> list[CardEvent]:
    return [CardEvent(n, {"kind": kind}, n >= len(kinds) - fresh) for n, kind in enumerate(kinds)]


def test_fights_since_the_last_move_are_told_the_last_first() -> None:
    def found(*kinds: str, fresh: int) -> list[list[int]]:
        events = told(*kinds, fresh=fresh)
        return [[one.seq for one in fight] for fight in fights(events, {"begins"}, {"moved"})]

    assert found("begins", "hit", "moved", "begins", "hit", fresh=5) == [[3, 4], [0, 1]]
    assert found("begins", "hit", "moved", "begins", "hit", fresh=2) == [[3, 4]], "the first is old"
    assert found("begins", "moved", fresh=1) == [], "and so is this one: nothing of it is new"
    assert found("begins", "hit", fresh=1) == [[0, 1]], "begun before, ended since"
