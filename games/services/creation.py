"""From the first idea of a game to its set-up, and its settings on the way."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction
from django.db.models import F

from engine import journal
from engine.codec import digest
from engine.game import BadScenario, Facts, Mistake, Pick, System
from games import plugins
from games.access import User, led_by
from games.models import Entry, Game, Outbox, PendingDecision, RewindRequest, Seat
from games.refusals import illegal, invalid
from games.services import battles, consent, jobs, messages, pending
from games.services.chance import make_secret, seed_of, server_dice
from games.services.steps import Request, lock, record
from games.services.tables import opening_of, system_named, table

BATTLES, OPEN = "battles", "open"  # the option by which rules leave their battles to others
SETTINGS = ("name", "hours_per_decision", "public", "battle_system", "players_rewind")
AGREED = (*SETTINGS, "system", "scenario_name", "scenario_digest", "options", "dice_mode")
ME, BOT = "me", "bot"


def create_game(
    *,
    gm: User,
    name: str,
    system: str,
    now: datetime,
    scenario_name: str = "",
    scenario: Facts | None = None,
    options: Facts | None = None,
    battle_system: str = "",
    hours_per_decision: int | None = None,
    dice_mode: str = Game.DiceMode.VIRTUAL,
    public: bool = False,
    players_rewind: bool = False,
    seats: Mapping[str, str] | None = None,
    key: UUID | None = None,
    names: Mapping[str, str] | None = None,
) -> Game:
    """A game that gathers its players. The scenario is a built-in one by name, or JSON of the GM's own.
    ``seats``: where the game master sits (ME) and where the program (BOT). The same form (``key``) sent twice
    makes one game; with other contents, from a page that one has gone back to, it makes another. ``names``:
    what a campaign calls its battle, by language.

    Raises BadScenario (every mistake), InvalidAction (no such scenario or battle system), SystemMissing.
    """
    rules = system_named(system)
    if scenario is None:
        scenario_name = scenario_name or next(iter(rules.scenarios()))
        if scenario_name not in rules.scenarios():
            raise invalid("no_such_scenario", scenario=scenario_name)
        scenario = rules.scenario(scenario_name)
    else:
        scenario_name = ""  # whatever the form named beside the file
    if not isinstance(scenario, dict):
        raise BadScenario([Mistake("$", "not_an_object")])
    check_battle_system(system, battle_system)
    game = Game(
        pk=uuid4(),
        name=name.strip() or rules.name,
        names=dict(names or {}),
        system=system,
        scenario_name=scenario_name,
        scenario=scenario,
        scenario_digest=digest(scenario),
        options=_options(rules, options or {}, battle_system),
        rules_version=rules.version,
        gm=gm,
        battle_system=battle_system,
        hours_per_decision=hours_per_decision,
        dice_mode=dice_mode,
        public=public,
        players_rewind=players_rewind,
        created_at=now,
    )
    if key is not None:
        game.pk = uuid5(key, digest([gm.pk, {name: getattr(game, name) for name in AGREED}, seats or {}]))
    return _made_before(game) or _store(game, seats or {})


def _made_before(game: Game) -> Game | None:
    """The game that the same form made when it was sent first."""
    return Game.objects.filter(pk=game.pk, gm=game.gm).first()


def _store(game: Game, seats: Mapping[str, str]) -> Game:
    secret = make_secret(game)
    infos = opening_of(game).rules.seats
    taken = [seats.get(info.id) for info in infos]
    try:
        with transaction.atomic():
            game.save(force_insert=True)
            secret.save(force_insert=True)
            Seat.objects.bulk_create(
                [
                    Seat(
                        game=game,
                        key=info.id,
                        place=place,
                        user=game.gm if who == ME else None,
                        is_bot=who == BOT,
                    )
                    for place, (info, who) in enumerate(zip(infos, taken, strict=True))
                ]
            )
    except IntegrityError:  # the same form, sent twice, arrived twice at the same moment
        made = _made_before(game)
        if made is None:
            raise
        return made
    return game


def _options(rules: System, options: Facts, battle_system: str) -> dict[str, Any]:
    """The options of a game. Where battles are fought elsewhere, rules that know the option ``battles`` are
    told to open them, whatever the form said."""
    opens = any(
        isinstance(field, Pick)
        and field.name == BATTLES
        and OPEN in [option.value for option in field.options]
        for field in rules.options()
    )
    return {**options, BATTLES: OPEN} if battle_system and opens else dict(options)


def can_open(game: Game) -> bool:
    """Whether battles of a game, as it was created, may be fought elsewhere."""
    rules = system_named(game.system)
    knows = any(field.name == BATTLES for field in rules.options())
    return not knows or game.options.get(BATTLES) == OPEN


def check_battle_system(system: str, battle_system: str) -> None:
    """Raises InvalidAction unless the campaign may fight its battles so ("" is always possible)."""
    if battle_system and battle_system not in plugins.battle_systems(system):
        raise invalid("no_such_battle_system", battle_system=battle_system)


def change_settings(game_id: UUID, user: User, *, now: datetime, **changes: Any) -> Game:
    """The game master changes what may change while a game runs: SETTINGS. Open deadlines stay as they are
    (see extend_deadline), new ones follow."""
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
        if changes.get("players_rewind") and not may_set_table(game, user):
            raise illegal("table_agreed")
        if changes.get("name", game.title) != game.title:
            changes["names"] = {}  # from now on it is called so in every language
        else:
            changes.pop("name", None)
        for name, value in changes.items():
            setattr(game, name, value)
        game.version += 1
        game.save(update_fields=[*changes, "version"])
        if "battle_system" in changes and game.running:
            _rebook_battles(game, now)
    return game


def may_set_table(game: Game, user: User) -> bool:
    """Whether this game master may still say that all sit at one table, where whoever sees a mistake corrects
    it: who plays agrees upon it before the game begins, or could take back what they like."""
    return game.players_rewind or game.seq < 0 or not consent.plays(user, game)


def start(game_id: UUID, user: User, *, now: datetime) -> Game:
    """The game master starts the game: its set-up becomes the first entry. Raises IllegalAction while seats
    are free or after the start."""
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if game.status != Game.Status.GATHERING:
            raise illegal("already_begun")
        free = [seat.key for seat in game.seats.all() if seat.free]
        if free:
            raise illegal("seats_free", seats=free)
        set_up(game, user, now)
        others = [one for one in messages.players(game) if one != user]
        messages.owe(game, Outbox.Kind.STARTED, "start", others, now)
    return game


def set_up(game: Game, actor: User, now: datetime) -> Entry:
    """The set-up as entry 0; the server rolls. Within the caller's transaction."""
    at = table(game)
    Game.objects.filter(pk=game.pk).update(started_at=now, rules_version=at.system.version)
    game.started_at, game.rules_version = now, at.system.version
    moment = journal.begin(at.opened, server_dice(game, seed_of(game)))
    return record(at, moment, Request("setup", Entry.Reason.GM, now, actor))


def abandon(game_id: UUID, user: User, *, now: datetime) -> Game:
    """The game master gives the game up. It stays readable; nothing is awaited any more. A campaign's battle
    in which something has been done is not given up by a game master who plays: the sides agree upon a report
    instead. Raises IllegalAction (battle_fought)."""
    led_by(user, game_id)
    with transaction.atomic():
        game = lock(game_id)
        if not game.over and consent.drops_battle(game, user):
            raise illegal("battle_fought")
        give_up(game, now)
    return game


def give_up(game: Game, now: datetime) -> None:
    """Within the caller's transaction."""
    if game.over:
        return
    consent.let_lapse(game, now, RewindRequest.Cause.GIVEN_UP)
    game.status, game.ended_at = Game.Status.ABANDONED, now
    Game.objects.filter(pk=game.pk).update(status=game.status, ended_at=now, version=F("version") + 1)
    PendingDecision.objects.filter(game=game, answered_at__isnull=True).update(answered_at=now)
    battles.give_up_all(game, now)


def _rebook_battles(game: Game, now: datetime) -> None:
    """The way battles are fought has changed while one is open."""
    at = table(game)
    battles.follow(at, now)
    battle = at.battle()
    if battle is None:
        return
    due = None if game.battle_system else now
    pending.open_rows(game).filter(decision=battle.decision).update(due_at=due, reckoned_at=now)
    if due is not None:
        jobs.ask(game.pk)
