"""Elephants: horses shy from them, velites and noise turn them back, and they run through units
(L298-310).
"""

from typing import Any

from battles.schiere.rules.elephants.noise import MakeNoise, NoiseMade, WayCleared
from battles.schiere.rules.elephants.rampage import ElephantsRan, ElephantsRestored, ElephantsTurned, Restore
from battles.schiere.rules.elephants.terror import HorseShied
from battles.schiere.rules.melee.charge import ChargeDeclared
from battles.schiere.rules.melee.clash import BlowStruck, DuelBegan
from battles.schiere.rules.shooting.volley import Shoot
from battles.schiere.rules.turn.acting import TakeAction
from battles.schiere.rules.turn.march import MoveAlong
from tests.battles.schiere.boards import battle
from tests.battles.schiere.fights import Fight, blows

CHIEFS = ("r9 chief:enterprising a1n", "c9 chief:enterprising p16s")
THREE = ("rome sword2", "rome shield", "rome feint")


def fight(*pieces: str, faces: tuple[int, ...] = (), **more: Any) -> Fight:
    return Fight(battle(*pieces, *CHIEFS, **more), *faces)


def charged(*pieces: str, faces: tuple[int, ...] = (), orders: tuple[str, ...] = THREE) -> Fight:
    """Return a position in which c1 has charged down column d to d6."""
    found = fight("c1 elephants d10s", *pieces, faces=faces, acts="carthage", orders=orders)
    return found.does("carthage", TakeAction(("c1",)), MoveAlong("c1", ("d9", "d8", "d7", "d6"), "s"))


# --- terror (L298) ---


def test_horse_shies_from_elephants_that_come_near() -> None:
    found = charged("r1 heavy_cavalry f6n", "r2 heavy_cavalry i6n", orders=())
    (shied,) = found.happened(HorseShied)
    assert shied.unit == "r1" and found.pos.ground.distance("d6", found.pos.piece("r1").at) == 3
    assert found.pos.state.today.shaken == ("r1",)


def test_horse_that_comes_near_elephants_shies_too() -> None:
    found = fight("r1 heavy_cavalry d3n", "c1 elephants d8s")
    found.does("rome", TakeAction(("r1",)), MoveAlong("r1", ("d4", "d5", "d6"), "n"))
    assert found.happened(HorseShied) and found.pos.ground.distance(found.pos.piece("r1").at, "d8") > 2


def test_charged_foot_strikes_and_parries_worse() -> None:
    found = charged("r1 legionaries d5n", orders=())
    assert found.asked() == {"carthage": "blow", "rome": "blow"}  # no unit can countercharge elephants
    blows(found, [("feint", "feint")], first="carthage")
    assert found.happened(BlowStruck)[0].totals == ((4, 4), (1, 2))


def test_elephants_move_on_while_they_eliminate_or_push_back_units() -> None:
    """Elephants may exceed three moves (L298). When a unit falls it makes room, and marching on to the next
    one costs no move.
    """
    army = ("r1 archers d5n 1", "r2 archers d3n 1", "r3 archers d1n 1", "c8 wing:resolute h9s")
    found = charged(*army, orders=())
    for way in (("d5", "d4"), ("d3", "d2"), ()):
        while found.asked().get("rome") == "blow":
            blows(found, [("sword3", "sword1")], first="carthage")
        if way:
            assert found.asked() == {"carthage": "move"}
            found.does("carthage", MoveAlong("c1", way, "s"))
    assert not {"r1", "r2", "r3"} & set(found.pos.state.pieces)
    assert len(found.happened(ChargeDeclared)) == 3


# --- velites turn them back (L302) ---


def test_velites_that_leave_them_one_shield_turn_them_back() -> None:
    found = fight("r1 velites d3n A", "r2 velites e3n A", "c1 elephants d5s 2", faces=(1, 3))
    # 3 swords and 2 velites against 2 shields: 3 damage
    found.does("rome", TakeAction(("r1", "r2")), Shoot(("r1", "r2"), "c1"))
    assert "c1" not in found.pos.state.pieces  # more damage than they could take
    again = fight("r1 velites d3n", "c1 elephants d5s 2", "c2 punic_foot d8s", faces=(2, 3))
    again.does("rome", TakeAction(("r1",)), Shoot(("r1",), "c1"))
    assert not again.happened(ElephantsTurned)  # a sword and one against two shields do no damage
    third = fight("r1 velites d3n", "r2 velites e3n", "r3 velites c3n", "c1 elephants d5s", faces=(1, 3))
    state = third.pos.state
    schiera = {id: p.but(schiera="A") if id in ("r1", "r2", "r3") else p for id, p in state.pieces.items()}
    third.pos = third.pos._replace(state=state.but(pieces=schiera))
    third.does("rome", TakeAction(("r1", "r2", "r3")), Shoot(("r1", "r2", "r3"), "c1"))
    assert third.pos.piece("c1").damage == 2 and not third.happened(ElephantsTurned)


def test_fleeing_elephants_run_over_their_own_units() -> None:
    found = fight(
        "r1 velites d3n A", "r2 velites e3n A", "c1 elephants d5s 1", "c2 punic_foot d8s", faces=(1, 3)
    )
    found.does("rome", TakeAction(("r1", "r2")), Shoot(("r1", "r2"), "c1"))  # 3 and 2 against 3
    assert found.happened(ElephantsTurned)[0].why == "shots"
    assert [ran.to for ran in found.happened(ElephantsRan)] == ["d6", "d7"]
    (began,) = found.happened(DuelBegan)
    assert (began.attacker, began.defender) == ("c1", "c2")
    assert found.asked() == {"rome": "blow", "carthage": "blow"}  # Rome drives the elephants


# --- noise (L302-304) ---


def test_who_holds_three_orders_is_asked_whatever_they_are() -> None:
    for orders in (THREE, ("rome sword1",) * 3):
        found = charged("r1 legionaries d5n", orders=orders)
        (ask,) = found.owed()
        assert (ask.seat, ask.kind, ask.covert) == ("rome", "noise", True)
        assert found.pos.piece("c1").at == "d8"  # the elephants halt half way
    assert charged("r1 legionaries d5n", orders=THREE[:2]).asked() != {"rome": "noise"}


def test_a_sword_card_makes_elephants_charge_on() -> None:
    found = charged("r1 legionaries d5n", faces=(2,)).does("rome", MakeNoise("sword2"))
    assert found.happened(NoiseMade)[0].course == "charges_on" and found.happened(ChargeDeclared)
    assert not found.pos.orders("rome") and found.pos.state.today.actions["rome"] == 2


def test_a_shield_turns_them_back_and_a_shield_of_their_own_restores_them() -> None:
    found = charged("r1 legionaries d5n", faces=(4,), orders=(*THREE, "carthage shield"))
    found.does("rome", MakeNoise("sword2"))
    squares = 2 + 5 + 6  # the rest of the path, the points left, and 6 for the swords
    assert found.happened(ElephantsTurned)[0].squares == squares
    assert "c1" not in found.pos.state.pieces  # their home edge was nearer
    blocked = charged(
        "r1 legionaries d5n", "r2 legionaries d12n", faces=(4,), orders=(*THREE, "carthage shield")
    )
    blocked.does("rome", MakeNoise("sword2"))
    assert blocked.asked() == {"carthage": "restore"} and blocked.pos.piece("c1").at == "d11"
    blocked.does("carthage", Restore(True))
    assert blocked.happened(ElephantsRestored) and blocked.pos.piece("c1").seat == "carthage"
    assert blocked.pos.piece("c1").rests == 2 and not blocked.happened(ChargeDeclared)


def test_a_feint_opens_a_corridor() -> None:
    found = charged("r1 legionaries d5n", faces=(5,)).does("rome", MakeNoise("sword2"))
    assert found.happened(NoiseMade)[0].course == "runs_through"
    assert found.happened(WayCleared) and found.pos.piece("r1").at in ("c5", "e5")
    assert "c1" not in found.pos.state.pieces  # thirteen squares take them off the board
    assert found.pos.state.today.actions["rome"] == 1 and not found.happened(ChargeDeclared)
