"""The duel in progress, with its chosen cards face down, and the last duel with its cards revealed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from battles.schiere.pages import naming, words
from battles.schiere.pages.board import unit
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.cards import CARDS
from engine.game import Facts
from maps.values import Side as Flag

if TYPE_CHECKING:
    from games.scene import Scene

FRESH: Final = 4  # a finished duel is shown first until this many log entries follow it
FOLLOWS: Final = frozenset(
    {"nerve_tested", "unit_retreated", "piece_lost", "schiera_disordered", "unit_rallied", "move_stolen"}
)
SIGNS: Final = {"sword1": "I", "sword2": "II", "sword3": "III", "shield": "S", "feint": "F"}


@dataclass(frozen=True)
class Card:
    """A battle card. ``id`` is "" while the card is face down."""

    id: str = ""
    name: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Fighter:
    """One side of a duel: its piece, the cards it has not played, the order in effect, and whether it has
    chosen a card for the next blow (``laid``). ``own``: the chosen cards, if they are the reader's.
    """

    name: str
    side: Flag
    at: str
    left: tuple[Card, ...]
    order: str
    shields: int
    swords: int
    harm: int
    laid: bool
    own: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Blow:
    """Both cards of a blow, each side's resulting attack and defence (``totals``), and each side's damage.
    If the blow is too old to be read from the log, the totals are "" and the damage is None.
    """

    cards: tuple[Card, Card]
    totals: tuple[str, str] = ("", "")
    damage: tuple[int | None, int | None] = (None, None)


@dataclass(frozen=True)
class Duel:
    """A duel in progress. ``blows``: the blows so far, oldest first. ``number``: the number of the next blow.
    ``open``: whether the cards of the next blow are still to be chosen.
    """

    fighters: tuple[Fighter, Fighter]
    blows: tuple[Blow, ...]
    number: int
    open: bool
    how: str


@dataclass(frozen=True)
class Side:
    """One side of a finished duel, with its damage and its remaining shields (none if the unit is lost)."""

    name: str
    side: Flag
    at: str
    harm: int
    shields: tuple[bool, ...]


@dataclass(frozen=True)
class LastDuel:
    """A summary of the last duel. ``fresh``: whether little has happened since. ``after``: the duel's
    consequences in words.
    """

    sides: tuple[Side, Side]
    blows: tuple[Blow, ...]
    fresh: bool
    after: tuple[str, ...]
    idle: bool = False  # the duel ended early because the remaining cards could do no damage


def duel(scene: Scene, seen: ReadersBoard, happened: Sequence[Facts]) -> Duel | None:
    """Return the duel in progress, or None. ``happened`` holds the newest events, oldest first."""
    told = seen.view["duel"]
    if told is None:
        return None
    known = {one.cards: one for one in map(_blow, _of_last(happened, "blow_struck"))}
    pairs = ((face_up_card(a), face_up_card(d)) for a, d in told["played"])
    # cards are unique in a duel, so a pair identifies its blow
    blows = tuple(known.get(pair, Blow(pair)) for pair in pairs)
    asking = told["stage"] == "blow"
    awaited = {wait.place.key for wait in scene.waits}
    both = tuple(_fighter(seen, told, index, awaited if asking else None) for index in (0, 1))
    return Duel((both[0], both[1]), blows, len(blows) + 1, asking, _how(told["received"], told["struck"]))


def last_duel(
    seen: ReadersBoard, entries: Sequence[Sequence[Facts]], worded: Callable[[Facts], str]
) -> LastDuel | None:
    """Return the last duel. Return None if a duel is in progress, or if none began in the given entries.
    ``entries``: log entries, newest first. ``worded``: a function that turns an event into a sentence.
    """
    if seen.view["duel"] is not None:
        return None
    last = _of_last([event for events in reversed(entries) for event in events], "")
    if not last or last[0]["kind"] != "duel_began":
        return None
    blows = tuple(_blow(event) for event in last if event["kind"] == "blow_struck")
    ids = str(last[0]["attacker"]), str(last[0]["defender"])
    harm = (sum(blow.damage[index] or 0 for blow in blows) for index in (0, 1))
    sides = tuple(_side(seen, id, took) for id, took in zip(ids, harm, strict=True))
    told = (worded(event) for event in last[1:] if event["kind"] in FOLLOWS)
    after = tuple(naming.with_arrival_names(lambda: seen.roll, text) for text in told)
    age = next((n for n, events in enumerate(entries) if _has(events, "blow_struck")), FRESH)
    idle = len(blows) < len(CARDS) and not after and all(side.at for side in sides)
    return LastDuel((sides[0], sides[1]), blows, age < FRESH, after, idle)


def _has(events: Sequence[Facts], kind: str) -> bool:
    return any(event.get("kind") == kind for event in events)


def _of_last(happened: Sequence[Facts], kind: str) -> list[Facts]:
    began = max((n for n, event in enumerate(happened) if event.get("kind") == "duel_began"), default=0)
    return [event for event in happened[began:] if not kind or event.get("kind") == kind]


def _blow(event: Facts) -> Blow:
    (attack, defence), (against, shield) = event["totals"]
    a, d = event["cards"]
    took, did = event["damage"]
    return Blow(
        (face_up_card(a), face_up_card(d)), (f"{attack}:{shield}", f"{against}:{defence}"), (took, did)
    )


def _side(seen: ReadersBoard, id: str, harm: int) -> Side:
    flag = seen.flags["rome" if id.startswith("r") else "carthage"]
    if id not in seen.pieces:
        return Side(naming.with_arrival_names(lambda: seen.roll, id.upper()), flag, "", harm, ())
    piece, most = seen.pieces[id], seen.pos.track(id)[0][0]
    left = seen.pos.defence(id)
    return Side(unit(seen, id), flag, piece.at, harm, tuple(number < left for number in range(most)))


def face_up_card(card: str) -> Card:
    """Return a card lying face up."""
    return Card(card, words.card(card), SIGNS.get(card, ""))


def _fighter(seen: ReadersBoard, told: dict[str, object], index: int, awaited: set[str] | None) -> Fighter:
    id = str(told[("attacker", "defender")[index]])
    played = {pair[index] for pair in told["played"]}  # type: ignore[attr-defined]  # of a view
    order = told["orders"][index]  # type: ignore[index]
    harm = told["harm"][index]  # type: ignore[index]
    left = tuple(face_up_card(card) for card in CARDS if card not in played)
    if id not in seen.pieces:  # the unit was lost with the last blow
        seat = _seat(seen, told, index)
        return Fighter(_("off the board"), seen.flags[seat], "", left, _order(order), 0, 0, harm, laid=False)
    piece = seen.pieces[id]
    laid = awaited is not None and bool(awaited) and piece.seat not in awaited
    shields, swords = seen.pos.defence(id), seen.pos.attack(id)
    return Fighter(
        unit(seen, id),
        seen.flags[piece.seat],
        piece.at,
        left,
        _order(order),
        shields,
        swords,
        harm,
        laid,
        _own_cards(seen, piece.seat),
    )


def _order(card: str) -> str:
    """Name the order in effect, or return "" if there is none."""
    return words.card(card) if card else ""


def _own_cards(seen: ReadersBoard, seat: str) -> tuple[Card, ...]:
    """Return the cards that a side has chosen for the coming blows, the next card first. Return () if the
    reader may not see any.
    """
    for frame in seen.view.get("in_progress", ()):
        said = frame.get("own", {}).get(seat, {}) if frame.get("kind") == "clash" else {}
        if said.get("card"):
            return tuple(face_up_card(card) for card in (said["card"], *said.get("then", ())))
    return ()


def _seat(seen: ReadersBoard, told: dict[str, object], index: int) -> str:
    return "rome" if str(told[("attacker", "defender")[index]]).startswith("r") else "carthage"


def _how(received: str, struck: str) -> str:
    texts = {
        "countercharges": _("both charge"),
        "stands": _("the defender stands"),
    }
    where = {
        "flank": _("struck on the flank"),
        "rear": _("struck in the rear"),
        "two_sides": _("struck from two sides"),
    }
    return ", ".join(text for text in (texts.get(received, ""), where.get(struck, "")) if text)
