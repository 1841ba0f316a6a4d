"""A document is read to its end, and the location of each mistake in it is reported."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Number, Option, Pick
from engine.reading import Check, Naming, Reader, check, read_options
from engine.refusals import BadDocument, BadScenario

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 20_000) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "prov", "a", "b", "]x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


def told(top):
    return [(mistake.path, mistake.code) for mistake in top.mistakes]


@pytest.mark.parametrize(
    ("read", "value", "found", "code"),
    [
        (lambda r: r.number(1, 6), 3, 3, None),
        (lambda r: r.number(1, 6), 7, 1, "not_a_number"),
        (lambda r: r.number(1, 6), True, 1, "not_a_number"),
        (lambda r: r.number(1, 6), None, 1, "missing_field"),
        (lambda r: r.number_or_none(1, 6), None, None, None),
        (lambda r: r.number_or_none(1, 6), "2", 1, "not_a_number"),
        (lambda r: r.text(4), "Roma", "Roma", None),
        (lambda r: r.text(4), "Ravenna", "Rave", "too_long"),
        (lambda r: r.text(), " ", "", "not_a_text"),
        (lambda r: r.text(blank=True), "", "", None),
        (lambda r: r.text(), 3, "", "not_a_text"),
        (lambda r: r.one_of(("land", "sea")), "sea", "sea", None),
        (lambda r: r.one_of(("land", "sea")), "air", "land", "not_one_of"),
        (lambda r: r.one_of(("land", "sea")), ["sea"], "land", "not_one_of"),
        (lambda r: r.flag(), True, True, None),
        (lambda r: r.flag(), 1, False, "not_yes_or_no"),
        (lambda r: r.words(), ["a", "b"], ("a", "b"), None),
        (lambda r: r.words(), ["a", 3], (), "not_a_list"),
        (lambda r: r.amounts(), {"asia": 2, "egypt": 4}, {"asia": 2, "egypt": 4}, None),
        (lambda r: r.pair(0, 99), [3, 9], (3, 9), None),
        (lambda r: r.pair(0, 99), [9, 3], (0, 0), "not_a_range"),
        (lambda r: r.pair(0, 99), [3], (0, 0), "not_a_range"),
        (lambda r: r.point(), [41.9, 12.5], (41.9, 12.5), None),
        (lambda r: r.point(), [12, 181], (0.0, 0.0), "not_a_point"),
        (lambda r: r.point(), [91, 0], (0.0, 0.0), "not_a_point"),
    ],
)
def test_a_value_that_is_wrong_is_noted_and_replaced(read, value, found, code):
    top = Reader({"it": value})
    assert read(top["it"]) == found
    assert told(top) == ([("$.it", code)] if code else [])


OWN = Naming(
    missing="", text="no_word", long="long", number="range", flag="no_flag", choice="unknown",
    no_choice="no_word", value="found", allowed="known", by_id=False,
)  # fmt: skip


@pytest.mark.parametrize(
    ("read", "value", "code", "facts"),
    [
        (lambda r: r.number(1, 6), 7, "range", {"low": 1, "high": 6}),
        (lambda r: r.number(1, 6), None, "range", {"low": 1, "high": 6}),
        (lambda r: r.text(), 3, "no_word", {}),
        (lambda r: r.text(4), "Ravenna", "long", {"high": 4}),
        (lambda r: r.flag(), None, "no_flag", {}),
        (lambda r: r.one_of(("land", "sea")), "air", "unknown", {"found": "air", "known": ["land", "sea"]}),
        (lambda r: r.one_of(("land", "sea")), 3, "no_word", {"found": "3", "known": ["land", "sea"]}),
    ],
)
def test_a_system_says_what_mistakes_are_called(read, value, code, facts):
    top = Reader({"roads": [{"id": "appia", "it": value}]}, path="", naming=OWN)
    road = top["roads"].items()[0]
    read(road["it"])
    read(road["it"].with_code("bad_road", value="road", allowed="roads"))
    first, second = top.mistakes
    assert (first.path, first.code, first.facts) == ("roads[0].it", code, facts)
    renamed = {{"found": "road", "known": "roads"}.get(name, name): fact for name, fact in facts.items()}
    assert (second.path, second.code, second.facts) == ("roads[0].it", "bad_road", renamed)


def test_a_document_without_a_path_is_called_like_any_other():
    top = Reader([], path="")
    assert not top.is_object() and told(top) == [("$", "not_an_object")]


def test_names_that_are_not_known_are_told_under_the_name_of_their_kind():
    top = Reader({})
    top.check_names("$.roads", ("appia", "aurelia"), ("appia",), "unknown_road", "road")
    assert [(m.path, m.code, m.facts) for m in top.mistakes] == [
        ("$.roads", "unknown_road", {"road": "aurelia"})
    ]


def test_an_object_that_is_none_is_told_beside_what_it_lacks():
    top = Reader({"treasury": 30})
    assert top["treasury"].require_object()["value"].number() == 0
    top["fleet"].require_object()["value"].number()
    assert told(top) == [
        ("$.treasury", "not_an_object"),
        ("$.treasury.value", "missing_field"),
        ("$.fleet", "missing_field"),
        ("$.fleet.value", "missing_field"),
    ]


def test_unknown_and_missing_fields_are_told():
    top = Reader({"a": 1, "c": 2, "note": "free"}, free=("note",))
    assert top.fields("a", "c d") and top.fields(("a",), ("c",))
    assert told(top) == []
    assert not top.fields("a b")
    assert told(top) == [("$.b", "missing_field"), ("$.c", "unknown_field")]


def test_a_list_calls_its_members_by_their_ids():
    top = Reader({"roads": [{"id": "appia"}, {"id": "no]t"}, 3, {"id": ["x"]}]})
    assert [one.path for one in top["roads"].items()] == [
        "$.roads[appia]", "$.roads[1]", "$.roads[2]", "$.roads[3]",
    ]  # fmt: skip
    assert top["roads"].items(most=3) == [] and told(top) == [("$.roads", "too_many")]


def test_a_repeated_id_is_a_mistake_and_stands_once():
    top = Reader({"roads": [{"id": "appia", "mp": 1}, {"id": "appia", "mp": 2}, {"mp": 3}]})
    assert [(key, one["mp"].number()) for key, one in top["roads"].items_by_id("id mp")] == [("appia", 1)]
    assert told(top) == [("$.roads[appia]", "repeated_id"), ("$.roads[2].id", "missing_field")]


def test_marks_are_found_wherever_they_stand():
    top = Reader(
        {"meta": {"prov": "x"}, "a": [{"id": "k", "prov": "hearsay"}], "b": {"prov": {"c": "rules"}}}
    )
    top.marks("prov", ("rules", "history"), but="$.meta")
    assert told(top) == [("$.a[k].prov", "not_one_of")]


OPTIONS = (Pick("setup", (Option("free"), Option("quick"))), Number("gold", -30, 60, 0), Number("turn", 1, 9))


def test_options_are_as_chosen_or_the_standard_ones():
    assert read_options(OPTIONS, {}) == {"setup": "free", "gold": 0, "turn": 1}
    assert read_options(OPTIONS, {"turn": 3, "setup": "quick"}) == {"setup": "quick", "gold": 0, "turn": 3}


def test_options_that_are_wrong_are_called_as_the_system_says():
    with pytest.raises(BadScenario) as bad:
        read_options(OPTIONS, {"setup": "slow", "gold": None, "turn": 10}, OWN)
    assert [(mistake.path, mistake.code) for mistake in bad.value.mistakes] == [
        ("options.setup", "unknown"),
        ("options.gold", "range"),
        ("options.turn", "range"),
    ]
    assert bad.value.mistakes[0].facts == {"found": "slow", "known": ["free", "quick"]}


def test_every_mistake_of_the_options_is_told():
    with pytest.raises(BadScenario) as bad:
        read_options(OPTIONS, {"setup": None, "gold": 61, "turn": True, "moon": 1})
    assert [(mistake.path, mistake.code) for mistake in bad.value.mistakes] == [
        ("options.moon", "unknown_option"),
        ("options.setup", "not_one_of"),
        ("options.gold", "not_a_number"),
        ("options.turn", "not_a_number"),
    ]


def test_a_check_waits_for_what_it_rests_on():
    def never(found, top):
        top.note_mistake("never")

    checks = (Check(never, "roads[].mp"), Check(never, "roads"), Check(never, "roads[].mp.base"))
    top = Reader({"roads": [{"id": "appia", "mp": "far"}], "rivers": []})
    for road in top["roads"].items():
        road["mp"].number()
    check(None, top, checks)
    assert told(top) == [("$.roads[appia].mp", "not_a_number")]
    check(None, top, (Check(never, "rivers roads[].id"), Check(never, "roads[].mps")))
    assert told(top)[1:] == [("$", "never")] * 2


def test_all_mistakes_are_raised_together():
    top = Reader({})
    top.raise_mistakes()
    top["a"].number()
    top["b"].flag()
    with pytest.raises(BadDocument) as bad:
        top.raise_mistakes(BadScenario)
    assert isinstance(bad.value, BadScenario) and len(bad.value.mistakes) == 2


@given(ANYTHING)
def test_no_malformed_document_crashes_the_reader(value):
    top = Reader({"x": value, "y": [value]})
    for one in (top["x"], top["x"]["a"], *top["y"].items(), *top["x"].items()):
        one.only("id a").fields("a", "b")
        for read in (one.number, one.text, one.flag, one.words, one.amounts, one.pair, one.point):
            read()
        one.one_of(("a", "b"))
        list(one.items_by_id("id"))
    top.marks("prov", ("rules",))
    assert top.mistakes and all(mistake.path.startswith("$") for mistake in top.mistakes)
