"""What happened since one's own last move: short, oldest first, marches in one line each."""

from __future__ import annotations

from collections.abc import Iterable
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
SHORT = 8  # as many sentences are shown at once
# Bookkeeping, and what the sentence beside it tells already.
BESIDE = {
    "gold_spent",
    "sp_lost",
    "sp_shifted",
    "activation_ended",
    "army_activated",
    "attack_declared",
    "segment_passed",
    "force_placed",
    "disorganisation_rolled",
    "segment_began",
    "interception_rolled",
    "recruits_rolled",
}


@dataclass(frozen=True)
class Since:
    """``early`` is folded, ``late`` is shown; ``own`` tells whether it begins after a move of the reader."""

    early: tuple[str, ...]
    late: tuple[str, ...]
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
    told = tuple(brief((e for x in reversed(fresh) for e in x.events), names))
    return Since(
        early=told[:-SHORT],
        late=told[-SHORT:],
        own=mine is not None,
        more=mine is None and len(lines) == ENTRIES,
    )


def brief(events: Iterable[Facts], names: Names) -> list[str]:
    """A sentence for each event that matters; the steps of one march become one."""
    told: list[str] = []
    army, way = "", [""]
    markers: dict[tuple[str, str], list[str]] = {}  # placed or removed, of a power: where on a march

    def flush() -> None:
        for (kind, power), places in markers.items():
            event = {"kind": kind, "marker": power, "province": list(dict.fromkeys(places))}
            told.append(sentence(event, names))
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
                told.append(text)
            continue
        if event["army"] == army and way[-1] == event["origin"]:
            way.append(event["to"])
            told.pop()
        else:
            flush()
            army, way = event["army"], [event["origin"], event["to"]]
        told.append(march_line(army, " → ".join(names.place(p) for p in way), names))
    flush()
    return told


def march_line(army: str, way: str, names: Names) -> str:
    """A whole march in one sentence."""
    count = 2 if names.plural(army) else 1
    text = ngettext("%(the_army)s marches: %(way)s.", "%(the_army)s march: %(way)s.", count)
    return capital(text % Words({"way": way}, lambda _field: names.article_and("army", army)))


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
