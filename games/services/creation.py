"""Create a game with its settings and its players."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import override

from accounts.naming.lines import one_line
from engine.codec import digest
from engine.game import BadScenario, Facts, Mistake, Pick, System
from engine.journal import BY_KIND, BY_SEQ
from games import invented_places, plugins
from games.access import User
from games.models import Game, Seat
from games.refusals import invalid
from games.services.proof.chance import make_secret
from games.services.tables import opening_of, system_named

BATTLES, OPEN = "battles", "open"  # the rules' option, and its value, for fighting battles as separate games
SETTINGS = ("name", "hours_per_decision", "public", "battle_system", "battle_least", "players_rewind")
AGREED = (*SETTINGS, "system", "scenario_name", "scenario_digest", "options", "dice_mode", "match")
ME, BOT = "me", "bot"
LONGEST_NAME = 120


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
    battle_least: int = 0,
    hours_per_decision: int | None = None,
    rhythm: Mapping[str, Any] | None = None,
    dice_mode: str = Game.DiceMode.VIRTUAL,
    public: bool = False,
    players_rewind: bool = False,
    seats: Mapping[str, str] | None = None,
    people: Mapping[str, User | None] | None = None,
    twins: UUID | None = None,
    key: UUID | None = None,
    names: Mapping[str, str] | None = None,
    match: str = Game.Match.NONE,
    demo: tuple[UUID, bytes] | None = None,
) -> Game:
    """Create a game that is open to join. Its scenario is built-in (``scenario_name``) or custom JSON
    (``scenario``). ``seats``: who plays a seat, ME (the game master) or BOT; seats that are not named
    remain free. Alternatively, ``people`` gives every seat's player (None: the bot). ``match``: whether the
    game is the first of two, and when the second begins (games.page_facts.matches). ``twins``: the number
    that all games of a duplicate share; they also share their dice (games.services.proof.duplicates).
    ``key`` identifies the form. Sending the form twice makes one game; sending it again with other contents
    makes another.

    Raises BadScenario (listing every mistake), InvalidAction if there is no such scenario or battle system,
    and SystemMissing if the system is not installed.
    """
    rules, name = system_named(system), one_line(name)[:LONGEST_NAME]
    if scenario is None:
        scenario_name = scenario_name or next(iter(rules.scenarios()))
        if scenario_name not in rules.scenarios():
            raise invalid("no_such_scenario", scenario=scenario_name)
        scenario = rules.scenario(scenario_name)
    else:
        scenario_name = ""  # an uploaded file takes precedence over a scenario named in the form
    if not isinstance(scenario, dict):
        raise BadScenario([Mistake("$", "not_an_object")])
    check_battle_system(system, battle_system)
    if match not in (Game.Match.NONE, Game.Match.AFTER, Game.Match.BOTH):
        raise invalid("no_such_match", match=match)
    game = Game(
        pk=uuid4(),
        name=name or rules.name,
        names=dict(names or {}),
        system=system,
        scenario_name=scenario_name,
        scenario=scenario,
        scenario_digest=digest(scenario),
        options=options_with(rules, options or {}, battle_system),
        rules_version=rules.version,
        gm=gm,
        battle_system=battle_system,
        battle_least=battle_least,
        hours_per_decision=hours_per_decision,
        rhythm=dict(rhythm or {}),
        dice_mode=dice_mode,
        public=public,
        players_rewind=players_rewind,
        twins=twins,
        match=match,
        binding=BY_KIND if twins else BY_SEQ,
        created_at=now,
    )
    if match and not plugins.two_sided(system, len(opening_of(game).rules.seats)):
        raise invalid("no_match")
    if key is not None:
        game.pk = uuid5(key, digest([gm.pk, {name: getattr(game, name) for name in AGREED}, seats or {}]))
    if demo is not None:
        game.pk = demo[0]
    if not name and plugins.page(system).is_battle:
        game.names = _names_of(game.pk)
        game.name = game.names[settings.LANGUAGE_CODE]
    return _made_before(game) or _store(game, seats or {}, people, None if demo is None else demo[1])


def _names_of(battle: UUID) -> dict[str, str]:
    found = {}
    for language, _label in settings.LANGUAGES:
        with override(language):
            found[language] = invented_places.name_of(battle)
    return found


def _made_before(game: Game) -> Game | None:
    """Return the game that this form created when it was first submitted, or None."""
    return Game.objects.filter(pk=game.pk, gm=game.gm).first()


def _store(
    game: Game, seats: Mapping[str, str], people: Mapping[str, User | None] | None, seed: bytes | None
) -> Game:
    secret = make_secret(game, seed)
    infos = opening_of(game).rules.seats
    if people is None:
        people = {seat: game.gm if who == ME else None for seat, who in seats.items()}
    else:
        seats = {seat: BOT for seat, who in people.items() if who is None}
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
                        user=people.get(info.id),
                        is_bot=seats.get(info.id) == BOT,
                    )
                    for place, info in enumerate(infos)
                ]
            )
    except IntegrityError:  # the same form arrived twice at once
        made = _made_before(game)
        if made is None:
            raise
        return made
    return game


def options_with(rules: System, options: Facts, battle_system: str) -> dict[str, Any]:
    """Return the game's options. If battles are fought as separate games, the option ``battles`` is switched
    on whatever the form says. Rules without this option are unaffected.
    """
    opens = any(
        isinstance(field, Pick)
        and field.name == BATTLES
        and OPEN in [option.value for option in field.options]
        for field in rules.options()
    )
    return {**options, BATTLES: OPEN} if battle_system and opens else dict(options)


def check_battle_system(system: str, battle_system: str) -> None:
    """Raise InvalidAction unless the campaign can fight its battles with this battle system. "" is always
    allowed.
    """
    if battle_system and battle_system not in plugins.battle_systems(system):
        raise invalid("no_such_battle_system", battle_system=battle_system)
