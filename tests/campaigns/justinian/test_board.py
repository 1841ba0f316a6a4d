"""The map on the page: its pieces, the effect of a tap, and the contents of its places."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from django.utils import translation

from campaigns.justinian.pages import board, heraldry, sources
from campaigns.justinian.rules.scenario.loading import builtin
from campaigns.justinian.wording.names import Names
from maps import drawing
from maps.values import Links, Marks
from tests.campaigns.justinian.begun import SCENARIO, advance, campaign, opened

pytestmark = pytest.mark.django_db


def picture(rules: Any, state: Any, names: Names) -> str:
    """Return the drawn map as a spectator sees it."""
    scn = rules.setting.scn
    spots = board.spots(scn, rules.view(state, None), names)
    return drawing.svg(board.describe_map(spots, scn, names, ()), Marks(), Links("?at="))


def test_the_board_shows_every_place_and_every_sp() -> None:
    rules, state = opened()
    view = rules.view(state, None)
    spots = board.spots(rules.setting.scn, view, Names(SCENARIO))
    assert len(spots) == 90 + 9 + 14
    land = sum(t.sp for s in spots for t in s.tokens if t.kind != "fleet")
    assert land == 100 + 30 + 25
    mesopotamia = next(s for s in spots if s.id == "mesopotamia")
    assert "Dara" in mesopotamia.description and "25" in mesopotamia.description


def test_every_power_has_a_pattern_of_its_own_and_letters() -> None:
    motifs = [a.motif for a in (*heraldry.ARMS.values(), heraldry.REVOLT, heraldry.NOBODY)]
    assert len(set(motifs)) == len(motifs) == len(SCENARIO["powers"]) + 3
    assert len({a.mark for a in heraldry.ARMS.values()}) == len(heraldry.ARMS)
    assert len({a.colour for a in heraldry.ARMS.values()}) == len(heraldry.ARMS)


def test_a_minor_powers_province_is_told_from_anothers() -> None:
    rules, state = opened()
    armies = dict(state.armies)
    for power, place in (("slavs", "dardania"), ("bulgars", "scythia")):
        armies[f"{power}_leader"] = dataclasses.replace(armies[f"{power}_leader"], at=place, sp=30)
    drawn = picture(rules, dataclasses.replace(state, armies=armies, frontier={}), Names(SCENARIO))
    for power, mark in (("slavs", "SL"), ("bulgars", "BU")):
        assert f'fill="url(#map-of-{power})"' in drawn and f'id="map-of-{power}"' in drawn
        # the army's counter names the holder, so the province does not repeat it
        assert re.search(rf'class="map-piece__mark"[^>]*>{mark}<', drawn)
        assert not re.search(rf'class="map-holder"[^>]*>{mark}<', drawn)


def test_names_of_a_scenario_are_escaped_on_the_map() -> None:
    rules, state = opened()
    changed = builtin()
    changed["provinces"][0]["name"] = "<b>Rome"
    drawn = picture(rules, state, Names(changed))
    assert "<b>" not in drawn and "&lt;b&gt;Rome" in drawn


def test_2_1_a_province_tells_where_its_values_come_from() -> None:
    with translation.override("en"):
        found = {
            what: (value, kind) for what, value, kind, _words in sources.sources(Names(SCENARIO), "flaminia")
        }
    assert found["City"] == ("Ravenna", "rules") and found["Revenue"] == ("3 G", "design")
    assert sources.sources(Names(SCENARIO), "mar_nero") == ()


def test_the_page_only_refers_to_the_outlines(client: Any) -> None:
    """The outlines are in a file that browsers cache. The page itself stays small, because it only contains
    the pieces.
    """
    game = campaign()
    client.force_login(game.gm)
    page = client.get(game.get_absolute_url()).content
    assert b"campaigns/justinian_map.svg#europa" in page and len(page) < 120_000


def test_a_place_is_found_by_its_name(client: Any) -> None:
    game = advance(campaign(), "barbarian_segment")
    for language, typed, place in (
        ("en", "black sea", "mar_nero"),
        ("it", "mar nero", "mar_nero"),
        ("en", "FLAMI", "flaminia"),
    ):
        client.cookies["django_language"] = language
        page = client.get(game.get_absolute_url(), {"at": typed}).content.decode()
        assert f'data-at="{place}"' in page
    assert 'data-at=""' in client.get(game.get_absolute_url(), {"at": "Atlantis"}).content.decode()


def test_a_tap_on_the_map_loads_only_what_is_chosen(client: Any) -> None:
    game = advance(campaign(), "barbarian_segment")
    address = f"{game.get_absolute_url()}?at=europa"
    whole = client.get(address).content
    part = client.get(address, headers={"HX-Request": "true", "HX-Target": "chosen"}).content
    assert b'data-at="europa"' in part and b'id="map-marks"' in part and b"map__svg" not in part
    assert len(part) * 3 < len(whole)


def test_a_replay_shows_the_place_at_its_moment(client: Any) -> None:
    game = advance(campaign(), "march")
    page = client.get(f"{game.get_absolute_url()}replay/?at=1&place=europa").content.decode()
    assert 'data-at="europa"' in page and "?at=1&amp;place=flaminia#map" in page
