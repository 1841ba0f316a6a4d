"""Commands in the README and the manual exist."""

import re

import pytest
from django.core.management import get_commands
from django.urls import resolve

from config.catalogues import ROOT
from tests.found import some

PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/running.md",
    "docs/operations.md",
    "docs/house.md",
    "docs/why.md",
    "SECURITY.md",
    "docs/a-new-system.md",
    "docs/api.md",
    "docs/glossary.md",
]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_command_that_is_told_exists(page: str) -> None:
    told = set(re.findall(r"manage\.py ([a-z_]+)", text_of(page)))
    assert told - set(get_commands()) == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_that_is_told_exists(page: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", text_of("Makefile"), re.MULTILINE))
    assert set(re.findall(r"`make ([a-z]+)", text_of(page))) - targets == set()


@pytest.mark.parametrize("page", [*PAGES, "bench/README.md", "CHANGELOG.md"])
def test_every_file_that_is_linked_to_exists(page: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", text_of(page).replace("\n", ""))
    folder = (ROOT / page).parent
    assert [link for link in links if not (folder / link).exists()] == []


def test_every_script_of_the_bench_table_exists() -> None:
    scripts = re.findall(r"^\| `(\w+\.py)`", text_of("bench/README.md"), re.MULTILINE)
    assert scripts
    assert [name for name in scripts if not (ROOT / "bench" / name).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_address_that_is_told_leads_somewhere(page: str) -> None:
    """Every URL that a document names belongs to a page of the site; resolve raises Resolver404 for any
    other.
    """
    for address in re.findall(r"`(/(?:[\w-]+/)+)`", text_of(page)):
        if not address.startswith(("/var/", "/tmp/")):
            resolve(address)


def test_every_path_that_a_newcomer_is_sent_to_exists() -> None:
    told = re.findall(
        r"`((?:[\w.-]+/)+[\w.-]*)`", text_of("CONTRIBUTING.md") + text_of("docs/a-new-system.md")
    )
    below = ("", "campaigns/justinian", "templates")
    assert len(told) > 20
    assert [path for path in told if not any((ROOT / start / path).exists() for start in below)] == []


def test_the_glossary_has_each_word_once_in_order() -> None:
    for part in some(text_of("docs/glossary.md").split("\n## ")[1:]):
        words = re.findall(r"^\| \*\*([^*]+)\*\*", part, re.MULTILINE)
        assert len(words) > 20
        assert words == sorted(set(words), key=str.casefold)


def test_the_architecture_page_is_short() -> None:
    assert len(text_of("docs/house.md").split()) <= 600


def test_what_it_is_and_the_two_commands_stand_on_the_first_screen() -> None:
    first = text_of("README.md").split("\n## ")[0]
    assert "make run" in first and "make test" in first and "docs/screenshots/campaign.png" in first
    assert len(first.split()) <= 200
