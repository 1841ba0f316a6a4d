"""Numbers have a true minus sign for people and a hyphen for machines."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from engine.game import Choice, Mistake, Number
from games.contract import Wording
from games.forms import draw
from games.wording.generic import plain
from games.wording.numbers import format_signed, minus


def test_a_minus_sign_is_no_hyphen() -> None:
    assert [minus(n) for n in (-72, 0, 5, -1.5)] == ["−72", "0", "5", "−1.5"]
    assert [format_signed(n) for n in (-2, 0, 3)] == ["−2", "+0", "+3"]
    assert plain(-4) == "−4" and plain("well-known") == "well-known"


def test_a_mistake_tells_its_bounds_with_a_minus_sign() -> None:
    assert Wording.mistake(Mistake("$.n", "too_low", {"low": -30, "high": 60})) == "At least −30 is needed."


@pytest.mark.django_db
def test_a_field_shows_a_minus_sign_and_sends_a_hyphen(settings: Any) -> None:
    act = draw(Choice("hold", fields=(Number("stake", -30, 60, -5),)), Wording())
    drawn = render_to_string("games/_field.html", {"act": act, "field": act.fields[0]})
    assert "−30 to 60" in drawn
    found = re.search(r"<input [^>]*>", drawn)
    assert found is not None and 'min="-30"' in found[0] and 'value="-5"' in found[0] and "−" not in found[0]
