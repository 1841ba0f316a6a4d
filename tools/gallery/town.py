"""Sample data for every page: games in every state, agreements, armies and leagues.

Everything is created through the services that the pages call, in the database that the settings name.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.utils import timezone

from accounts.logins import keys
from armies import services as armies
from armies.dba.roster import ready_roster
from armies.schiere.roster import usual
from battles import shelf
from battles.cca.rules.editing import as_own
from battles.cca.scenarios.briefing_text import facts_of
from battles.dba.muster.scenario import battle
from engine.dice import Seeded
from features.demo.management.commands.demo import PASSWORD
from features.desk import reserves
from features.feeds import services as feeds
from features.guest_commanders import services as guest_commanders
from features.letters import services as letters
from features.meetings import services as meetings
from features.notes import sending
from features.notes import services as notes
from features.notes.marks import Mark
from features.notes.views import places_of
from features.observers import services as observers
from features.offline import sync
from features.open_games.services import offer
from features.people.models import Portrait
from features.sandbox import making
from features.shared_table import services as shared_table
from games import services
from games.models import BattleLink, Entry, Game, Watch
from games.services.notices import wishes
from games.services.people import treaties
from leagues.models import League
from leagues.services import founding, rounds

PEOPLE: Final = ("gm", "anna", "bruno", "carla", "dino", "elena")  # elena is a new user
STEPS: Final = 3000  # more than any game here needs
Town = dict[str, str]


def build() -> Town:
    """Create the sample data. Return the arguments of the pages' URLs, by the names that ``pages`` uses."""
    call_command("demo", stdout=StringIO())
    for name in PEOPLE:
        person(name)
    now = timezone.now()
    Watch.objects.update_or_create(pk=1, defaults={"swept_at": now})
    demos = {game.name: game for game in Game.objects.filter(gm=person("gm"))}
    town = {
        "justinian": str(demos["Justinian: Anna against the bot"].pk),
        "italia": str(demos["Italia I: Anna, Bruno and the bot"].pk),
        "schiere": str(demos["Schiere: Anna against the bot"].pk),
        "nothing": str(uuid4()),
    }
    for part in (_war, _battles, _fields, _finished_games, _gathering, _leagues, _armies, _account):
        town |= part(now)
    return town | _add_notes([town["justinian"], town["italia"]], now)


def person(name: str) -> Any:
    users = get_user_model().objects
    return users.filter(username=name).first() or users.create_user(name, password=PASSWORD)


def seat_game(system: str, name: str, *people: str, **more: Any) -> Game:
    """Start a public game with these people in its seats, in order; "" is the bot."""
    now, gm = timezone.now(), person("gm")
    game = services.create_game(gm=gm, name=name, system=system, public=True, now=now, **more)
    for seat, who in zip(game.seats.all(), people, strict=False):
        if who:
            link = services.invite(game.pk, gm, seat=seat.key, now=now)
            services.accept(link.token, person(who), now=now)
        else:
            services.set_bot(game.pk, gm, seat.key, True, now=now)
    services.start(game.pk, gm, now=now)
    game.refresh_from_db()
    return game


def play_until(game: Game, until: Callable[[Any], bool]) -> Game:
    """Let bots play for everyone until ``until`` accepts the table, or the game is over."""
    for number in range(STEPS):
        game.refresh_from_db()
        table = services.table(game)
        waits = table.decisions()
        if game.is_over or not waits or until(table):
            break
        seat = waits[0].seat
        action = table.rules.bot(table.state, seat, Seeded(b"gallery", "bot", number))
        user, now = game.seats.get(key=seat).user, timezone.now()
        services.submit(
            game.pk,
            seat,
            table.system.codec.write(action),
            user=user,
            drawn_seq=game.seq,
            key=str(uuid4()),
            now=now,
        )
    game.refresh_from_db()
    return game


def is_asked(kind: str) -> Callable[[Any], bool]:
    return lambda table: table.decisions()[0].kind == kind


def has_reached_turn(number: int) -> Callable[[Any], bool]:
    return lambda table: (table.rules.turn_of(table.state) or 0) >= number


# --- the parts of the sample data ---


def _war(now: datetime) -> Town:
    """Create a campaign with an open battle that is played as a separate game. The campaign has treaties,
    letters, observers, a substitute, deadlines and a sandbox.
    """
    anna, bruno, gm = person("anna"), person("bruno"), person("gm")
    game = seat_game("justinian", "The war for Italy", "anna", "bruno", battle_system="dba")
    play_until(game, lambda _table: BattleLink.objects.filter(campaign=game).exists())
    link = BattleLink.objects.filter(campaign=game).latest("pk")
    seats = [seat.key for seat in game.seats.all()]
    wanted = [
        treaties.ProposedPromise(seats[0], {"kind": "gold", "gold": 20, "until": 3}),
        treaties.ProposedPromise(seats[1], {"kind": "peace", "until": 4}),
    ]
    more: Any = {"seat": seats[0], "to": seats[1], "now": now}
    made = treaties.propose(game.pk, anna, wanted=wanted, public=True, key="first", **more)
    treaties.accept(game.pk, bruno, made.pk, now)
    treaties.propose(game.pk, anna, wanted=wanted[1:], public=False, key="second", **more)
    for key, text in enumerate(("Leave me Rome, and Ravenna is yours.", "Your fleet was seen off Corcyra.")):
        letters.write(game.pk, anna, seat=seats[0], to=seats[1], text=text, key=f"letter-{key}", now=now)
    look = observers.invite(game.pk, gm, seat="", name="", delay=0, now=now)
    observers.invite(game.pk, gm, seat="", name="dino", delay=0, now=now)
    reserves.offer(game, person("carla"), now)
    days = {"at": "21:00", "days": [0, 3], "zone": "Europe/Rome"}
    services.set_pace(game.pk, gm, hours=48, written=days, weeks=26, now=now)
    trial = making.make(game.pk, anna, seq=game.seq, seat=seats[0], program=False, key=uuid4(), now=now)
    return {
        "war": str(game.pk),
        "link": str(link.pk),
        "seat": seats[0],
        "observing": str(look.token),
        "tryout": str(trial.pk),
    }


def _battles(now: datetime) -> Town:
    """Create two battles in mid-game, outside campaigns. The first has a proposed appointment, a link for a
    guest commander, a table code, a screen, and uploaded moves that conflict with its log.
    """
    anna, bruno = person("anna"), person("bruno")
    fight = seat_game("dba", "Before Corinth", "anna", "bruno", options={"setup": "quick"}, dice_mode="mixed")
    play_until(fight, has_reached_turn(3))
    meet = meetings.for_user(anna, fight.pk)
    days = [now + timedelta(days=day) for day in (5, 6)]
    proposals = [meetings.ProposedTime(day, where="Club La Tavola, via Roma 12") for day in days]
    meetings.propose(meet, anna, proposals, now)
    general = guest_commanders.make_link(fight.pk, anna, "red", now)
    code = shared_table.get_code(fight.pk, bruno, now)
    screen = shared_table.screen(code.code, now)
    _bring(fight, bruno, now)
    squares = seat_game("schiere", "At the ford", "anna", "bruno")
    play_until(squares, has_reached_turn(2))
    return {
        "fight": str(fight.pk),
        "general": str(general.token),
        "code": code.code,
        "screen": str(screen.key),
        "squares": str(squares.pk),
    }


def _bring(game: Game, user: Any, now: datetime) -> None:
    """Upload offline moves that conflict with the log."""
    base = Entry.objects.filter(game=game, seq__lt=game.seq).latest("seq")
    seat = game.seats.get(user=user).key
    step = {"kind": "action", "seat": seat, "action": {"kind": "concede"}, "dice": [], "at": now.isoformat()}
    sync.import_moves(
        game.pk, user, device=uuid4(), base=base.seq, base_digest=base.digest, items=[step], now=now
    )


def _fields(now: datetime) -> Town:
    """Create a DBA battle in which terrain is being placed, and a Schiere battle in deployment."""
    red, blue = ready_roster("later_carthaginian"), ready_roster("polybian_roman")
    names = ("Later Carthaginian", "Polybian Roman")
    scenario = battle(red, blue, "By the river", names, ("Hannibal", "Scipio"))
    ground = seat_game("dba", "By the river", "anna", "bruno", scenario=scenario, dice_mode="mixed")
    play_until(ground, is_asked("dba_terrain"))
    board = seat_game("schiere", "On the ridge", "anna", "bruno", scenario_name="ridge")
    play_until(board, is_asked("deploy"))
    return {"ground": str(ground.pk), "board": str(board.pk)}


def _finished_games(now: datetime) -> Town:
    found = {}
    names = {"dba": "Before Antioch", "schiere": "On the plain of Bagradas", "italia": "Italia, all of it"}
    for system, name in names.items():
        call_command("playthrough", system, seed=3, store="gm", stdout=StringIO())
        game = Game.objects.filter(system=system, status=Game.Status.ENDED).latest("pk")
        Game.objects.filter(pk=game.pk).update(public=True, name=name, names={})
        found[f"{system} over"] = str(game.pk)
    return found


def _gathering(now: datetime) -> Town:
    gm = person("gm")
    game = services.create_game(
        gm=gm, name="A summer in Italy", system="justinian", public=True, hours_per_decision=48, now=now
    )
    link = services.invite(game.pk, gm, uses=5, now=now)
    offer(gm, game.pk, {"language": "en", "words": "Two turns a week, newcomers helped."}, now=now)
    for system, words in (("dba", "Tuesdays at nine"), ("cca", "")):
        one = services.create_game(gm=gm, name=f"{system.upper()} in an evening", system=system, now=now)
        offer(gm, one.pk, {"pace": "live", "guests": "1", "level": "new", "words": words}, now=now)
    choices = {"words": "Evenings, mostly Justinian.", "seeks": True, "hours": True}
    for name in ("bruno", "anna"):
        Portrait.objects.update_or_create(user=person(name), defaults=choices)
    return {"lobby": str(game.pk), "invitation": link.token}


def _add_notes(games: list[str], now: datetime) -> Town:
    """Draw an arrow, a circle and a text for Anna on the map of each game. In the last game, also enclose
    these three marks with a letter.
    """
    for game in games:
        at = notes.scene_of(person("anna"), UUID(game))
        first, second, third = list(places_of(at).values())[3:6]
        for mark in (
            Mark("arrow", (first.x, first.y, second.x, second.y), (first.name, second.name), "By summer"),
            Mark("circle", (third.x, third.y, 60), (third.name,)),
            Mark("note", text="Bruno promised not to march this turn."),
        ):
            notes.add(at, mark, mark.kind, now)
    numbers = list(notes.own_notes(at).values_list("pk", flat=True))
    seat = at.seat or ""
    letter = sending.send(at, numbers, seat=seat, to="", text="My plan", key="marks", now=now)
    assert letter is not None
    return {"sent": str(letter.pk)}


def _leagues(now: datetime) -> Town:
    gm, found = person("gm"), {}
    for kind in (League.Kind.SEASON, League.Kind.DUPLICATE):
        more: Any = {"system": "dba", "options": {"setup": "quick"}, "kind": kind, "public": True}
        name = "Winter league" if kind == League.Kind.SEASON else "Same dice for all"
        league = founding.found_league(gm, name, now=now, rounds=3, plays=False, **more)
        for one in ("anna", "bruno", "carla", "dino"):
            founding.join(league.token, person(one), now)
        rounds.draw(gm, league.pk)
        rounds.begin(gm, league.pk, now)
        if kind == League.Kind.SEASON:
            board = league.rounds.get().boards.first()
            assert board is not None
            rounds.rule(gm, league.pk, board.pk, {"red": 1, "blue": 2}, "agreed at the club", now)
        found[f"{kind} league"] = str(league.pk)
    open_one = founding.found_league(gm, "Spring league", "dba", now=now, public=True)
    return found | {"league": open_one.token}


def _armies(now: datetime) -> Town:
    anna, found = person("anna"), {}
    for system, roster in (("dba", ready_roster("polybian_roman")), ("schiere", usual("rome", name="Legio"))):
        saved = armies.save_army(anna, roster, now)
        other = armies.save_army(person("gm"), roster, now)
        found[f"{system} army"] = str(saved.pk)
        found[f"{system} shared"] = armies.share(other)
    armies.add_owned(anna, "dba", {"4Bd": 6, "2Ps": 3})
    own = shelf.save_scenario(anna, "cca", as_own(facts_of("castulo")), now)
    return found | {"cca scenario": str(own.pk)}


def _account(now: datetime) -> Town:
    anna = person("anna")
    keys.create_key(anna, "club bot", ["read", "play"], 90, now)
    feeds.make(anna, None, now)
    return {"stop": wishes.stop_token(anna, None)}
