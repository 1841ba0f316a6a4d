"""The map: borders (7.13), sea links (7.2), links from the boxes (5.12), and the cost of routes (3.5)."""

import pytest

from campaigns.justinian.rules.scenario.loading import builtin, load
from campaigns.justinian.rules.scenario.types import Scenario
from campaigns.justinian.rules.state import geography as geo


def scenario() -> Scenario:
    return load(builtin())


def test_7_13_x15_macedonia_enters_dardania_and_epirus_nova_but_not_praevalitana() -> None:
    near = geo.neighbours(scenario(), "macedonia")
    assert {"dardania", "epirus_nova"} <= set(near) and "praevalitana" not in near


def test_7_13_septem_is_reached_only_over_the_strait() -> None:
    assert dict(geo.neighbours(scenario(), "septem")) == {"hispania": "strait"}


def test_adjacency_is_symmetric() -> None:
    scn = scenario()
    assert all(
        geo.neighbours(scn, b)[a] == kind for a in scn.provinces for b, kind in geo.neighbours(scn, a).items()
    )


def test_g2_the_strait_counts_two_on_the_way_to_asia() -> None:
    distance = geo.mp_distance(scenario(), "europa")
    assert (distance["bithynia"], distance["thracia"], distance["europa"]) == (2, 2, 0)
    assert "sicilia" in geo.mp_distance(scenario(), "campania")
    assert "cyprus" not in distance  # reached neither by land nor over a strait


def test_5_12_persian_attrition_spares_what_lies_within_two_of_the_box() -> None:
    far = geo.box_distance(scenario(), "persia_box")
    spared = {k for k, d in far.items() if d <= 2}
    assert spared == {
        "armenia_i", "armenia_ii", "armenia_iii", "armenia_iv", "euphratensis", "lazica", "mesopotamia",
        "osrhoene", "pontus_polemoniacus",
    }  # fmt: skip


def test_6_34_x10_lombards_join_armies_in_italia_or_illyricum() -> None:
    assert geo.prefectures_entered(scenario(), "lombards") == {"italia", "illyricum"}
    assert geo.prefectures_entered(scenario(), "vandals") == frozenset()


def test_7_21_x17_from_hispania_to_sicilia_by_three_areas() -> None:
    scn = scenario()
    reach = geo.naval_reach(scn, "hispania")
    assert reach["mediterraneo_occidentale"] == 0
    assert reach["mare_di_cartagine"] == 1
    assert reach["mar_tirreno"] == 2 and "mar_tirreno" in geo.seas_of(scn, "sicilia")
    assert "mar_ionio" not in reach


def test_533_europa_to_byzacena_is_one_activation() -> None:
    scn = scenario()
    assert set(geo.naval_reach(scn, "europa")) & set(geo.seas_of(scn, "byzacena"))


def test_g7_from_patrol_no_area_is_free() -> None:
    reach = geo.naval_reach_from_sea(scenario(), "mar_tirreno")
    assert reach["mar_tirreno"] == 0 and max(reach.values()) == 2 and "mar_nero" not in reach


@pytest.mark.parametrize(
    ("place", "allowed"),
    [("zeugitana", True), ("corsica", True), ("numidia", False), ("thracia", False)],
)
def test_7_24_embarking_in_a_coastal_city_or_on_an_island(place: str, allowed: bool) -> None:
    assert geo.can_embark(scenario(), place) is allowed


def test_7_12_x14_a_defeated_and_disorganised_army_pays_four() -> None:
    lines = geo.step_lines("land", disorganised=True, defeated=True, leaving_enemy=True)
    assert [line.code for line in lines] == ["enter", "disorganised", "defeated", "leaving_enemy"]
    assert sum(line.mp for line in lines) == 4


def test_cheapest_routes_are_itemised_and_keep_the_budget() -> None:
    scn = scenario()
    routes = geo.cheapest(scn, "europa", lambda a, b, kind: geo.step_lines(kind), budget=3)
    assert routes["bithynia"].path == ("europa", "bithynia")
    assert [line.code for line in routes["bithynia"].lines[0]] == ["enter", "strait"]
    assert max(r.total for r in routes.values()) == 3
    assert {k: r.total for k, r in routes.items()} == {
        k: d for k, d in geo.mp_distance(scn, "europa").items() if d <= 3
    }


def test_a_step_that_may_not_be_made_is_gone_round() -> None:
    scn = scenario()
    shut = geo.cheapest(
        scn, "europa", lambda a, b, kind: None if b == "haemimontus" else geo.step_lines(kind)
    )
    assert "haemimontus" not in shut
    assert all("haemimontus" not in r.path for r in shut.values())
