"""The cheat sheet shows the combat rules' own numbers, and only armies that the reader may see."""

from fractions import Fraction

import pytest
from django.urls import reverse

from armies.dba.lists import army_lists
from armies.dba.roster import ready_roster
from armies.services import share
from battles.dba.cheatsheet.sheet import Kind, close, kinds, sheet
from battles.dba.forecast.matrix import matrix
from battles.templatetags.dba import percent
from tests.armies.web.factories import person, vandals
from tests.found import some


def test_a_plain_meeting_is_that_of_the_matrix():
    for own, foe in (("Bd", "Wb"), ("Sp", "Kn"), ("Cv", "LH")):
        codes = {"Bd": "4Bd", "Wb": "4Wb", "Sp": "4Sp", "Kn": "3Kn", "Cv": "3Cv", "LH": "2LH"}
        cell = close(Kind(own, codes[own]), Kind(foe, codes[foe]), "good")
        odds = matrix("close")[own, foe]
        assert (cell.kill, cell.die) == (odds.chance("b", "destroyed"), odds.chance("a", "destroyed"))


# Kn 3 against foot, Bw 4 against mounted: bows win 21 of 36 rolls and tie 5. Only the charge makes it deadly.
def test_knights_who_charge_bows_may_be_shot_down():
    kn, bw = Kind("Kn", "3Kn"), Kind("Bw", "4Bw")
    assert close(kn, bw, "good").die == Fraction(21, 36)
    assert close(bw, kn, "good").kill == Fraction(21, 36)


def test_engines_do_not_fight_in_bad_going():
    assert close(Kind("Art", "Art"), Kind("Bd", "4Bd"), "bad") is None
    assert close(Kind("Art", "Art"), Kind("Art", "Art"), "good") is None  # neither may charge


def test_a_second_rank_is_shown_beside_the_first_where_it_may_help():
    found = kinds(ready_roster("pyrrhic"), deep=True)
    assert [(k.code, k.deep) for k in found if k.type == "Pk"] == [("4Pk", False), ("4Pk", True)]
    assert not any(k.deep for k in found if k.type == "Sp")  # the army has only one Sp element


def test_every_army_has_a_sheet_against_each_of_its_enemies():
    for army in some(army_lists().values()):
        for enemy in some(army.enemies[:2]):
            made = sheet(ready_roster(army.id), ready_roster(enemy))
            assert len(made.matches) == len(made.theirs)
            assert all(m.best_cell.balance >= m.worst_cell.balance for m in made.matches)
            cells = [c for row in made.good for c in row.cells if c]
            assert all(c.kill + c.push <= 1 and c.die + c.back <= 1 for c in cells)


def test_a_percentage_never_denies_a_chance():
    assert [percent(Fraction(n, 200)) for n in (0, 1, 199, 200)] == [0, 1, 99, 100]


@pytest.mark.django_db
def test_the_page_is_there_for_lists_and_shared_armies(client):
    saved = vandals(person("anna"))
    url = reverse("battles:cheatsheet")
    assert client.get(url).status_code == 200
    page = client.get(url, {"a": "vandal", "b": "early_byzantine"})
    assert page.context["sheet"].good
    hidden = client.get(url, {"a": str(saved.pk), "b": "vandal"})
    assert "sheet" not in hidden.context and "does not exist" in hidden.content.decode()
    assert client.get(url, {"a": share(saved), "b": "vandal"}).context["sheet"]


@pytest.mark.django_db
def test_the_sheet_says_how_far_both_armies_move(client):
    page = client.get(reverse("battles:cheatsheet"), {"a": "vandal", "b": "early_byzantine"})
    moves = {table.caption: dict(table.rows) for table in page.context["moves"]}
    assert len(moves) == 2
    found = {
        code: cells for rows in moves.values() for codes, cells in rows.items() for code in codes.split(", ")
    }
    assert found["3Cv"] == ("400 (10 cm)", "200 (5 cm)", "400 (10 cm)")
    assert "400 (10 cm)" in page.content.decode()
