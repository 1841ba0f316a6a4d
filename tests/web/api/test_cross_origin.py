"""Pages of other sites may read what needs no key. With a key they may read only from an origin that the host
allows.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.db import OperationalError

from tests.web.api.programs import Program, told, well
from tests.web.cast import running

pytestmark = pytest.mark.django_db
SITE = "https://tools.example"
ALLOW = "Access-Control-Allow-Origin"


def preflight(address: str, method: str = "GET", origin: str = SITE) -> dict[str, str]:
    asked = {"Origin": origin, "Access-Control-Request-Method": method}
    answer = Program().ask("options", address, **asked)
    return {"status": str(answer.status_code), **{k: v for k, v in answer.headers.items() if "Access" in k}}


def test_any_site_reads_a_public_game_as_a_visitor() -> None:
    game = running(public=True)
    for address in ("systems", "openapi.json", f"games/{game.pk}", f"games/{game.pk}/state"):
        answer = Program().get(address, Origin=SITE)
        assert answer.headers[ALLOW] == "*" and "Access-Control-Allow-Credentials" not in answer.headers
        well(answer)
    private = Program().get(f"games/{running().pk}", Origin=SITE)
    assert told(private, 404, "not_found") and private.headers[ALLOW] == "*"  # a script can read the reason


def test_what_needs_a_key_answers_no_other_site() -> None:
    game = running(public=True)
    assert ALLOW not in Program().get("me", Origin=SITE).headers
    assert ALLOW not in Program("owner").get(f"games/{game.pk}", Origin=SITE).headers
    assert ALLOW not in Program().post(f"games/{game.pk}/act", {}).headers
    assert preflight(f"games/{game.pk}") == {"status": "405"}


def test_an_allowed_site_sends_keys(settings: LazySettings) -> None:
    settings.API_ORIGINS = [SITE]
    game = running(public=True)
    asked = preflight(f"games/{game.pk}/act", "POST")
    assert asked["status"] == "204" and asked[ALLOW] == SITE
    assert asked["Access-Control-Allow-Methods"] == "POST"
    assert "Authorization" in asked["Access-Control-Allow-Headers"]
    answer = Program("owner").get("me", Origin=SITE)
    assert answer.headers[ALLOW] == SITE and "Origin" in answer.headers["Vary"]
    assert well(answer)["name"] == "owner"
    assert preflight(f"games/{game.pk}/act", "POST", "https://other.example") == {"status": "405"}
    refused = preflight(f"games/{game.pk}/act", "DELETE")
    assert refused["status"] == "405" and "Access-Control-Allow-Methods" not in refused


def test_another_site_reads_why_the_server_has_failed(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEBUG_PROPAGATE_EXCEPTIONS = False

    def fails(error: Exception) -> Any:
        def systems(*_: object) -> None:
            raise error

        monkeypatch.setattr("features.api_description.views.registry.names", systems)
        return Program(raises=False).get("systems", Origin=SITE)

    broken = fails(ValueError("a mistake"))
    assert told(broken, 500, "error") and broken.headers[ALLOW] == "*"
    away = fails(OperationalError("the database is restarting"))
    assert told(away, 503, "unavailable") and away.headers[ALLOW] == "*"
    assert "Retry-After" in away.headers["Access-Control-Expose-Headers"]
    missing = Program().get("nothing-here", Origin=SITE)
    assert told(missing, 404, "not_found") and missing.headers[ALLOW] == "*"


def test_an_error_of_what_needs_a_key_is_read_by_allowed_sites_alone(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running(public=True)
    monkeypatch.setattr("accounts.site.read_only", lambda: True)

    def refused() -> Any:
        return Program("owner").ask("post", f"games/{game.pk}/act", {}, Origin=SITE)

    assert told(refused(), 503, "read_only") and ALLOW not in refused().headers
    settings.API_ORIGINS = [SITE]
    assert refused().headers[ALLOW] == SITE and "Origin" in refused().headers["Vary"]


def test_calculators_answer_any_site_as_json_alone() -> None:
    assert Program().client.get("/battles/dba/lookup/?format=json").headers[ALLOW] == "*"
    assert ALLOW not in Program().client.get("/battles/dba/lookup/").headers
