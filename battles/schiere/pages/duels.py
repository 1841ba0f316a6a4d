"""A duel as cards that lie face down and turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from battles.schiere.pages import words
from battles.schiere.pages.board import called
from battles.schiere.pages.heraldry import SIDES
from battles.schiere.pages.seen import Seen
from battles.schiere.rules.cards import CARDS
from maps.values import Side

if TYPE_CHECKING:
    from games.pages import Scene

SIGNS: Final = {"sword1": "I", "sword2": "II", "sword3": "III", "shield": "S", "feint": "F"}


@dataclass(frozen=True)
class Card:
    """A battle card. ``id`` "" lies face down."""

    id: str = ""
    name: str = ""
    sign: str = ""


@dataclass(frozen=True)
class Fighter:
    """One side of a duel: who fights, where, what cards it has not played, the order that counts, and for the
    next blow whether it has laid a card; ``own``: which cards those are that the reader has laid."""

    name: str
    side: Side
    at: str
    left: tuple[Card, ...]
    order: str
    shields: int
    swords: int
    harm: int
    laid: bool
    own: tuple[Card, ...] = ()


@dataclass(frozen=True)
class Duel:
    """``blows``: the cards of attacker and defender, the oldest first; ``number``: of the blow that comes;
    ``open``: its cards are still to be laid."""

    fighters: tuple[Fighter, Fighter]
    blows: tuple[tuple[Card, Card], ...]
    number: int
    open: bool
    how: str


def duel(scene: Scene, seen: Seen) -> Duel | None:
    """The duel in progress; None without one."""
    told = seen.view["duel"]
    if told is None:
        return None
    blows = tuple((face(a), face(d)) for a, d in told["played"])
    asking = told["stage"] == "blow"
    awaited = {wait.place.key for wait in scene.waits}
    both = tuple(_fighter(seen, told, index, awaited if asking else None) for index in (0, 1))
    return Duel((both[0], both[1]), blows, len(blows) + 1, asking, _how(told["received"], told["struck"]))


def face(card: str) -> Card:
    """A card face up."""
    return Card(card, words.card(card), SIGNS.get(card, ""))


def _fighter(seen: Seen, told: dict[str, object], index: int, awaited: set[str] | None) -> Fighter:
    id = str(told[("attacker", "defender")[index]])
    played = {pair[index] for pair in told["played"]}  # type: ignore[attr-defined]  # of a view
    order = told["orders"][index]  # type: ignore[index]
    harm = told["harm"][index]  # type: ignore[index]
    left = tuple(face(card) for card in CARDS if card not in played)
    if id not in seen.pieces:  # gone with the last blow
        seat = _seat(seen, told, index)
        return Fighter(_("off the board"), SIDES[seat], "", left, _order(order), 0, 0, harm, laid=False)
    piece = seen.pieces[id]
    laid = awaited is not None and bool(awaited) and piece.seat not in awaited
    shields, swords = seen.pos.defence(id), seen.pos.attack(id)
    return Fighter(
        called(seen, id),
        SIDES[piece.seat],
        piece.at,
        left,
        _order(order),
        shields,
        swords,
        harm,
        laid,
        _own(seen, piece.seat),
    )


def _order(card: str) -> str:
    """The face of an order that counts; "" without one."""
    return words.card(card) if card else ""


def _own(seen: Seen, seat: str) -> tuple[Card, ...]:
    """The cards that a side has laid, the next one first, as far as the reader may see them."""
    for frame in seen.view.get("in_progress", ()):
        said = frame.get("own", {}).get(seat, {}) if frame.get("kind") == "clash" else {}
        if said.get("card"):
            return tuple(face(card) for card in (said["card"], *said.get("then", ())))
    return ()


def _seat(seen: Seen, told: dict[str, object], index: int) -> str:
    """Whose piece has gone: the ids of a side begin with its letter."""
    return "rome" if str(told[("attacker", "defender")[index]]).startswith("r") else "carthage"


def _how(received: str, struck: str) -> str:
    """How the two came together."""
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
