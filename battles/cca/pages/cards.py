"""The latest combats as result cards: the blocks of both units, their dice, and the odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles.cca.forecast.odds import exchanges
from battles.cca.pages.position import ReadersBoard
from battles.cca.rules.combat.exchange import Answers, Exchange
from battles.cca.rules.combat.fate import Fate
from battles.cca.rules.combat.field import close_combat, fire
from battles.cca.rules.fight.declaration import CLOSE
from battles.cca.rules.terrain.board import HEXES
from battles.cca.rules.turn.battling import card_dice
from battles.cca.wording import names
from engine.game import Facts
from engine.refusals import IllegalAction
from games import plugins
from games.page_facts.result_cards import (
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

BEGINS: Final = frozenset({"attack_declared"})
# Events that belong to a combat; any other event ends it.
PARTS: Final = frozenset(
    {"struck", "blocks_lost", "unit_lost", "leader_checked", "leader_lost", "flags_ignored", "rampaged"}
    | {"trampled", "went_back", "pushed", "marsh_entered", "leader_fled", "escape_tried", "advanced"}
    | {"first_strike_played", "evasion_announced", "evaded"}
)
ENDS: Final = frozenset(
    {
        "turn_began",
        "card_drawn",
        "card_played",
        "unit_ordered",
        "leader_ordered",
        "unit_moved",
        "battle_ended",
    }
)
# Decisions during a combat, while its result is still open.
DURING: Final = frozenset(
    {"first_strike", "evade", "withdraw", "battle_back", "flags", "go_back", "trample", "flee"}
)
FOLLOWS: Final = ("leader_lost", "rampaged", "went_back", "evaded", "advanced", "leader_fled")
AFTER: Final = 3  # number of consequences shown, as sentences


def results(scene: Scene, seen: ReadersBoard) -> tuple[ResultCard, ...]:
    """Return a card for each finished combat since the reader's last move, the latest first."""
    told = list(fights(recent(scene, PARTS), BEGINS, ENDS))
    if any(decision.kind in DURING for decision in scene.live.decisions()):
        told = told[1:]
    return shorten_cards(_card(scene, seen, fight) for fight in told)


def _card(scene: Scene, seen: ReadersBoard, fight: Sequence[CardEvent]) -> ResultCard | None:
    view = view_before(scene, fight[0].seq)
    events = [one.event for one in fight]
    declared, rolls = events[0], [e for e in events if e["kind"] == "struck"]
    if view is None or not rolls:
        return None
    stood = replace(seen, view=view)
    seats = [str(declared["seat"]), next(s for s in view["armies"] if s != declared["seat"])]
    hexes, troops = (declared["at"], declared["target"]), (declared["unit"], declared["against"])
    had = [int(view["units"].get(at, {}).get("blocks", 0)) for at in hexes]
    # all losses of a side, including those of trampled neighbours
    lost = [_sum(events, "blocks_lost", seat) for seat in seats]
    gone = [
        _sum(events, "unit_lost", seat) + (not n) * _fell(events, seat)
        for n, seat in zip(had, seats, strict=True)
    ]
    away = any(e["kind"] == "went_back" and e["gone"] and e["seat"] == seats[1] for e in events)
    evaded = any(e["kind"] == "evaded" for e in events)
    winner = _winner(lost, gone, away)
    who = [str(capfirst(names.unit_at(unit, at))) for unit, at in zip(troops, hexes, strict=True)]
    sides = tuple(
        ResultSide(
            who[n],
            max(had[n], lost[n]) or 1,
            lost[n] if had[n] else gone[n],
            ngettext("block", "blocks", max(had[n] - lost[n], 0)),
            winner == n,
            _total(rolls, seats[n]),
        )
        for n in (0, 1)
    )
    own = [seat in scene.my_seats for seat in seats]
    ours = None if winner is None or own[0] == own[1] else own[winner]
    said = _result_text(who, gone, away, evaded)
    title, tone = combat_headline(said, ours)
    return ResultCard(
        title, tone, sides, _chance(stood, events, gone, away, lost), _follow_up_texts(scene, events)
    )


def _sum(events: Sequence[Facts], kind: str, seat: str) -> int:
    return sum(int(e.get("number", 1)) for e in events if e["kind"] == kind and e["seat"] == seat)


def _fell(events: Sequence[Facts], seat: str) -> int:
    return int(any(e["kind"] == "leader_lost" and e["seat"] == seat for e in events))


def _winner(lost: Sequence[int], gone: Sequence[int], away: bool) -> int | None:
    """Return the winner of a combat: 0 for the attacker, 1 for the target, or None if neither did better. The
    side that lost fewer units wins, then the attacker if the target gave way, then the side that lost fewer
    blocks.
    """
    if gone[0] != gone[1]:
        return 0 if gone[1] > gone[0] else 1
    if away:
        return 0
    return None if lost[0] == lost[1] else 0 if lost[1] > lost[0] else 1


def _result_text(who: Sequence[str], gone: Sequence[int], away: bool, evaded: bool) -> str:
    if gone[1]:
        return _("%(unit)s eliminated") % {"unit": who[1]}
    if gone[0]:
        return _("%(unit)s eliminated") % {"unit": who[0]}
    text = _("%(unit)s evade") if evaded else _("%(unit)s driven off") if away else _("%(unit)s hold")
    return text % {"unit": who[1]}


def _total(rolls: Sequence[Facts], seat: str) -> str:
    """Describe what all of a side's dice together have done, or return "" if the side never rolled."""
    own = [e for e in rolls if e["seat"] == seat]
    if not own:
        return ""
    hits, dice = sum(e["hits"] for e in own), sum(len(e["faces"]) for e in own)
    said = _("%(hits)s with %(dice)s") % {"hits": names.hits(hits), "dice": names.dice(dice)}
    flags = sum(e["flags"] for e in own)
    return f"{said}, {names.flags(flags)}" if flags else said


def _chance(
    stood: ReadersBoard, events: Sequence[Facts], gone: Sequence[int], away: bool, lost: Sequence[int]
) -> Fraction | None:
    """Return the chance that the target fares as it did: that it is eliminated, driven away, or suffers the
    same losses. Return None if the chance is unknown.
    """
    declared, kinds = events[0], {e["kind"] for e in events}
    pos, at, target = stood.pos, str(declared["at"]), str(declared["target"])
    made = close_combat if declared["mode"] == CLOSE else fire
    known = pos.turn.units.get(at)
    answers = Answers(evade="evasion_announced" in kinds, first_strike="first_strike_played" in kinds)
    try:
        moved = known.moved if known else 0
        odds = exchanges(
            made(pos.board, HEXES[at], HEXES[target], moved, card_dice(pos, declared["mode"])), answers
        )
    except IllegalAction:
        return None

    def alike(found: Exchange) -> bool:
        fate: Fate | None = found.attack
        out, off = fate is not None and fate.is_eliminated, fate is not None and fate.left_hex
        if gone[1]:
            return out
        if away:
            return off and not out
        return not out and found.target_toll.lost == lost[1] and (answers.evade or not off)

    return odds.chance(alike) or None


def _follow_up_texts(scene: Scene, events: Sequence[Facts]) -> tuple[str, ...]:
    said = plugins.wording(scene.game).event
    told = [said(e) for e in events if e["kind"] in FOLLOWS]
    if any(e["kind"] in ("unit_lost", "leader_lost") for e in events):
        armies = scene.view["armies"]
        seats = sorted(armies, key=lambda seat: seat not in scene.my_seats)
        told.append(_("Banners: %(own)s to %(other)s.") % _banners(armies, seats))
    return tuple(filter(None, told))[-AFTER:]


def _banners(armies: Facts, seats: Sequence[str]) -> Facts:
    return {"own": armies[seats[0]]["banners"], "other": armies[seats[1]]["banners"]}
