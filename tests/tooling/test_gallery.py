"""The gallery visits every page or says why it does not."""

from tests.web.doors import doors
from tools.gallery.pages import NO_PAGES, PAGES, PROGRAMS


def test_every_address_is_looked_at_or_told_why_not() -> None:
    listed = [*PAGES, *(name for names in NO_PAGES.values() for name in names)]
    there = {door.name for door in doors() if not door.route.startswith(PROGRAMS)}
    assert there - set(listed) == set(), "say in tools/gallery/pages.py who looks at it, or why nobody does"
    assert set(listed) - there == set(), "these addresses are gone"
    assert len(listed) == len(set(listed)), "both looked at and not"


def test_every_argument_of_an_address_is_told() -> None:
    arguments = {door.name: set(door.arguments) for door in doors()}
    wrong = {name for name, looks in PAGES.items() for look in looks if set(look.at) != arguments[name]}
    assert wrong == set()
