"""The summary of a turn in the chronicle: gold, SP, provinces, battles and prefectures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from campaigns.annals.moments import Moment
from campaigns.annals.story import Passage
from campaigns.justinian.pages import story
from campaigns.justinian.pages.heraldry import FOLLOWED, Arms, arms
from campaigns.justinian.pages.moments import won_and_lost
from campaigns.justinian.wording.codes import word
from campaigns.justinian.wording.names import Names, join_items
from engine.game import Facts
from games.wording.numbers import format_signed


@dataclass(frozen=True)
class Change:
    """A power's SP and provinces. Each is a pair with the values at the start and at the end of a turn."""

    name: str
    arms: Arms
    sp: tuple[int, int]
    provinces: tuple[int, int]


@dataclass(frozen=True)
class Summary:
    """The summary of a turn. ``gold``: the treasury in G at the start and at the end. ``account``: the G
    received and spent by purpose, as text. ``won`` and ``lost``: the names of provinces.
    """

    gold: tuple[int, int]
    account: tuple[tuple[str, str], ...]
    changes: tuple[Change, ...]
    won: str
    lost: str
    battles: int
    fallen: tuple[int, int]  # SP lost by Byzantium and by the Barbarians, from any cause
    prefectures: str


def summary(told: Sequence[Passage], moments: Mapping[int, Moment], names: Names) -> Summary | None:
    """Return the summary of a turn, or None if its positions were not measured. The set-up belongs to no
    turn.
    """
    passages = [p for p in told if p.sort != story.SETTING_UP]
    if not passages:
        return None
    before, after = moments.get(passages[0].before), moments.get(passages[-1].until)
    opened = moments.get(passages[0].first)
    if before is None or after is None or opened is None:
        return None
    events = [e for p in passages for e in p.events]
    start = opened["gold"] - sum(gold for _what, gold in _money(passages[0].steps[0].events))
    won, lost = (join_items(names.place(p) for p in places) for places in won_and_lost(before, after))
    fallen = [e for e in events if e["kind"] == "sp_lost"]
    byzantine = sum(e["sp"] for e in fallen if e["power"] == "byzantium")
    return Summary(
        gold=(start, start + sum(gold for _what, gold in _money(events))),
        account=tuple((what, format_signed(gold)) for what, gold in _money(events)),
        changes=tuple(
            Change(
                names.power(p),
                arms(p),
                (before["sp"].get(p, 0), after["sp"].get(p, 0)),
                (before["owners"].get(p, 0), after["owners"].get(p, 0)),
            )
            for p in FOLLOWED
            if before["sp"].get(p) or after["sp"].get(p) or before["owners"].get(p)
        ),
        won=won,
        lost=lost,
        battles=sum(e["kind"] in ("battle_fought", "sea_battle_fought") for e in events),
        fallen=(byzantine, sum(e["sp"] for e in fallen) - byzantine),
        prefectures=join_items(names.prefecture(p) for p in after["prefectures"]),
    )


def _money(events: Iterable[Facts]) -> Iterator[tuple[str, int]]:
    found: Counter[str] = Counter()
    for e in events:
        if e["kind"] == "revenue_received":
            found[word("revenue")] += e["gold"]
        elif e["kind"] == "gold_gained":
            found[word(e["what"])] += e["gold"]
        elif e["kind"] == "gold_spent":
            found[word(e["what"])] -= e["gold"]
        elif e["kind"] == "treasury_lost":
            found[_("Europa has fallen")] -= e["gold"]
    yield from found.items()
