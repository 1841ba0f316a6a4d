"""Cards, orders, leaders and hands on the board: examples and traps from the dossier."""

import pytest

from battles.cca.rules.fight.leader_away import Flee, LeaderAway
from battles.cca.rules.play.state import Last
from battles.cca.rules.turn.commanding import GoToBattle, Move, MoveLeader, Order
from battles.cca.rules.turn.orderable_units import mirror_card
from battles.cca.rules.turn.playing import PlayCard
from battles.cca.rules.turn.rallying import Restore
from engine.dice import Seeded
from engine.game import IllegalAction
from tests.battles.cca.boards import begun, commanding, do, holding

FACE = {"LIGHT": 1, "MEDIUM": 2, "HEAVY": 3, "HELMET": 4, "FLAG": 5, "SWORDS": 6}
GROUP = "C6: bottom heavy_inf 4; bottom leader Nero\nC8: bottom heavy_cav 3\nG7: top medium_inf 4"


def refused(rules, state, action) -> str:  # type: ignore[no-untyped-def]
    with pytest.raises(IllegalAction) as found:
        do(rules, state, action)
    return found.value.code


def test_a_leader_who_joins_a_unit_keeps_it_where_it_is() -> None:
    rules, state = commanding(GROUP, "order_3_center")
    state = do(rules, state, MoveLeader("C6", "C8"))
    assert refused(rules, state, Move("C8", "D8")) == "leader_has_joined"
    state = do(rules, do(rules, state, Order("C8")), Move("C6", "D6"))
    assert "D6" in state.units and state.leaders["C8"].name == "Nero" and "C8" in state.turn.units


def test_a_leader_whose_unit_has_moved_cannot_leave_it() -> None:
    rules, state = commanding(GROUP, "order_3_center")
    state = do(rules, state, Move("C6", "D6"))
    assert state.leaders["D6"].name == "Nero"
    assert refused(rules, state, MoveLeader("D6", "D8")) == "moved_with_unit"


def test_a_leader_leaves_his_unit_with_few_cards_only() -> None:
    rules, state = commanding(GROUP, "line_command")
    assert refused(rules, state, MoveLeader("C6", "C8")) == "cannot_detach"


def test_a_section_card_has_no_more_orders_than_it_says() -> None:
    board = "\n".join(f"C{n}: bottom heavy_inf 4" for n in (5, 6, 7, 8)) + "\nG7: top medium_inf 4"
    rules, state = commanding(board, "order_2_center")
    state = do(rules, do(rules, state, Order("C5")), Order("C6"))
    assert refused(rules, state, Order("C7")) == "no_order_left"
    rules, state = commanding(board, "order_2_right")
    assert refused(rules, state, Order("C6")) == "other_section"


def test_leadership_orders_a_chain_or_any_one_unit() -> None:
    board = (
        "C5: bottom heavy_inf 4\nC6: bottom heavy_inf 4; bottom leader Nero\nC7: bottom heavy_inf 4\n"
        "C8: bottom heavy_inf 4\nC9: bottom heavy_inf 4\nC12: bottom light_cav 3\nG7: top medium_inf 4"
    )
    rules, state = commanding(board, "leadership_any_section")
    alone = do(rules, state, Order("C12"))
    assert refused(rules, alone, Order("C6")) == "not_linked_to_leader"
    for at in ("C7", "C8", "C9"):
        state = do(rules, state, Order(at))
    assert refused(rules, state, Order("C5")) == "not_linked_to_leader"  # the fourth, next to its own unit
    assert "C6" in do(rules, state, Order("C6")).turn.units


def test_a_troop_card_orders_any_unit_only_if_none_qualifies() -> None:
    rules, state = begun(GROUP)
    state = holding(state, "bottom", "order_light_troops")
    state = do(rules, state, PlayCard("order_light_troops"))
    assert state.turn.plain
    assert refused(rules, do(rules, state, Order("C8")), Order("C6")) == "one_unit_only"
    rules, state = begun(GROUP + "\nC11: bottom light_cav 3")
    state = holding(state, "bottom", "order_light_troops")
    state = do(rules, state, PlayCard("order_light_troops"))
    assert refused(rules, state, Order("C8")) == "not_of_card"


def test_rally_restores_what_its_symbols_say() -> None:
    board = (
        "C3: bottom medium_inf 2; bottom leader Nero\nC4: bottom light_inf 3\nD3: bottom elephant 1\n"
        "C9: bottom leader Livius\nC10: bottom heavy_inf 2\nD9: bottom heavy_inf 2\nG7: top medium_inf 4"
    )
    rules, state = begun(board)
    state = holding(state, "bottom", "rally")
    dice = (FACE["HELMET"], FACE["HELMET"], FACE["HEAVY"], FACE["HEAVY"], FACE["FLAG"], FACE["SWORDS"])
    state = do(rules, state, PlayCard("rally"), *dice)
    assert refused(rules, state, Restore("D3")) == "not_offered"
    for at in ("C3", "C3", "C10", "D9"):
        state = do(rules, state, Restore(at))
    assert {at: state.units[at].blocks for at in ("C3", "C4", "C10", "D9")} == {
        "C3": 4,
        "C4": 3,
        "C10": 3,
        "D9": 3,
    }
    assert sorted(state.turn.units) == ["C10", "C3", "D9"]
    assert refused(rules, state, Order("C4")) == "orders_nobody"


def test_spartacus_orders_by_symbols_and_shuffles_the_discards_in() -> None:
    board = GROUP + "\nC11: bottom light_cav 3"
    rules, state = begun(board)
    state = holding(state, "bottom", "i_am_spartacus").but(discards=("rally",))
    state = do(
        rules, state, PlayCard("i_am_spartacus"), *[FACE["LIGHT"]] * 2, *[FACE["FLAG"]] * 3, FACE["HELMET"]
    )
    state = do(rules, do(rules, state, Order("C11")), Order("C8"))
    assert refused(rules, state, Order("C6")) == "no_symbol_left"
    over = do(rules, state, GoToBattle(), dice=Seeded(b"end", "turn", 1))
    assert over.discards == () and over.turn.seat == "top"


def test_counter_attack_repeats_the_card_with_left_and_right_exchanged() -> None:
    assert mirror_card("order_4_left") == "order_4_right" and mirror_card("out_flanked") == "out_flanked"
    rules, state = begun(GROUP + "\nC11: bottom light_cav 3")
    state = holding(state, "bottom", "counter_attack", "rally")
    assert refused(rules, state, PlayCard("counter_attack")) == "nothing_to_repeat"
    struck = state.but(last=Last("top", "first_strike"))
    assert refused(rules, struck, PlayCard("counter_attack")) == "nothing_to_repeat"
    state = do(rules, state.but(last=Last("top", "order_3_left")), PlayCard("counter_attack"))
    assert (state.turn.card, state.turn.stands_for) == ("counter_attack", "order_3_right")


def test_a_leader_escapes_through_an_enemy_or_dies() -> None:
    board = "E6: bottom leader Nero\nD5: top light_inf 4\nD6: top medium_cav 3\nA1: bottom heavy_inf 4"
    rules, state = commanding(board, "order_2_left", "top")
    state = state.but(stack=(*state.stack, LeaderAway("E6", "bottom")))
    ways = [choice.fixed["way"] for choice in rules.choices(state, "bottom")]
    assert ["D5", "C5"] in ways and ["D6", "C7"] in ways
    safe = do(rules, state, Flee(("D5", "C5")), FACE["SWORDS"], FACE["HEAVY"])
    assert safe.leaders["C5"].name == "Nero"
    dead = do(rules, state, Flee(("D6", "C7")), FACE["HELMET"], FACE["FLAG"], FACE["LIGHT"])
    assert not dead.leaders and dead.armies["top"].fallen == 1


def test_a_leader_on_his_baseline_may_leave_without_a_banner() -> None:
    board = "A6: bottom leader Nero\nC1: bottom heavy_inf 4\nG7: top heavy_inf 4"
    rules, state = commanding(board, "order_4_center", "top")
    play = rules.work(state.but(stack=(*state.stack, LeaderAway("A6", "bottom"))), Seeded(b"", "", 0))
    rules.drive(play)
    assert not play.state.leaders and play.state.armies["top"].fallen == 0


def test_flaminius_gathers_his_army_turn_by_turn() -> None:
    rules, state = begun("A6: bottom heavy_inf 4\nI7: top heavy_inf 4", "bottom", "trasimenus")
    hands, commands = [], []
    for number in range(6):
        seat = state.turn.seat
        commands += [state.armies[seat].command] if seat == "bottom" else []
        while state.turn.seat == seat:
            state = do(rules, state, rules.pending(state)[0].default, dice=Seeded(b"t", "grow", number))
        hands += [len(state.armies["bottom"].hand)] if seat == "bottom" else []
    assert (commands, hands) == ([2, 3, 4], [3, 4, 4])
