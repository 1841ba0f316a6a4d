"""Units, fleets and places as values: each is written as its id and answers questions about it."""

import copy
import pickle
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from campaigns.justinian.rules.state.units import power_of, sp_of
from campaigns.justinian.rules.state.values import (
    LEVY,
    MOVING,
    NOTHING,
    Allies,
    ArmySP,
    Continuation,
    Detached,
    FleetKey,
    Frontier,
    Place,
    Ships,
    Unit,
    WholeForce,
    ids_in,
)
from engine.codec import Codec, canonical
from tests.campaigns.justinian.positions import game, position

ROOT = Path(__file__).resolve().parents[3] / "campaigns"
UNITS = {
    "army:oriens": ArmySP("oriens"),
    "ally:italia:lombards": Allies("italia", "lombards"),
    "frontier:europa": Frontier("europa"),
    "detached:thrace:ostrogoths": Detached("thrace", "ostrogoths"),
    "fleet:byzantium@mare_egeo": Ships(FleetKey("byzantium", "mare_egeo")),
    "levy": LEVY,
    "oriens": WholeForce("oriens"),
}


@pytest.mark.parametrize("text", UNITS)
def test_a_unit_is_read_as_it_is_written(text: str) -> None:
    unit = UNITS[text]
    assert str(unit) == text and Unit.parse(text) == unit
    assert type(Unit.parse(text)) is type(unit)
    for again in (copy.deepcopy(unit), pickle.loads(pickle.dumps(unit))):
        assert again == unit and type(again) is type(unit)


def test_a_unit_says_what_it_is_made_of() -> None:
    assert [unit.army for unit in UNITS.values()] == ["oriens", "italia", "", "", "", "", "oriens"]
    assert Allies("italia", "lombards").power == "lombards"
    assert (Detached("thrace", "ostrogoths").province, Detached("thrace", "ostrogoths").power) == (
        "thrace",
        "ostrogoths",
    )
    assert Frontier("europa").province == "europa"
    assert Ships(FleetKey("byzantium", "mare_egeo")).fleet == FleetKey("byzantium", "mare_egeo")


def test_the_sp_and_the_power_of_every_sort_of_unit() -> None:
    armies = {
        "oriens": {"at": "thrace", "sp": 7},
        "armenia": {"at": "thrace", "sp": 2, "head": "oriens", "allied": {"lombards": 3}},
    }
    detached, fleets = {"thrace": {"ostrogoths": 4}}, {"byzantium@mare_egeo": 2}
    state = position(
        game(), {"armies": armies, "frontier": {"europa": 5}, "detached": detached, "fleets": fleets}
    )
    strength = {
        ArmySP("oriens"): (7, "byzantium"),
        Allies("armenia", "lombards"): (3, "lombards"),
        Frontier("europa"): (5, "byzantium"),
        Detached("thrace", "ostrogoths"): (4, "ostrogoths"),
        Ships(FleetKey("byzantium", "mare_egeo")): (2, "byzantium"),
        WholeForce("oriens"): (12, "byzantium"),
        LEVY: (0, "byzantium"),
    }
    assert {u: (sp_of(state, u), power_of(state, u)) for u in strength} == strength
    gone = [ArmySP("italia"), Allies("italia", "lombards"), Frontier("thrace"), Detached("europa", "huns")]
    assert [sp_of(state, u) for u in (*gone, Ships(FleetKey("vandals", "x")), WholeForce("italia"))] == [
        0
    ] * 6


def test_what_is_no_unit_has_no_strength() -> None:
    state = position(game(), {})
    with pytest.raises(TypeError, match="no unit: 'army:oriens'"):
        sp_of(state, "army:oriens")  # type: ignore[arg-type]


def test_a_fleet_is_in_a_place_or_under_way() -> None:
    there, moving = FleetKey("vandals", "zeugitana"), FleetKey("vandals", MOVING)
    assert (there.power, there.place, there.under_way) == ("vandals", "zeugitana", False)
    assert moving.under_way and FleetKey.parse("vandals@moving") == moving
    assert ids_in(Ships(there)) == ["fleet", "vandals", "zeugitana"]


def test_a_box_is_known_by_its_power() -> None:
    assert Place.box("persia") == "persia_box" and Place.box("persia").is_box
    assert not Place("thrace").is_box


def test_what_a_march_goes_on_to_do() -> None:
    move, treasure, attack = (
        Continuation.move("thrace", treasury=False),
        Continuation.move("thrace", treasury=True),
        Continuation.attack("all"),
    )
    assert [str(one) for one in (move, treasure, attack)] == ["move:thrace", "treasure:thrace", "attack:all"]
    assert [one.goal for one in (move, treasure, attack)] == ["thrace", "thrace", "all"]
    assert [one.is_attack for one in (move, treasure, attack)] == [False, False, True]
    assert [one.with_treasury for one in (move, treasure, attack)] == [False, True, False]
    assert not NOTHING


@dataclass(frozen=True)
class Told:
    units: tuple[Unit, ...]
    at: FleetKey | None
    lost: dict[Unit, int]


def test_values_are_written_as_their_ids_to_the_byte_and_read_as_values() -> None:
    codec = Codec(1, (Told,))
    told = Told(tuple(UNITS.values()), FleetKey("huns", "thrace"), {ArmySP("oriens"): 2})
    written = codec.write(told)
    assert canonical(written) == canonical(
        {"kind": "told", "units": list(UNITS), "at": "huns@thrace", "lost": {"army:oriens": 2}}
    )
    assert {type(text) for text in (*written["units"], written["at"], *written["lost"])} == {str}
    read = codec.read(written)
    assert read == told and [type(u) for u in read.units] == [type(u) for u in told.units]
    assert [type(u) for u in read.lost] == [ArmySP] and type(read.at) is FleetKey


def test_nobody_else_takes_an_id_apart_or_puts_one_together() -> None:
    apart = re.compile(
        r"""(split|partition)\("[:@]"\)|endswith\("_box"\)|["'](army|ally|frontier|detached|fleet):[\w{"']"""
    )
    rooms = [ROOT / "justinian", ROOT / "bridge"]
    files = sorted(path for room in rooms for path in room.rglob("*.py") if path.name != "values.py")
    assert len(files) > 100
    found = {
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if apart.search(line) and "title.partition" not in line
    }
    assert found == set()
