"""What happened since one's own last move: short, oldest first, marches in one line each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.utils.translation import ngettext

from campaigns.wording.justinian.events import sentence
from campaigns.wording.justinian.grammar import Words
from campaigns.wording.justinian.names import Names
from games import services

if TYPE_CHECKING:
    from engine.game import Facts

ENTRIES = 60  # as far as this is looked back
SHORT, LONG = 8, 16  # as many sentences are shown at once; more, up to this, from the first battle on
BATTLES = {"battle_fought", "sea_battle_fought"}
# Bookkeeping, and what the sentence beside it tells already.
BESIDE = {
    "gold_spent",
    "sp_lost",
    "sp_shifted",
    "activation_ended",
    "attack_declared",
    "segment_passed",
    "force_placed",
    "disorganisation_rolled",
    "segment_began",
    "interception_rolled",
    "recruits_rolled",
}


@dataclass(frozen=True)
class Told:
    """A sentence, and what kind of event it tells."""

    text: str
    kind: str

    @property
    def battle(self) -> bool:
        return self.kind in BATTLES

    @property
    def parts(self) -> tuple[str, str]:
        """What happened, and in brackets how it came about."""
        what, bracket, how = self.text.partition(" (")
        return what, bracket + how


@dataclass(frozen=True)
class Since:
    """``early`` is folded, ``late`` is shown; ``own`` tells whether it begins after a move of the reader."""

    early: tuple[Told, ...]
    late: tuple[Told, ...]
    own: bool
    more: bool

    @property
    def count(self) -> int:
        return len(self.early) + len(self.late)


def since(table: Any, seat: str | None, names: Names) -> Since:
    """From the entries after the seat's last move by a person; for spectators the last few. A move that threw
    dice belongs to it: whoever stands and fights is told how the battle ended."""
    lines = services.chronicle(table, seat, limit=ENTRIES)
    mine = next((i for i, x in enumerate(lines) if seat and x.seat == seat and x.reason == "player"), None)
    first = len(lines) if mine is None else mine + bool(lines[mine].rolls)
    fresh = [x for x in lines[:first] if not x.undone]
    told = tuple(sentences((e for x in reversed(fresh) for e in x.events), names))
    start = shown_from(told)
    return Since(
        early=told[:start],
        late=told[start:],
        own=mine is not None,
        more=mine is None and len(lines) == ENTRIES,
    )


def shown_from(told: Sequence[Told]) -> int:
    """The first sentence that is shown at once: no battle is folded away before the last few sentences."""
    longest = max(0, len(told) - LONG)
    battle = next((i for i, one in enumerate(told) if i >= longest and one.battle), len(told))
    return min(battle, max(0, len(told) - SHORT))


def brief(events: Iterable[Facts], names: Names) -> list[str]:
    """The sentences alone."""
    return [one.text for one in sentences(events, names)]


def sentences(events: Iterable[Facts], names: Names) -> list[Told]:
    """A sentence for each event that matters; the steps of one march become one, and an activation is told
    by the march that follows it."""
    told: list[Told] = []
    army, way = "", [""]
    markers: dict[tuple[str, str], list[str]] = {}  # placed or removed, of a power: where on a march

    def flush() -> None:
        for (kind, power), places in markers.items():
            event = {"kind": kind, "marker": power, "province": list(dict.fromkeys(places))}
            told.append(Told(sentence(event, names), kind))
        markers.clear()

    for event in events:
        if event["kind"] in BESIDE:
            continue
        if event["kind"] in ("marker_placed", "marker_removed"):
            markers.setdefault((event["kind"], event["marker"]), []).append(event["province"])
            continue
        if event["kind"] != "army_moved":
            flush()
            army = ""
            text = sentence(event, names)
            if text:
                told.append(Told(text, event["kind"]))
            continue
        if event["army"] == army and way[-1] == event["origin"]:
            way.append(event["to"])
            told.pop()
        else:
            flush()
            army, way = event["army"], [event["origin"], event["to"]]
            if told and told[-1].kind == "army_activated":
                told.pop()
        told.append(Told(march_line(army, " → ".join(names.place(p) for p in way), names), "army_moved"))
    flush()
    return told


def march_line(army: str, way: str, names: Names) -> str:
    """A whole march in one sentence."""
    count = 2 if names.plural(army) else 1
    text = ngettext("%(the_army)s marches: %(way)s.", "%(the_army)s march: %(way)s.", count)
    return capital(text % Words({"way": way}, lambda _field: names.article_and("army", army)))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
