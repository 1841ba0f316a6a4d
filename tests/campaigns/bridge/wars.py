"""Stored campaigns whose battles are fought with DBA, *Schiere* or Commands & Colors: Ancients."""

from __future__ import annotations

from typing import Any

from engine.dice import Seeded
from games import services
from games.models import BattleLink, Game
from tests.games.cast import NOW, a_game, a_user

MOST = 1500  # maximum number of steps of a battle
EAGER = 45  # the first steps are the bot's moves, later ones defaults


def whole(game: Game) -> None:
    verdict = services.verify_game(game)
    assert verdict.ok and verdict.checked == game.entries.count(), verdict.difference


def came_back(campaign: Game, link: BattleLink) -> None:
    """Assert that the campaign has logged the battle's report, and that both logs verify."""
    assert link.battle is not None
    campaign.refresh_from_db()
    answered = campaign.entries.filter(action__kind="report_battle").latest("seq")
    assert answered.action["losses"] == link.report["losses"]
    there = {u["id"]: u["sp"] for side in ("attacker", "defender") for u in link.opening[side]["units"]}
    assert all(0 < lost <= there[unit] for unit, lost in link.report["losses"].items())
    whole(campaign)
    whole(link.battle)


def fought_on(link: BattleLink, steps: int = MOST, eager: int = EAGER) -> Game:
    """Play a battle as the bot would for ``eager`` steps and with default answers after that, so that it
    ends in time.
    """
    assert link.battle is not None
    game = Game.objects.get(pk=link.battle.pk)
    people = {seat.key: seat.user for seat in game.seats.all()}
    for number in range(steps):
        at = services.table(game)
        waiting = at.decisions()
        if not waiting:
            break
        seat, user = waiting[0].seat, people[waiting[0].seat]
        assert user is not None
        dice = Seeded(b"schiere", "person", number)
        action = at.rules.bot(at.state, seat, dice) if number < eager else waiting[0].default
        body = at.system.codec.write(action)
        services.submit(game.pk, seat, body, drawn_seq=game.seq, key=f"s{game.seq}", user=user, now=NOW)
        game.refresh_from_db()
    return game


def to_the_end(link: BattleLink) -> Game:
    """Remove two elements of red, then let blue concede. Return the finished battle's game."""
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
    assert game.has_ended and link.status == "reported"
    return game


def a_war(battle_system: str = "dba"):
    """Let bots plan a campaign of two people until it waits for a battle."""
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
