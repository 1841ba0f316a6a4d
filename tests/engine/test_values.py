"""Dataclasses with a quick constructor behave like the standard library's."""

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pytest

from engine.values import cached_property as quick_property
from engine.values import dataclass, replace


@dataclass(frozen=True)
class Camp:
    """A camp."""

    at: str
    men: int = 3
    stores: Mapping[str, int] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Named:
    name: str = "nobody"


@dataclass(frozen=True)
class Fort(Camp, Named):
    walls: int = 1


@dataclass(frozen=True)
class Even:
    n: int

    def __post_init__(self) -> None:
        if self.n % 2:
            raise ValueError("odd")


@dataclasses.dataclass(frozen=True)
class Usual:
    at: str
    men: int = 3
    stores: Mapping[str, int] = dataclasses.field(default_factory=dict)


def test_the_quick_constructor_takes_positions_names_and_defaults() -> None:
    assert Camp("rome") == Camp(at="rome", men=3, stores={})
    assert vars(Camp("rome", stores={"corn": 2})) == {"at": "rome", "men": 3, "stores": {"corn": 2}}
    assert Camp("rome").stores is not Camp("rome").stores
    assert vars(Fort("rome", name="arx")) == {"name": "arx", "at": "rome", "men": 3, "stores": {}, "walls": 1}


@pytest.mark.parametrize("arguments", [((), {}), (("rome",), {"at": "rome"}), (("rome",), {"size": 1})])
def test_wrong_arguments_are_refused(arguments: tuple[Any, Any]) -> None:
    by_place, by_name = arguments
    with pytest.raises(TypeError):
        Camp(*by_place, **by_name)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Camp("rome").men = 4  # type: ignore[misc]


def test_quick_dataclasses_still_run_their_own_checks() -> None:
    assert Even(2).n == 2
    with pytest.raises(ValueError, match="odd"):
        Even(3)


def test_it_is_copied_replaced_compared_and_shown_as_usual() -> None:
    camp = Camp("rome", 5)
    assert dataclasses.replace(camp, men=6) == Camp("rome", 6)
    assert copy.deepcopy(camp) == pickle.loads(pickle.dumps(camp)) == camp
    assert repr(camp) == "Camp(at='rome', men=5, stores={})"
    assert hash(Even(2)) == hash(Even(2))


def test_the_quick_constructor_has_the_standard_signature() -> None:
    mine, usual = inspect.signature(Camp), inspect.signature(Usual)
    assert list(mine.parameters) == list(usual.parameters)
    assert [one.kind for one in mine.parameters.values()] == [one.kind for one in usual.parameters.values()]


def test_a_constructor_of_its_own_and_slots_are_left_alone() -> None:
    @dataclass(frozen=True, slots=True)
    class Spot:
        x: int

    @dataclass
    class Loose:
        x: int

    assert Spot(1).x == 1
    loose = Loose(1)
    loose.x = 2
    assert loose == Loose(2)


@dataclass(frozen=True, slots=True)
class Spotted:
    x: int
    y: int = 2
    names: tuple[str, ...] = dataclasses.field(default_factory=tuple)


def test_slots_are_filled_and_frozen_afterwards() -> None:
    spot = Spotted(1, names=("a",))
    assert (spot.x, spot.y, spot.names, type(spot)) == (1, 2, ("a",), Spotted)
    assert spot == Spotted(1, 2, ("a",)) == pickle.loads(pickle.dumps(spot))
    assert not hasattr(spot, "__dict__")
    with pytest.raises(dataclasses.FrozenInstanceError):
        spot.x = 4  # type: ignore[misc]


@dataclass(frozen=True)
class Summed:
    numbers: tuple[int, ...]

    @cached_property
    def total(self) -> int:
        return sum(self.numbers)


def test_a_copy_is_checked_and_forgets_what_was_worked_out() -> None:
    summed = Summed((1, 2))
    assert summed.total == 3
    assert replace(summed, numbers=(4,)).total == 4
    assert replace(Spotted(1), x=5) == Spotted(5)
    assert replace(Camp("rome"), men=9) == Camp("rome", 9)
    with pytest.raises(ValueError, match="odd"):
        replace(Even(2), n=3)
    for value in (Camp("rome"), summed, Spotted(1)):
        with pytest.raises(TypeError):
            replace(value, size=1)  # type: ignore[call-arg]


def test_a_cached_property_is_computed_once_per_instance() -> None:
    counted: list[int] = []

    @dataclass(frozen=True)
    class Counting:
        number: int

        @quick_property
        def double(self) -> int:
            """Twice the number."""
            counted.append(self.number)
            return 2 * self.number

    one, other = Counting(1), Counting(4)
    assert (one.double, one.double, other.double, one.double) == (2, 2, 8, 2)
    assert counted == [1, 4]
    assert one == Counting(1)
    assert vars(Counting)["double"].__doc__ == "Twice the number."
    assert Counting.double is vars(Counting)["double"]
