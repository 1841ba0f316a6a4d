"""The built-in scenario has the facts that the rulebook fixes, and every mistake in a changed copy is
reported.
"""

import pytest

from campaigns.justinian.rules.scenario.loading import builtin, load
from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.system import JUSTINIAN
from engine.codec import digest
from engine.game import BadScenario


def scenario() -> Scenario:
    return load(builtin())


def mistakes(raw: dict) -> set[tuple[str, str]]:
    with pytest.raises(BadScenario) as told:
        load(raw)
    return {(m.path, m.code) for m in told.value.mistakes}


def province(raw: dict, name: str) -> dict:
    return next(p for p in raw["provinces"] if p["id"] == name)


def army(raw: dict, name: str) -> dict:
    return next(a for a in raw["armies"] if a["id"] == name)


def test_3_11_the_prefectures_have_the_numbers_of_the_table() -> None:
    found = {k: (f.provinces, f.two_thirds, f.revenue) for k, f in scenario().prefectures.items()}
    assert found == {
        "egypt": (9, 6, 15),
        "africa": (11, 8, 13),
        "oriens": (45, 30, 51),
        "italia": (12, 8, 18),
        "illyricum": (12, 8, 13),
    }


def test_10_21_x24_africa_is_zeugitana_sardinia_hispania_and_five_of_the_other_eight() -> None:
    africa = scenario().prefectures["africa"]
    assert set(africa.must_control) == {"zeugitana", "sardinia", "hispania"}
    assert len(africa.members) - 3 == 8 and africa.two_thirds - 3 == 5


def test_10_21_what_must_be_held_follows_africa_three_of_eleven() -> None:
    held = {k: set(f.must_control) for k, f in scenario().prefectures.items()}
    assert {k: len(must) for k, must in held.items()} == {
        "egypt": 3, "africa": 3, "oriens": 12, "italia": 4, "illyricum": 3,
    }  # fmt: skip
    for key, must in held.items():
        prefecture = scenario().prefectures[key]
        assert round(prefecture.provinces * 3 / 11) in (len(must), len(must) - 1)
        assert sum(scenario().provinces[m].revenue - 1 for m in must) == (
            prefecture.revenue - prefecture.provinces  # every province worth more than 1 G must be held
        )


def test_2_1_the_cities_that_the_text_names_and_none_where_barbarians_come_in() -> None:
    cities = {k: p.city for k, p in scenario().provinces.items() if p.is_city}
    named = {"europa": "Constantinopolis", "mesopotamia": "Dara", "flaminia": "Ravenna"}
    assert named.items() <= cities.items() and "euphratensis" not in cities
    doors = {place for box in scenario().boxes.values() for place in box.entries}
    assert doors & set(cities) == {"mesopotamia", "hispania", "lazica"}  # the text names all three
    coasts = {k for k in cities if scenario().provinces[k].coastal}
    for prefecture in scenario().prefectures.values():
        assert coasts & set(prefecture.members)  # ships are built and armies embark there (5.33, 7.24)


def test_the_standard_map_until_rules_4_is_a_scenario_of_its_own() -> None:
    many = load(builtin("many_cities"))
    assert {k: len(f.must_control) for k, f in many.prefectures.items()} == {
        "egypt": 6, "africa": 3, "oriens": 24, "italia": 6, "illyricum": 6,
    }  # fmt: skip
    standard = scenario()
    assert many.provinces["dalmatia"].city == "Salona" and not standard.provinces["dalmatia"].is_city
    changed = {k for k in standard.provinces if many.provinces[k] != standard.provinces[k]}
    assert {many.provinces[k].prefecture for k in changed} == {"egypt", "oriens", "italia", "illyricum"}
    assert many.edges == standard.edges and many.boxes == standard.boxes and many.seas == standard.seas
    assert {k: a.sp_limit for k, a in many.powers.items()} == {
        k: a.sp_limit for k, a in standard.powers.items()
    }


def test_a_scenario_of_before_rules_5_opens_as_it_was() -> None:
    old = builtin("many_cities")
    del old["counters"]["control_markers"]
    assert load(old).counters.control_markers == {}  # no limit on the number


def test_every_built_in_scenario_is_named_and_no_other() -> None:
    assert list(JUSTINIAN.scenarios()) == ["justinian", "many_cities"]
    assert len({digest(JUSTINIAN.scenario(name)) for name in JUSTINIAN.scenarios()}) == 2
    with pytest.raises(KeyError):
        builtin("printed")


def test_3_41_lazica_is_a_city_that_counts_for_nobody() -> None:
    lazica = scenario().provinces["lazica"]
    assert lazica.is_city and not lazica.counts and not lazica.frontier_allowed and lazica.revenue == 0


def test_6_22_every_number_activates_one_power() -> None:
    scn = scenario()
    assert scn.power_by_number(74).id == "bulgars"  # X4
    assert scn.power_by_number(67).id == "gepids"  # X5
    assert [scn.power_by_number(n).id for n in (0, 9, 10, 99)] == [
        "persia", "persia", "vandals", "ghassanid_arabs",
    ]  # fmt: skip


def test_2_1_fourteen_boxes_the_powers_without_vandals_and_ostrogoths() -> None:
    scn = scenario()
    assert len(scn.boxes) == 14
    assert scn.box_of("vandals") is None and scn.box_of("ostrogoths") is None


def test_4_22_leaders_arrive_by_turn() -> None:
    scn = scenario()
    assert scn.arrivals == {2: ("gelimer", "tzazon"), 3: ("witigis",), 4: ("totila", "teias")}
    assert (scn.turns[1], scn.turns[4], scn.last_turn) == (528, 540, 10)


def test_3_21_the_second_praesental_army_has_fifteen_places() -> None:
    places = scenario().armies["praesental_ii"].setup
    assert len(places) == 15 and "cappadocia_ii" in places and "europa" not in places


def test_7_14_end_zones() -> None:
    armies = scenario().armies
    assert "sicilia" in armies["africa"].end_zone and "campania" not in armies["africa"].end_zone
    assert {"epirus_nova", "praevalitana"} <= armies["italia"].end_zone
    assert "thracia" not in armies["oriens"].end_zone and "lazica" in armies["oriens"].end_zone
    assert armies["thrace"].rebuild == {"europa"}  # ruling C17


def test_equal_json_is_read_once() -> None:
    assert load(builtin()) is load(builtin())


def test_every_mistake_is_told_with_its_path() -> None:
    raw = builtin()
    province(raw, "dalmatia")["revenue"] = "many"
    province(raw, "macedonia")["prefecture"] = "asia"
    province(raw, "cyprus")["seas"] = []
    raw["land_edges"][0]["a"] = "atlantis"
    assert mistakes(raw) >= {
        ("$.provinces[dalmatia].revenue", "not_a_number"),
        ("$.provinces[macedonia].prefecture", "unknown_value"),
        ("$.provinces[cyprus].coastal", "coastal_means_seas"),
        ("$.sea_areas[mediterraneo_orientale].coasts", "coast_without_sea"),
        ("$.land_edges[0]", "unknown_province"),
    }


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda r: province(r, "asia").update(revenue=3), ("$.prefectures[oriens].revenue", "revenue_sum")),
        (lambda r: province(r, "asia").update(citty="Ephesus"), ("$.provinces[asia].citty", "unknown_field")),
        (lambda r: province(r, "asia").pop("fort"), ("$.provinces[asia].fort", "missing_field")),
        (lambda r: r["land_edges"].append(dict(r["land_edges"][0])), ("$.land_edges[150]", "repeated_edge")),
        (
            lambda r: r["land_edges"].append({"a": "macedonia", "b": "praevalitana", "kind": "land"}),
            ("$.four_corners[0].ring", "ring_diagonal"),
        ),
        (lambda r: r["powers"][0].update(activation=[0, 8]), ("$.powers", "activation_range")),
        (lambda r: r["boxes"].pop(), ("$.powers[ghassanid_arabs].has_box", "box_count")),
        (lambda r: r["sea_edges"].pop(), ("$.sea_edges", "links_disagree")),
        (lambda r: r["turns"].pop(3), ("$.turns", "turns_in_order")),
        (
            lambda r: r["counters"]["control_markers"].update(value={"ostrogoths": 11}),
            ("$.counters.control_markers.value.ostrogoths", "not_a_number"),  # the scenario has twelve
        ),
        (
            lambda r: r["counters"]["control_markers"].update(value={"persia": None}),
            ("$.counters.control_markers.value.persia", "missing_field"),
        ),
        (
            lambda r: r["counters"]["control_markers"].update(value={"franks": 3}),
            ("$.counters.control_markers.value.franks", "unknown_field"),
        ),
        (
            lambda r: r["counters"]["control_markers"].update(value=12),
            ("$.counters.control_markers.value", "not_an_object"),
        ),
        (
            lambda r: r["leaders"]["barbarian"][0].update(movement="E"),
            ("$.leaders.barbarian[chosroes].movement", "unknown_value"),
        ),
        (
            lambda r: r["setup"]["byzantium"]["suggested"]["frontier"].update(lazica=1),
            ("$.setup.byzantium.suggested.frontier.lazica", "no_frontier_here"),
        ),
        (
            lambda r: r["setup"]["vandals"]["suggested"].update(army_sp=15),
            ("$.setup.vandals.suggested", "sp_sum"),
        ),
        (lambda r: province(r, "asia").update(prov="hearsay"), ("$.provinces[asia].prov", "unknown_value")),
        (lambda r: province(r, "asia").update(prov=[]), ("$.provinces[asia].prov", "unknown_value")),
        (
            lambda r: r["powers"][0].update(activation=[0, 10**9]),
            ("$.powers[persia].activation", "not_a_range"),
        ),
        (
            lambda r: r["counters"]["g_per_fleet"].update(value=0),
            ("$.counters.g_per_fleet.value", "not_a_number"),
        ),
        (
            lambda r: r["counters"]["byzantine_sp_limit"].update(value=99),
            ("$.counters.byzantine_sp_limit.value", "not_a_number"),
        ),
        (lambda r: r["powers"][1].update(sp_limit=24), ("$.powers[vandals].sp_limit", "not_a_number")),
        (
            lambda r: army(r, "spain")["end_zone"]["any"][0].update(ids=["afrika"]),
            ("$.armies[spain].end_zone.any[0].ids", "unknown_value"),
        ),
        (
            lambda r: r["setup"]["byzantium"]["frontier_where"].update(exclude=["lazika"]),
            ("$.setup.byzantium.frontier_where.exclude", "unknown_province"),
        ),
        (
            lambda r: r["setup"]["byzantium"]["frontier_where"].update(prefectures=["egitto"]),
            ("$.setup.byzantium.frontier_where.prefectures", "unknown_value"),
        ),
        (
            lambda r: r["setup"]["byzantium"].update(treasury=40),
            ("$.setup.byzantium.treasury", "unknown_field"),
        ),
    ],
)
def test_a_broken_scenario_names_the_mistake(change, expected) -> None:
    raw = builtin()
    change(raw)
    assert expected in mistakes(raw)


@pytest.mark.parametrize(
    "raw", [{}, [], None, {"provinces": 3}, {"provinces": [None]}, {"leaders": {"barbarian": 1}}]
)
def test_no_rubbish_makes_the_reader_stumble(raw) -> None:
    assert mistakes(raw)


@pytest.mark.parametrize(
    ("change", "only"),
    [
        (lambda r: province(r, "asia").update(revenue="many"), ("$.provinces[asia].revenue", "not_a_number")),
        (
            lambda r: province(r, "aegyptus_i").update(prefecture="asia"),
            ("$.provinces[aegyptus_i].prefecture", "unknown_value"),
        ),
        (
            lambda r: province(r, "asia").pop("counts_for_prefecture"),
            ("$.provinces[asia].counts_for_prefecture", "missing_field"),
        ),
        (
            lambda r: r["prefectures"][0].update(provinces="nine"),
            ("$.prefectures[egypt].provinces", "not_a_number"),
        ),
        (lambda r: r["powers"][0].update(kind="great"), ("$.powers[persia].kind", "unknown_value")),
        (lambda r: r["boxes"][0].update(power=3), ("$.boxes[persia_box].power", "not_a_word")),
        (
            lambda r: r["sea_areas"][0].update(adjacent=3),
            ("$.sea_areas[mediterraneo_occidentale].adjacent", "not_a_list"),
        ),
        (
            lambda r: r["counters"]["army_sp_limit"].update(value="all"),
            ("$.counters.army_sp_limit.value", "not_a_number"),
        ),
        (
            lambda r: r["setup"]["byzantium"]["land_sp"].update(value=-1),
            ("$.setup.byzantium.land_sp.value", "not_a_number"),
        ),
        (
            lambda r: r["setup"]["vandals"]["where"].update(prefecture="afrika"),
            ("$.setup.vandals.where.prefecture", "unknown_value"),
        ),
    ],
)
def test_what_follows_from_a_value_that_cannot_be_read_is_not_told(change, only) -> None:
    raw = builtin()
    change(raw)
    assert mistakes(raw) == {only}
    raw["land_edges"][0]["a"] = "atlantis"  # a second mistake
    assert mistakes(raw) == {only, ("$.land_edges[0]", "unknown_province")}
