"""Shots on the board: who may shoot at whom and how often, at moving enemies and in reply (L200, L280-282,
L316, L368-399).
"""

from typing import Any

import pytest

from battles.schiere.rules.melee.charge import ChargeDeclared
from battles.schiere.rules.melee.situation import Unit
from battles.schiere.rules.shooting.answering import exchange
from battles.schiere.rules.shooting.overwatch import FireAt, LetPass, watches
from battles.schiere.rules.shooting.shooters import firing_square, shots_left, targets
from battles.schiere.rules.shooting.shot import Shooter, Shot
from battles.schiere.rules.shooting.volley import Reply, Shoot, ShotFired
from battles.schiere.rules.turn.acting import TakeAction
from battles.schiere.rules.turn.going import EndAction
from battles.schiere.rules.turn.march import MoveAlong
from engine.game import IllegalAction
from tests.battles.schiere.boards import PLAIN, battle, setting
from tests.battles.schiere.fights import Fight

CHIEFS = ("r9 chief:astute a1n", "c9 chief:astute p16s")
ARCHERS = ("r1 archers d3n A", "r2 archers e3n A")


def fight(*pieces: str, faces: tuple[int, ...] = (), **more: Any) -> Fight:
    return Fight(battle(*pieces, *CHIEFS, **more), *faces)


def test_a_volley_adds_the_factors_of_all_who_shoot() -> None:
    """The card shows three swords, and two archers add 2. The target has 3 points of defence and draws a
    sword, so it takes one point of damage.
    """
    found = fight(*ARCHERS, "c1 punic_foot d5s", faces=(1, 3))
    found.does("rome", TakeAction(("r1", "r2")), Shoot(("r1", "r2"), "c1"))
    assert found.happened(ShotFired) == [
        ShotFired("rome", ("r1", "r2"), "c1", ("A3", "D"), ("sword3", "sword1"), True, "c1", 1)
    ]
    assert found.pos.defence("c1") == 3


def test_who_stands_in_a_wood_spoils_the_shot_of_nobody_who_shoots_farther() -> None:
    """Bows reach six squares out of a wood and eight on the plain. In a joint volley the farthest shooter
    decides the set of cards, so the shooter in the wood does not limit the other.
    """
    wooded = setting({**PLAIN, "tiles": [{"kind": "wood", "at": "c3"}]})
    army = ("r1 archers d4n A", "r2 archers e3n A", "c1 punic_foot d10s")
    found = fight(*army, faces=(1, 3), on=wooded)
    found.does("rome", TakeAction(("r1", "r2")), Shoot(("r1", "r2"), "c1"))
    assert [event.sets for event in found.happened(ShotFired)] == [("A1", "D")]


def test_one_volley_an_action_and_three_shots_a_turn() -> None:
    found = fight(*ARCHERS, "c1 punic_foot d5s")
    found.does("rome", TakeAction(("r1",)), Shoot(("r1",), "c1"))
    with pytest.raises(IllegalAction):
        found.does("rome", Shoot(("r1",), "c1"))
    pos = battle(*ARCHERS, *CHIEFS, moved={"r1": 1}, shot={"r1": 1})
    assert shots_left(pos, "r1") == 1 and shots_left(pos, "r2") == 3  # each move costs one shot (L280)


def test_who_has_acted_may_act_again_to_shoot_and_for_nothing_else() -> None:
    found = fight(
        "r1 archers d3n A", "r2 legionaries g3n", "c1 punic_foot d11s", "c2 punic_foot d5s", actions=9
    )
    found.does("rome", TakeAction(("r1",)), Shoot(("r1",), "c1"), EndAction())
    found.does("rome", TakeAction(("r1",)))
    with pytest.raises(IllegalAction) as told:
        found.does("rome", MoveAlong("r1", ("d2",), "n"))
    assert (told.value.rule, told.value.code) == ("shooting", "only_shoots")
    assert found.kinds("rome") == {"shoot", "end_action"}
    found.does("rome", Shoot(("r1",), "c1"))
    assert found.asked() == {"rome": "act"}  # an action has one volley, and it is over
    found.does("rome", TakeAction(("r1",)), Shoot(("r1",), "c1"))
    with pytest.raises(IllegalAction) as told:  # a turn has only three shots
        found.does("rome", TakeAction(("r1",)))
    assert told.value.code == "acted_already" and len(found.happened(ShotFired)) == 3
    blind = fight("r1 archers d3n A").does("rome", TakeAction(("r1",)), EndAction())
    with pytest.raises(IllegalAction):  # there is no target
        blind.does("rome", TakeAction(("r1",)))


def test_foot_urged_on_by_an_energetic_wing_shoots_twice_in_an_action() -> None:
    army = ("r1 archers d3n >energetic A", "r2 wing:energetic a3n", "c1 punic_foot d5s")
    found = fight(*army).does("rome", TakeAction(("r1",)), Shoot(("r1",), "c1"), Shoot(("r1",), "c1"))
    assert len(found.happened(ShotFired)) == 2 and shots_left(found.pos, "r1") == 2
    assert found.pos.state.today.urged == {"r2": "A"}


def test_javelins_step_out_before_friends() -> None:
    army = ("r1 velites d3n", "r2 legionaries d4n", "c1 punic_foot d8s")
    pos = battle(*army, *CHIEFS)
    assert firing_square(pos, "r1", "c1") == "d5" and targets(pos, ["r1"]) == {"c1": ("r1",)}
    assert targets(battle("r1 archers d3n", *army[1:], *CHIEFS), ["r1"]) == {}  # friends block the line


def test_velites_and_ballistae_alone_shoot_at_elephants() -> None:
    pos = battle("r1 archers d3n", "r2 velites e3n", "r3 ballistae f3n", "c1 elephants e6s", *CHIEFS)
    assert targets(pos, ["r1", "r2", "r3"]) == {"c1": ("r2", "r3")}


def test_nobody_is_shot_at_in_a_wood_or_behind_one() -> None:
    wood = {"title": "Wood", "points": 30, "turns": 5, "layout": ["##", "##"]}
    on = setting({**wood, "tiles": [{"kind": "wood", "at": "d5"}]})
    pos = battle("r1 archers d3n", "c1 punic_foot d5s", "c2 punic_foot d8s", *CHIEFS, on=on)
    assert targets(pos, ["r1"]) == {}


# --- shooting back with the same cards (L280) ---


def test_a_shooter_who_is_shot_at_may_answer_with_the_same_cards() -> None:
    found = fight("r1 archers d3n", "c1 bowmen d7s", faces=(3, 1))
    found.does("rome", TakeAction(("r1",)), Shoot(("r1",), "c1"))
    assert found.asked() == {"carthage": "reply"}
    found.does("carthage", Reply(True))  # a feint against two swords
    (told,) = found.happened(ShotFired)
    assert (told.sets, told.cards, told.hurt, told.damage) == (("A2", "A2"), ("feint", "sword2"), "r1", 1)
    # javelins do not reach that far
    assert (
        fight("r1 archers d3n", "c1 libyans d9s")
        .does("rome", TakeAction(("r1",)), Shoot(("r1",), "c1"))
        .happened(ShotFired)
    )


@pytest.mark.parametrize(
    ("own", "other", "shooter", "target"),
    [
        ("sword2", "feint", 0, 1),
        ("sword1", "sword2", 1, 0),
        ("sword2", "sword2", 0, 0),
        ("feint", "feint", 0, 0),
    ],
)
def test_the_higher_card_hits(own: Any, other: Any, shooter: int, target: int) -> None:
    light = Unit("light_infantry")
    got = exchange(Shot((Shooter("bows", 4),), light), 1, light, own, other)
    assert (got.damage_shooter, got.damage_target) == (shooter, target)


# --- shooting at a moving enemy (L126, L200) ---

WATCH = ("r1 legionaries d3n", "c1 bowmen d13s", "c2 punic_foot h13s")


def marched(*faces: int) -> Fight:
    found = fight(*WATCH, faces=faces)
    return found.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("d4", "d5", "d6", "d7", "d8", "d9"), "n"))


def test_shooters_are_asked_as_the_enemy_comes_nearer() -> None:
    found = marched(1, 3)
    assert found.asked() == {"carthage": "overwatch"} and found.owed()[0].covert
    assert found.pos.piece("r1").at == "d5"  # stopped at a range of eight squares
    found.does("carthage", LetPass())
    assert found.pos.piece("r1").at == "d7"  # stopped at a range of six
    found.does("carthage", FireAt(("c1",), "r1"))
    assert found.happened(ShotFired)[0].sets == ("A2-", "D") and found.pos.piece("r1").at == "d9"
    assert found.pos.state.today.actions["carthage"] == 2  # the shot used one action of the coming turn
    assert not found.happened(ChargeDeclared) and found.asked() == {"rome": "move"}


def test_reserved_actions_pay_for_reaction_shots_but_bought_ones_do_not() -> None:
    """Carthage acted first and reserved an action, so its archers can still halt Rome (L200, L332)."""
    for kept, asked in (({"banked": 1}, {"carthage": "overwatch"}), ({"bought": 1}, {"rome": "move"})):
        pos = battle(*WATCH, *CHIEFS)
        today = pos.state.today.but(actions={"rome": 3})
        sides = {**pos.state.sides, "carthage": pos.side("carthage").but(**kept)}
        found = Fight(pos._replace(state=pos.state.but(today=today, sides=sides)))
        found.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("d4", "d5"), "n"))
        assert found.asked() == asked
        if asked == {"carthage": "overwatch"}:
            found.does("carthage", FireAt(("c1",), "r1"))
            assert found.happened(ShotFired) and found.pos.side("carthage").banked == 0


def test_who_has_no_action_left_is_not_asked() -> None:
    found = Fight(battle(*WATCH, *CHIEFS, actions=1))
    pos = found.pos.state.today.but(actions={"rome": 1})
    found.pos = found.pos._replace(state=found.pos.state.but(today=pos))
    found.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("d4", "d5"), "n"), EndAction())
    assert not found.happened(ShotFired)


def test_a_standing_order_shoots_within_a_distance() -> None:
    found = marched()
    frame = found.pos.state.stack[-1]
    assert watches(found.pos, frame, {"how": "fire", "within": 4}) == LetPass()
    assert watches(found.pos, frame, {"how": "fire", "within": 8}) == FireAt(("c1",), "r1")
    assert watches(found.pos, frame, {"how": "hold", "within": 8}) == LetPass()
    turn = found.pos.turn
    assert watches(found.pos, frame, {"how": "hold", "within": 8, "until": turn}) == LetPass()
    later = found.pos._replace(state=found.pos.state.but(turn=turn + 1))
    assert watches(later, frame, {"how": "hold", "within": 8, "until": turn}) is None, "it was for that turn"
