"""The latest combats and shots as result cards, with both totals, the losses of both armies, and the odds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.dba.pages.motion import FATAL
from battles.dba.wording import phrases as texts
from battles.dba.wording.names import element_name
from engine.game import Facts
from games import plugins
from games.page_facts.result_cards import (
    MOST,
    ResultCard,
    ResultSide,
    combat_headline,
    fights,
    recent,
    shorten_cards,
)
from games.wording.numbers import format_signed, minus

if TYPE_CHECKING:
    from games.scene import Scene

BEGINS: Final = frozenset({"fought"})
PARTS: Final = frozenset({"fought", "element_lost", "general_lost", "stronghold_entered"})
FELLED: Final = frozenset({"element_lost", "general_lost"})
SIDES: Final = ("a", "b")
ROLLS: Final = 36


def results(scene: Scene) -> tuple[ResultCard, ...]:
    """Return the cards of the combats since the reader's last move, newest first."""
    left = {seat: len(list(_standing(army))) for seat, army in scene.view["armies"].items()}
    return shorten_cards(_cards(scene, left))


def _cards(scene: Scene, left: dict[str, int]) -> Iterator[ResultCard]:
    """Yield the cards, newest first. ``left`` is the number of elements that each army has now. For an
    earlier card, the elements lost since then are added again.
    """
    for fight in fights(recent(scene, PARTS), BEGINS, frozenset({"bound_ended"})):
        seq = fight[0].seq  # a combat and its own losses share an entry
        events = [one.event for one in fight if one.seq == seq]
        for later in (one.event for one in fight if one.seq != seq and one.event["kind"] == "element_lost"):
            left[later["seat"]] += 1
        yield _card(scene, events[0], events[1:], left)


def _standing(army: Facts) -> Iterator[Facts]:
    return (one for one in army["elements"] if one["where"] != "lost" and not one["followers"])


def _card(scene: Scene, event: Facts, later: Sequence[Facts], left: dict[str, int]) -> ResultCard:
    scenario = scene.game.scenario
    fallen = [one for one in later if one["kind"] == "element_lost"]
    seats = [_seat(who, scenario) for who in (event["first"], event["second"])]
    winner = _winner(event["fates"])
    names = [element_name(who, scenario) for who in (event["first"], event["second"])]
    lost = [sum(one["seat"] == seat for one in fallen) for seat in seats]
    for index, seat in enumerate(seats):
        if seat:
            left[seat] += lost[index]
        else:  # denizens belong to neither army
            left[seat], lost[index] = 1, int(event["fates"][index] in FATAL)
    sides = tuple(
        _side(event, index, names[index], left[seats[index]], lost[index], winner == index)
        for index in (0, 1)
    )
    loser = 1 - winner if winner is not None else 0
    said = f"{names[loser]}: {texts.FATES_SHORT[event['fates'][loser]]}"
    own = [seat in scene.my_seats for seat in seats]
    ours = None if winner is None or own[0] == own[1] else own[winner]
    title, tone = combat_headline(said if winner is not None else _("Nobody gives way"), ours)
    chance = Fraction(event["chances"][SIDES[loser]].get(event["fates"][loser], 0), ROLLS)
    told = (event["first"], event["second"])  # the card's title already reports these two elements
    felled = (one for one in later if one["kind"] in FELLED)
    after = (
        plugins.wording(scene.game).event(one)
        for one in felled
        if one["kind"] == "general_lost" or one["element"] not in told
    )
    return ResultCard(title, tone, sides, chance or None, tuple(filter(None, after))[:MOST])


def _winner(fates: Sequence[str]) -> int | None:
    """Return the index of the side whose element was unaffected while the other side's was not. Return None
    if both fared alike.
    """
    stands = [fate == "none" for fate in fates]
    return None if stands[0] == stands[1] else stands.index(True)


def _side(event: Facts, index: int, who: str, had: int, lost: int, won: bool) -> ResultSide:
    total, die = event["totals"][index], event["dice"][index]
    text = _("total %(total)s: %(factors)s and %(die)s on the die") % {
        "total": minus(total),
        "factors": format_signed(total - die),
        "die": die,
    }
    return ResultSide(who, had, lost, ngettext("element", "elements", had - lost), won, text)


def _seat(element: str, scenario: Facts) -> str:
    armies: Facts = scenario.get("armies", {})
    found = (seat for seat, army in armies.items() if any(o.get("id") == element for o in army["elements"]))
    return next(found, "")
