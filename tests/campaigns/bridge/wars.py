"""Campaigns whose battles are fought with DBA, stored."""

from __future__ import annotations

from typing import Any

from engine.dice import Seeded
from games import services
from games.models import BattleLink, Game
from tests.games.cast import NOW, a_game, a_user


def to_the_end(link: BattleLink) -> Game:
    """The defender concedes after three elements of each side have been removed."""
    assert link.battle is not None
    game = link.battle
    people = {seat.key: seat.user for seat in game.seats.all()}

    def do(seat: str, **action: Any) -> None:
        game.refresh_from_db()
        assert people[seat] is not None
        services.submit(
            game.pk, seat, action, drawn_seq=game.seq, key=f"e{game.seq}", user=people[seat], now=NOW
        )

    for _ in range(60):
        at = services.table(game)
        if at.state.phase == "moves":
            break
        (decision,) = at.decisions()
        do(decision.seat, **at.system.codec.write(decision.default))
    at = services.table(game)
    mine = [e["id"] for e in at.view(None)["armies"]["red"]["elements"] if e["unit"]][-2:]
    for element in mine:
        do(at.state.active, kind="remove_element", element=element, cause="destroyed")
    do("blue", kind="concede")
    game.refresh_from_db()
    link.refresh_from_db()
    assert game.ended and link.status == "reported"
    return game


def a_war(battle_system: str = "dba"):
    """A campaign of two people that waits for a battle, reached by the bot's plans."""
    gm, rival = a_user("gm"), a_user("rival")
    people = {"byzantium": gm, "barbarian": rival}
    campaign = a_game(
        gm, people, system="justinian", battle_system=battle_system, options={"setup": "suggested"}
    )
    for number in range(600):
        link = campaign.battle_links.exclude(status="void").first()
        if link is not None:
            return campaign, link, gm, rival
        at = services.table(campaign)
        (decision,) = at.decisions()
        action = at.rules.bot(at.state, decision.seat, Seeded(b"war", "war", number))
        body = at.system.codec.write(action)
        user = people[decision.seat]
        services.submit(
            campaign.pk, decision.seat, body, drawn_seq=campaign.seq, key=f"k{number}", user=user, now=NOW
        )
        campaign.refresh_from_db()
    raise AssertionError("nobody attacked")
