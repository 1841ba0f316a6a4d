"""Everything before the first turn (L17-41, L102, L160, L332)."""

from typing import Any

import pytest

from battles.schiere.rules.board.scenario import Army
from battles.schiere.rules.board.state import Group
from battles.schiere.rules.rules import SchiereRules
from battles.schiere.rules.setup.assignment import Assigning, AssignOrders
from battles.schiere.rules.setup.buying import Buy
from battles.schiere.rules.setup.camps import PlaceCamp
from battles.schiere.rules.setup.deployment import Deploy, DeployInTurns
from battles.schiere.rules.setup.edges import ChooseEdge
from battles.schiere.rules.setup.mustering import Muster, cost, fit_army, schiere
from battles.schiere.rules.system import SCHIERE
from battles.schiere.rules.turn.bidding import LayOrder
from engine.dice import Scripted, Seeded
from engine.dry_run import rehearse
from engine.game import BadScenario, IllegalAction
from tests.battles.schiere.boards import battle

ROME = Muster({"legionaries": 5, "velites": 2}, "solid", ("resolute",))
CARTHAGE = Muster({"punic_foot": 4, "elephants": 1}, "astute")


@pytest.fixture
def rules() -> SchiereRules:
    return SCHIERE.open(SCHIERE.scenario("open_field"), {"points": "20"})


def after(rules: SchiereRules, *steps: tuple[str, Any], dice: tuple[int, ...] = ()) -> Any:
    """Return the state after these answers; the server makes the secret draws."""
    state = rules.setup(Seeded(b"", "setup", 0)).state
    for number, (seat, action) in enumerate(steps):
        source = Seeded(b"", "setup", number + 1)
        state = rules.apply(state, seat, action, source).state
    return state


CHOSEN = (("rome", ROME), ("carthage", CARTHAGE))


def test_a_plan_stops_where_equal_cards_are_drawn_again(rules: SchiereRules) -> None:
    """Assumed cards are always equal, so the plan would draw again for ever."""
    state = after(rules, CHOSEN[0])
    army = SCHIERE.codec.write(CARTHAGE)
    found = rehearse(rules, SCHIERE.codec, [state], "carthage", [army, army], supposing=True)
    assert found.stop is not None
    assert (found.stop.why, [throw.purpose for throw in found.stop.throws]) == ("die", ["side"])


def owed(rules: SchiereRules, state: Any) -> list[tuple[str, str]]:
    return [(decision.seat, decision.kind) for decision in rules.pending(state)]


def test_both_choose_their_armies_at_once(rules: SchiereRules) -> None:
    state = rules.setup(Seeded(b"", "setup", 0)).state
    assert owed(rules, state) == [("rome", "muster"), ("carthage", "muster")]


def test_unknown_kinds_with_zero_units_are_ignored(rules: SchiereRules) -> None:
    """Kinds of troops with zero units are ignored in a chosen army, even kinds that do not exist. They once
    stopped the battle after both sides had chosen.
    """
    strange = Muster({**ROME.units, "hoplites": 0, "velites": 0, "archers": 0}, ROME.chief)
    plain = Muster({"legionaries": 5}, ROME.chief)
    found = after(rules, ("rome", strange), CHOSEN[1])
    assert found.sides == after(rules, ("rome", plain), CHOSEN[1]).sides


def test_an_army_too_dear_is_refused(rules: SchiereRules) -> None:
    state = rules.setup(Seeded(b"", "setup", 0)).state
    dear = Muster({"legionaries": 11}, "solid")
    with pytest.raises(IllegalAction) as told:
        rules.apply(state, "rome", dear, Scripted([]))
    assert told.value.rule == "points"


def test_two_wing_commanders_of_one_kind_lead_together(rules: SchiereRules) -> None:
    twins = Muster({"legionaries": 5}, "solid", ("resolute", "resolute2"))
    state = after(rules, ("rome", twins), CHOSEN[1])
    led = [group.kind for group in state.sides["rome"].reserve if group.troop == "wing"]
    assert led == ["resolute", "resolute2"]
    second = after(rules, ("rome", Muster({"legionaries": 5}, "solid", ("resolute2",))), CHOSEN[1])
    assert [g.kind for g in second.sides["rome"].reserve if g.troop == "wing"] == ["resolute"]


@pytest.mark.parametrize(("units", "sizes"), [(4, [4]), (5, [3, 2]), (9, [3, 3, 3]), (1, [1])])
def test_units_stand_in_schiere_of_four_at_most(units: int, sizes: list[int]) -> None:
    assert [group.units for group in schiere("velites", units)] == sizes  # ruling S22


def test_the_usual_army_shrinks_to_the_points() -> None:
    small = fit_army(Army({"legionaries": 12, "velites": 8}, "solid", ()), 10)
    assert cost(small.units) <= 10 and set(small.units) == {"legionaries", "velites"}


def test_a_chosen_army_is_hidden_from_the_enemy(rules: SchiereRules) -> None:
    state = after(rules, ("carthage", CARTHAGE))
    seen = str(rules.view(state, "rome"))
    assert "elephants" not in seen and "astute" not in seen


def test_the_higher_card_chooses_the_side(rules: SchiereRules) -> None:
    state = rules.apply(
        rules.apply(rules.setup(Scripted([])).state, "rome", ROME, Scripted([])).state,
        "carthage",
        CARTHAGE,
        Scripted([1, 1, 1, 3]),  # equal cards are drawn again
    ).state
    assert owed(rules, state) == [("carthage", "choose_edge")]


def prepared(rules: SchiereRules, wares: dict[str, int]) -> Any:
    state = after(rules, *CHOSEN)
    chooser = owed(rules, state)[0][0]
    edge = "south" if chooser == "rome" else "north"
    for seat, action in (
        (chooser, ChooseEdge(edge)),
        ("rome", PlaceCamp("h1")),
        ("carthage", PlaceCamp("h16")),
        ("rome", Buy(wares)),
        ("carthage", Buy({})),
    ):
        state = rules.apply(state, seat, action, Seeded(b"", seat, state.serial)).state
    return state


def test_what_is_left_buys_orders_and_actions(rules: SchiereRules) -> None:
    assert cost(ROME.units) == 12
    pos = rules.position(prepared(rules, {"order": 4, "action": 2}))
    assert len(pos.orders("rome")) == 20 // 6 + 4 and pos.side("rome").bought == 2
    assert len(pos.orders("carthage")) == 20 // 6 + 2  # an astute chief has two extra orders (L222)


def test_nobody_buys_more_than_is_left(rules: SchiereRules) -> None:
    with pytest.raises(IllegalAction):
        prepared(rules, {"order": 5, "action": 2})


def deployment(rules: SchiereRules) -> Any:
    state = prepared(rules, {})
    for seat in ("rome", "carthage"):
        state = rules.apply(state, seat, LayOrder(), Seeded(b"", seat, 9)).state
    return state


def test_whoever_has_the_initiative_orders_the_deployment(rules: SchiereRules) -> None:
    state = deployment(rules)
    first = state.today.order[0]
    assert owed(rules, state) == [(first, "order_deployment")]
    state = rules.apply(state, first, DeployInTurns("carthage", 2), Scripted([])).state
    assert owed(rules, state) == [("carthage", "deploy")]


def test_armies_are_placed_so_many_schiere_at_a_time(rules: SchiereRules) -> None:
    state = deployment(rules)
    state = rules.apply(state, state.today.order[0], DeployInTurns("rome", 2), Scripted([])).state
    asked = []
    while (found := rules.pending(state))[0].kind == "deploy":
        asked.append(found[0].seat)
        state = rules.apply(state, found[0].seat, found[0].default, Scripted([])).state
    assert asked == ["rome"] * 2 + ["carthage"] * 2 + ["rome"] * 2 + ["carthage"] + ["rome"]


def test_a_schiera_stands_in_the_entry_area_alone(rules: SchiereRules) -> None:
    state = deployment(rules)
    state = rules.apply(state, state.today.order[0], DeployInTurns("rome", 1), Scripted([])).state
    with pytest.raises(IllegalAction) as told:
        rules.apply(state, "rome", Deploy("velites:2", "line", "c5"), Scripted([]))
    assert told.value.rule == "deployment"
    placed = rules.apply(state, "rome", Deploy("legionaries:3", "square", "c4"), Scripted([])).state
    assert [piece.at for piece in placed.pieces.values()] == ["c4", "d4", "c3"]


def test_a_bearer_stands_behind_the_commander(rules: SchiereRules) -> None:
    state = deployment(rules)
    state = rules.apply(state, state.today.order[0], DeployInTurns("rome", 1), Scripted([])).state
    placed = rules.apply(state, "rome", Deploy("chief:solid", "line", "c3"), Scripted([])).state
    assert [(piece.troop, piece.at) for piece in placed.pieces.values()] == [
        ("chief", "c3"),
        ("standard", "c2"),
    ]


def test_a_board_too_small_for_the_armies_is_refused() -> None:
    with pytest.raises(BadScenario) as told:
        SCHIERE.open(SCHIERE.scenario("open_field"), {"points": "104"})
    assert [mistake.code for mistake in told.value.mistakes] == ["board_too_small"]


def test_groups_are_told_apart_by_their_size() -> None:
    assert Group("velites", 3) != Group("velites", 4)


def test_a_wing_commander_gets_several_orders_of_one_face_and_a_unit_one() -> None:
    pos = battle(
        "r1 legionaries c4n", "r2 wing:resolute c3n", "r9 chief:astute c2n", "c9 chief:astute p16s",
        orders=("rome sword2", "rome sword2", "rome shield"),
    )  # fmt: skip
    assigning = pos._replace(state=pos.state.but(stack=(*pos.state.stack, Assigning())))
    opened = SchiereRules(pos.setting)
    (choice,) = opened.choices(assigning.state, "rome")
    offered = {option.value for field in choice.fields for option in field.options}
    assert offered == {"sword2>r1", "shield>r1", "sword2>r2", "sword2*2>r2", "shield>r2"}
    state = assigning.state
    for seat, given in (("rome", ("sword2>r2", "sword2*2>r2")), ("carthage", ())):
        state = opened.apply(state, seat, AssignOrders(given), Seeded(b"", "assign", 1)).state
    assert sorted(order.holder for order in state.orders.values()) == ["chief", "r2", "r2"]
