"""The service worker: if the connection hangs or fails, the cached page answers; a changed page is fetched
again.
"""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from battles.dba.lookup import views
from kit.lookup.offline import version_of
from tests.battles.dba.lookup import node
from tests.found import some
from tests.nodejs import needs_node

LOOK = "/battles/dba/lookup/"
KEPT = {f"{LOOK}?lang=en": "english", f"{LOOK}?lang=it": "italian"}


def ask(client: Client, asked: str, network: str, language: str = "en-GB", last: str = "") -> dict[str, Any]:
    """Return the page that the worker serves for this URL."""
    kept = KEPT | ({f"{LOOK}?last": last} if last else {})
    worker = client.get("/battles/dba/sw.js").content.decode()
    question = {"worker": worker, "asked": asked, "network": network, "language": language, "kept": kept}
    found: dict[str, Any] = node.run("worker.js", question)
    return found


@needs_node
@pytest.mark.parametrize("network", ["hangs", "fails"])
@pytest.mark.parametrize(
    "asked, language, last, page",
    [
        (f"{LOOK}?a=Kn&b=Sp", "en-GB", "", "english"),
        (f"{LOOK}?a=Kn&b=Sp", "it-IT", "", "italian"),
        (f"{LOOK}?a=Kn&b=Sp&lang=it", "en-GB", "", "italian"),
        (f"{LOOK}?a=Kn&b=Sp", "en-GB", "the last one read", "the last one read"),
        (f"{LOOK}?a=Kn&b=Sp&lang=it", "en-GB", "the last one read", "italian"),
    ],
)
def test_the_service_worker_answers_from_its_cache(
    client: Client, network: str, asked: str, language: str, last: str, page: str
) -> None:
    assert ask(client, asked, network, language, last)["page"] == page


@needs_node
def test_a_page_that_comes_is_shown_and_kept(client: Client) -> None:
    found = ask(client, f"{LOOK}?a=Kn&b=Sp", "answers")
    assert found["page"] == "network" and found["last"] == "network"


@needs_node
@pytest.mark.parametrize("asked", [f"{LOOK}?a=Kn&b=Sp&format=json", "/battles/dba/matrix/"])
def test_other_addresses_are_left_to_the_network(client: Client, asked: str) -> None:
    assert not ask(client, asked, "fails")["taken"]


def test_every_change_of_what_is_kept_renews_it(tmp_path: Path) -> None:
    """A change in the tables or in a file changes the version. Static files can change without changing
    their names, so the worker would otherwise serve the old script for ever.
    """
    for file in some(views.KEPT.files()):
        assert file.is_file(), file
    changed = tmp_path / "page.js"
    changed.write_text("another script")
    assert version_of(views.KEPT.tables(), views.KEPT.files()) == views.KEPT.version
    assert version_of(views.KEPT.tables(), (*views.KEPT.files()[:-1], changed)) != views.KEPT.version
    assert version_of({"other": 1}, views.KEPT.files()) != views.KEPT.version
