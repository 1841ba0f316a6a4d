"""Stored campaigns whose battles are fought with Commands & Colors: Ancients. Both sides choose the game.
They fight on this site, let bots fight, or use the boxed game, and the result is reported to the campaign.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import services
from games.models import BattleLink
from tests.campaigns.bridge.wars import a_war, came_back, fought_on
from tests.campaigns.italia.battling import theatre
from tests.games.cast import NOW

pytestmark = pytest.mark.django_db

EAGER = 2000  # every step of the battle


def test_two_people_choose_it_for_their_battle_and_fight_it_to_its_end(client: Any) -> None:
    campaign, link, gm, rival = a_war("dba")
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    for user in (gm, rival):
        client.force_login(user)
        if user is gm:
            page = client.get(address).content.decode()
            assert "Propose with Commands &amp; Colors: Ancients, here" in page
        client.post(address, {"do": "system", "system": "cca"})
    link.refresh_from_db()
    assert link.battle.system == "cca" and link.muster["seats"] == {"bottom": "byzantium", "top": "barbarian"}
    page = client.get(address).content.decode()
    assert "How the forces became armies" in page and "Hands stay hidden" in page
    game = fought_on(link, eager=EAGER)
    assert game.has_ended
    link.refresh_from_db()
    assert link.status == "reported" and link.report["holds"] == link.report["winner"]
    page = client.get(address).content.decode()
    assert "units were eliminated, and the others lost" in page
    for user in (gm, rival):
        services.confirm_battle(link.pk, user, now=NOW)
    link.refresh_from_db()
    came_back(campaign, link)
    page = client.get(address).content.decode()
    assert "units were eliminated, and the others lost" in page and "Card to share" in page
    card = client.get(reverse("game-card", args=[game.pk])).content.decode()
    assert "Byzantium" in card and " banners" in card and "Victory" in card
    assert "average of the dice" not in card  # the dice show symbols


def test_hands_of_a_battle_are_hidden_from_observers_the_game_master_and_the_other_side(client: Any) -> None:
    _campaign, link, gm, rival = a_war("cca")
    at = services.table(link.battle)
    for seat, other in (("bottom", "top"), ("top", "bottom")):
        view = at.view(seat)["armies"]
        assert view[other]["hand"] is None and len(view[seat]["hand"]) == view[seat]["cards"]
    assert all(army["hand"] is None for army in at.view(None)["armies"].values())
    address = reverse("game", args=[link.battle.pk])
    hands = {seat: set(at.view(seat)["armies"][seat]["hand"]) for seat in ("bottom", "top")}
    for user, seat in ((gm, "bottom"), (rival, "top")):
        client.force_login(user)
        page = client.get(address).content.decode()
        other = hands["top" if seat == "bottom" else "bottom"] - hands[seat]
        assert all(f"card={card}" not in page and f'value="{card}"' not in page for card in other)


def test_a_battle_beside_the_box_is_reported_in_lost_blocks_and_agreed(client: Any) -> None:
    campaign, link, gm, rival = a_war("cca")
    address = reverse("game-battle", args=[campaign.pk, link.pk])
    first = link.opening["attacker"]["units"][0]["id"]
    client.force_login(gm)
    page = client.get(address + "?report=1").content.decode()
    assert "Blocks lost on the board, of" in page and "of eliminated units" in page
    wrong = client.post(
        address, {"do": "report", "winner": "attacker", "count": "elements", f"fell-{first}-weakened": "99"}
    )
    assert wrong.status_code == 422
    lost = {f"fell-{first}-eliminated": "8", f"fell-{first}-weakened": "3"}
    client.post(address, {"do": "report", "winner": "attacker", "count": "elements", **lost})
    client.force_login(rival)
    page = client.get(address).content.decode()
    assert "blocks were lost" in page
    client.post(address, {"do": "confirm"})
    link.refresh_from_db()
    assert link.status == "confirmed"
    services.answer_due(campaign.pk, NOW, limit=1)
    assert campaign.entries.get(reason="battle").action["losses"] == link.report["losses"]


def test_a_combat_of_italia_fought_out_by_bots_comes_back_whole() -> None:
    found, link = _a_combat_of_italia()
    now = timezone.now()
    for user in found.sides(link):
        services.leave_to_programs(link.pk, user, now=now)
    assert link.battle is not None and link.battle.system == "cca"
    services.fight_out(link.battle.pk, now)
    link.refresh_from_db()
    assert link.status == "confirmed"
    services.answer_due(found.game.pk, now, limit=1)
    came_back(found.game, link)


def test_in_italia_people_say_who_of_the_leaders_fell_beside_the_box(client: Any) -> None:
    found, link = _a_combat_of_italia()
    led = [(side, one) for side in ("attacker", "defender") for one in link.opening[side]["facts"]["leaders"]]
    address = reverse("game-battle", args=[found.game.pk, link.pk])
    user = found.sides(link)[0]
    client.force_login(user)
    page = client.get(address + "?report=1").content.decode()
    assert ("What happened to the leaders" in page) == bool(led)
    first = link.opening["attacker"]["units"][0]["id"]
    ticked = {f"fate-{leader}": "on" for _side, leader in led}
    report = {"winner": "defender", "count": "elements", f"fell-{first}-eliminated": "2", **ticked}
    assert client.post(address, {"do": "report", **report}).status_code == 302
    link.refresh_from_db()
    assert link.report["fates"] == [[leader, "killed"] for _side, leader in led]


def _a_combat_of_italia() -> tuple[Any, BattleLink]:
    """Play a game of Italia until its first combat that is fought as a battle. Return the played game and the
    battle.
    """
    found = theatre("italia1", 1, battle_system="cca")
    for _ in range(2000):
        link = found.waiting()
        if link is not None:
            return found, link
        found.step()
        found.game.refresh_from_db()
    raise AssertionError("no combat came up")
