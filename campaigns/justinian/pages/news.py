"""A summary of the events since the reader's last move, oldest first, with one line per march."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext, ngettext

from campaigns.annals.news import News, NewsItem, Teller
from campaigns.justinian.pages import fights
from campaigns.justinian.rules.state.state import REVOLT
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.events import sentence
from campaigns.justinian.wording.grammar import Words
from campaigns.justinian.wording.idle import mark_idle
from campaigns.justinian.wording.names import Names, sp

if TYPE_CHECKING:
    from engine.game import Facts

BATTLES = {"battle_fought", "sea_battle_fought"}
WEIGHTY = BATTLES | {"revenue_received", "treasury_lost"}  # kinds of news that are always shown
# Events that are left out, because they are bookkeeping or another sentence covers them.
LEFT_OUT = {
    "gold_spent",
    "activation_ended",
    "attack_declared",
    "force_placed",
    "disorganisation_rolled",
    "segment_began",
    "interception_rolled",
    "recruits_rolled",
}
# reasons for losses that need their own sentence
LOSSES = {
    "desertion",
    "epidemic",
    "attrition",
    "retreat",
    "drowned",
    "disorganised",
    "revolt",
}
# reasons for transfers that need their own sentence
SHIFTS = {
    "frontier",
    "detach",
    "pick_up",
    "hand_over",
    "redistribute",
}
TURNING = frozenset({"turn_ended", "turn_began"})
BEFALLS = {"army_removed", "leader_returned", "segment_lost"}  # events that no player chose


def news_since(table: Any, seat: str | None, names: Names, asked: bool = False) -> News:
    """Return the news since the seat's last move. That move itself is included if it rolled dice, ended the
    turn or cost an army, as the choice to stand in a battle can. ``asked``: whether the reader must decide,
    in which case more of the news is collapsed.
    """
    teller = Teller(
        lambda events: sentences(events, names),
        TURNING | BEFALLS,
        lambda before, fresh: fights.results(
            before, fresh, seat or "", names, lambda later: brief(later, names)
        ),
    )
    return teller.collect_news(table, seat, asked)


def brief(events: Iterable[Facts], names: Names) -> list[str]:
    """Return the sentences of the events as plain text."""
    return [one.text for one in sentences(events, names)]


def sentences(events: Iterable[Facts], names: Names) -> list[NewsItem]:
    """Return a sentence for each notable event. The steps of a march and the activation before them become
    one sentence.
    """
    told: list[NewsItem] = []
    army, way = "", [""]
    # provinces with markers placed or removed, or in revolt, by kind and power
    markers: dict[tuple[str, str], list[str]] = {}
    # losses of troops or ships, by kind, power and reason
    lost: dict[tuple[str, str, str], list[Facts]] = {}

    def flush() -> None:
        told.extend(
            _news_item(_loss_sentence(events, names), kind) for (kind, _power, _why), events in lost.items()
        )
        lost.clear()
        for (kind, power), places in markers.items():
            event = {"kind": kind, "marker": power, "province": list(dict.fromkeys(places))}
            told.append(_news_item(sentence(event, names), kind))
        markers.clear()

    for event in mark_idle(list(events)):
        if _is_aside(event):
            continue
        if event["kind"] in ("sp_lost", "fleet_lost"):
            lost.setdefault((event["kind"], event["power"], event["reason"]), []).append(event)
            continue
        if event["kind"] == "province_revolted":
            markers.setdefault((event["kind"], REVOLT), []).append(event["province"])
            continue
        if event["kind"] in ("marker_placed", "marker_removed"):
            markers.setdefault((event["kind"], event["marker"]), []).append(event["province"])
            continue
        if event["kind"] != "army_moved":
            flush()
            army = ""
            text = sentence(event, names)
            if text:
                told.append(_news_item(text, event["kind"]))
            continue
        if event["army"] == army and way[-1] == event["origin"]:
            way.append(event["to"])
            told.pop()
        else:
            flush()
            army, way = event["army"], [event["origin"], event["to"]]
            if told and told[-1].kind == "army_activated":
                told.pop()
        told.append(
            _news_item(march_line(army, " → ".join(names.place(p) for p in way), names), "army_moved")
        )
    flush()
    return told


def _news_item(text: str, kind: str) -> NewsItem:
    return NewsItem(text, kind, kind in BATTLES, kind in WEIGHTY)


def _is_aside(event: Facts) -> bool:
    if event["kind"] == "sp_lost":
        return event["reason"] not in LOSSES
    if event["kind"] == "sp_shifted":
        return event["reason"] not in SHIFTS
    if event["kind"] == "fleet_lost":
        return bool(event["reason"] == "battle")  # the battle's sentence covers it
    if event["kind"] == "gold_gained":
        return bool(event["what"] == "treasury")  # the capture's own news item gives the amount
    if event["kind"] == "marker_placed":
        return bool(event["marker"] == REVOLT)  # the news item about the revolt already mentions the marker
    if event["kind"] == "interception_rolled" and not event["success"]:
        return False  # shown, because no battle follows
    return event["kind"] in LEFT_OUT


def _loss_sentence(events: Sequence[Facts], names: Names) -> str:
    if len(events) == 1:
        return sentence(events[0], names)
    ships = events[0]["kind"] == "fleet_lost"
    text = gettext("%(power)s: %(sp)s of ships lost in %(n)s groups (%(reason)s).") if ships else ""
    return (text or gettext("%(power)s: %(sp)s lost in %(n)s groups (%(reason)s).")) % {
        "power": names.power(events[0]["power"]),
        "sp": sp(sum(e["sp"] for e in events)),
        "n": len(events),
        "reason": word(events[0]["reason"]),
    }


def march_line(army: str, way: str, names: Names) -> str:
    """Describe a whole march in one sentence. ``way``: the places of the route, as text."""
    count = 2 if names.is_plural(army) else 1
    text = ngettext("%(the_army)s marches: %(way)s.", "%(the_army)s march: %(way)s.", count)
    return capital(text % Words({"way": way}, lambda _field: names.article_and("army", army)))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
