"""Actions offered at a place of the map, namely the choices that name the place, and the pieces on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import QueryDict

from engine.game import Choice, Field, Many, Number, Option, Pick, Share
from engine.routes.paths import Leg, Path
from games.contract import Wording
from games.forms import draw, place_forms, read
from games.forms.shapes import Act

PLACES = {"rome", "capua", "ostia"}


def where(value: str) -> str:
    place = {"first_army": "capua"}.get(value, value.partition(":")[0])
    return place if place in PLACES else ""


def options(*values: str, **more: Any) -> tuple[Option, ...]:
    return tuple(Option(value, **more) for value in values)


def choice(*fields: Field, **fixed: Any) -> Choice:
    return Choice("do", fixed, fields, "1.1")


def form(one: Choice) -> Act:
    return draw(one, Wording())


def at(place: str, one: Choice, **filled: str) -> Act:
    act = form(one)
    fields = tuple(
        replace(f, options=tuple(replace(o, amount=filled.get(o.text, o.amount)) for o in f.options))
        for f in act.fields
    )
    (near,) = place_forms.forms_near([replace(act, fields=fields)], place, where)
    return near.act


def sent(act: Act, **by_hand: str) -> QueryDict:
    """Return the fields that a browser sends with this form."""
    posted = QueryDict(mutable=True)
    for one in act.fields:
        for name, value in one.kept:
            posted.appendlist(name, value)
        for option in one.options:
            if one.type == "share":
                posted[f"{one.name}-{option.text}"] = by_hand.get(option.text, option.amount)
            elif one.type == "many" and by_hand.get(option.text, option.chosen):
                posted.appendlist(one.name, option.text)
    return posted


def test_a_choice_is_offered_where_its_options_are_and_where_its_units_stand() -> None:
    assert place_forms.places(choice(Pick("to", options("rome", "ostia"))), where) == {"rome", "ostia"}
    assert place_forms.places(choice(Many("armies", options("first_army", "rome:guards"))), where) == {
        "capua",
        "rome",
    }
    assert place_forms.places(choice(Number("sp", 0, 3), army="first_army"), where) == {"capua"}
    assert place_forms.places(choice(Path("by", "rome", (Leg("rome", "ostia"),))), where) == {"rome"}


def test_choices_without_a_place_are_offered_at_the_questions_place() -> None:
    assert place_forms.places(choice(Pick("how", options("fast", "slow"))), where, "capua") == {"capua"}
    told = replace(choice(Number("sp", 0, 3)), facts={"unit": "first_army"})
    assert place_forms.places(told, where, "rome") == {"capua"}
    assert place_forms.places(choice(), where) == frozenset()


def test_of_several_places_only_this_one_stands_there_and_one_press_settles_it() -> None:
    act = form(choice(Pick("to", options("rome", "ostia"))))
    (near,) = place_forms.forms_near([act], "rome", where)
    assert near.only_option is not None and near.only_option.text == "rome"
    assert near.act.id != act.id  # one page can show both


def test_options_without_a_place_are_offered_everywhere() -> None:
    act = at("rome", choice(Many("who", options("rome:guards", "capua:guards", "everybody"))))
    assert [o.text for o in act.fields[0].options] == ["rome:guards", "everybody"]


def test_shares_assigned_at_other_places_are_kept_in_the_form() -> None:
    shared = choice(Share("men", options("rome", "capua", high=9), low=0, high=10))
    act = at("rome", shared, capua="4", rome="1")
    field = act.fields[0]
    assert [o.text for o in field.options] == ["rome"] and (field.low, field.high) == (0, 6)
    assert read(shared, sent(act, rome="3"))["men"] == {"rome": 3, "capua": 4}


def test_the_whole_form_is_shown_if_all_shares_are_assigned_elsewhere() -> None:
    shared = choice(Share("men", options("rome", "capua", high=9), low=4, high=4))
    assert len(at("rome", shared, capua="4").fields[0].options) == 2


def test_costs_at_other_places_reduce_the_budget() -> None:
    paid = choice(Many("groups", options("rome:guards", "capua:guards", cost=3), budget=5))
    act = form(paid)
    ticked = tuple(replace(o, chosen=True) for o in act.fields[0].options)
    (near,) = place_forms.forms_near(
        [replace(act, fields=(replace(act.fields[0], options=ticked),))], "rome", where
    )
    assert near.act.fields[0].budget == 2
    assert near.act.fields[0].kept == (("f-groups", "capua:guards"),)


def test_many_of_a_kind_stand_in_a_fold() -> None:
    acts = [form(choice(Pick("to", options("rome")), leader=str(n))) for n in range(5)]
    groups = place_forms.group_forms(
        place_forms.forms_near(acts, "rome", where), lambda found: f"{len(found)} leaders"
    )
    assert [(g.label, len(g.forms)) for g in groups] == [("5 leaders", 5)]
    few = place_forms.group_forms(place_forms.forms_near(acts[:2], "rome", where), lambda found: "two")
    assert [g.label for g in few] == [""]
