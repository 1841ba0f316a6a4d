"""The events since the viewer's last move. All marches of a nation share one line, and so do all events of a
battle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from campaigns.annals.news import News, NewsItem, Teller
from campaigns.italia.pages.annals.fights import Fight, join_fights, results
from campaigns.italia.wording import events as words
from campaigns.italia.wording.names import Names, capital, nation
from engine.game import Facts

# kinds of events that the page shows elsewhere
SHOWN_ELSEWHERE = {
    "aimed",
    "battle_ended",
    "income_drawn",
    "gold_changed",
    "turn_began",
}
WEIGHTY = {"submitted", "submission_ended", "leader_lost", "nation_left", "emperor_crowned", "round_ended"}
AGAIN = frozenset({"round_ended", "leader_lost", "nation_left"})
MOST = 4  # maximum number of a nation's marches that one line names


def news_since(
    table: Any, seat: str | None, names: Names, asked: bool = False, own: frozenset[str] = frozenset()
) -> News:
    """Return the events since the viewer's last move. ``own``: the nations of the viewer's seat. ``asked``:
    whether the viewer must decide, in which case more of the news is collapsed.
    """
    teller = Teller(
        lambda events: sentences(events, names),
        AGAIN,
        lambda before, fresh: results(before, fresh, own, names, lambda later: brief(later, names)),
    )
    return teller.collect_news(table, seat, asked)


def sentences(events: Sequence[Facts], names: Names) -> list[NewsItem]:
    """Return news items for the events that matter."""
    found: list[NewsItem] = []
    for kind, group in groupby(join_fights(events, names), key=_group_key):
        if kind == "units_moved":
            found += _marches([one for one in group if not isinstance(one, Fight)], names)
        else:
            found += (told for one in group for told in _news_items(one, names))
    return found


def _group_key(one: Facts | Fight) -> str:
    return "fight" if isinstance(one, Fight) else str(one["kind"])


def _news_items(one: Facts | Fight, names: Names) -> Iterator[NewsItem]:
    if isinstance(one, Fight):
        yield NewsItem(one.line, "battle_began", battle=True, weighty=True)
        return
    kind = str(one["kind"])
    text = "" if kind in SHOWN_ELSEWHERE else words.event_text(one, names)
    if text:
        yield NewsItem(text, kind, weighty=kind in WEIGHTY)


def _marches(events: Sequence[Facts], names: Names) -> Iterator[NewsItem]:
    for key, group in groupby(events, key=lambda e: e["nation"]):
        ways: list[tuple[dict[str, int], tuple[str, ...], list[str]]] = []
        for e in group:
            for number, (units, leaders, way) in enumerate(ways):
                if (units, leaders, way[-1]) == (dict(e["units"]), tuple(e["leaders"]), e["origin"]):
                    ways[number] = (units, leaders, [*way, e["to"]])
                    break
            else:
                ways.append((dict(e["units"]), tuple(e["leaders"]), [e["origin"], e["to"]]))
        yield NewsItem(_moves_text(key, ways, names), "units_moved")


def _moves_text(
    key: str, ways: Sequence[tuple[dict[str, int], tuple[str, ...], list[str]]], names: Names
) -> str:
    told = [
        f"{names.force(units, leaders)} {' → '.join(names.place(place) for place in way)}"
        for units, leaders, way in ways[:MOST]
    ]
    if len(ways) > MOST:
        told.append(_("%(n)s more") % {"n": len(ways) - MOST})
    return _("%(nation)s move: %(ways)s.") % {"nation": capital(nation(key)), "ways": "; ".join(told)}


def brief(events: Iterable[Facts], names: Names) -> list[str]:
    """Return the sentences for events, as plain text."""
    return [one.text for one in sentences(list(events), names)]
