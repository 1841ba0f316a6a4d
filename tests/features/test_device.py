"""The site on a device: manifest, offline page, worker, icon."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from kit.lookup import serving
from tests.web.cast import browser, running

pytestmark = pytest.mark.django_db


def test_every_page_names_the_manifest_and_its_icons_are_there(client: Client) -> None:
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/").content.decode()
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    found = answer.json()
    assert found["start_url"] == found["scope"] == "/" and found["display"] == "standalone"
    assert {one["sizes"] for one in found["icons"]} >= {"192x192", "512x512"}


def test_the_offline_page_says_it_in_both_languages_and_leads_to_the_calculators(client: Client) -> None:
    page = client.get("/offline/").content.decode()
    assert "No connection" in page and "Nessuna connessione" in page
    assert reverse("battles:dba-lookup") in page


def test_the_worker_keeps_nothing_that_somebody_read() -> None:
    """The worker stores the offline page and its style files when it is installed, and never a response."""
    game = running()
    owner = browser("owner")
    text = owner.get("/worker.js").content.decode()
    files = re.findall(r'"(/[^"]+)"', text[text.index("FILES") : text.index("];")])
    assert files[0] == "/offline/" and len(files) == 4
    assert ".put(" not in text and str(game.pk) not in text
    assert "Set-Cookie" not in owner.get("/offline/").headers
    assert "owner" not in owner.get("/offline/").content.decode()


def test_the_icon_at_the_old_address(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"].endswith("icons/vexillum.svg")


def test_a_new_header_renews_what_calculators_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str:
        page = Client().get(reverse("battles:dba-worker")).content.decode()
        found = re.search(r'CACHE = "([^"]+)"', page)
        assert found is not None
        return found[1]

    before = version()
    assert version() == before
    monkeypatch.setattr(serving, "render_to_string", _with_another_header(serving.render_to_string))
    assert version() != before


def _with_another_header(render):  # type: ignore[no-untyped-def]
    def rendered(template, context=None):  # type: ignore[no-untyped-def]
        more = "<a>News</a>" if template == "components/lookup_header.html" else ""
        return render(template, context) + more

    return rendered
