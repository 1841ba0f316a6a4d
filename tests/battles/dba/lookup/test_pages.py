"""The calculator's pages and JSON. The URL holds the whole question, so no account, session or database is
needed.
"""

import json
import re
from html import unescape

import pytest
from django.test import Client

from battles.dba.answers.schema import schema
from battles.dba.rules.situation import Contender
from tests.flat import flat

LOOK = "/battles/dba/lookup/"


@pytest.fixture
def client() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


def text(html: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.decode())).replace("&#x27;", "'")


def test_two_taps_pick_two_elements(client: Client) -> None:
    first = client.get(LOOK).content.decode()
    tap = re.search(r'href="([^"]*a=Kn[^"]*)"', first)
    assert tap
    second = client.get(tap[1].replace("&amp;", "&")).content.decode()
    tap = re.search(r'href="([^"]*b=Bw[^"]*)"', second)
    assert tap
    assert "Knights against Bows" in client.get(tap[1].replace("&amp;", "&")).content.decode()


def test_the_address_holds_the_whole_situation(client: Client) -> None:
    """The page calculates the combat from its URL alone. Knights that charged bows score 3 + 2 against
    4 + 5.
    """
    page = text(client.get(LOOK, {"a": "Kn", "b": "Bw", "a.charged": "1", "die_a": 2, "die_b": 5}).content)
    assert "5 : 9" in page
    assert "it moved into these bows in its own bound" in page
    assert "Combat factor against foot" in page and "Combat factors, p. 11" in page


def test_combat_results_are_written_as_instructions(client: Client) -> None:
    asked = {"a": "Sp", "b": "Wb", "a.behind": "Ps", "b.behind": "Wb", "die_a": 1, "die_b": 6}
    page = text(client.get(LOOK, asked).content)
    assert "Spears (A): destroyed" in page
    assert "Warband (B): pursue 15 mm straight ahead." in page
    assert "Warband (B): the Warband behind follows, 15 mm." in page


def test_only_facts_that_can_matter_are_asked(client: Client) -> None:
    page = client.get(LOOK, {"a": "Bd", "b": "Sp"}).content.decode()
    assert 'name="a.overlaps"' in page
    assert 'name="a.charged"' not in page and 'name="a.psiloi_beside"' not in page


def test_an_impossible_situation_is_refused_with_the_rule(client: Client) -> None:
    answer = client.get(LOOK, {"a": "Kn", "b": "Bw", "a.overlaps": "3"})
    assert answer.status_code == 400
    page = text(answer.content)
    assert "at most two: one overlap or contact counts on each flank" in page
    assert "Close combat, p. 10" in page


@pytest.mark.parametrize("wrong", [{"a.overlaps": "3"}, {"a.mood": "bad"}, {"die_a": "9", "die_b": "1"}])
def test_a_refused_address_goes_on_without_what_is_wrong(client: Client, wrong: dict[str, str]) -> None:
    page = client.get(LOOK, {"a": "Kn", "b": "Bw", "a.general": "1", **wrong}).content.decode()
    way_on = re.search(r'class="btn" href="([^"]*)"', page)
    assert way_on
    assert way_on[1].replace("&amp;", "&") == f"{LOOK}?a=Kn&b=Bw&a.general=1"


def test_fields_that_matter_only_in_a_recoil_are_folded_until_set(client: Client) -> None:
    """Pikes behind pikes count in a combat with knights, so the page shows them. Any other element behind
    matters only in a recoil, so it is in a fold, which is open once the reader has set it.
    """
    page = client.get(LOOK, {"a": "Pk", "b": "Kn"}).content.decode()
    before, _, folded = page.partition('<details id="follows-a">')
    assert 'name="a.behind" value="Pk"' in before and 'name="a.behind" value="El"' not in before
    assert 'name="a.behind" value="El"' in folded and 'name="a.obstacle"' in folded
    page = client.get(LOOK, {"a": "Pk", "b": "Kn", "a.behind": "El"}).content.decode()
    assert '<details id="follows-a" open>' in page


def test_italian_by_the_browser_or_by_the_address(client: Client) -> None:
    assert "Scegli un elemento" in Client(HTTP_ACCEPT_LANGUAGE="it").get(LOOK).content.decode()
    page = client.get(LOOK, {"a": "Kn", "b": "Bw", "lang": "it"}).content.decode()
    assert "Cavalieri contro Archi" in page and 'lang="it"' in page
    assert "27,8%" in page


def test_no_cookie_no_query_and_cacheable(client: Client) -> None:
    """A database query would fail, because the test does not use the db fixture."""
    for address in (
        LOOK,
        f"{LOOK}?a=Kn&b=Bw",
        "/battles/dba/matrix/",
        f"{LOOK}schema.json",
        "/battles/dba/data.json",
    ):
        answer = client.get(address)
        assert answer.status_code == 200
        assert not answer.cookies
        assert "public" in answer["Cache-Control"]


def test_json_at_the_same_address(client: Client) -> None:
    asked = {"a": "Kn", "b": "Bw", "die_a": 2, "die_b": 5}
    answer = client.get(LOOK, {**asked, "format": "json"}).json()
    assert answer["totals"] == {"a": 5, "b": 9}
    assert answer["odds"]["a"]["none"] == [15, 36]
    assert client.get(LOOK, asked, HTTP_ACCEPT="application/json").json() == answer
    posted = {"a": {"type": "Kn"}, "b": {"type": "Bw"}, "dice": [2, 5]}
    assert client.post(LOOK, json.dumps(posted), content_type="application/json").json() == answer


def test_malformed_json_gets_every_mistake_with_its_path(client: Client) -> None:
    question = {"a": {"type": "Knight", "general": 1}, "dice": [0, 7], "mood": "bad"}
    answer = client.post(LOOK, json.dumps(question), content_type="application/json")
    assert answer.status_code == 400
    found = {m["path"]: m["code"] for m in answer.json()["mistakes"]}
    assert found == {
        "mood": "unknown_field",
        "a.type": "unknown_type",
        "a.general": "wrong_type",
        "b": "missing",
        "dice[0]": "out_of_range",
    }
    broken = client.post(LOOK, '{"a":', content_type="application/json").json()["mistakes"]
    assert broken[0]["code"] == "not_json"


@pytest.mark.parametrize(
    "body", ["[]", "3", '{"a": 3, "b": []}', '{"a": {"type": []}, "b": {"type": {}}}', "\xff"]
)
def test_no_question_breaks_the_page(client: Client, body: str) -> None:
    assert client.post(LOOK, body, content_type="application/json").status_code == 400


@pytest.mark.parametrize(
    "query", ["a=Kn&b=Bw&a.nonsense=1", "a=Kn&b=x", "mode=x&a=Kn&b=Bw", "a=Kn&b=Bw&die_a=9&die_b=1"]
)
def test_no_address_breaks_the_page(client: Client, query: str) -> None:
    assert client.get(f"{LOOK}?{query}").status_code in (200, 400)


def test_the_schema_names_every_fact() -> None:
    described = schema()["$defs"]["contender"]["properties"]
    assert set(described) == set(Contender.__dataclass_fields__)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 5_000, "[" * 1_000 + "]" * 1_000])
def test_what_is_nested_without_end_is_refused(client: Client, deep: str) -> None:
    answer = client.post(LOOK, deep, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["mistakes"][0]["code"] in ("not_json", "too_long")


def test_an_invalid_supporting_type_lists_the_valid_ones(client: Client) -> None:
    answer = client.get(LOOK, {"a": "Kn", "b": "Sp", "a.behind": "Orcs", "format": "json"})
    assert answer.json()["mistakes"][0]["text"].startswith("is not a troop type; use one of El, Kn")


def test_matrix_page_and_json(client: Client) -> None:
    page = client.get("/battles/dba/matrix/").content.decode()
    assert page.count("<tr>") == 19
    cells = client.get("/battles/dba/matrix/", {"format": "json", "mode": "shooting"}).json()["cells"]
    assert set(cells) == {"Bw", "Art", "WWg"}
    assert sum(cells["Bw"]["Kn"]["b"].values()) == 36


def test_it_can_be_installed_and_kept(client: Client) -> None:
    manifest = client.get("/battles/dba/manifest.webmanifest").json()
    assert manifest["scope"] == "/battles/dba/" and len(manifest["icons"]) == 3
    worker = client.get("/battles/dba/sw.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert "/static/lookup/dba.js" in worker.content.decode()


def links(client: Client, **asked: str) -> dict[str, str]:
    """Return the tabs and arrows of a page, by label."""
    page = client.get(LOOK, {"lang": "en", **asked}).content.decode()
    return {text: unescape(to) for to, text in re.findall(r'<a [^>]*href="([^"]+)"[^>]*>([^<]+)</a>', page)}


@pytest.mark.parametrize(
    ("mode", "a", "b"), [("close", "Kn", "Sp"), ("close", "Bw", "Kn"), ("shooting", "Art", "WWg")]
)
def test_no_tab_leads_to_what_cannot_happen(client: Client, mode: str, a: str, b: str) -> None:
    for tab in ("Close combat", "Shooting"):
        assert client.get(links(client, mode=mode, a=a, b=b)[tab]).status_code == 200, tab


def test_only_reversible_combats_have_a_swap_link(client: Client) -> None:
    assert "⇄" in links(client, a="Kn", b="Bw", **{"a.charged": "1"})
    assert client.get(links(client, a="Kn", b="Bw", **{"a.charged": "1"})["⇄"]).status_code == 200
    assert "⇄" not in links(client, mode="shooting", a="Bw", b="Kn")
    assert "⇄" in links(client, mode="shooting", a="Bw", b="Art")


def test_who_has_no_code_is_named_in_the_readers_language(client: Client) -> None:
    page = flat(client.get(LOOK, {"a": "Kn", "b": "Denizens", "lang": "it"}).content.decode())
    assert "<b>Abitanti +5</b>" in page
