"""Result cards of the latest duels and shots, with the shields left and lost, the damage on each side, and
the odds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.schiere.pages import duel_risk, naming
from battles.schiere.pages.board import unit
from battles.schiere.pages.duels import FOLLOWS
from battles.schiere.pages.position import ReadersBoard
from battles.schiere.rules.shooting.shooters import shot_at
from battles.schiere.rules.shooting.shot import damages
from engine.game import Facts
from games import plugins
from games.page_facts.result_cards import (
    MOST,
    CardEvent,
    ResultCard,
    ResultSide,
    combat_headline,
    fights,
    recent,
    shorten_cards,
    view_before,
)

if TYPE_CHECKING:
    from games.scene import Scene

BEGINS: Final = frozenset({"duel_began", "shot_fired"})
PARTS: Final = FOLLOWS | {
    "duel_began",
    "blow_struck",
    "duel_ended",
    "shot_fired",
    "piece_hurt",
    "order_gone",
    "unit_shut_in",
    "standard_taken",
    "elephants_turned",
    "charge_received",
}
ENDS: Final = frozenset(
    {
        "turn_began",
        "marched",
        "action_taken",
        "initiative_drawn",
        "charge_declared",
        "battle_ended",
        "shifted",
    }
)
BACK: Final = ("unit_retreated", "elephants_turned")


def results(scene: Scene, seen: ReadersBoard) -> tuple[ResultCard, ...]:
    """Return a card for each combat since the reader's last move, the latest first."""
    return shorten_cards(_card(scene, seen, fight) for fight in fights(recent(scene, PARTS), BEGINS, ENDS))


def _card(scene: Scene, seen: ReadersBoard, fight: Sequence[CardEvent]) -> ResultCard | None:
    events = [one.event for one in fight]
    if events[0]["kind"] == "shot_fired":
        return _shot_card(scene, seen, fight[0].seq, events)
    first = next((one for one in fight if one.event["kind"] == "blow_struck"), None)
    if first is None or all(e["kind"] != "duel_ended" for e in events):
        return None  # the duel is still in progress
    return _duel(scene, seen, first, events)


# --- duels ---


def _duel(scene: Scene, seen: ReadersBoard, first: CardEvent, events: Sequence[Facts]) -> ResultCard | None:
    stood = _board_before(scene, seen, first.seq)
    ids = str(first.event["attacker"]), str(first.event["defender"])
    if stood is None or not set(ids) <= stood.pieces.keys():
        return None
    blows = [e for e in events if e["kind"] == "blow_struck"]
    harm = [sum(e["damage"][n] for e in blows) for n in (0, 1)]
    gone = [_is_gone(events, id) for id in ids]
    winner = _find_winner(
        gone, [any(e["kind"] in BACK and e["unit"] == id for e in events) for id in ids], harm
    )
    text = _("%(n)s damage done")
    sides = tuple(
        _side(stood, ids[n], gone[n], harm[n], winner == n, text % {"n": harm[1 - n]}) for n in (0, 1)
    )
    loser = None if winner is None else 1 - winner
    otherwise = _("A duel without a winner: %(a)s and %(d)s") % {"a": sides[0].who, "d": sides[1].who}
    said = otherwise if loser is None else _fate(sides[loser].who, gone[loser])
    title, tone = combat_headline(said, _ours(scene, stood, ids, winner))
    odds = duel_risk.losing(stood, first.event)
    return ResultCard(
        title,
        tone,
        sides,
        None,
        _follow_up_texts(scene, seen, ids, events),
        _odds(ids, sides, odds) if odds else "",
    )


def _find_winner(gone: Sequence[bool], back: Sequence[bool], harm: Sequence[int]) -> int | None:
    """Return the index of the side that did better in a duel. Survival counts first, then holding the
    ground, then less damage. Return None if the sides did equally well.
    """
    for worse in (gone, back, harm):
        if worse[0] != worse[1]:
            return 0 if worse[0] < worse[1] else 1
    return None


def _fate(who: str, gone: bool) -> str:
    return (_("%(unit)s lost") if gone else _("%(unit)s worsted")) % {"unit": who}


def _odds(ids: Sequence[str], sides: Sequence[ResultSide], odds: Mapping[str, float]) -> str:
    facts = {"a": sides[0].who, "pa": _percent(odds[ids[0]]), "d": sides[1].who, "pd": _percent(odds[ids[1]])}
    text = _("With best play the chance of losing was %(pa)s%% for %(a)s and %(pd)s%% for %(d)s.")
    return text % facts


def _percent(chance: float) -> str:
    return str(round(100 * chance)) if chance >= 0.005 else "<1"


# --- shots ---


def _shot_card(scene: Scene, seen: ReadersBoard, seq: int, events: Sequence[Facts]) -> ResultCard | None:
    stood, e = _board_before(scene, seen, seq), events[0]
    ids = str(e["units"][0]), str(e["target"])
    if stood is None or not {*e["units"], e["target"]} <= stood.pieces.keys():
        return None
    hurt = str(e["hurt"]) if e["damage"] else ""
    harm = [int(e["damage"]) if hurt and (hurt == ids[1]) == bool(n) else 0 for n in (0, 1)]
    gone = [_is_gone(events, id) for id in ids]
    winner = None if not hurt else 0 if hurt == ids[1] else 1
    sides = tuple(
        _side(stood, ids[n] if n or not hurt or hurt == ids[1] else hurt, gone[n], harm[n], winner == n, "")
        for n in (0, 1)
    )
    said = _("%(unit)s missed") % {"unit": sides[1].who}
    if hurt:
        lost = sides[0 if winner else 1]
        said = (_("%(unit)s lost") if _is_gone(events, hurt) else _("%(unit)s hit")) % {"unit": lost.who}
    title, tone = combat_headline(said, _ours(scene, stood, ids, winner))
    return ResultCard(title, tone, sides, _chance(stood, e, hurt), _follow_up_texts(scene, seen, ids, events))


def _chance(stood: ReadersBoard, e: Facts, hurt: str) -> Fraction | None:
    """Return the chance that a shot does at least as much damage as it did. If the shot missed, return the
    chance that it does no damage. Return None if the shooter was hurt in turn.
    """
    target = str(e["target"])
    if hurt not in ("", target):
        return None
    hits = damages(shot_at(stood.pos, e["units"], target))
    much: int = e["damage"]
    alike = sum(one.damage >= much if hurt else not one.damage for one in hits)
    return Fraction(alike, len(hits)) or None


# --- duels and shots ---


def _board_before(scene: Scene, seen: ReadersBoard, seq: int) -> ReadersBoard | None:
    """Return the board before a log entry, or None if it is unknown."""
    view = view_before(scene, seq)
    return None if view is None else replace(seen, view=view)


def _is_gone(events: Sequence[Facts], id: str) -> bool:
    return any(e["kind"] == "piece_lost" and e["piece"] == id for e in events)


def _side(stood: ReadersBoard, id: str, gone: bool, harm: int, won: bool, total: str) -> ResultSide:
    had = stood.pos.defence(id)
    lost = had if gone else min(harm, had)
    return ResultSide(unit(stood, id), had, lost, ngettext("shield", "shields", had - lost), won, total)


def _ours(scene: Scene, stood: ReadersBoard, ids: Sequence[str], winner: int | None) -> bool | None:
    own = [stood.pieces[id].seat in scene.my_seats for id in ids]
    return None if winner is None or own[0] == own[1] else own[winner]


def _follow_up_texts(
    scene: Scene, seen: ReadersBoard, ids: Sequence[str], events: Sequence[Facts]
) -> tuple[str, ...]:
    return tuple(_list_consequences(scene, seen, ids, events))[:MOST]


def _list_consequences(
    scene: Scene, seen: ReadersBoard, ids: Sequence[str], events: Sequence[Facts]
) -> Iterator[str]:
    """Yield the consequences of a combat, leaving out losses that the card's title already reports."""
    said = plugins.wording(scene.game).event
    for event in events:
        if event["kind"] in FOLLOWS and event.get("piece") not in ids:
            yield naming.with_arrival_names(lambda: seen.roll, said(event))
