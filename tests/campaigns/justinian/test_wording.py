"""Justinian in words: places of battles, headings of the chronicle, final scores."""

from django.utils.translation import override

from campaigns.justinian.rules.chapters import ORDER_KINDS
from campaigns.justinian.rules.system import JUSTINIAN
from campaigns.justinian.wording import JustinianWording
from campaigns.justinian.wording.registry import ALL
from engine.game import Choice

WORDING = JustinianWording(JUSTINIAN.scenario("justinian"))


def test_the_ground_of_a_battle_begins_with_its_province_in_both_languages() -> None:
    ground = {
        "province": "sicilia",
        "city": None,
        "fort": True,
        "landing": True,
        "attacker_drms": {"siege": -1},
    }
    with override("en"):
        assert WORDING.ground(ground) == [
            ("Province", "Sicilia"),
            ("Fort", "yes"),
            ("Attack from the sea", "yes"),
        ]
    with override("it"):
        assert WORDING.ground(ground)[:2] == [("Provincia", "Sicilia"), ("Forte", "sì")]


def test_a_turn_is_named_with_its_first_year() -> None:
    with override("en"):
        assert WORDING.turn(1) == "Turn 1: the years from 528"
        assert WORDING.turn(99) == "Turn 99"


def test_scores_name_what_they_count() -> None:
    with override("it"):
        assert WORDING.score("prefectures") == "prefetture sotto Bisanzio"


def test_every_question_has_a_title_without_facts() -> None:
    assert len(ALL.decisions) > 20
    assert all(asked.title and "%(" not in str(asked.title) for asked in ALL.decisions.values())


def test_a_form_is_named_without_gaps_where_its_fields_are_still_to_be_chosen() -> None:
    with override("en"):
        assert WORDING.choice(Choice("activate_army")) == "Activate an army"
        assert WORDING.choice(Choice("move_army", {"treasury": False})) == "March one step"
        assert "treasury" in WORDING.choice(Choice("move_army", {"treasury": True}))
        assert "recruits" in WORDING.choice(Choice("select_power", {"recruit": True}))
        named = WORDING.choice(Choice("start_operation", {"army": "totila"}))
    assert named.startswith("Combined Operation of ") and "%" not in named
    assert set(ALL.unchosen) <= set(ALL.labels)


def test_7_24_a_fleet_with_an_army_aboard_names_the_army() -> None:
    """The same fleet is named in two ways: alone, and with the army that it carries."""
    fixed = {"power": "byzantium", "place": "europa"}
    with override("it"):
        alone = WORDING.choice(Choice("activate_fleet", {**fixed, "army": None}))
        carrying = WORDING.choice(Choice("activate_fleet", {**fixed, "army": "praesental_i"}))
    assert alone == "Attiva la flotta in Europa"
    assert carrying == f"{alone} con a bordo: Armata Presenziale I"


def test_orders_are_only_asked_of_whom_the_rules_ask() -> None:
    kinds = {kind.decision: kind for kind in ORDER_KINDS}
    rules = JUSTINIAN.open(JUSTINIAN.scenario("justinian"), {})
    assert set(ALL.orders) == set(kinds)
    for decision, byzantium, barbarian in (
        ("maintenance", True, False),
        ("new_leader", False, True),
        ("intercept", True, True),
    ):
        asked = [kinds[decision] in rules.order_kinds(seat) for seat in ("byzantium", "barbarian")]
        assert asked == [byzantium, barbarian]


def test_an_army_that_is_called_like_its_leader_does_not_march_under_itself() -> None:
    event = {"kind": "army_activated", "mp": 3, "face": 0}
    king = {"army": "chosroes", "leader": "chosroes", "place": "persia_box"}
    thrace = {"army": "thrace", "leader": "solomon", "place": "europa"}
    with override("it"):
        assert WORDING.event({**event, **thrace}).endswith("al comando di Salomone: 3 MP.")
        assert "al comando" not in WORDING.event({**event, **king})
