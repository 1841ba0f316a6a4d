"""Real cards at a table: nothing is hidden, so phones can join and the battle can go offline."""

import pytest
from django.utils import timezone

from battles.cca.rules.cards import CARDS, DECK
from battles.cca.rules.fight.first_strike import HoldBack, StrikeFirst, Striking, strikes
from battles.cca.rules.play.state import SEATS, State
from battles.cca.rules.system import CCA
from battles.cca.rules.turn.playing import PlayCard, PlayingCard
from engine.dice import Seeded
from engine.game import IllegalAction
from features.offline.export import export_for_offline
from features.offline_app.views import can_be_taken
from features.shared_table import services as shared_table
from games import services
from kit.hand.hands import COVERED
from tests.battles.cca.reading import read
from tests.engine.contract import check_contract
from tests.found import some
from tests.web.cast import person

REAL = {"cards": "table"}
RULES = CCA.open(CCA.scenario("akragas"), REAL)


def begun() -> State:
    return RULES.setup(Seeded(b"step", "real cards", 0)).state


def seen_of(state: State) -> int:
    return len(state.deck) + len(state.discards) + bool(state.turn.card)


def test_a_battle_with_real_cards_keeps_the_contract_and_all_its_cards() -> None:
    played = check_contract(CCA, seed=3, options=REAL, wild_steps=200, every=20)
    for head in some(played.heads):
        state = head.state
        hands = sum(len(army.hand) for army in state.armies.values())
        assert {card for army in state.armies.values() for card in army.hand} <= {COVERED}
        assert seen_of(state) == DECK and len(state.deck) >= hands


def test_nothing_is_hidden_and_everybody_sees_the_same() -> None:
    state = begun()
    assert RULES.hides_nothing and not CCA.open(CCA.scenario("akragas"), {}).hides_nothing
    views = [RULES.view(state, seat) for seat in (*SEATS, None)]
    assert views[0] == views[1] == views[2]
    assert views[0]["armies"]["bottom"]["hand"] is None and views[0]["armies"]["bottom"]["cards"] > 0
    assert views[0]["deck"] == DECK - sum(army["cards"] for army in views[0]["armies"].values())
    assert RULES.imagine(state, "bottom", Seeded(b"own", "x", 0)) is state


def test_any_card_that_nobody_has_seen_may_be_played_once() -> None:
    state = begun()
    frame = state.stack[-1]
    assert isinstance(frame, PlayingCard)
    offered = {choice.fixed["card"] for choice in RULES.choices(state, frame.seat)}
    assert offered == set(CARDS)
    after = RULES.apply(state, frame.seat, PlayCard("line_command"), Seeded(b"d", "x", 1)).state
    before = CARDS["line_command"].count
    assert after.deck.cards.count("line_command") == before - 1
    assert len(after.armies[frame.seat].hand) == len(state.armies[frame.seat].hand) - 1
    gone = state.but(deck=state.deck.take(*["line_command"] * before))
    with pytest.raises(IllegalAction) as refused:
        RULES.apply(gone, frame.seat, PlayCard("line_command"), Seeded(b"d", "x", 1))
    assert refused.value.code == "card_not_held"


def test_first_strike_is_asked_openly_and_an_order_cannot_know_the_hand() -> None:
    state = begun()
    units = RULES.position(state).units_of
    frame = Striking(units("bottom")[0], units("top")[0], "bottom")
    asked = state.but(stack=(*state.stack, frame))
    (decision,) = RULES.pending(asked)
    assert not decision.covert
    assert {choice.kind for choice in RULES.choices(asked, "bottom")} == {"hold_back", "strike_first"}
    pos = RULES.position(asked)
    assert strikes(pos, frame, {"how": "strike"}) is None
    assert strikes(pos, frame, {"how": "hold"}) == HoldBack()
    dealt = CCA.open(CCA.scenario("akragas"), {})
    held = asked.but(armies={**asked.armies, "bottom": asked.armies["bottom"].but(hand=("first_strike",))})
    assert strikes(dealt.position(held), frame, {"how": "strike"}) == StrikeFirst()


@pytest.mark.django_db
def test_phones_may_join_and_the_battle_may_go_offline() -> None:
    now, anna = timezone.now(), person("anna")
    game = services.create_game(
        gm=anna,
        now=now,
        name="Akragas",
        system="cca",
        scenario_name="akragas",
        options=REAL,
        dice_mode="entered",
    )
    services.take_seat(game.pk, anna, "bottom", now=now)
    link = services.invite(game.pk, anna, seat="top", now=now)
    services.accept(link.token, person("ben"), now=now)
    game = services.start(game.pk, anna, now=now)
    assert shared_table.offers_phones(game) and can_be_taken(services.table(game))
    assert export_for_offline(game, anna)["options"]["cards"] == "table"
    first = services.table(game).state.turn.seat
    page = read(game, {"bottom": "anna", "top": "ben"}[first])
    assert "Which card do you play?" in page and "Line Command" in page
    assert "Quale carta giochi?" in read(game, {"bottom": "anna", "top": "ben"}[first], "it")
