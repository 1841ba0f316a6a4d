"""Uploaded army files in the encodings and formats of people's editors and spreadsheets."""

import io
import zipfile

import pytest
from django.urls import reverse

from armies.models import SavedArmy
from armies.uploads import text_of
from engine.refusals import BadDocument
from tests.armies.web.factories import person

SHEET = """<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
<row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>Marian Roman</t></is></c></row>
<row><c><v>1</v></c><c t="s"><v>1</v></c></row><row><c><v>6</v></c><c t="s"><v>2</v></c></row>
</sheetData></worksheet>"""
WORDS = """<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<si><t>Army</t></si><si><t>3Cv</t></si><si><t>4Bd</t></si></sst>"""


def workbook(sheet: str = SHEET) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as book:
        book.writestr("xl/worksheets/sheet1.xml", sheet)
        book.writestr("xl/sharedStrings.xml", WORDS)
    return packed.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent",
    [
        "Esercito: Marian Roman\r\nNome: Città libera\r\n1 x 3Cv (generale)\r\n6 x 4Bd\r\n".encode("cp1252"),
        "Army;Marian Roman\r\n1;3Cv;Generale\r\n6;4Bd;Legionari\r\n".encode("utf-8-sig"),
        "Army;Marian Roman\r\n1;3Cv;Generale\r\n6;4Bd;Legionari\r\n".encode("utf-16"),
        workbook(),
    ],
    ids=["cp1252", "csv with mark", "utf-16", "workbook"],
)
def test_an_army_in_a_file(client, sent) -> None:
    client.force_login(person("anna"))
    file = io.BytesIO(sent)
    file.name = "army"
    assert client.post(reverse("armies:dba:import"), {"file": file}).status_code == 302
    saved = SavedArmy.objects.get()
    assert saved.roster.counts() == {"3Cv": 1, "4Bd": 6}


@pytest.mark.parametrize(
    "sent",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00",
        b"PK\x03\x04 no archive",
        workbook("<!DOCTYPE a [<!ENTITY b 'c'>]><worksheet/>"),
        workbook("<worksheet"),
        workbook(SHEET.replace("<v>2</v>", "<v>9</v>")),
    ],
)
def test_what_is_no_text_is_refused(sent) -> None:
    with pytest.raises(BadDocument) as refused:
        text_of(sent, 20_000)
    assert [m.code for m in refused.value.mistakes] == ["not_text"]


@pytest.mark.django_db
def test_the_page_names_line_and_column(client) -> None:
    client.force_login(person("anna"))
    answer = client.post(reverse("armies:dba:import"), {"text": "Army: Vandal\n1x3Kn, 2x4Wb or 2x4Bd"})
    assert "Line 2, column 8" in answer.content.decode()
    assert not SavedArmy.objects.exists()
