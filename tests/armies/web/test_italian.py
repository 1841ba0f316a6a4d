"""Every text of the data files has an Italian translation, and the pages use it."""

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from armies.dba.catalogue import catalogue
from armies.dba.fits import campaign_fits
from armies.dba.lists import army_lists
from armies.dba.roster import from_picks
from armies.dba.validate import validate
from armies.desks.dba import wording


def data_texts():
    yield from (e.name for e in catalogue().values())
    for army in army_lists().values():
        yield army.notes
        yield from (slot.label for slot in army.slots)
    for campaign in campaign_fits():
        yield campaign.title
        for power in campaign.powers:
            yield power.name
            if power.note:
                yield power.note


def test_every_text_of_the_data_has_its_italian():
    with (settings.BASE_DIR / "locale/armies/it/LC_MESSAGES/django.po").open("rb") as file:
        known = {m.id if isinstance(m.id, str) else m.id[0] for m in read_po(file) if m.string}
    assert set(data_texts()) - known == set()


def test_a_problem_is_told_in_italian():
    roster = from_picks(
        army_lists()["vandal"], [{"3Kn": 1}, {"3Kn": 4}, {"3Kn": 1}, {"2LH": 2}, {"4Wb": 1}, {"2Ps": 2}]
    )
    with override("it"):
        texts = [wording.problem(p, army_lists()["vandal"]) for p in validate(roster)]
        fixes = [wording.fix(f) for p in validate(roster) for f in p.fixes]
    assert texts[0] == "Un esercito ha dodici elementi; questo ne ha 11."
    assert "lancieri vandali e alani" in texts[1]
    assert fixes == ["aggiungi 1 × 3Kn"]


def test_years_are_written_as_each_language_writes_them():
    assert wording.years(-27, 192) == "27 BC to AD 192"
    with override("it"):
        assert wording.years(-27, 192) == "dal 27 a.C. al 192 d.C."


@pytest.mark.django_db
def test_a_list_is_named_in_the_language_of_the_reader(client):
    page = client.get(reverse("armies:dba:list", args=["lombard"]), headers={"accept-language": "it"})
    assert "<h1>Longobardi</h1>" in page.content.decode()
