"""The help pages (guides, rules sections, glossary, keys and questions), robots.txt and the sitemap."""

import re
import sys
from xml.etree import ElementTree

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import clear_url_caches, reverse
from django.utils.translation import override

from features.help import sections, terms
from features.help.answers import ANSWERS
from features.help.guides import guides
from games import plugins
from games.templatetags.vexillum import _leads_somewhere
from games.wording import explanations
from tests.found import some

pytestmark = pytest.mark.django_db

PAGES = ("help", "help-glossary", "help-keys", "help-questions")


def html(client: Client, address: str, language: str = "en") -> str:
    answer = client.get(address, HTTP_ACCEPT_LANGUAGE=language)
    assert answer.status_code == 200, address
    return answer.content.decode()


@pytest.mark.parametrize("name", PAGES)
def test_anyone_reads_help_in_both_languages(client: Client, name: str) -> None:
    english, italian = html(client, reverse(name)), html(client, reverse(name), "it")
    assert '<html lang="en"' in english and '<html lang="it"' in italian


def test_every_system_that_can_be_played_has_a_guide(client: Client) -> None:
    playable = {one.name for one in plugins.installed_plugins() if one.first is not None}
    assert {one.system for one in guides()} >= playable
    index = html(client, reverse("help"))
    for one in guides():
        address = reverse("help-guide", args=[one.system])
        assert f'href="{address}"' in index
        page = html(client, address)
        assert str(one.guide.parts[0].title) in page
        starts = [f'value="{one.system}"', *(f'href="{door.address}"' for door in one.doors)]
        assert any(start in page for start in starts)


def test_a_guide_is_read_in_two_minutes() -> None:
    """The reading time is measured at 200 words a minute."""
    for one in some(guides()):
        words = " ".join(f"{part.title} {part.text}" for part in one.guide.parts).split()
        assert 80 < len(words) < 400, one.system


def test_an_unknown_system_has_no_guide_and_no_sections(client: Client) -> None:
    for name in ("help-guide", "help-sections"):
        assert client.get(reverse(name, args=["mahjong"])).status_code == 404


@pytest.mark.parametrize(
    ("system", "reference", "words"),
    [
        ("justinian", "3.41", "Lazica"),
        ("justinian", "5.12", "removal"),
        ("justinian", "(5.32)", "recruits"),
        ("italia", "2.1", "board"),
        ("schiere", "L180", "Initiative"),
        ("cca", "840", "terrain"),
    ],
)
def test_a_reference_leads_to_its_section(client: Client, system: str, reference: str, words: str) -> None:
    row = sections.find_row(system, reference)
    assert row is not None and words in row.title
    page = html(client, reverse("help-sections", args=[system]) + f"?of={reference}#here")
    assert 'id="here"' in page and 'aria-current="true"' in page


@pytest.mark.parametrize("reference", ["99.99", "nonsense", "<b>"])
def test_a_reference_to_nothing_says_so(client: Client, reference: str) -> None:
    page = html(client, reverse("help-sections", args=["justinian"]) + f"?of={reference}")
    assert 'id="here"' not in page and "No section of this list" in page
    assert "<b>”" not in page


def test_terms_are_sorted_in_the_reader_s_language_and_have_addresses_of_their_own() -> None:
    for language in ("en", "it"):
        with override(language):
            names = [str(one.name) for one in terms.terms_in_order()]
            anchors = [one.anchor for one in terms.terms_in_order()]
        assert names == sorted(names, key=str.casefold)
        assert all(anchors) and len(set(anchors)) == len(anchors)


def test_every_question_has_an_answer() -> None:
    for group in some(ANSWERS):
        assert group.answers and all(one.paragraphs for one in group.answers)


def test_crawlers_are_kept_out_of_games_and_shown_the_public_pages(client: Client) -> None:
    robots = html(client, "/robots.txt")
    assert "Disallow: /games/" in robots and "Sitemap: http://testserver/sitemap.xml" in robots
    tree = ElementTree.fromstring(html(client, "/sitemap.xml"))
    found = [element.text or "" for element in tree.iter() if element.tag.endswith("loc")]
    assert len(found) == len(set(found)) > 10
    closed = [line.split()[1] for line in robots.splitlines() if line.startswith("Disallow")]
    for address in some(found):
        path = address.removeprefix("http://testserver")
        assert client.get(path).status_code in {200, 302}, address
        assert not path.startswith(tuple(closed)) or path == reverse("new-game")


def test_a_refusal_links_to_the_section_it_names(client: Client) -> None:
    facts = {"text": "No.", "rule": "7.33", "game": type("Game", (), {"system": "justinian"})()}
    assert "/help/justinian/sections/?of=7.33#here" in render_to_string("components/refusal.html", facts)


def test_every_page_leads_to_help(client: Client) -> None:
    page = html(client, "/")
    assert 'href="/help/"' in page and 'data-keys="/help/keys/"' in page


def test_without_its_line_the_pages_are_gone_and_the_rest_works(client: Client) -> None:
    with override_settings(VEXILLUM_FEATURES=[]):
        saved = sys.modules.pop("config.urls")
        clear_url_caches()
        _leads_somewhere.cache_clear()
        try:
            assert client.get("/help/").status_code == 404
            home = client.get("/")
            assert home.status_code == 200 and b"/help/" not in home.content
        finally:
            sys.modules["config.urls"] = saved
            clear_url_caches()
            _leads_somewhere.cache_clear()


def test_a_section_on_a_page_leads_to_what_it_says() -> None:
    game = type("Game", (), {"system": "justinian"})()
    known, unknown = (
        Template("{% load vexillum %}{% rule_ref rule %}").render(Context({"game": game, "rule": rule}))
        for rule in ("7.33", "<99>")
    )
    assert 'href="/help/justinian/sections/?of=7.33#here"' in known
    assert "<a" not in unknown and "&lt;99&gt;" in unknown


@pytest.mark.parametrize("system", [one.name for one in plugins.installed_plugins()])
def test_most_sections_that_rules_cite_are_explained(system: str) -> None:
    """The help explains at least the first section in each row of a system's coverage document."""
    rows = [row for table in sections.tables_of(system) for row in table.rows if row.ranges]
    for row in some(rows):
        assert explanations.section_url(system, row.ranges[0][0]), row.title


def test_a_heading_leads_to_its_row() -> None:
    row = sections.find_row("dba", "Victory and defeat")
    assert row is not None and row.title.startswith("Victory and defeat")
    assert sections.find_row("dba", "") is None and sections.find_row("dba", "nonsense") is None


def test_terms_are_marked_once_with_their_meaning_and_text_stays_escaped() -> None:
    for told in ("32 SP march.", "Your strength points", "The army is defeated."):
        assert explanations.with_terms(told, "justinian").count('class="term"') == 1, told
    assert 'class="term"' in explanations.with_terms("2 PIPs left", "dba")
    text = explanations.with_terms("A <b>seat</b> & another Seat of this campaign.", "justinian")
    assert text.count('class="term"') == 2 and "&lt;b&gt;" in text and " &amp; " in text
    assert "/help/glossary/#seat" in text and "/help/glossary/#campaign" in text
    with override("it"):
        assert "/help/glossary/#posto" in explanations.with_terms("Un posto libero", "justinian")


def test_terms_of_another_system_are_not_marked() -> None:
    assert "class" not in explanations.with_terms("Troop quality", "italia")
    assert 'class="term"' in explanations.with_terms("Troop quality", "cataphract")


LOOK_UPS = {
    "battles:dba-lookup": ("dba", "a=Kn&b=Bw&die_a=2&die_b=5"),
    "battles:schiere-lookup": ("schiere", "ask=army&army.army=rome&army.units.carthage_elephants=1"),
    "battles:cataphract-lookup": ("cataphract", "attackers.0.of=numeri&defenders.0.of=numeri"),
    "campaigns:italia-lookup": ("italia", "a.infantry=3&d.infantry=2&ground=highland"),
}


@pytest.mark.parametrize("name", LOOK_UPS)
def test_sections_in_a_calculator_link_to_what_they_say(client: Client, name: str) -> None:
    system, asked = LOOK_UPS[name]
    page = html(client, f"{reverse(name)}?{asked}")
    linked = re.findall(r'<a class="rule-ref" href="([^"]+)"', page)
    assert not re.search(r'<span class="rule-ref">', page)
    for address in some(linked):
        assert address.startswith(reverse("help-sections", args=[system]))
        assert client.get(address.partition("#")[0].replace("&amp;", "&")).status_code == 200


@pytest.mark.parametrize("name", ["battles:dba-data", "battles:schiere-data", "campaigns:italia-data"])
def test_offline_calculators_know_where_sections_are_explained(client: Client, name: str) -> None:
    for section in some(client.get(reverse(name)).json()["sections"].values()):
        assert (section["url"] if isinstance(section, dict) else section).startswith("/help/")
