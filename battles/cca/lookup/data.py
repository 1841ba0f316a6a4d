"""The data that the calculator needs offline: the tables of the rules and all texts, as one JSON document."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from battles.cca.lookup.words import LANGUAGES, texts_in
from battles.cca.rules.cards import CARDS
from battles.cca.rules.combat.exchange import DICE_PER_HEX
from battles.cca.rules.combat.fate import ELIMINATED, EVADE_HEXES, HURT
from battles.cca.rules.combat.situation import BLOCKED, FREE, MODES, battle_reach
from battles.cca.rules.dice import FACES, Face
from battles.cca.rules.terrain.terrain import TERRAIN, Terrain
from battles.cca.rules.units import LEADER, SACRED_BAND, UNITS, VARIANTS, UnitType


@cache
def data() -> dict[str, Any]:
    """Return the tables and the texts in every language. The result is cached, so treat it as read-only."""
    return {"rules": rules(), "texts": {language: texts_in(language) for language in LANGUAGES}}


@cache
def rules() -> dict[str, Any]:
    """Return the numbers that the combat rules use."""
    variants: dict[str, dict[str, Any]] = {}
    for (special, name), kind in VARIANTS.items():
        variants.setdefault(special, {})[name] = _unit_type(kind)
    return {
        "types": {name: _unit_type(kind) for name, kind in UNITS.items()},
        "variants": variants,
        "reach": {name: _reach(kind) for name, kind in UNITS.items()}
        | {f"{special}/{name}": _reach(kind) for (special, name), kind in VARIANTS.items()},
        "terrain": {name: _terrain(one) for name, one in TERRAIN.items()},
        "slopes": dict(TERRAIN["hill"].limits),
        "cards": {
            one.id: {"close": one.close_dice, "ranged": one.ranged_dice, "bonus": one.bonus_dice}
            for one in CARDS.values()
        },
        "faces": [str(one) for one in FACES],
        "flag": str(Face.FLAG),
        "helmet": str(Face.HELMET),
        "swords": str(Face.SWORDS),
        "leader": LEADER,
        "machine": "war_machine",
        "sacred_band": SACRED_BAND,
        "open": "clear",
        "close": MODES[0],
        "edge": BLOCKED[0],
        "free": FREE,
        "constants": {
            "leader_blocks": 1,
            "hurt_check": HURT,
            "lost_check": ELIMINATED,
            "evade_hexes": EVADE_HEXES,
            "rampage_dice": DICE_PER_HEX,
        },
    }


def _unit_type(kind: UnitType) -> dict[str, Any]:
    return {
        "face": str(kind.face),
        "kind": kind.kind,
        "foot": kind.foot,
        "horse": kind.horse,
        "camel": kind.camel,
        "elephant": kind.elephant,
        "blocks": kind.blocks,
        "dice": kind.dice,
        "answer": kind.answer_dice,
        "full": kind.full_dice,
        "full_bonus": kind.full_strength_bonus,
        "swords_hit": kind.swords_hit,
        "ignored_swords": kind.ignored_swords,
        "missiles": None if kind.missiles is None else asdict(kind.missiles),
        "retreat": kind.retreat,
        "evades": [name for name, other in UNITS.items() if kind.may_evade(other)],
        "momentum": kind.momentum,
        "bonus": kind.bonus,
        "barred": list(kind.barred),
        "borrowed": dict(kind.borrowed),
    }


def _reach(kind: UnitType) -> dict[str, dict[str, int]]:
    """Return the number of hexes that a unit can move before it battles, by mode and then by card. The key ""
    stands for all other cards, and for no card.
    """
    cards = ("", *(name for name in CARDS if any(_changes_reach(kind, mode, name) for mode in MODES)))
    return {mode: {card: battle_reach(kind, mode, card) for card in cards} for mode in MODES}


def _changes_reach(kind: UnitType, mode: str, card: str) -> bool:
    return battle_reach(kind, mode, card) != battle_reach(kind, mode, "")


def _terrain(one: Terrain) -> dict[str, Any]:
    return {
        "impassable": one.impassable,
        "barred": [who for who, how in one.enter.items() if how == "barred"],
        "limits": dict(one.limits),
        "high": one.high,
        "fire_into": one.fire_into,
        "fire_from": one.fire_from,
        "dice": one.dice,
        "swords": one.cover.swords,
        "close_flags": one.cover.close_flags,
        "ranged_flags": one.cover.ranged_flags,
        "every_side": one.every_side,
        "first": one.strikes_first,
        "momentum_unmoved": one.momentum_unmoved,
        "no_battle": sorted(one.no_battle_on_entry),
        "no_bonus": sorted(one.no_bonus_after_entry),
    }
