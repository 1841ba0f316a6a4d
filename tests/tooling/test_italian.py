"""Italian texts are grammatical with any name inserted, singular or plural, and use the usual terms."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.wording.names import Names
from tests.campaigns.bridge.kinds import SCENARIO

LOCALE = Path(__file__).parents[2] / "locale"
# names that can be one army or a whole people, one element or several: no verb agrees with both
PLURAL_TOO = "army|armies|power|unit|units|winner|side|invader|elements"
VERBS = "è|sono|ha|hanno|può|va|non|vince|perde|attacca|lascia|resta|prende|guida|passa|tira|offre|propone"
AGREES_WITH = re.compile(rf"%\((?:{PLURAL_TOO})\)s (?:{VERBS})\b")


def texts(area: str = "*") -> Iterator[tuple[str, str]]:
    for path in sorted(LOCALE.glob(f"{area}/it/LC_MESSAGES/django.po")):
        for entry in path.read_text("utf-8").split("\n\n"):
            for found in re.findall(r'^msgstr(?:\[\d\])? (".*"(?:\n".*")*)', entry, re.M):
                yield path.parts[-4], "".join(json.loads(line) for line in found.split("\n"))


# in the calculation of a battle "side" is the attacker or the defender, and thus singular
SINGULAR = {"%(side)s è meglio comandato: +%(bonus)s a ogni tiro dei PIP, fino a 6."}


def test_no_verb_has_to_agree_with_a_name_that_may_be_singular_or_plural() -> None:
    wrong = [(area, text) for area, text in texts() if AGREES_WITH.search(text) and text not in SINGULAR]
    assert not wrong


def test_an_overlap_is_called_by_its_name() -> None:
    said = [text for area in ("dba", "lookup", "armies") for _area, text in texts(area)]
    assert any("in sovrapposizione" in text for text in said)
    assert not [text for text in said if re.search(r"minacci\w* (?:il|i|un|suo) fianc|minacciale", text)]


@pytest.mark.parametrize(
    ("kind", "key", "english", "italian"),
    [
        ("leader", "belisarius", "Belisarius", "Belisario"),
        ("leader", "narses", "Narses", "Narsete"),
        ("leader", "totila", "Totila", "Totila"),
        ("leader", "john_nephew_of_vitalian", "John, nephew of Vitalian", "Giovanni, nipote di Vitaliano"),
        ("leader", "moors_leader", "Moors", "Mori"),
        ("place", "dalmatia", "Dalmatia", "Dalmazia"),
        ("place", "venetia_et_histria", "Venetia et Histria", "Venezia e Istria"),
        ("army", "witigis", "Witigis", "Vitige"),
    ],
)
def test_leaders_and_provinces_have_their_italian_names(
    kind: str, key: str, english: str, italian: str
) -> None:
    names: Any = Names(SCENARIO)
    with override("en"):
        assert getattr(names, kind)(key) == english
    with override("it"):
        assert getattr(names, kind)(key) == italian


def test_every_italian_name_belongs_to_somebody_and_says_where_it_comes_from() -> None:
    path = Path(__file__).parents[2] / "campaigns/justinian/wording/names_it.json"
    data = json.loads(path.read_text("utf-8"))
    assert data["prov"] == "history"
    told = [JUSTINIAN.scenario(name) for name in JUSTINIAN.scenarios()]
    leaders = {one["name"] for it in told for group in it["leaders"].values() for one in group}
    places = {one["name"] for it in told for one in it["provinces"]}
    cities = {one["city"] for it in told for one in it["provinces"] if one["city"]}
    assert set(data["names"]["leaders"]) <= leaders
    assert set(data["names"]["provinces"]) <= places
    assert set(data["names"]["cities"]) <= cities
