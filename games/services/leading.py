"""A game master's actions on a whole game: changing its settings, starting it and ending it."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.naming.lines import one_line
from games import events
from games.access import User, game_to_lead, led_by
from games.models import Game, Outbox, PowerRequest
from games.participants import link_of, plays
from games.refusals import illegal
from games.services import messages, pending
from games.services.clock import jobs
from games.services.consequences import begin_second, follow_battles, set_up
from games.services.creation import BATTLES, LONGEST_NAME, OPEN, SETTINGS, check_battle_system
from games.services.entries import lock
from games.services.fairplay import guard
from games.services.fighting.battles import abandon_game
from games.services.going_back import consent
from games.services.tables import system_named, table


def change_settings(game_id: UUID, user: User, *, now: datetime, **changes: Any) -> Game:
    """Change settings (SETTINGS) of a game, even while it runs. New deadlines follow the new settings; open
    deadlines do not change (see extend_deadline).
    """
    unknown = set(changes) - set(SETTINGS)
    if unknown:
        raise TypeError(f"no settings: {sorted(unknown)}")
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if "battle_system" in changes:
            check_battle_system(game.system, changes["battle_system"])
            if changes["battle_system"] and not can_open(game):
                raise illegal("battles_by_table")
            if changes["battle_system"] != game.battle_system and consent.battle_begun(game, user):
                raise illegal("battle_begun")
        if changes.get("battle_least", game.battle_least) != game.battle_least and game.seq >= 0:
            raise illegal("battles_agreed")
        if "hours_per_decision" in changes:
            guard.require_pace(user, game, changes["hours_per_decision"])
        if changes.get("players_rewind") and not may_set_table(game, user):
            raise illegal("table_agreed")
        changes["name"] = one_line(changes.get("name", ""))[:LONGEST_NAME] or game.own_title
        if changes["name"] != game.own_title:
            changes["names"] = {}  # the new name replaces the names in all languages
        else:
            changes.pop("name", None)
        for name, value in changes.items():
            setattr(game, name, value)
        game.version += 1
        game.save(update_fields=[*changes, "version"])
        if "battle_system" in changes and game.running:
            _rebook_battles(game, now, user)
    return game


def can_open(game: Game) -> bool:
    """Return whether the game's battles can be fought as separate games, given the options with which the
    game was created.
    """
    rules = system_named(game.system)
    knows = any(field.name == BATTLES for field in rules.options())
    return not knows or game.options.get(BATTLES) == OPEN


def may_set_table(game: Game, user: User) -> bool:
    """Return whether this game master can still declare a shared table, where any player may correct
    mistakes. A game master who plays must do so before the game begins; later they could undo anything.
    """
    return game.players_rewind or game.seq < 0 or not plays(user, game)


def start(game_id: UUID, user: User, *, now: datetime) -> Game:
    """Start the game as its game master, and return it. The set-up becomes the first entry. Raises
    IllegalAction if the game has begun or seats are free.
    """
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if game.status != Game.Status.GATHERING:
            raise illegal("already_begun")
        free = [seat.key for seat in game.seats.all() if seat.free]
        if free:
            raise illegal("seats_free", seats=free)
        set_up(game, user, now)
        messages.owe(game, Outbox.Kind.STARTED, "start", messages.players(game), now, actor=user)
        events.publish(events.Announced(game, Outbox.Kind.STARTED, "start", now))
        if game.match == Game.Match.BOTH:
            begin_second(game, now)
    return game


def abandon(game_id: UUID, user: User, *, now: datetime) -> Game:
    """End the game without a result. The game remains readable and nobody owes an answer. A game master who
    plays cannot abandon a campaign's battle that has begun: the sides agree on a report instead. Raises
    IllegalAction (battle_fought, needs_consent).
    """
    game_to_lead(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not game.is_over and consent.drops_battle(game, user):
            raise illegal("battle_fought")
        if not game.is_over and link_of(game) is None:  # the campaign continues and reopens the battle
            ground = guard.require(user, game, None, PowerRequest.Power.ABANDON, now)
            people, key = messages.players(game), f"abandon.{game.version}"
            facts = {"power": PowerRequest.Power.ABANDON, "seat": "", "ground": str(ground)}
            messages.owe(game, Outbox.Kind.POWER_USED, key, people, now, actor=user, **facts)
        abandon_game(game, now)
    return game


def _rebook_battles(game: Game, now: datetime, actor: User) -> None:
    at = table(game)
    follow_battles(at, now, actor)
    battle = at.battle()
    if battle is None:
        return
    due = None if game.battle_system else now
    pending.open_rows(game).filter(decision=battle.decision).update(due_at=due, reckoned_at=now)
    if due is not None:
        jobs.ask(game.pk)
