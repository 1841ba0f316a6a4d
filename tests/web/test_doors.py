"""Find every URL of the project and request it as every kind of user. No request may cause an error 500 or
reveal another user's secret, and outsiders may change nothing.
"""

from __future__ import annotations

import ast
import itertools
import logging
import os
import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.urls import reverse

from tests.web.cast import person
from tests.web.doors import (
    ODD,
    ODD_JSON,
    PEOPLE,
    TYPES,
    Form,
    Visitor,
    build,
    doors,
    forms_of,
    local,
    parameters,
    short,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Silence the log, which would record thousands of refusals."""
    logging.disable(logging.ERROR)
    yield
    logging.disable(logging.NOTSET)


EVERYTHING = bool(os.environ.get("VEXILLUM_DOORS"))  # every odd value in every field, instead of a few
LONG_AT_ONCE = 40  # how many parameters have a long value at once
LINK = re.compile("/(?:join|command|open|t)/[^/]")  # the form of a link or an offer that lets anyone in
LETS_IN = {  # anyone with these links may come in
    "join",
    "command-link",
    "leagues:join",
    "table-code",
    "table-add-screen",
    "open-game",
}


def told(visitor: Visitor, least: int = 100) -> None:
    assert visitor.asked > least, f"only {visitor.asked} requests: is the walk asleep?"
    seen = list(dict.fromkeys(visitor.faults))
    assert not seen, f"{len(seen)} faults in {visitor.asked} requests:\n" + "\n".join(seen[:40])


def some(values: tuple[str, ...], number: int, most: int) -> Iterator[str]:
    """Return at most ``most`` of the values, beginning with the one at ``number``, or all of them if
    VEXILLUM_DOORS is set.
    """
    if EVERYTHING:
        return iter(values)
    return itertools.islice(itertools.cycle(values), number % len(values), number % len(values) + most)


def test_the_walk_finds_addresses_parameters_and_forms() -> None:
    """If the walk found no URLs, parameters or forms, the tests below would pass without checking
    anything.
    """
    assert len(doors()) > 60
    assert {"turn", "at", "seat", "delete", "q", "hours", "mp"} <= set(parameters())
    page = '<form method="post"><input name="a" value="1"><button name="do" value="x"></form>'
    assert forms_of("/here/", page) == [Form("/here/", "post", (("a", "1"), ("do", "x")))]


def test_the_url_crawl_notices_every_database_change() -> None:
    """The walk over all URLs notices what a request changes. Otherwise the tests below would pass no matter
    what a stranger did.
    """
    town = build()
    visitor = Visitor(town, "stranger")
    visitor.client.force_login(person("owner"))  # as if the site let the stranger do what the owner may
    visitor.cookies = visitor.client.cookies.copy()
    private = town.games["private"].pk
    letter = {"seat": "red", "to": "", "text": "an intruder's letter", "key": "k"}
    visitor.ask("post", reverse("game-letters", args=[private]), "a letter", data=letter)
    assert any("adds ('games.Letter'" in fault for fault in visitor.faults), visitor.faults
    visitor.ask("post", reverse("armies:dba:delete", args=[town.armies["owner"].pk]), "a deletion")
    assert any("deletes ('armies.SavedArmy'" in fault for fault in visitor.faults), visitor.faults
    hold = {"seq": town.games["private"].seq, "key": "k", "seat": "red", "kind": "hold"}
    visitor.ask("post", reverse("game-act", args=[private]), "an action", data=hold)
    assert any("changes ('games.Game'" in fault for fault in visitor.faults), visitor.faults


@pytest.mark.parametrize("who", ["", *PEOPLE])
def test_every_address_with_odd_values(who: str) -> None:
    town = build(who)
    visitor = Visitor(town, who)
    strange = who in ("", "stranger")
    if not strange:
        # these readers may change rows here, but not those of a stranger
        visitor.spared = frozenset({"stranger"})
    for number, door in enumerate(doors()):
        for turn, path in enumerate(door.paths(town)):
            _knock(visitor, path, number + turn, who, posts=not (strange and door.name in LETS_IN))
    told(visitor)


def _knock(visitor: Visitor, path: str, number: int, who: str, posts: bool) -> None:
    """Request a URL, first without any parameters. Then add odd values: at every URL for the owner and a
    visitor, and at some URLs for the others, because code that reads a value rarely checks who sends it.
    """
    visitor.ask("get", path, "as it is", headers={"HX-Request": "true"} if number % 3 == 1 else {})
    if not EVERYTHING and who in PEOPLE[1:] and number % 3 != PEOPLE.index(who) - 1:
        return
    for value in some(ODD, number, 1):
        names = _fitting(value, number)
        query = _query(names, value)
        visitor.ask("get", f"{path}?{query}", f"everything is {short(value)}")
        if posts:
            visitor.ask("post", path, f"everything is {short(value)}", **_body(names, value, number))
    if not posts:
        return
    for document in some(ODD_JSON, number, 1):
        visitor.ask("post", path, f"JSON {short(document)}", data=document, content_type="application/json")
    if EVERYTHING or number % 3 == 0:
        for kind in some(TYPES, number // 3, 1):
            visitor.ask("generic", path, f"of type {kind!r}", data=b"\xff\x00{", content_type=kind)


def _fitting(value: str, number: int) -> tuple[str, ...]:
    """Return the parameters that get this value. A long value goes only to a few, because URLs have a
    maximum length and reading them would take most of the walk. ``number``: the number of the URL; each URL
    gets the next few parameters.
    """
    names = parameters()
    if EVERYTHING or len(value) < 100:
        return names if len(value) < 100 else names[: 2_000_000 // len(value)]
    start = number * LONG_AT_ONCE % len(names)
    return (*names, *names)[start : start + LONG_AT_ONCE]


@cache
def _query(names: tuple[str, ...], value: str) -> str:
    """Return a query, or a form as browsers send it, in which every parameter has this value."""
    return "&".join(f"{quote(name)}={quote(value, errors='surrogatepass')}" for name in names)


def _body(names: tuple[str, ...], value: str, number: int) -> dict[str, Any]:
    """Return the arguments with which the test client posts a form. At every fourth URL the form is sent as
    one with files would be (multipart), elsewhere as an ordinary one.
    """
    if number % 4 == 0:
        return {"data": {name: _utf8(value) for name in names}}
    return {"data": _query(names, value), "content_type": "application/x-www-form-urlencoded"}


def _utf8(value: str) -> str:
    return value.encode("utf-8", "replace").decode()


def _forms(town: Any, who: str) -> list[Form]:
    """Return one form of each shape from every page that this person sees."""
    visitor = Visitor(town, who)
    found: dict[Any, Form] = {}
    for door in doors():
        for path in door.paths(town):
            answer = visitor.ask("get", path, "for its forms")
            if answer.status_code == 200 and "text/html" in answer.headers.get("Content-Type", ""):
                for form in forms_of(path, answer.content.decode()):
                    found.setdefault(form.shape, form)
    return list(found.values())


@pytest.mark.parametrize("who", ["owner", "gm", ""])
def test_every_form_with_odd_values_in_each_field(who: str) -> None:
    town = build()
    forms = _forms(town, who)
    assert len(forms) > (10 if who == "" else 30)
    visitor = Visitor(town, who, frozenset({"stranger"}))
    for number, form in enumerate(forms):
        visitor.ask(form.method, local(form.action), "as it is", data=_data(form.fields))
        for place, (name, _value) in enumerate(form.fields):
            for value in some(ODD, number + place, 1):
                fields = [(n, value if n == name else v) for n, v in form.fields]
                visitor.ask(form.method, local(form.action), f"{name} = {short(value)}", data=_data(fields))
    told(visitor, least=30 if who == "" else 300)


def _data(fields: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(_utf8(value))
    return found


@pytest.mark.parametrize("whose", ["owner", "gm"])
def test_the_forms_of_others_change_nothing_of_theirs(whose: str) -> None:
    """Knowing everything in a form does not let anyone send it for another user."""
    town = build()
    forms = [form for form in _forms(town, whose) if form.method == "post" and not LINK.search(form.action)]
    for who in ("", "stranger", "rival"):
        visitor = Visitor(town, who, frozenset({whose}) if who == "rival" else frozenset())
        for form in forms:
            visitor.ask("post", local(form.action), "another one's form", data=_data(form.fields))
        assert visitor.asked > 20
        assert not visitor.faults, "\n".join(dict.fromkeys(visitor.faults))


# --- all numbers of requests are read by one helper ---

SHELL = ("accounts", "games", "armies", "battles", "campaigns", "leagues")
PURE = (
    "rules",
    "forecast",
    "bot",
    "armies/dba",
    "armies/schiere",
    "management",
    "migrations",
    "maps",
    "bridge",
)
READ_ELSEWHERE = {  # integers that do not come from a request
    "games/wording/numbers.py": {"int(digits or '0')"},
    "games/page_facts/matches.py": {"int(seat == winner)"},
    "battles/shelf.py": {"int(user.pk or 0)"},
    "battles/cataphract/answers/shock.py": {"int(key)"},
    "battles/cataphract/pages/board/goals.py": {"int(option.facts['mp'])"},
    "battles/cataphract/pages/board/page.py": {"at.isdigit()"},
    "battles/cca/editor/scenario_view.py": {"int(document[side].get('banners') or document['banners'])"},
    "battles/cca/pages/cards.py": {
        "int(any((e['kind'] == 'leader_lost' and e['seat'] == seat for e in events)))",
        "int(view['units'].get(at, {}).get('blocks', 0))",
        "int(e.get('number', 1))",
    },
    "battles/cca/scenarios/briefing_text.py": {"number.isdigit()"},
    "battles/dba/pages/cards.py": {"int(event['fates'][index] in FATAL)"},
    "battles/schiere/answers/boards.py": {"word.isdecimal()", "int(word)", "int(word[1:])"},
    "battles/schiere/pages/cards.py": {"int(e['damage'])"},
    "campaigns/justinian/answers/cases.py": {"int(last)", "int(key)"},
    "engine/documents.py": {"int(digits)"},
    "games/forms/shapes.py": {"int(o.chosen)"},
    "games/caches/page_cache.py": {"int(key[:8], 16)"},
    "features/report_cards/lettering.py": {"int(advance)", "int(row[3:])"},
    "battles/cca/pages/position.py": {"int(choice.facts.get('dice', 0))"},
    "battles/cca/wording/fighting.py": {
        "int(d.facts.get('flags', 0))",
        "int(d.facts.get('hexes', 0))",
        "int(f.get('most', 0))",
    },
    "features/offline_app/inside/answering.py": {"int(status.split()[0])"},
    "features/hooks/services.py": {"int(now.timestamp())"},
    "games/services/fairplay/asking.py": {"int(key)"},
    "features/push/services.py": {
        "int((now + LASTS).timestamp())",
        "int((until - now).total_seconds())",
    },
    "accounts/joining.py": {"int((now + timedelta(days=days)).timestamp())"},
    "games/services/tables.py": {"int(counted(self.state))"},
    "games/templatetags/vexillum.py": {"int(face)", "int(sides)"},
    "armies/services.py": {"int(user.pk or 0)"},
    "battles/dba/report/story.py": {"int((HEIGHT - BOTTOM) * (1 - lost / most))"},
    "battles/templatetags/dba.py": {
        "int(chance * 100 + Fraction(1, 2))",
        "int(chance * 100)",
        "int(chance * 36)",
    },
    "games/forms/place_forms.py": {"int(one.chosen)"},
    "features/backups/backups.py": {"int(count)"},
    "armies/desks/schiere/wording.py": {"int(line.removeprefix('L'))"},
    "battles/cca/wording/cards.py": {"int(most)"},
    "battles/schiere/lookup/answer_blocks.py": {"int(n)"},
    "battles/schiere/pages/placing.py": {"rest.isdigit()"},
    "battles/schiere/pages/panels.py": {"rest.isdigit()"},
    "battles/schiere/wording/names.py": {"rest.isdigit()", "text[1:].isdigit()", "t[1:].isdigit()"},
    "battles/schiere/wording/turn.py": {"int(left)"},
    "campaigns/annals/moments.py": {"int(m['turn'])"},
    "campaigns/annals/story.py": {"int(self.steps[0].line.seq)", "int(self.steps[-1].line.seq)"},
    "campaigns/italia/pages/annals/curves.py": {"int(m['turn'])"},
    "campaigns/italia/pages/annals/story.py": {"int(event['round'])"},
    "campaigns/justinian/pages/story.py": {"int(event['turn'])"},
    "campaigns/justinian/pages/annals.py": {"int(d['face'])"},
    "campaigns/justinian/pages/charts.py": {"int(m['turn'])"},
}


def test_every_number_of_a_request_is_read_by_one_helper() -> None:
    found = []
    for app in SHELL:
        for path in sorted((settings.BASE_DIR / app).rglob("*.py")):
            name = path.relative_to(settings.BASE_DIR).as_posix()
            if not any(f"/{room}/" in f"/{name}" for room in PURE):
                allowed = READ_ELSEWHERE.get(name, set())
                found += [f"{name}: {call}" for call in _numbers(path.read_text()) if call not in allowed]
    assert not found, (
        "Read it with games.wording.numbers.whole (or needed); where it is no text of a request, list it in "
        "READ_ELSEWHERE:\n" + "\n".join(found)
    )


def _numbers(source: str) -> Iterator[str]:
    """Yield calls that turn text into a number, or check whether it is one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = node.func
            if node.args and isinstance(node.args[0], ast.BinOp):
                continue  # calculated, not read
            if (isinstance(called, ast.Name) and called.id == "int") or (
                isinstance(called, ast.Attribute) and called.attr in ("isdecimal", "isdigit", "isnumeric")
            ):
                yield ast.unparse(node)
