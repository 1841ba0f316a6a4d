"""Encoded values decode unchanged. Malformed ones are refused, and the error says where the mistake is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.codec import Codec, canonical, digest, late_field, tag_of
from engine.game import InvalidAction

CODEC = Codec(1)


class Side(Enum):
    RED = "red"
    BLUE = "blue"


@CODEC.register
@dataclass(frozen=True)
class March:
    army: str
    by: tuple[str, ...] = ()


@CODEC.register
@dataclass(frozen=True)
class Rest:
    pass


@dataclass(frozen=True)
class Place:
    x: int
    y: int


@CODEC.register
@dataclass(frozen=True)
class Everything:
    flag: bool
    number: int
    text: str
    odds: Fraction
    side: Side
    mode: Literal["table", "board", 3]
    pair: tuple[int, str]
    names: frozenset[str]
    places: frozenset[Place]
    by_name: Mapping[str, Place]
    by_number: Mapping[int, tuple[int, ...]]
    order: March | Rest
    maybe: Place | None = None
    maybe_order: March | Rest | None = None
    loose: str | int = 0
    anything: Any = None
    by_mode: Mapping[Literal["table", "board"], int] = field(default_factory=dict)
    tree: tuple["Everything", ...] = field(default=())


texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
whole = st.integers(-(10**12), 10**12)
places = st.builds(Place, whole, whole)
orders = st.one_of(st.builds(March, texts, st.lists(texts, max_size=3).map(tuple)), st.just(Rest()))
plain = st.recursive(
    st.one_of(st.none(), st.booleans(), whole, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)


def everythings(tree: st.SearchStrategy) -> st.SearchStrategy:
    return st.builds(
        Everything,
        flag=st.booleans(),
        number=whole,
        text=texts,
        odds=st.fractions(),
        side=st.sampled_from(Side),
        mode=st.sampled_from(["table", "board", 3]),
        pair=st.tuples(whole, texts),
        names=st.frozensets(texts, max_size=3),
        places=st.frozensets(places, max_size=3),
        by_name=st.dictionaries(texts, places, max_size=3),
        by_number=st.dictionaries(st.integers(-99, 99), st.lists(whole, max_size=2).map(tuple), max_size=3),
        order=orders,
        maybe=st.none() | places,
        maybe_order=st.none() | orders,
        loose=texts | whole,
        anything=plain,
        by_mode=st.dictionaries(st.sampled_from(["table", "board"]), whole),
        tree=tree,
    )


everything = everythings(st.lists(everythings(st.just(())), max_size=2).map(tuple))


@given(everything)
def test_what_is_written_is_read_back_the_same(value: Everything) -> None:
    written = CODEC.write(value)
    assert CODEC.read(json.loads(json.dumps(written))) == value
    assert CODEC.read(json.loads(canonical(written))) == value


@given(everything)
def test_equal_values_give_equal_bytes(value: Everything) -> None:
    again = CODEC.read(json.loads(canonical(CODEC.write(value))))
    assert canonical(CODEC.write(again)) == canonical(CODEC.write(value))
    assert digest(CODEC.write(again)) == digest(CODEC.write(value))


@given(st.dictionaries(texts, whole, min_size=2, max_size=6))
def test_the_order_of_fields_does_not_matter(facts: dict[str, int]) -> None:
    assert canonical(dict(reversed(facts.items()))) == canonical(facts)


@given(st.recursive(plain | st.floats(allow_nan=False), lambda inner: st.dictionaries(texts, inner)))
def test_no_json_input_crashes_the_codec(data: Any) -> None:
    """Any input is either read or refused; no other exception is raised."""
    for candidate in (
        data,
        {"kind": "everything", "flag": data},
        {"kind": data},
        {"kind": "march", "army": data},
    ):
        try:
            value = CODEC.read(candidate)
        except InvalidAction as refusal:
            assert str(refusal.facts["path"]).startswith("$")
            canonical(refusal.facts).encode()
        else:
            assert CODEC.read(CODEC.write(value)) == value


def whole_json() -> dict[str, Any]:
    value = Everything(
        True, 1, "a", Fraction(1, 3), Side.RED, "table", (1, "b"), frozenset({"c"}), frozenset({Place(1, 2)}),
        {"home": Place(0, 0)}, {7: (1, 2)}, Rest(),
    )  # fmt: skip
    written: dict[str, Any] = json.loads(json.dumps(CODEC.write(value)))
    return written


def test_the_json_form_of_every_kind_of_value() -> None:
    assert whole_json() == {
        "kind": "everything",
        "flag": True,
        "number": 1,
        "text": "a",
        "odds": "1/3",
        "side": "red",
        "mode": "table",
        "pair": [1, "b"],
        "names": ["c"],
        "places": [{"x": 1, "y": 2}],
        "by_name": {"home": {"x": 0, "y": 0}},
        "by_number": {"7": [1, 2]},
        "order": {"kind": "rest"},
        "maybe": None,
        "maybe_order": None,
        "loose": 0,
        "anything": None,
        "by_mode": {},
        "tree": [],
    }


@pytest.mark.parametrize(
    ("name", "value", "path", "code"),
    [
        ("flag", 1, "$.flag", "wrong_type"),
        ("number", True, "$.number", "wrong_type"),
        ("number", 1.0, "$.number", "wrong_type"),
        ("number", "1", "$.number", "wrong_type"),
        ("text", None, "$.text", "wrong_type"),
        ("text", "\ud800", "$.text", "bad_text"),
        ("text", "a\0b", "$.text", "bad_text"),
        ("odds", 0.5, "$.odds", "wrong_type"),
        ("odds", "1/0", "$.odds", "wrong_type"),
        ("side", "green", "$.side", "not_one_of"),
        ("side", ["red"], "$.side", "not_one_of"),
        ("mode", True, "$.mode", "not_one_of"),
        ("pair", [1], "$.pair", "wrong_length"),
        ("pair", [1, 2], "$.pair[1]", "wrong_type"),
        ("names", "c", "$.names", "not_a_list"),
        ("names", ["c", "c"], "$.names", "twice_in_a_set"),
        ("places", [{"x": 1, "y": 2, "z": 3}], "$.places[0].z", "unknown_field"),
        ("by_name", [], "$.by_name", "not_an_object"),
        ("by_name", {"home": {"x": 1}}, "$.by_name.home.y", "missing_field"),
        ("by_number", {"seven": [1]}, "$.by_number", "wrong_key"),
        ("by_number", {"07": [1]}, "$.by_number", "wrong_key"),
        ("by_mode", {"air": 1}, "$.by_mode", "not_one_of"),
        ("order", {"kind": "everything"}, "$.order.kind", "unknown_kind"),
        ("order", {"kind": ["rest"]}, "$.order.kind", "unknown_kind"),
        ("order", None, "$.order", "not_an_object"),
        ("loose", 1.5, "$.loose", "wrong_type"),
        ("anything", {"x": [1, 0.5]}, "$.anything.x[1]", "wrong_type"),
        ("tree", [{}], "$.tree[0].by_name", "missing_field"),
        ("other", 1, "$.other", "unknown_field"),
    ],
)
def test_what_is_malformed_is_refused_and_the_place_is_told(
    name: str, value: Any, path: str, code: str
) -> None:
    with pytest.raises(InvalidAction) as refusal:
        CODEC.read({**whole_json(), name: value})
    assert (refusal.value.facts["path"], refusal.value.code) == (path, code)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(InvalidAction) as refusal:
        CODEC.read({"kind": "march"})
    assert (refusal.value.code, refusal.value.facts["field"]) == ("missing_field", "army")


@pytest.mark.parametrize("data", [None, 3, "march", ["march"], {}, {"kind": "Everything"}, {"kind": None}])
def test_what_is_no_tagged_object_is_refused(data: Any) -> None:
    with pytest.raises(InvalidAction):
        CODEC.read(data)


def test_json_nested_without_end_is_refused() -> None:
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    with pytest.raises(InvalidAction) as refusal:
        CODEC.decode(Any, deep)
    assert refusal.value.code == "too_deep"


def test_a_class_may_check_itself() -> None:
    @dataclass(frozen=True)
    class Even:
        n: int

        def __post_init__(self) -> None:
            if self.n % 2:
                raise ValueError("odd")

    assert CODEC.decode(Even, {"n": 2}) == Even(2)
    with pytest.raises(InvalidAction, match="bad_value"):
        CODEC.decode(Even, {"n": 3})


def test_a_class_that_is_not_registered_is_not_written_with_a_kind() -> None:
    with pytest.raises(TypeError, match="Place is not registered"):
        CODEC.write(Place(1, 2))


def test_two_classes_cannot_share_a_name() -> None:
    with pytest.raises(ValueError, match="march"):
        CODEC.register(dataclass(frozen=True)(type("March", (), {})))


def test_a_field_called_kind_would_hide_the_kind() -> None:
    with pytest.raises(ValueError, match="kind"):
        Codec(1, [dataclass(type("Unit", (), {"__annotations__": {"kind": str}}))])


@pytest.mark.parametrize(
    "unsuitable", [float, set[int], Mapping[Place, int], int | tuple[int, ...], list[int]]
)
def test_types_that_have_no_written_form_are_refused(unsuitable: Any) -> None:
    with pytest.raises(TypeError):
        CODEC.decode(unsuitable, {})
    with pytest.raises(TypeError):
        CODEC.encode({}, unsuitable)


@pytest.mark.parametrize(
    ("name", "tag"),
    [("MoveArmy", "move_army"), ("DBAFight", "dba_fight"), ("Hold", "hold"), ("Bua2", "bua2")],
)
def test_tags_are_the_names_in_snake_case(name: str, tag: str) -> None:
    assert tag_of(type(name, (), {})) == tag


def test_a_field_added_later_keeps_stored_values_unchanged() -> None:
    @dataclass(frozen=True)
    class Camp:
        holder: str
        since: int = late_field(0)
        guards: tuple[str, ...] = late_field(())

    codec = Codec(1, (Camp,))
    assert codec.write(Camp("red")) == {"kind": "camp", "holder": "red"}
    assert codec.read({"kind": "camp", "holder": "red"}) == Camp("red")
    later = Camp("red", 3, ("a",))
    assert codec.write(later) == {"kind": "camp", "holder": "red", "since": 3, "guards": ["a"]}
    assert codec.read(codec.write(later)) == later


@given(everything, st.sampled_from([*whole_json()]), plain | st.floats(allow_nan=False))
def test_the_quick_reader_agrees_with_the_careful_one(value: Everything, name: str, other: Any) -> None:
    for data in (CODEC.write(value), {**CODEC.write(value), name: other}):
        fields = {key: one for key, one in data.items() if key != "kind"}
        try:
            quickly = CODEC._quick.of(Everything)(fields)
        except Exception:  # the careful reader decides
            continue
        assert quickly == CODEC._decoder(Everything)(fields, "$")
