"""Schiere armies as people write them: every unit is read, or the error gives its place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armies.schiere import plain
from armies.schiere.catalogue import army_lists
from armies.schiere.documents import from_json, to_json
from engine.refusals import BadDocument

ROME = {"rome_legionaries": 8, "rome_velites": 4}


@pytest.mark.parametrize(
    "text",
    [
        "8 x Legionaries, 4 x Velites.",
        "8 Legionaries; 4 Velites = 12",
        "1. 8 x Legionaries\n2. 4 x Velites\nTotal: 12 units",
        "– 8 × Legionaries\n— Velites x 4",
        "number;name;note\n8;Legionaries;best\nVelites;4",
        "8\tLegionaries\n4\tVelites",
        "4 x Legionaries and 4 x Velites\n4 x Legionaries",
    ],
)
def test_armies_are_read_in_any_notation(text: str) -> None:
    assert plain.read(text, "rome").units == ROME
    assert plain.read(f"\ufeffArmy;rome\n{text}").units == ROME


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("8 x Legionaries, many Velites", "not_understood", 18),
        ("8 x Legionaries or 4 Velites", "unknown_kind", 1),
        ("8 x Legionaries, 4 x Hoplites", "unknown_kind", 18),
        ("8 x Legionaries = 9", "wrong_total", 17),
        ("999 x Velites, 1 x Velites", "not_a_number", 16),
    ],
)
def test_where_reading_stops_is_named(text: str, code: str, column: int) -> None:
    with pytest.raises(BadDocument) as refused:
        plain.read(text, "rome")
    (mistake,) = refused.value.mistakes
    assert (mistake.code, mistake.path) == (code, "line 1") and abs(mistake.facts["column"] - column) <= 1


@pytest.mark.parametrize("text", ["Chief: astute, solid", "Chief: astute\nChief: solid", "Name: " + "x" * 81])
def test_nothing_is_dropped_or_cut(text: str) -> None:
    with pytest.raises(BadDocument):
        plain.read(f"{text}\n8 x Legionaries", "rome")


KINDS = sorted(kind.name for kind in army_lists()["rome"].kinds.values())
PARTS = st.tuples(
    st.integers(1, 400),
    st.sampled_from(KINDS),
    st.sampled_from(["{n} x {k}", "{n}x{k}", "{n} {k}", "{k} x {n}"]),
)


@given(st.lists(PARTS, min_size=1, max_size=5), st.sampled_from([", ", "; ", "\n", " + ", " and ", " "]))
@settings(max_examples=300)
def test_every_unit_in_a_text_is_read(parts, mark) -> None:
    text = mark.join(way.format(n=n, k=k) for n, k, way in parts)
    try:
        roster = plain.read(text, "rome")
    except BadDocument as refused:
        assert all("column" in m.facts for m in refused.mistakes)
    else:
        assert sum(roster.units.values()) == sum(n for n, _, _ in parts), text
        assert from_json(to_json(roster)) == roster
