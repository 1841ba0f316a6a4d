"""Choices become forms and forms become actions: a form can express exactly what the rules offer."""

import itertools
import random

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from engine.choices import choice_fits, sample_action
from engine.dice import Scripted, Throw
from engine.game import Choice, Given, Leg, Many, Number, Option, Path, Pick, Share, Word
from games.contract import Wording
from games.forms import BadForm, act_id, draw, find_choice, read, text_of, with_errors

ROADS = (Leg("a", "b", 1), Leg("b", "c", 2, {"kind": "strait"}), Leg("a", "d", 1), Leg("d", "c", 1))
CHOICE = Choice(
    "march",
    {"army": "I", "route": ["a", "b"]},
    (
        Pick("to", (Option("north"), Option(3), Option(False), Option(["x", "y"]))),
        Pick("ally", (Option("goths"),), optional=True),
        Number("pace", 1, 6, 2),
        Many("units", (Option("u1"), Option("u2"), Option("u3")), 1, 2),
        Share("gold", (Option("p", high=2), Option("q", low=1, high=4)), 2, 5),
        Word("why", 10),
        Path("by", "a", ROADS, budget=3, halts=frozenset({"d"})),
        Given("path", "list of areas", ["a"]),
    ),
    rule="5.1",
)


class Chance(Scripted):
    """Dice from a generator with a fixed seed, for drawing samples."""

    def __init__(self, seed: int) -> None:
        super().__init__([])
        self.random = random.Random(seed)

    def roll(self, throw: Throw) -> int:
        return self.random.randrange(throw.low, throw.low + throw.sides)


def posted(choice: Choice, action: dict) -> QueryDict:
    """Fill in the form of a choice so that it means the action."""
    sent = QueryDict(mutable=True)
    sent["kind"], sent["fixed"] = choice.kind, draw(choice, Wording()).fixed_json
    for one in choice.fields:
        value, name = action[one.name], f"f-{one.name}"
        match one:
            case Many():
                sent.setlist(name, [text_of(v) for v in value])
            case Share():
                for option, amount in value.items():
                    sent[f"{name}-{option}"] = str(amount)
            case Given():
                sent[name] = text_of(value) if not isinstance(value, str) else f'"{value}"'
            case _:
                sent[name] = text_of(value)
    return sent


@pytest.mark.parametrize("seed", range(60))
def test_a_filled_in_form_means_the_action(seed: int) -> None:
    action = sample_action(CHOICE, Chance(seed))
    sent = posted(CHOICE, action)
    assert find_choice([Choice("march"), CHOICE], sent) is CHOICE
    meant = read(CHOICE, sent)
    assert choice_fits(CHOICE, meant)
    zeros = {k: v for k, v in action["gold"].items() if v}
    assert {**action, "gold": zeros} == {**meant, "gold": {k: v for k, v in meant["gold"].items() if v}}


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("f-to", "south", "not_one_of"),
        ("f-to", "", "missing_field"),
        ("f-pace", "7", "too_high"),
        ("f-pace", "0", "too_low"),
        ("f-pace", "two", "not_a_number"),
        ("f-gold-p", "3", "too_high"),
        ("f-gold-q", "0", "too_low"),
        ("f-why", "far too long a word", "too_long"),
        ("f-path", "{", "not_json"),
        ("f-by", "", "missing_field"),
        ("f-by", "b > c", "not_a_path"),
        ("f-by", '["c"]', "no_such_leg"),
        ("f-by", '["b","a"]', "no_such_leg"),
        ("f-by", '["d","c"]', "must_halt"),
        ("f-units", "u9", "not_one_of"),
    ],
)
def test_a_wrong_value_is_named_with_its_place(name: str, value: str, code: str) -> None:
    sent = posted(CHOICE, sample_action(CHOICE, Chance(1)))
    sent[name] = value
    with pytest.raises(BadForm) as bad:
        read(CHOICE, sent)
    place = "$." + name.removeprefix("f-").split("-")[0]
    assert [(m.path, m.code) for m in bad.value.mistakes] == [(place, code)]


def test_every_mistake_is_told_at_once() -> None:
    sent = QueryDict("kind=march")
    with pytest.raises(BadForm) as bad:
        read(CHOICE, sent)
    assert {m.path for m in bad.value.mistakes} == {"$.to", "$.pace", "$.units", "$.gold", "$.by", "$.path"}


def test_what_was_typed_is_drawn_again() -> None:
    sent = QueryDict(
        "f-to=3&f-pace=99&f-units=u2&f-units=u3&f-gold-p=1&f-why=because&f-path=oops", mutable=True
    )
    fields = {f.name: f for f in draw(CHOICE, Wording(), sent).fields}
    assert [o.text for o in fields["f-to"].options if o.chosen] == ["3"]
    assert fields["f-pace"].value == "99"
    assert [o.text for o in fields["f-units"].options if o.chosen] == ["u2", "u3"]
    assert [o.amount for o in fields["f-gold"].options] == ["1", ""]
    assert (fields["f-why"].value, fields["f-path"].value) == ("because", "oops")


def test_a_path_is_drawn_as_its_goals_with_all_that_a_script_needs() -> None:
    field = next(f for f in draw(CHOICE, Wording()).fields if f.type == "path")
    told = [(o.text, o.label, o.detail, o.cost) for o in field.options]
    assert told == [('["b"]', "B", "", 1), ('["d"]', "D", "", 1), ('["b","c"]', "C", "B", 3)]
    assert field.path is not None and field.path["names"] == {"a": "A", "b": "B", "c": "C", "d": "D"}
    assert ["b", "c", 2, "kind strait"] in field.path["legs"]


def test_a_way_of_ones_own_is_drawn_again() -> None:
    roads = (*ROADS, Leg("b", "d", 1))
    sent = QueryDict(mutable=True)
    sent["f-by"] = '["b","d"]'
    field = draw(Choice("march", fields=(Path("by", "a", roads, budget=3),)), Wording(), sent).fields[0]
    assert [(o.text, o.detail) for o in field.options if o.chosen] == [('["b","d"]', "B")]


def test_what_is_wrong_with_a_path_is_told_with_the_names_of_its_places() -> None:
    sent = posted(CHOICE, sample_action(CHOICE, Chance(1)))
    sent["f-by"] = '["d","c"]'
    with pytest.raises(BadForm) as bad:
        read(CHOICE, sent)
    shown = with_errors(draw(CHOICE, Wording(), sent), bad.value.mistakes)
    errors = [f.error for f in shown.fields if f.error]
    assert errors == ["A march into D must end there. End the route there."]


def test_equal_choices_have_equal_ids_and_others_do_not() -> None:
    ids = [act_id(Choice(kind, {"a": a})) for kind, a in itertools.product("xy", (1, 2))]
    assert len(set(ids)) == 4 and act_id(Choice("x", {"a": 1})) == ids[0]


@pytest.mark.parametrize("page", [{}, {"at_once": ("other",)}], ids=["no list", "another kind"])
def test_no_button_of_a_lone_choice_stands_out_unasked(page: dict) -> None:
    """If a choice has several buttons, only the button of the usual option is highlighted, unless the page
    lists the kind of the choice in ``at_once``.
    """

    def looks(*options: Option) -> list[bool]:
        act = draw(Choice("halt", {}, (Pick("to", options),)), Wording())
        drawn = render_to_string("games/_act.html", {"act": act, "act_url": "", **page})
        return ["btn--quiet" in button for button in drawn.split("<button")[1:]]

    assert looks(Option("stay"), Option("go")) == [True, True]
    assert looks(Option("stay"), Option("go", usual=True)) == [True, False]
    assert looks(Option("stay")) == [False]


def test_the_first_button_stands_out_where_the_page_says_so() -> None:
    act = draw(Choice("halt", {}, (Pick("to", (Option("stay"), Option("go"))),)), Wording())
    drawn = render_to_string("games/_act.html", {"act": act, "act_url": "", "at_once": ("halt",)})
    assert ["btn--quiet" in button for button in drawn.split("<button")[1:]] == [False, True]


def lone_share(*options: Option, low: int, high: int) -> Choice:
    return Choice("spread", {}, (Share("where", options, low, high),))


@pytest.mark.parametrize(
    ("choice", "ways"),
    [
        (lone_share(Option("infantry", high=3), low=1, high=3), [("infantry", n) for n in (3, 2, 1)]),
        (
            lone_share(Option("roma", high=1), Option("pisae", high=1), low=1, high=1),
            [("roma", 1), ("pisae", 1)],
        ),
        (lone_share(Option("roma", high=2), Option("pisae", high=2), low=2, high=2), []),  # can be split
        (lone_share(Option("roma", high=9), low=1, high=9), []),  # too many to be buttons
        (lone_share(Option("roma", high=2), low=0, high=2), []),  # nothing is an answer as well
    ],
)
def test_an_amount_that_needs_no_counting_is_a_button(choice: Choice, ways: list[tuple[str, int]]) -> None:
    act = draw(choice, Wording())
    assert [(one.text, number) for one, number in act.fields[0].amounts] == ways
    assert act.at_once == bool(ways)
    for text, number in ways:
        sent = QueryDict(mutable=True)
        sent.update({"kind": "spread", "fixed": act.fixed_json, f"f-where-{text}": str(number)})
        assert read(choice, sent)["where"] == {text: number}
