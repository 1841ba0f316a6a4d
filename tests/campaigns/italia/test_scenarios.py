"""The data of the cards, set-ups and board: how scenarios are read and when they are refused, and the smaller
board (C1).
"""

import copy
from typing import Any

import pytest
from django.utils import translation

from campaigns.italia.rules.scenario.effects import EFFECTS
from campaigns.italia.rules.scenario.loading import TITLES, builtin, load
from campaigns.italia.rules.scenario.types import Scenario
from campaigns.italia.wording.mistakes import mistake_text as in_words
from engine.game import BadScenario
from tests.found import some


@pytest.fixture(params=sorted(TITLES))
def raw(request: pytest.FixtureRequest) -> Any:
    return builtin(request.param)


def mistakes(raw: Any) -> dict[str, str]:
    with pytest.raises(BadScenario) as refused:
        load(raw)
    return {m.path: m.code for m in refused.value.mistakes}


def test_the_board_has_the_areas_and_seas_of_the_rulebook(raw: Any) -> None:
    board = load(raw).board
    kinds = [area.group for area in board.areas.values()]
    assert {group: kinds.count(group) for group in set(kinds)} == {
        "mainland": 25,
        "island": 7,
        "africa": 5,
        "entry": 5,
    }
    assert len(board.seas) == 9
    assert board.straits["messana"] == {"rhegium"} and board.straits["olbia"] == {"corsica"}
    assert "tridentum" not in board.land["noricum"] and "carales" not in board.coasts["mare_ligusticum"]
    assert board.neighbours("ravenna") == {
        *("venezia", "verona", "pavia", "florentia", "picenum", "mare_hadriaticum"),
    }


def test_every_area_can_be_reached(raw: Any) -> None:
    board = load(raw).board
    reached, front = {"roma"}, ["roma"]
    while front:
        place = front.pop()
        near = board.coasts[place] | (
            board.waters[place] if place in board.seas else board.adjacent_areas(place)
        )
        front += near - reached
        reached |= near
    assert reached == {*board.areas, *board.seas}


def test_every_number_is_whole(raw: Any) -> None:
    """Half points are stored as a count of halves; only map coordinates are not whole."""

    def floats(value: Any, path: str) -> list[str]:
        if isinstance(value, dict):
            return [found for key, child in value.items() for found in floats(child, f"{path}.{key}")]
        if isinstance(value, list):
            return [found for child in value for found in floats(child, path)]
        return [path] if isinstance(value, float) else []

    assert {path.rpartition(".")[2] for path in floats(raw, "$")} == {"label"}


def test_every_nation_has_colour_pattern_and_mark_of_its_own(raw: Any) -> None:
    nations = load(raw).nations.values()
    assert len({n.mark for n in nations}) == len(nations)
    assert len({(n.colour, n.pattern) for n in nations}) == len(nations)


def test_every_named_effect_is_used_by_some_card() -> None:
    used = {name for game in TITLES for n in load(builtin(game)).nations.values() for name in n.effects}
    assert used == set(EFFECTS)


def test_every_datum_says_where_it_comes_from(raw: Any) -> None:
    for table in ("nations", "setups", "reinforcements", "charts", "events"):
        for entry in some(raw[table]):
            marks = entry["prov"].values() if isinstance(entry["prov"], dict) else [entry["prov"]]
            assert marks and set(marks) <= {"rules", "history", "design"}, (table, entry)


# --- mistakes in files ---


def test_every_mistake_is_named_with_its_path(raw: Any) -> None:
    spoiled = copy.deepcopy(raw)
    first = spoiled["nations"][0]
    first["counters"]["chariot"] = 3
    first["income"]["mode"] = "plenty"
    spoiled["setups"][-1] |= {"place": "atlantis", "city": False}
    spoiled["charts"][0]["halves"] = 1.5
    spoiled["board"]["edges"].append({"a": "noricum", "b": "tridentum", "type": "land", "prov": "design"})
    found = mistakes(spoiled)
    name = first["id"]
    assert found[f"$.nations[{name}].income.mode"] == "not_one_of"
    assert found["$.charts[0].halves"] == "not_a_number"
    assert found[f"$.board.edges[{len(spoiled['board']['edges']) - 1}]"] == "a_corner"
    first["income"]["mode"] = "normal"
    spoiled["charts"][0]["halves"] = 2
    spoiled["board"]["edges"].pop()
    assert mistakes(spoiled) == {
        f"$.nations[{name}].counters": "unknown_unit",
        f"$.setups[{len(raw['setups']) - 1}].place": "unknown_place",
    }


def test_an_effect_needs_its_parameters() -> None:
    raw = builtin("italia1")
    romans = next(n for n in raw["nations"] if n["id"] == "romans")
    del next(e for e in romans["effects"] if e["effect"] == "panic")["thresholds"]
    romans["effects"].append({"effect": "omens"})
    assert set(mistakes(raw).values()) == {"missing_field", "not_one_of"}


@pytest.mark.parametrize("value", [None, [], "Italia", {"board": 3}, {"nations": [1, 2]}])
def test_what_is_no_scenario_is_refused(value: Any) -> None:
    with pytest.raises(BadScenario):
        load(value)


def test_more_pieces_than_counters_are_refused() -> None:
    raw = builtin("italia1")
    raw["setups"][0]["units"] = {"infantry": 30}
    assert mistakes(raw) == {"$.setups": "not_enough_counters"}


# --- the smaller board ---


def test_the_smaller_board_renames_whatever_names_a_merged_area(raw: Any) -> None:
    whole, small = load(raw), load(raw, small=True)
    gone = set(whole.board.areas) - set(small.board.areas)
    assert gone == {"taurinum", "brixia", "aquileia"}

    def named(s: Scenario) -> set[str]:
        return {
            *(entry.place for entry in s.setups),
            *(place for a in s.arrivals for place in a.where),
            *(area for award in s.awards for area in award.areas),
            *(area for areas in s.board.regions.values() for area in areas),
            *(area for n in s.nations.values() for area in n.normal_while),
        }

    assert gone & named(whole) and not gone & named(small)
    assert all(len(set(award.areas)) == len(award.areas) for award in small.awards)


def test_the_smaller_board_keeps_every_unit(raw: Any) -> None:
    def units(s: Scenario) -> int:
        return sum(sum(entry.units.values()) for entry in s.setups)

    assert units(load(raw, small=True)) == units(load(raw))


def test_a_corrected_card_file_with_mistakes_names_each_with_its_path_and_in_words() -> None:
    """An impossible set-up, an unknown nation and a malformed number are all reported at once."""
    raw = builtin("italia1")
    raw["nations"][0]["counters"]["infantry"] = "many"
    raw["setups"][0]["place"] = "atlantis"
    raw["setups"][1]["units"] = {"dragon": 2}
    raw["charts"][0]["halves"] = -1
    with pytest.raises(BadScenario) as bad:
        load(raw)
    paths = {m.path for m in bad.value.mistakes}
    assert (
        f"$.nations[{raw['nations'][0]['id']}].counters.infantry" in paths and "$.charts[0].halves" in paths
    )
    raw["nations"][0]["counters"]["infantry"] = builtin("italia1")["nations"][0]["counters"]["infantry"]
    raw["charts"][0]["halves"] = 2
    with pytest.raises(BadScenario) as bad:
        load(raw)
    told = {m.path: m.code for m in bad.value.mistakes}
    assert told == {
        "$.setups[0].place": "unknown_place",
        "$.setups[1].units": "no_such_counter",
        "$.setups": "not_enough_counters",
    }
    for language in ("en", "it"):
        with translation.override(language):
            assert all(in_words(m) for m in bad.value.mistakes)
