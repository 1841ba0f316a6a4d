"""The rules summary on the table page has what a player would look up in mid-game, and no more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from battles.dba.pages import rules_at_hand
from battles.dba.pages.rules_at_hand import TOPICS, Topic, handbook
from battles.dba.rules.distances import Reach, centimetres, fording, reach
from battles.dba.rules.sections import SECTIONS
from battles.dba.rules.troops import FIELD_TYPES
from battles.dba.wording import handbook_texts as texts
from tests.battles.dba.table.table import Play, a_battle, a_table, an_army

# --- distances, rulebook p. 10 ---


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("LH", Reach(500, 200, 200, 500)),  # 500 in good going or on a road
        ("Cv", Reach(400, 200, 200, 400)),
        ("SCh", Reach(400, 200, 200, 400)),
        ("Cm", Reach(400, 200, 400, 400)),  # dunes and oases count as good going for camels
        ("Kn", Reach(300, 200, 200, 400)),
        ("El", Reach(300, 200, 200, 400)),
        ("Ax", Reach(300, 300, 300, 400)),  # the same off road in any going
        ("Ps", Reach(300, 300, 300, 400)),
        ("Sp", Reach(200, 200, 200, 400)),
        ("Hd", Reach(200, 200, 200, 400)),
        ("Art", Reach(200, None, None, 400)),  # enters bad going only along a road
        ("WWg", Reach(200, None, None, 400)),
    ],
)
def test_how_far_each_type_moves(kind: str, expected: Reach) -> None:
    assert reach(kind) == expected


def test_camel_scouts_move_as_light_horse_and_ignore_dunes() -> None:
    assert reach("LH", "2Cm") == Reach(500, 200, 500, 500)


def test_a_head_of_a_column_fords_at_a_hundred_paces() -> None:
    assert fording() == 100 and centimetres(fording()) == 2.5


def test_every_type_of_the_field_moves_some_way() -> None:
    assert all(reach(kind).good >= 200 and reach(kind).road >= 400 for kind in FIELD_TYPES)


# --- what is shown when ---


def topics(play: Play, phase: str = "") -> dict[str, Topic]:
    if phase:
        play.to(phase)
    with override("en"):
        found = handbook(play.rules.view(play.state, None), play.rules.battle.facts)
    return {topic.id: topic for topic in found}


def told(play: Play, phase: str, topic: str) -> str:
    found = topics(play, phase).get(topic)
    return " ".join(text for text, _rule in found.lines) if found else ""


def army(*types: str, **more: Any) -> dict[str, Any]:
    return an_army(more.pop("prefix", "r"), *types, **more)


def test_moves_are_told_for_both_armies_with_their_lengths_on_the_table() -> None:
    play = a_battle(army("Kn", "Ps", "Art"), army("LH", "Sp", prefix="b"), terrain=["woods", "road"])
    own, enemy = topics(play, "moves")["distances"].tables
    assert own.columns == ("good going", "bad going", "road")
    assert ("Kn", ("300 (7.5 cm)", "200 (5 cm)", "400 (10 cm)")) in own.rows
    assert ("Art", ("200 (5 cm)", "never", "400 (10 cm)")) in own.rows
    assert ("LH", ("500 (12.5 cm)", "200 (5 cm)", "500 (12.5 cm)")) in enemy.rows


def test_of_the_ground_only_what_lies_there_is_told() -> None:
    bare = a_battle(army("Kn", "Bw", "Art"), terrain=["gentle_hill"])
    own = topics(bare, "moves")["distances"].tables[0]
    assert own.columns == ("good going",)
    assert "road" not in told(bare, "moves", "distances").lower()
    assert "crest" in told(bare, "moves", "shooting") and "woods" not in told(bare, "moves", "shooting")
    wooded = a_battle(army("Kn", "Bw", "Art"), terrain=["woods", "road"], river=True)
    text = told(wooded, "moves", "distances")
    assert "Fording: the head of a column goes 100 paces (2.5 cm)." in text and "along a road only" in text
    assert "crest" not in told(wooded, "moves", "shooting")
    unknown = a_battle(army("Kn", "Bw"))  # with unknown terrain everything is shown
    assert topics(unknown, "moves")["distances"].tables[0].columns == ("good going", "bad going", "road")


def test_of_the_troops_only_those_on_the_table_are_told() -> None:
    assert "it has no Psiloi" in told(a_battle(army("Kn", "Sp")), "moves", "friends")
    mixed = told(a_battle(army("Kn", "Ps")), "moves", "friends")
    assert "Mounted pass through Psiloi" in mixed and "exactly the same or the opposite way" in mixed
    foot = told(a_battle(army("Sp", "Ps")), "moves", "friends")
    assert "Mounted" not in foot and "Psiloi pass through any" in foot
    assert "shooting" not in topics(a_battle(army("Sp"), army("Kn", prefix="b")), "moves")
    lone = told(a_battle(army("Sp"), army("LH", prefix="b")), "moves", "contacts")
    assert "lone light horse" in lone
    assert "lone light horse" not in told(a_battle(army("Sp"), army("Kn", prefix="b")), "moves", "contacts")


def test_the_four_lawful_contacts_and_the_half_base_shift_are_told() -> None:
    play = a_battle(army("Sp"), army("Kn", prefix="b"))
    contacts = told(play, "moves", "contacts")
    for words in ("on an enemy's front", "on an enemy's rear", "on an enemy's flank", "overlapping an enemy"):
        assert words in contacts
    assert "half a base (2 cm) at most" in told(play, "moves", "groups")
    assert "turns to face the first" in told(play, "moves", "turning")
    assert "base width (4 cm) straight in front of" in told(play, "moves", "fronts")


def test_each_phase_has_its_own_rules_summary() -> None:
    play = a_battle(army("Bw", "Sp"), army("Bw", prefix="b"))
    assert set(topics(play, "moves")) >= {"distances", "groups", "contacts", "turning", "fronts", "friends"}
    shooting = topics(play, "shooting")
    assert set(shooting) == {"shooting"}
    assert shooting["shooting"].tables[0].rows == (("Bw", ("200 (5 cm)",)),)
    assert set(topics(play, "combat")) == {"contacts", "turning", "overlaps"}


def test_the_camp_is_told_while_the_table_is_laid() -> None:
    play = Play(a_table(quick=False))
    camp = topics(play)["camp"]
    assert camp.lines[0] == ("Length and width together 24 cm at most, with room for one element.", "Camps")
    assert "beach or the shore of a waterway" in camp.lines[1][0]
    assert "littoral" not in told(play, "", "zones")
    sea = Play(a_table(red=army("Sp", "Ps", topography="littoral"), quick=False))
    assert "up to 4 elements aboard" in told(sea, "", "zones")


def test_every_sentence_is_told_somewhere_and_has_its_section() -> None:
    source = Path(rules_at_hand.__file__).read_text("utf-8")
    for code in texts.LINES:
        assert f'"{code}"' in source, code
    assert {name for name, _phases, _chosen in TOPICS} == set(texts.TITLES)
    play = a_battle(army("LH", "Ps", "Bw", "Art"), bua=True, river=True)
    for topic in topics(play, "moves").values():
        headings = {section.en for section in SECTIONS.values()}
        assert {rule for _text, rule in topic.lines} <= headings


def test_italian_has_every_sentence_and_its_own_numbers() -> None:
    play = a_battle(army("LH", "Ps", "Bw", "Art"), bua=True, river=True).to("moves")
    view, facts = play.rules.view(play.state, None), play.rules.battle.facts
    with override("it"):
        found = {topic.id: topic for topic in handbook(view, facts)}
    assert "7,5 cm" in str(found["distances"].tables[0].rows)
    assert "testa di una colonna" in str(found["distances"].lines)
    assert "in sovrapposizione" in str(found["contacts"].lines)
    with override("en"):
        english = {text for topic in handbook(view, facts) for text, _rule in topic.lines}
    assert not english & {text for topic in found.values() for text, _rule in topic.lines}
    assert not re.search(r"%\(", str(found))
