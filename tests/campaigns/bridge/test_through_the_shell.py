"""A Justinian campaign in which an attack opens a DBA battle and the battle's result answers the campaign."""

import pytest

from games import services
from tests.games.cast import NOW, a_game, a_user

pytestmark = pytest.mark.django_db


def test_an_attack_is_fought_with_dba_and_comes_back_as_losses():
    gm = a_user("gm")
    campaign = a_game(
        gm,
        {"byzantium": "bot", "barbarian": "bot"},
        system="justinian",
        options={"battles": "open"},
        battle_system="dba",
    )
    link = None
    for _ in range(400):
        services.answer_due(campaign.pk, NOW)
        link = campaign.battle_links.first()
        if link is not None:
            break
    assert link is not None, "nobody attacked"
    assert link.note == "" and link.battle.system == "dba"
    assert link.muster["reckoning"]
    for _ in range(400):
        if link.battle.status == "ended":
            break
        services.answer_due(link.battle.pk, NOW)
        link.battle.refresh_from_db()
    link.refresh_from_db()
    assert link.report is not None
    present = {u["id"]: u["sp"] for side in ("attacker", "defender") for u in link.opening[side]["units"]}
    assert all(0 < sp <= present[unit] for unit, sp in link.report["losses"].items())
    if not link.is_settled:
        services.rule_battle(link.pk, gm, None, now=NOW)
    services.answer_due(campaign.pk, NOW, limit=1)  # the agreement is logged as an entry
    answered = campaign.entries.filter(action__kind="report_battle").get()
    assert answered.action["losses"] == link.report["losses"]
