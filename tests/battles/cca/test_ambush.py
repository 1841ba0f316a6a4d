"""Mago's ambush at the Trebbia (L1404)."""

from battles.cca.rules.play.state import Army, Turn
from battles.cca.rules.rules import CcaRules
from battles.cca.rules.special.ambush import Place, SpringAmbush
from battles.cca.rules.system import CCA
from battles.cca.rules.turn.commanding import Commanding, Move, Order
from battles.cca.rules.turn.turns import ORDERS, GameTurn
from engine.choices import permits
from engine.dice import Scripted
from engine.game import IllegalAction
from tests.found import some


def begun(card: str, turns: int = 1) -> tuple[CcaRules, object]:
    """Return a battle in which Carthage has played a card in its second turn."""
    rules = CCA.open(CCA.scenario("trebbia"), {})
    state = rules.setup(Scripted([0] * 10)).state
    army = state.armies["top"]
    return rules, state.but(
        turn=Turn("top", card, card),
        armies={**state.armies, "top": Army(army.hand, army.command, turns=turns)},
        stack=(GameTurn("top", ORDERS + 1), Commanding("top")),
    )


def offered(rules: CcaRules, state: object) -> set[str]:
    return {choice.kind for choice in rules.choices(state, "top")}  # type: ignore[arg-type]


def test_the_force_enters_with_a_leadership_card_from_the_second_turn_on() -> None:
    assert "spring_ambush" in offered(*begun("leadership_any_section"))
    assert "spring_ambush" not in offered(*begun("leadership_any_section", turns=0))
    assert "spring_ambush" not in offered(*begun("order_2_left"))


def test_the_section_of_the_card_is_that_of_its_owner() -> None:
    rules, state = begun("inspired_left_leadership")
    choices = rules.choices(state, "top")  # type: ignore[arg-type]
    assert [c.fixed["section"] for c in choices if c.kind == "spring_ambush"] == ["left"]
    after = rules.apply(state, "top", SpringAmbush("left"), Scripted([])).state  # type: ignore[arg-type]
    hexes = {str(c.fixed["at"]) for c in rules.choices(after, "top")}
    assert all(int(at[1:]) >= 9 and at[0] == "A" for at in some(hexes))  # Carthage's left is Rome's right


def test_the_whole_force_comes_and_has_a_hex_less_to_move() -> None:
    rules, state = begun("leadership_any_section")
    after = rules.apply(state, "top", SpringAmbush("left"), Scripted([])).state  # type: ignore[arg-type]
    for leader in (False, False, True):
        choices = rules.choices(after, "top")
        at = next(str(c.fixed["at"]) for c in choices if c.fixed["leader"] is leader)
        after = rules.apply(after, "top", Place(at, leader), Scripted([])).state
    entered = {at: after.units[at].type for at in after.turn.units}
    assert sorted(entered.values()) == ["medium_cav", "warrior", "warrior"]
    assert sorted(leader.name for leader in after.leaders.values()).count("Mago") == 1
    cavalry = next(at for at, kind in entered.items() if kind == "medium_cav")
    ends = rules.choices(after, "top")
    assert not any(permits(ends, {"kind": "order", "at": at, "leader": False}) for at in after.units)
    moves = next(c for c in ends if c.kind == "move" and c.fixed["at"] == cavalry)
    reached = {option.value for option in moves.fields[0].options}  # type: ignore[union-attr]
    assert reached and all(str(to)[0] in "ABC" for to in reached)  # two more hexes, of the three allowed
    try:
        rules.apply(after, "top", Order("H9", False), Scripted([]))
    except IllegalAction as refused:
        assert refused.code in ("ambush_alone", "nobody_there")
    else:
        raise AssertionError("somebody else had an order")
    assert rules.apply(after, "top", Move(cavalry, str(sorted(map(str, reached))[0])), Scripted([])).events
