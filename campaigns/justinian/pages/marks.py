"""The important events of a chronicle episode, such as conquests, fallen leaders, treasuries and random
events. Each is good or bad from Byzantium's point of view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from campaigns.annals.chronicle import Mark
from campaigns.annals.moments import Moment
from campaigns.justinian.pages.moments import won_and_lost
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, join_items
from engine.game import Facts


def marks(
    before: Moment | None, after: Moment | None, events: Sequence[Facts], names: Names
) -> Iterator[Mark]:
    """Yield the milestones of an episode. Prefectures and provinces won and lost come first, then the
    important events.
    """
    if before is not None and after is not None:
        yield from _prefectures(before, after, names)
        yield from _provinces(before, after, names)
    for e in events:
        teller = GRAVE.get(e["kind"])
        mark = teller(e, names) if teller else None
        if mark is not None:
            yield mark


def _prefectures(before: Moment, after: Moment, names: Names) -> Iterator[Mark]:
    was, now = set(before["prefectures"]), set(after["prefectures"])
    for key in sorted(now - was):
        yield Mark(_("Prefecture won: %(name)s") % {"name": names.prefecture(key)}, "good")
    for key in sorted(was - now):
        yield Mark(_("Prefecture lost: %(name)s") % {"name": names.prefecture(key)}, "bad")


def _provinces(before: Moment, after: Moment, names: Names) -> Iterator[Mark]:
    won, lost = (join_items(names.place(p) for p in places) for places in won_and_lost(before, after))
    if won:
        yield Mark(_("Won: %(places)s") % {"places": won}, "good")
    if lost:
        yield Mark(_("Lost: %(places)s") % {"places": lost}, "bad")


def _mark_event(e: Facts, names: Names) -> Mark | None:
    return Mark(word(e["event"]), "bad") if e["effective"] and e["event"] != "revolt" else None


def _revolt(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Revolt: %(where)s") % {"where": word(e["revolt"])}, "bad")


def _mark_destroyed(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Destroyed: %(power)s") % {"power": names.power(e["power"])}, "good")


def _mark_fallen(e: Facts, names: Names) -> Mark | None:
    tone = "bad" if names.leaders.get(e["leader"], {}).get("power", "byzantium") == "byzantium" else "good"
    return Mark(_("Fallen: %(leader)s") % {"leader": names.leader(e["leader"])}, tone)


def _treasure(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Treasury captured: %(gold)s G") % {"gold": e["gold"]}, "good") if e["gold"] else None


def _mark_sacked(e: Facts, names: Names) -> Mark | None:
    return Mark(_("Treasury lost: %(gold)s G") % {"gold": e["gold"]}, "bad")


def _mark_end(e: Facts, names: Names) -> Mark | None:
    tone = "good" if e["winner"] == "byzantium" else "bad"
    return Mark(_("Victory: %(winner)s") % {"winner": names.seat(e["winner"])}, tone)


GRAVE = {
    "event_rolled": _mark_event,
    "revolt_rolled": _revolt,
    "power_eliminated": _mark_destroyed,
    "leader_lost": _mark_fallen,
    "treasury_captured": _treasure,
    "treasury_lost": _mark_sacked,
    "game_ended": _mark_end,
}
