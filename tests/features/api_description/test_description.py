"""The API's description of itself is valid, complete, derived from the codecs, and true."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import jsonschema
import pytest
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from openapi_spec_validator import validate

from engine import registry
from features.api_description import openapi
from features.api_description.schemas import of_system
from features.trials.playthrough import play_game
from games import services
from games.models import Game
from games.views.api import addresses
from leagues.services.founding import found_league as found_league
from tests.found import some
from tests.games.cast import a_game
from tests.web.api.programs import Program
from tests.web.cast import lobby, person, running

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("VEXILLUM_SCHEMATHESIS", "4"))  # examples for each operation


def description() -> dict[str, Any]:
    answer = Client().get("/api/openapi.json")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_the_description_is_valid() -> None:
    validate(description())


def test_the_api_description_has_every_url_and_method() -> None:
    all_of_them = [one for _before, one in openapi.addresses()]
    found = {str(one.name): set(openapi.operations(one)) for one in all_of_them}
    ours = {
        str(one.name): {method.lower() for method in vars(one.callback)["scopes"] if method != "HEAD"}
        for one in all_of_them
    }
    assert found == ours
    assert set(openapi.OPERATIONS) < set(ours) and {str(one.name) for one in addresses.urlpatterns} < set(
        ours
    )
    assert len(description()["paths"]) == len(ours)


def test_generators_of_clients_can_read_it() -> None:
    """No tuple forbids further items, no names differ by case alone, and every operation has a known tag."""
    found = description()
    names = [name.lower() for name in found["components"]["schemas"]]
    assert len(set(names)) == len(names)
    assert '"items":false' not in json.dumps(found, separators=(",", ":"))
    assert [one["url"].partition("://")[0] for one in found["servers"]] == ["http"]
    known = {one["name"] for one in found["tags"] if one["description"].endswith(".")}  # a sentence
    methods = [m for path in found["paths"].values() for name, m in path.items() if name != "parameters"]
    assert all(len(one["tags"]) == 1 and one["tags"][0] in known for one in some(methods))
    assert len({one["operationId"] for one in methods}) == len(methods)


def test_an_unchanged_api_description_is_not_sent_again() -> None:
    first = Client().get("/api/openapi.json")
    assert "max-age" in first.headers["Cache-Control"]
    again = Client().get("/api/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["dba", "schiere", "italia", "justinian"])
def test_the_schema_of_a_system_says_what_its_codec_takes(name: str) -> None:
    """Actions in a game's log fit the schema; actions that the codec refuses for their shape do not."""
    document = of_system(registry.get(name))
    jsonschema.Draft202012Validator.check_schema(document)
    assert Client().get(f"/api/systems/{name}/schema").json() == json.loads(json.dumps(document))
    played = play_game(registry.get(name), seed=1, limit=60)
    event = jsonschema.Draft202012Validator({**document, "$ref": "#/$defs/event"})
    for told in some([told for entry in played.log for told in entry.events]):
        event.validate(told)
    action = jsonschema.Draft202012Validator({**document, "$ref": "#/$defs/action"})
    for done in some([entry.action for entry in played.log if entry.kind == "action"]):
        action.validate(done)
        assert not action.is_valid({**done, "no_such_field": 1})
        assert not action.is_valid({**done, "kind": "no_such_kind"})
    written = json.loads(json.dumps(registry.get(name).codec.encode(played.head.state)))
    jsonschema.Draft202012Validator({**document, "$ref": "#/$defs/state"}).validate(written)


def test_a_list_of_fields_in_a_docstring_becomes_sentences() -> None:
    told = of_system(registry.get("cataphract"))["$defs"]
    assert told["Special"]["description"].startswith(
        "The state of special rules. ``fierce``: the tribes that still have Ferocity (L3031). ``blows``: the"
    )
    for name, one in some(told.items()):
        said = one.get("description", "")
        assert "  " not in said and not said.endswith((":", "..")), name


def test_an_unknown_system_has_no_schema() -> None:
    assert Program().get("systems/none/schema").json()["code"] == "not_found"


@contextmanager
def one_connection() -> Iterator[None]:
    """Send requests through WSGI within a test's transaction, without closing its connection. Django's
    test client does the same and reconnects these signals after each request.
    """
    signals.request_started.disconnect(close_old_connections)
    signals.request_finished.disconnect(close_old_connections)
    yield
    signals.request_started.connect(close_old_connections)
    signals.request_finished.connect(close_old_connections)


def battle_of(owner: Any, rival: Any) -> Game:
    """Create a battle between two people, for URLs that only battles have."""
    return a_game(person("gm"), {"first": owner, "second": rival}, system="duel", scenario_name="even")


@pytest.mark.parametrize("path", sorted({template for template, _ in openapi._paths()}))
def test_the_server_does_what_the_description_says(path: str) -> None:
    """Schemathesis generates valid and invalid requests from the description: no server error and no
    undescribed response.
    """
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, seed, settings
    from schemathesis import GenerationMode
    from schemathesis.checks import load_all_checks

    load_all_checks()
    checks = [schemathesis.checks.CHECKS.get_by_names([name])[0] for name in CHECKS]
    leads = any(word in path for word in ("/desk", "/amendments/", "}/invitations", "/pace"))
    game, user = running(public=True), person("gm" if leads else "owner")
    if "/command" in path or "/meeting" in path:
        game = battle_of(owner=user, rival=person("rival"))
    document = json.loads(json.dumps(description()))
    invitation = services.invite(lobby().pk, person("gm"), uses=20, now=game.created_at)
    for told in document["paths"].values():
        for fixed in told.get("parameters", ()):
            known = {"pk": str(game.pk), "token": invitation.token, "system": "dba"}
            if fixed["name"] == "league":
                known["league"] = str(found_league(user, "Club", "duel", now=game.created_at).pk)
            if fixed["name"] in known:
                fixed["schema"] = {"enum": [known[fixed["name"]], "00000000-0000-4000-8000-000000000000"]}
    document["paths"] = {path: document["paths"][path]}
    schema = schemathesis.openapi.from_dict(document)
    schema.app = get_wsgi_application()
    token = Program(user.username).token
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": "identity"}
    for operation in schema.get_all_operations():
        found = operation.ok()
        asked = document["paths"][path].get("parameters") or found.definition.raw.get("parameters")
        bent = asked or "requestBody" in found.definition.raw
        for mode in [GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if bent else [])]:

            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @seed(1)
            @given(case=found.as_strategy(mode))
            def ask(case: Any) -> None:
                case.call_and_validate(headers=headers, checks=checks)

            with one_connection():
                ask()


CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
