"""Walk through every URL of the project. The walk sends odd values, looks for secrets in the responses, and
compares a digest of every row before and after.

The URLs come from the resolver and the names of parameters from the sources, so new pages are covered
without being listed. Only the arguments *in* URLs must be given in :class:`Town`; an unknown argument
counts as a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import ForeignKey, Model
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from armies.dba.lists import army_lists
from armies.dba.roster import ready_roster
from armies.models import Owned, SavedArmy
from armies.services import save_army, share
from battles.models import SavedScenario
from battles.shelf import save_scenario
from features.guest_commanders import services as guest_commanders
from features.letters import services as letters
from features.notes import services as notes
from features.notes.marks import Mark
from features.offline import sync
from features.offline_app import python
from features.open_games.services import offer
from features.shared_table import services as shared_table
from games import plugins, services
from games.models import BattleLink, Branch, Game, Letter, Secret, Watch
from leagues.models import League
from leagues.services import founding, rounds
from tests.games.cast import attack, do
from tests.web.cast import lobby, person, running

NOBODY = "00000000-0000-4000-8000-000000000000"
PEOPLE = ("owner", "rival", "gm", "stranger")

# --- odd values ---

DIGITS = "9" * 5000  # more than int() accepts
ODD = (
    DIGITS,
    "-" + DIGITS,
    "-1",
    "--5",
    "\0",
    "٣²",
    "[" * 3000,
    '{"a":' * 200 + "1" + "}" * 200,
    "\ud83d",  # half a character, as a broken client sends it
    "' OR 1=1 --<script>",
    "",
)
ODD_JSON = (
    "[" * 100_000,
    DIGITS,
    '{"seat":' + DIGITS + "}",
    '{"seat":"red","seq":' + DIGITS + ',"key":"k","action":{"kind":"hold"}}',
    '{"seat":"red","seq":0,"key":"k\\u0000","action":{"kind":"hold"}}',
    '{"seat":"red","seq":0,"key":"\\ud83d","action":{"kind":["hold"]}}',
    '{"seat":"red","seq":0,"key":"k","action":{"kind":"hold"},"faces":[1e999,-3]}',
    '{"seat":"red","seq":1,"key":"k","action":{"kind":"attack","camp":{},"target":[],"stake":"x"}}',
    '{"a":{"type":"Kn","overlaps":' + DIGITS + '},"b":{"type":["Sp"]}}',
    '{"a":{"type":"Kn","overlaps":-5},"b":{"type":"Sp"},"dice":[7,{}]}',
    "[1,2,3]",
    "null",
    "\0",
    "",
)
TYPES = (
    "application/json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/x-www-form-urlencoded; charset=nonsense",
    "application/octet-stream",
    "",
)


# --- the URLs ---


@dataclass(frozen=True)
class Door:
    """A named URL pattern of the site, and the names of its arguments. A :class:`Town` (sample data) provides
    their values.
    """

    name: str
    route: str
    arguments: tuple[str, ...]

    def paths(self, town: Town) -> Iterator[str]:
        """Yield every URL of this door, with arguments from the town's sample data. Raises LookupError for an
        argument that the town does not know.
        """
        rows: list[dict[str, Any]] = [{}]
        for argument in self.arguments:
            values = town.things(argument, self)
            rows = [{**row, argument: value} for row in rows for value in values]
        for row in rows:
            yield reverse(self.name, kwargs=row) if row else reverse(self.name)


def doors() -> list[Door]:
    """Return every URL of the project. Raises LookupError for one without a name, because no page could
    link to it.
    """
    return list(_doors(get_resolver(), "", ""))


def _doors(resolver: URLResolver, space: str, route: str) -> Iterator[Door]:
    for one in resolver.url_patterns:
        here = route + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from _doors(one, f"{space}{one.namespace}:" if one.namespace else space, here)
        elif isinstance(one, URLPattern):
            if not one.name:
                raise LookupError(
                    f"the address {here!r} has no name: give it one, so that the walk reaches it"
                )
            yield Door(space + one.name, here, tuple(one.pattern.converters))


@cache
def parameters() -> tuple[str, ...]:
    """Return the names of all parameters that pages and forms read from a request, taken from the sources."""
    found: set[str] = set()
    asked = re.compile(
        r"""(?:\.|\b)(?:GET|POST|posted|query|asked|told|sent|posted)(?:\.(?:get|getlist|pop)\(\s*|\[)"([\w.-]+)\""""
        r"""|"([\w.-]+)"\s+(?:not\s+)?in\s+(?:posted|told|sent|request\.(?:GET|POST))"""
    )
    for app in ("accounts", "games", "armies", "battles", "campaigns", "leagues", "features"):
        for path in (settings.BASE_DIR / app).rglob("*.py"):
            for match in asked.findall(path.read_text(encoding="utf-8")):
                found.update(name for name in match if name)
    for path in Path(settings.BASE_DIR / "templates").rglob("*.html"):
        found.update(re.findall(r'\bname="([\w.-]+)"', path.read_text(encoding="utf-8")))
    return tuple(sorted(found))


# --- the forms of a page ---


@dataclass(frozen=True)
class Form:
    """A form as the browser would send it with one of its buttons."""

    action: str
    method: str
    fields: tuple[tuple[str, str], ...]

    @property
    def shape(self) -> tuple[Any, ...]:
        """A key of the form's shape: forms of one shape differ only in their values."""
        told = {name: value for name, value in self.fields if name in ("kind", "do")}
        path = re.sub(r"[0-9a-f-]{36}|\d+", "*", self.action)
        return path, self.method, frozenset(name for name, _ in self.fields), frozenset(told.items())


class _Forms(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page = page
        self.found: list[Form] = []
        self.open: dict[str, Any] | None = None
        self.select: str | None = None
        self.taken = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "form":
            action = urljoin(self.page, at.get("hx-post") or at.get("action") or self.page)
            method = "post" if at.get("method", "").lower() == "post" or "hx-post" in at else "get"
            self.open = {"action": action, "method": method, "fields": [], "buttons": []}
        if self.open is None:
            return
        name = at.get("name", "")
        if tag == "button" or (tag == "input" and at.get("type") == "submit"):
            self.open["buttons"].append((name, at.get("value", "")))
        elif tag == "select":
            self.select, self.taken = name, False
        elif tag == "option" and self.select and (not self.taken or "selected" in at):
            if self.taken:
                self.open["fields"].pop()
            self.open["fields"].append((self.select, at.get("value", "")))
            self.taken = True
        elif name and tag in ("input", "textarea") and at.get("type") != "file":
            boxed = at.get("type") in ("radio", "checkbox")
            if not boxed or "checked" in at or name not in dict(self.open["fields"]):
                self.open["fields"].append((name, unescape(at.get("value", "on" if boxed else ""))))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = None
        if tag == "form" and self.open is not None:
            fields = [
                pair for pair in self.open["fields"] if pair[0] not in ("csrfmiddlewaretoken", "drawn_for")
            ]
            for button in self.open["buttons"] or [("", "")]:
                sent = (*fields, *([button] if button[0] else []))
                self.found.append(Form(self.open["action"], self.open["method"], sent))
            self.open = None


def forms_of(page: str, html: str) -> list[Form]:
    """Return every form on a page, once for each of its buttons."""
    parser = _Forms(page)
    parser.feed(html)
    return parser.found


# --- the town: something of every kind, with secrets in it ---


PLAYED = ("private", "table", "campaign", "war", "gathering")


@dataclass
class Town:
    """Sample data: games in every state, people, armies and letters, with a record of who may read each
    secret.
    """

    games: dict[str, Game]
    armies: dict[str, SavedArmy]
    tokens: dict[str, str]
    links: list[int]
    shown: tuple[str, ...]
    leagues: tuple[Any, ...] = ()
    secrets: dict[str, frozenset[str]] = field(default_factory=dict)  # text -> who may read it

    def things(self, argument: str, door: Door) -> list[Any]:
        """Return the values for an argument of this name. Raises LookupError for an unknown one."""
        known: dict[str, list[Any]] = {
            "pk": [*(self.games[name].pk for name in self.shown), NOBODY],
            "link": [*self.links, 0, 10**30],
            "branch": [*Branch.objects.values_list("pk", flat=True), 0, 10**30],
            "army_id": [*(army.pk for army in self.armies.values()), NOBODY],
            "rest": ["troops/", "lists/vandal/", "nothing"],
            "list_id": [next(iter(army_lists())), "no-such-list"],
            "reference": [
                *(a.pk for a in self.armies.values()),
                self.tokens["army"],
                next(iter(army_lists())),
                "x",
            ],
            "code": ["4Sp", "none"],
            "battle": ["tricameron", "none"],
            "key": [*SavedScenario.objects.values_list("pk", flat=True), NOBODY],
            "system": ["fords", "dba", "justinian", "none"],
            "name": ["standard", "even", "none"],
            "token": [*self.tokens.values(), "no-such-token", "9" * 400],
            "uidb64": ["MQ", "x" * 200],
            "version": [python.VERSION, "0"],
            "mark": ["0" * 32, "x"],
            "league": [*self.leagues, NOBODY],
            "letter": [*Letter.objects.values_list("pk", flat=True), 0, 10**30],
            "person": ["owner", "nobody", "9" * 400],
            "number": [*User.objects.values_list("pk", flat=True)[:3], 0, 10**30],
        }
        if argument not in known:
            raise LookupError(
                f"{door.name} ({door.route}) has an argument {argument!r} that the walk cannot fill: "
                "say in tests/web/doors.py (Town.things) what it may be"
            )
        return known[argument]

    def forbidden(self, who: str, asked: str) -> list[str]:
        """Return the secrets that this reader must not find; text from the request itself is no secret."""
        return [text for text, readers in self.secrets.items() if who not in readers and text not in asked]


def build(who: str = "owner") -> Town:
    """Create the town (sample data of every kind) in the test's own database, with the games that matter for
    ``who``.
    """
    now = timezone.now()
    Watch.objects.update_or_create(pk=1, defaults={"swept_at": now})  # a healthy server
    for name in PEOPLE:
        user = person(name)
        user.email = f"{name}-planted@secret.example"
        user.save()
    games = {
        "private": _game("fords", "red", "blue", hours_per_decision=24),
        "watched": _game("fords", "red", "blue", public=True, players_rewind=True),
        "table": _game("dba", "red", "blue", options={"setup": "quick"}, dice_mode="mixed"),
        "campaign": _game("justinian", "byzantium", "barbarian"),
        "war": _game("fords", "red", "blue", battle_system="duel"),
        "gathering": lobby(name="Gathering"),
        "over": _game("fords", "red", "blue", public=True),
    }
    fight(games["war"])
    services.abandon(games["over"].pk, person("gm"), now=now)
    invitation = services.invite(games["gathering"].pk, person("gm"), uses=5, now=now)
    offer(person("gm"), games["gathering"].pk, {"words": "All welcome"}, now=now)
    armies = {}
    for name, shared in (("owner", False), ("rival", True)):
        roster = ready_roster(next(iter(army_lists())))
        armies[name] = save_army(person(name), replace(roster, name=f"planted-army-{name}"), now)
        if shared:
            share(armies[name])
    composed = {**plugins.system("cca").scenario("akragas"), "name": "planted-scenario"}
    save_scenario(person("owner"), "cca", composed, now)
    Owned.objects.create(owner=person("owner"), system="dba", code="4Sp", count=7)
    league = _league()
    battle = games["war"].battle_links.get().battle
    assert battle is not None
    code = shared_table.get_code(games["table"].pk, person("owner"), now)
    tokens = {
        "command": guest_commanders.make_link(battle.pk, person("owner"), "first", now).token,
        "table": code.code,
        "screen": shared_table.screen(code.code, now).key,
        "invitation": invitation.token,
        "army": str(armies["rival"].token),
        "league": league.token,
    }
    links = [link.pk for game in games.values() for link in game.battle_links.all()]
    assert links, "no battle is open: the pages of battles would not be walked"
    shown = ("private", "watched", "gathering") if who in ("", "stranger") else PLAYED
    town = Town(games, armies, tokens, links, shown, (league.pk,))
    _plant(town, now)
    return town


def _game(system: str, first: str, second: str, **more: Any) -> Game:
    game, now = lobby(system=system, name=f"Of {system}", **more), timezone.now()
    for seat, name in ((first, "owner"), (second, "rival")):
        link = services.invite(game.pk, person("gm"), seat=seat, now=now)
        services.accept(link.token, person(name), now=now)
    for seat in game.seats.filter(user=None):
        services.set_bot(game.pk, person("gm"), seat.key, True, now=now)
    services.start(game.pk, person("gm"), now=now)
    game.refresh_from_db()
    return game


def _league() -> League:
    """Create a private league of owner and rival, led by gm, in its first round; the next one is planned."""
    league = founding.found_league(
        person("gm"), "Planted league", "fords", now=timezone.now(), options={"rounds": 3}, plays=False
    )
    for name in ("owner", "rival"):
        founding.join(league.token, person(name), timezone.now())
    rounds.draw(person("gm"), league.pk)
    rounds.begin(person("gm"), league.pk, timezone.now())
    return league


def fight(game: Game) -> None:
    """Let red attack blue, who stands, so that a battle opens."""
    person_of = {seat.key: seat.user for seat in game.seats.all()}
    now = timezone.now()
    do(game, person_of["red"], "red", attack("blue"), now=now)
    do(game, person_of["blue"], "blue", {"kind": "hold"}, now=now)
    services.answer_due(game.pk, now)
    game.refresh_from_db()
    do(game, person_of["blue"], "blue", {"kind": "stand", "withdraw": False}, now=now)


def _bring(game: Game) -> None:
    """Upload a branch from the rival's phone that conflicts with the log."""
    base, now = game.entries.get(seq=game.seq), timezone.now()
    step = {
        "kind": "action",
        "seat": "blue",
        "action": {"kind": "concede"},
        "dice": [],
        "at": "planted-branch",
    }
    brought = {
        "device": uuid4(),
        "base": base.seq,
        "base_digest": base.digest,
        "items": [{**step, "at": "planted-branch"}],
    }
    at = services.table(game)
    default = at.decisions()[0]
    do(game, person("owner"), "red", at.system.codec.write(default.default), now=now)
    assert sync.import_moves(game.pk, person("rival"), now=now, **brought).result == sync.CONFLICT


def _plant(town: Town, now: Any) -> None:
    """Plant secrets of every kind, and record who may read each."""
    only = frozenset
    _bring(town.games["table"])
    town.secrets["planted-branch"] = only({"owner", "rival", "gm"})
    for name in PEOPLE:
        town.secrets[f"{name}-planted@secret.example"] = only({name})
    for name in ("owner", "rival"):
        seat = town.games["private"].seats.get(user=person(name))
        seat.orders = {"stand": {"withdraw_at": 2}, f"planted-orders-{name}": {}}
        seat.save()
        town.secrets[f"planted-orders-{name}"] = only({name})
        letters.write(
            town.games["private"].pk,
            person(name),
            seat=seat.key,
            to="gm",
            text=f"planted-letter-{name}",
            key=f"k{name}",
            now=now,
        )
        town.secrets[f"planted-letter-{name}"] = only({name, "gm"})
        town.secrets[f"planted-army-{name}"] = only({name} if name == "owner" else PEOPLE) | (
            only({""}) if name == "rival" else only()
        )
    at = notes.scene_of(person("owner"), town.games["private"].pk)
    mark = Mark("arrow", (1.0, 2.0, 3.0, 4.0), ("planted-place",), "planted-note")
    notes.add(at, mark, "planted", now)
    for text in ("planted-note", "planted-place"):
        town.secrets[text] = only({"owner"})
    town.secrets["planted-scenario"] = only({"owner"})
    for secret in Secret.objects.exclude(game=town.games["over"]):
        town.secrets[bytes(secret.seed).hex()] = only()
    for game in Game.objects.filter(system="fords").exclude(pk=town.games["over"].pk):
        marks = [
            *game.entries.values_list("digest", flat=True),
            *game.snapshots.values_list("digest", flat=True),
        ]
        for mark in marks:  # a digest would let a reader guess and check hidden words
            town.secrets[mark] = only({"gm"})
    town.secrets[town.tokens["invitation"]] = only({"gm"})
    town.secrets[town.tokens["command"]] = only({"owner"})
    town.secrets[town.tokens["army"]] = only({"rival"})
    town.secrets[town.tokens["league"]] = only({"gm"})
    for user in User.objects.all():
        town.secrets[user.password] = only()
    assert Letter.objects.count() == 2


# --- the walk ---

Rows = dict[tuple[str, Any], str]


@dataclass(frozen=True)
class Row:
    """A row of the database: a text of its values, its owners, and the rows to which it refers."""

    values: str
    owners: frozenset[Any]
    refers_to: frozenset[tuple[str, Any]]


# sessions, and counters of tries (accounts/limits.py)
UNWATCHED = ("django_session", "games_counter")


def raw_tables() -> dict[type[Model], list[tuple[Any, ...]]]:
    """Return the rows of every watched table as the database gives them, in the order of their keys."""
    found = {}
    with connection.cursor() as cursor:
        for model in _watched():
            name, key = connection.ops.quote_name, model._meta.pk.column
            cursor.execute(f"SELECT * FROM {name(model._meta.db_table)} ORDER BY {name(key)}")
            found[model] = cursor.fetchall()
    return found


@cache
def _watched() -> tuple[type[Model], ...]:
    models = (m for m in apps.get_models(include_auto_created=True) if m._meta.managed)
    return tuple(m for m in models if not m._meta.proxy and m._meta.db_table not in UNWATCHED)


def rows_of(model: type[Model]) -> dict[tuple[str, Any], Row]:
    """Return the rows of a model, each named by the model and its primary key."""
    found = {}
    for row in model._default_manager.all():
        values = [(f.attname, getattr(row, f.attname)) for f in row._meta.concrete_fields]
        found[(model._meta.label, row.pk)] = Row(repr(values), _owners(row), _refers_to(row))
    return found


def rows() -> dict[tuple[str, Any], Row]:
    """Return every row of the database, except sessions and counters."""
    return {key: row for model in _watched() for key, row in rows_of(model).items()}


def _owners(row: Model) -> frozenset[Any]:
    """Return the owners of a row: the users that it names, or itself."""
    if isinstance(row, User):
        return frozenset({row.pk})
    return frozenset(
        getattr(row, f.attname)
        for f in row._meta.concrete_fields
        if isinstance(f, ForeignKey) and f.related_model is User
    ) - {None}


def _refers_to(row: Model) -> frozenset[tuple[str, Any]]:
    return frozenset(
        (f.related_model._meta.label, getattr(row, f.attname))  # type: ignore[union-attr]
        for f in row._meta.concrete_fields
        if isinstance(f, ForeignKey) and getattr(row, f.attname) is not None
    )


_UNWATCHED_TABLE = re.compile('"(' + "|".join(UNWATCHED) + ')"')


class _Writes:
    """Notes whether anything except sessions and counters is written."""

    def __init__(self) -> None:
        self.seen = False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        word = sql.lstrip()[:6].upper()
        if word in ("INSERT", "UPDATE", "DELETE") and not _UNWATCHED_TABLE.search(sql[:60]):
            self.seen = True
        return execute(sql, params, many, context)


class Visitor:
    """A person who tries URLs. ``own``: the rows that the person may change (their own; none for a visitor).

    Every request is rolled back after its effect has been judged.
    """

    def __init__(self, town: Town, who: str, spared: frozenset[str] = frozenset()) -> None:
        self.town, self.who, self.spared = town, who, spared
        self.client = Client(raise_request_exception=False)
        if who:
            self.client.force_login(person(who))
        self.cookies = self.client.cookies.copy()
        self.before, self.raw_before = rows(), raw_tables()
        self.faults: list[str] = []
        self.asked = 0

    def ask(self, method: str, path: str, told: str, **sent: Any) -> Any:
        """Send one request and return the response. Record a fault for each forbidden change, server error or
        leaked secret. ``told``: how the faults describe the request.
        """
        self.asked += 1
        writes = _Writes()
        self.client.cookies = self.cookies.copy()
        with transaction.atomic():
            with connection.execute_wrapper(writes):
                if method == "generic":  # raw bytes
                    answer = self.client.generic("POST", path, **sent)
                else:
                    answer = getattr(self.client, method)(path, **sent)
            if writes.seen:
                for what in self._touched():
                    self.fault(method, path, told, what)
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            self.fault(method, path, told, f"answers {answer.status_code}")
        self._read(answer, method, path, told, f"{path} {sent}")
        return answer

    def fault(self, method: str, path: str, told: str, what: str) -> None:
        self.faults.append(f"{self.who or 'a visitor'}: {method.upper()} {path[:120]} ({told}): {what}")

    def _read(self, answer: Any, method: str, path: str, told: str, asked: str) -> None:
        body = b"".join(answer.streaming_content) if answer.streaming else answer.content
        text = body.decode("utf-8", "replace") + str(answer.headers)
        for secret in self.town.forbidden(self.who, asked):
            if secret in text:
                self.fault(method, path, told, f"tells {secret!r}")

    def _touched(self) -> Iterator[str]:
        """Yield a fault for each row of somebody else that the requests changed or deleted. If nobody is
        named as ``spared``, also yield one for each new row that refers to somebody else's row.
        """
        raw = raw_tables()
        changed = [model for model in raw if raw[model] != self.raw_before[model]]
        if not changed:
            return
        me = person(self.who).pk if self.who else None
        spared = {person(name).pk for name in self.spared}
        labels = {model._meta.label for model in changed}
        after = {key: row for model in changed for key, row in rows_of(model).items()}
        for key, row in self.before.items():
            if key[0] not in labels:
                continue
            if me is not None and me in row.owners and self.who == "stranger":
                continue
            if spared and not row.owners & spared:
                continue
            if self.spared and self.who and key[0] in ("games.Game", "games.TableCode"):
                continue  # any action of a player changes these
            if key not in after:
                yield f"deletes {key}"
            elif after[key].values != row.values:
                yield f"changes {key} {sorted(row.refers_to)}"
        if not self.spared:
            for key, row in after.items():
                if (
                    key not in self.before
                    and row.owners != {me}
                    and any(one in self.before and me not in self.before[one].owners for one in row.refers_to)
                ):
                    yield f"adds {key} to what is not theirs"


def short(value: str) -> str:
    """Return an odd value as it appears in the report of a fault, shortened if it is long."""
    return repr(value if len(value) < 30 else f"{value[:20]}... ({len(value)})")


def local(address: str) -> str:
    """Return a URL without its host."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def war(**more: Any) -> tuple[Game, Game, BattleLink]:
    """Create a private campaign, its battle (owner is first, rival second), and the link between the two."""
    campaign = running(battle_system="duel", **more)
    fight(campaign)
    link = BattleLink.objects.get(campaign=campaign)
    assert link.battle is not None
    return campaign, link.battle, link
