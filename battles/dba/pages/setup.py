"""Laying out the battlefield and swapping elements: forms that say what is wrong before they are sent."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from battles.dba.bot import table as bot
from battles.dba.rules.table import terrain as rules
from battles.dba.rules.table.scenario import Battle
from battles.dba.rules.table.state import TableState
from battles.dba.rules.table.terrain import Piece
from battles.dba.wording import DbaWording
from battles.dba.wording import table_texts as texts
from battles.dba.wording.deeds import section_name
from battles.dba.wording.names import element_name
from engine.game import Facts, IllegalAction
from games.numbers import whole

ROWS = 5  # two compulsory pieces and three optional ones


def terrain(battle: Battle, state: TableState, told: Any) -> dict[str, Any]:
    """Five rows for pieces, the home's table, and everything wrong with the choice."""
    home = battle.armies[state.defender].topography
    topography = rules.TOPOGRAPHIES[home]
    sent = "sent" in told
    laid = _laid(told) if sent else bot.pieces(battle, state)
    wrong = list(rules.faults(home, laid))
    kinds = [k for k in rules.KINDS if k == topography.compulsory or k in topography.optional]
    return {
        "home": texts.HOMES[home],
        "compulsory": texts.PIECES[topography.compulsory],
        "optional": [texts.PIECES[k] for k in kinds if k != topography.compulsory],
        "kinds": [(k, texts.PIECES[k]) for k in kinds],
        "rows": [_row(number, laid) for number in range(ROWS)],
        "wrong": [DbaWording().refusal(IllegalAction(rules.RULE, code, **facts)) for code, facts in wrong],
        "by_eye": [
            (text, section_name(rule)) for of, text, rule in texts.BY_EYE if of & {p.kind for p in laid}
        ],
        "suggested": not sent,
    }


def pieces_json(told: Any) -> str:
    """The pieces that a form lays, as the action's field."""
    return json.dumps([asdict(piece) for piece in _laid(told)])


def _laid(told: Any) -> tuple[Piece, ...]:
    pieces = []
    for number in range(ROWS):
        kind = told.get(f"kind-{number}", "")
        if kind not in rules.KINDS:
            continue
        quarters = tuple(
            sorted({q for text in told.getlist(f"quarter-{number}") if (q := whole(text, 1, 4))})
        )
        length, width = (_mm(told.get(f"{name}-{number}", "")) for name in ("length", "width"))
        area = kind not in rules.LINEAR
        pieces.append(Piece(kind, quarters, length if area else 0, width if area else 0))
    return tuple(pieces)


def _mm(text: str) -> int:
    return whole(text, 0, 9999) or 0


def _row(number: int, laid: tuple[Piece, ...]) -> dict[str, Any]:
    piece = laid[number] if number < len(laid) else None
    return {
        "number": number,
        "label": number + 1,
        "kind": piece.kind if piece else "",
        "quarters": [(q, piece is not None and q in piece.quarters) for q in (1, 2, 3, 4)],
        "length": piece.length_mm if piece and piece.length_mm else "",
        "width": piece.width_mm if piece and piece.width_mm else "",
    }


def swaps(battle: Battle, state: TableState, told: Any, scenario: Facts) -> dict[str, Any]:
    """Two rows of two elements."""
    own = [e for e in battle.of(state.defender) if not battle.blocks[e].followers]
    chosen = _chosen(told)
    pairs = [pair for pair in chosen if all(e in own for e in pair)]
    return {
        "rows": [
            {"number": n + 1, "one": _named(own, one, scenario), "two": _named(own, two, scenario)}
            for n, (one, two) in enumerate(chosen)
        ],
        "pairs": [" ↔ ".join(element_name(e, scenario) for e in pair) for pair in pairs],
    }


def pairs_json(told: Any) -> str:
    """The pairs that a form names, as the action's field: half a pair is none."""
    return json.dumps([pair for pair in _chosen(told) if all(pair)])


def _chosen(told: Any) -> list[tuple[str, str]]:
    return [(told.get(f"one-{n}", ""), told.get(f"two-{n}", "")) for n in (1, 2)]


def _named(own: list[str], chosen: str, scenario: Facts) -> list[tuple[str, str, bool]]:
    return [(e, element_name(e, scenario), e == chosen) for e in own]
