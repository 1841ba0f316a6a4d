"""Army notations as people publish them: every element is read, or the error gives its place."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armies.dba import plain
from armies.dba.catalogue import by_alias, catalogue
from armies.dba.lists import army_lists
from armies.dba.notation import names
from armies.dba.roster import ready_roster
from armies.desks.dba.wording import TROOPS
from engine.refusals import BadDocument
from tests.armies.dba.picking import choices
from tests.found import some


def counts(text: str, list_id: str = "") -> dict[str, int]:
    return dict(plain.read(text, list_id).counts())


def stops(text: str, list_id: str = "") -> list[tuple[str, str, int]]:
    with pytest.raises(BadDocument) as refused:
        plain.read(text, list_id)
    return [(m.path, m.code, m.facts.get("column")) for m in refused.value.mistakes]


TWELVE = {"3Cv": 2, "4Bd": 6, "4Sp": 2, "2Ps": 2}


@pytest.mark.parametrize(
    "text",
    [
        "1x3Cv (Gen), 1x3Cv, 6x4Bd, 2x4Sp, 2x2Ps.",
        "1x3Cv (Gen); 1x3Cv; 6x4Bd; 2x4Sp; 2x2Ps",
        "1x3Cv (Gen) 1x3Cv 6x4Bd 2x4Sp 2x2Ps",
        "1x3Cv(Gen)+1x3Cv+6x4Bd+2x4Sp+2x2Ps = 12",
        "2 x Cavalry, 6 x Blades, 2 x Spears and 2 x Psiloi",
        "2 cavalleria, 6 lame, 2 lance e 2 psiloi (12 elementi)",
        "3Cv (Gen), 3Cv, 6 4Bd, 4Sp x 2, 2Ps: 2; 1xCF",
        "1 x general (3Cv), 1x3Cv, 6x4Bd, 2x4Sp, 2x2Ps",
        "1. 1 x 3Cv (Gen)\n2. 1 x 3Cv\n3. 6 x 4Bd\n4. 2 x 4Sp\n5. 2 x 2Ps\nTotal: 12 elements",
        "– 2 x 3Cv\n— 6 × 4Bd hastati and principes, Roman and allied\n* 2 x 4Sp\n• 2 x 2Ps (until 108 BCE)",
        "number;code;note\n2;3Cv;Generale\n6;4Bd;Legionari\n2;4Sp;\n2;2Ps;",
        "code,number,note\n3Cv,2,\n4Bd,6,legions\n4Sp,2,\n2Ps,2,",
        "2\t3Cv\tequites\n6\t4Bd\tlegions\n4Sp\t2\n2\t2Ps",
        'note;code;number\n"legions; the best";4Bd;6\nequites;3Cv;2\ntriarii;4Sp;2\nvelites;2Ps;2',
        "General: 3Cv\n3Cv\n6 x 4Bd\n2 x 4Sp\n2 x 2Ps",
    ],
)
def test_twelve_elements_however_they_are_written(text: str) -> None:
    assert counts(text, "polybian_roman") == TWELVE
    assert counts(f"Army: Polybian Roman\n{text}") == TWELVE


def test_the_army_may_stand_before_its_elements_in_one_line() -> None:
    for head in ("Army: Polybian Roman; ", "Polybian Roman: ", "II/33 Polybian Roman 275 BC - 105 BC: "):
        assert counts(f"{head}2x3Cv, 6x4Bd, 2x4Sp, 2x2Ps") == TWELVE


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("1x3Cv, 2x4Bd or 4Ax", "choice", 8),
        ("8x3Ax/3Wb", "choice", 1),
        ("8 x lame o lance", "choice", 1),
        ("6x4Bd 0-1 x El", "stopped", 7),
        ("2 x 3 x 4Bd", "not_understood", 1),
        ("6 x 4Bd legio 10", "stopped", 15),
        ("6 x 4Bd, two 2Ps", "stopped", 14),
        ("6 x 4Bd with 4Sp", "stopped", 14),
        ("6. 4Bd", "not_understood", 1),
        ("Art of war", "not_understood", 1),
        ("6 x 4Bd (2 x 2Ps)", "stopped", 10),
        ("6 x 4Bd = 7", "wrong_total", 9),
        ("2 x CF", "bad_count", 1),
        ("40 x 4Bd, 1 x 4Bd", "too_many_elements", 1),
    ],
)
def test_where_reading_stops_is_named(text: str, code: str, column: int) -> None:
    assert stops(text, "marian_roman") == [("line 1", code, column)]


def test_two_sizes_are_settled_by_the_list_or_asked_for() -> None:
    assert counts("1x3/4Ax", "marian_roman") == {"4Ax": 1}
    with pytest.raises(BadDocument) as refused:
        plain.read("1x3/4Ax", "samnite")
    assert refused.value.mistakes[0].facts["expected"] == ["3Ax", "4Ax"]


def test_nothing_is_said_twice() -> None:
    assert stops("Army: Vandal\nArmy: Samnite\n1x4Ax")[0] == ("line 2", "said_twice", 1)


def test_every_name_of_the_pages_is_read_in_both_languages() -> None:
    italian = Path("locale/armies/it/LC_MESSAGES/django.po").read_text("utf-8")
    shown = {str(text): code for code, text in TROOPS.items()} | {
        e.name: e.code for e in catalogue().values()
    }
    for english, _code in some(shown.items()):
        other = re.search(rf'msgid "{english}"\nmsgstr "(.*)"', italian)
        assert other, english
        assert {english.lower(), other[1].lower()} <= set(names())


@given(choices(), st.sampled_from(["en", "it"]))
@settings(max_examples=150)
def test_what_we_write_we_read_in_every_language(roster, language) -> None:
    from django.utils.translation import gettext, override

    with override(language):
        back = plain.read(plain.write(roster, gettext), say=gettext)
    assert back.counts() == roster.counts()


CODES = sorted({e.code for e in catalogue().values()})
CALLED = st.sampled_from(
    CODES + ["Blades", "lame", "light horse", "Cv", "3/4Ax", "cavalleria leggera", "War wagons"]
)
NOTE = st.sampled_from(
    ["", " (Gen)", " legions", ' "old", brave', " (first, second)", " of 216 BC", " Roman and allied"]
)
SAID = st.lists(st.tuples(st.integers(1, 9), CALLED, NOTE), min_size=1, max_size=5)
WAYS = st.sampled_from(
    ["{n} x {what}{note}", "{n}x{what}{note}", "{n} {what}{note}", "{what} x {n}{note}", "{what}: {n}{note}"]
)


@given(
    SAID,
    st.lists(WAYS, min_size=5, max_size=5),
    st.lists(st.sampled_from([", ", "; ", "\n", "\n- ", " + ", " "]), min_size=5, max_size=5),
)
@settings(max_examples=400)
def test_as_many_are_read_as_are_said_however_it_is_written(said, ways, marks) -> None:
    text = ""
    for (n, what, note), way, mark in zip(said, ways, marks, strict=False):
        text += (mark if text else "") + way.format(n=n, what=what, note=note)
    try:
        read = len(plain.read(text, "marian_roman").elements)
    except BadDocument as refused:
        assert all("column" in m.facts and m.path.startswith("line ") for m in refused.mistakes)
    else:
        assert read == sum(n for n, _, _ in said), text


SPOKEN = re.compile(
    r"(?<![\w/])(?:(\d+)\s*[x*]\s*|(\d+)\s+)?("
    + "|".join(sorted(by_alias(), key=len, reverse=True))
    + r")(?!\w)"
    r"(?:\s*[x*:=]\s*(\d+))?",
    re.IGNORECASE,
)
SCRAPS = st.sampled_from(
    [
        *CODES,
        "6",
        "2",
        "x",
        " x ",
        " ",
        ", ",
        "; ",
        ";",
        "\n",
        "(",
        ")",
        "/",
        " or ",
        ":",
        ".",
        "|",
        "-",
        "10",
        "Gen",
        "Kn",
        "of",
    ]
)


@given(st.lists(SCRAPS, min_size=1, max_size=14).map("".join))
@settings(max_examples=1500)
def test_a_successful_parse_finds_every_element(text) -> None:
    """A successful parse finds at least as many elements as a rough count that does not use the parser. The
    rough count adds up the numbers next to codes and names of elements, or 1 where there is no number.
    """
    try:
        read = len(plain.read(text, "marian_roman").elements)
    except BadDocument:
        return
    numbers = [int(a or b or c or 1) for a, b, _, c in SPOKEN.findall(text.replace("|", ";"))]
    assert read >= sum(numbers), (text, read, numbers)


def test_every_ready_army_survives_a_line_of_its_own() -> None:
    for list_id in some(army_lists()):
        roster = ready_roster(list_id)
        line = ", ".join(f"{n}x{code}" for code, n in roster.counts().items())
        assert counts(line, list_id) == dict(roster.counts())
