"""The units that the card in play can still order (L176-190, L1059-1205).

Orders are given one at a time. Each order is checked together with the earlier ones, against the
positions when the card was played. Later moves therefore make no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from battles.cca.rules.cards import CARDS, Card
from battles.cca.rules.orders import ANY, payable
from battles.cca.rules.play.battle import Battle
from battles.cca.rules.terrain.board import HEXES, NAMES, NEAR, sections_of
from battles.cca.rules.units import CLASSES, GROUPS, UNITS

LINKED: Final = "L1121"
SPARTACUS: Final = "i_am_spartacus"
FIRST_STRIKE: Final = "first_strike"
COUNTER: Final = "counter_attack"
CLASH: Final = "clash_of_shields"
DARKEN: Final = "darken_the_sky"
RALLY: Final = "rally"
HELMET: Final = "HELMET"
_MIRROR: Final = {"left": "right", "right": "left"}


class Objection(NamedTuple):
    """The reason a piece cannot be ordered or cannot act, with the section of the rules that says so."""

    rule: str
    code: str


def mirror_card(card: str) -> str:
    """Return a card with left and right swapped, as Counter Attack copies it from the enemy.

    >>> mirror_card("order_2_left"), mirror_card("inspired_right_leadership"), mirror_card("line_command")
    ('order_2_right', 'inspired_left_leadership', 'line_command')
    """
    for here, there in _MIRROR.items():
        if f"_{here}" in card:
            return card.replace(f"_{here}", f"_{there}")
    return card


def mirrored_sections(sections: Iterable[str]) -> tuple[str, ...]:
    """Return the names that the other side uses for these sections."""
    return tuple(_MIRROR.get(section, section) for section in sections)


def orders_plainly(pos: Battle, seat: str, card: Card) -> bool:
    """Return whether a card orders any one unit, because the board has no unit that it names (L1099-1205)."""
    if not card.fallback or card.leader_in:
        return False
    if card.id == RALLY:
        return not pos.leaders_of(seat)
    units = [pos.state.units[at] for at in pos.units_of(seat)]
    if card.id == DARKEN:
        return all(unit.kind.missiles is None for unit in units)
    return not any(_is_of(card.groups, unit.type) for unit in units)


def objection(pos: Battle, at: str, alone: bool) -> Objection | None:
    """Return the reason the unit in a hex, or its leader alone, cannot be ordered now. None means that
    it can.
    """
    found = _check_piece(pos, at, alone)
    if found is not None:
        return found
    turn = pos.turn
    if not turn.stands_for:
        return Objection("L170", "no_card_yet")
    card = pos.card
    if turn.plain:
        free = not alone and not turn.units and not turn.leaders
        return None if free else Objection("L1099", "one_unit_only")
    if any(one.spent for one in turn.units.values()):
        return Objection("L1404", "ambush_alone")
    if card.sections:
        return _check_section_order(pos, card, at, alone)
    if card.leader_in:
        return _check_leader_order(pos, card, at, alone)
    if card.group:
        return _check_group_order(pos, card, at, alone)
    if card.id == SPARTACUS:
        return _check_dice_order(pos, at, alone)
    return Objection("L180", "orders_nobody")


def _check_piece(pos: Battle, at: str, alone: bool) -> Objection | None:
    """Return an objection unless the hex holds a piece of this side that has no order. A leader must be able
    to leave the unit, and not have moved with it (L266, L272).
    """
    state, turn, side = pos.state, pos.turn, pos.side
    if not alone:
        unit = state.units.get(at)
        if unit is None or unit.side is not side:
            return Objection("L176", "nobody_there")
        return Objection("L186", "ordered_already") if at in turn.units else None
    leader = state.leaders.get(at)
    if leader is None or leader.side is not side:
        return Objection("L176", "nobody_there")
    if at in turn.leaders:
        return Objection("L186", "ordered_already")
    if at in state.units:
        if turn.plain or not pos.card.detaches:
            return Objection("L266", "cannot_detach")
        if at in turn.units and turn.units[at].done:
            return Objection("L272", "moved_with_unit")
    return None


def _check_section_order(pos: Battle, card: Card, at: str, alone: bool) -> Objection | None:
    if alone and not (card.kind == "section" or card.leaders):
        return Objection("L1097", "units_only")
    if not alone and not _is_of(card.groups, pos.state.units[at].type):
        return Objection("L1097", "not_of_card")
    origins = [HEXES[one.origin] for one in (*pos.turn.units.values(), *pos.turn.leaders.values())]
    if payable(card, [*origins, HEXES[at]], pos.side, pos.army.command):
        return None
    sections = {section for section, _most in card.sections}
    inside = ANY in sections or sections & set(sections_of(HEXES[at], pos.side))
    return Objection("L1065", "no_order_left" if inside else "other_section")


def _check_leader_order(pos: Battle, card: Card, at: str, alone: bool) -> Objection | None:
    """Return an objection to an order by a leader card, or None. The card orders the leader's hex and a
    number of linked hexes; without a leader, any one unit (L1121-1131).
    """
    turn = pos.turn
    origins = {one.origin for one in (*turn.units.values(), *turn.leaders.values())}
    if not origins and not alone:
        return None  # without a leader, the card orders any one unit
    chosen = {*origins, at}
    if any(
        len(chosen - {leader}) <= card.linked and _are_linked({*chosen, leader}) for leader in turn.commanders
    ):
        return None
    return Objection(LINKED, "not_linked_to_leader")


def leaders_in_command(pos: Battle, card: Card) -> tuple[str, ...]:
    """Return the hexes of the leaders whom a Leadership card can name when it is played."""
    if not card.leader_in:
        return ()
    turn, found = pos.turn, []
    for at in pos.leaders_of(turn.seat):
        sections = sections_of(HEXES[at], pos.side)
        wanted = turn.sections or ((card.leader_in,) if card.leader_in != ANY else sections)
        if set(wanted) & set(sections):
            found.append(at)
    return tuple(found)


def sections_used(pos: Battle, card: Card) -> tuple[str, ...]:
    """Return the sections of the leader who gave a Leadership card's orders, for Counter Attack (L1147). If
    the card ordered no leader, return the sections of the single unit that it ordered (ruling V4).
    """
    turn = pos.turn
    chosen = {one.origin for one in (*turn.units.values(), *turn.leaders.values())}
    if not card.leader_in or not chosen:
        return ()
    found: dict[str, None] = {}
    for leader in turn.commanders:
        if _are_linked({*chosen, leader}):
            found |= dict.fromkeys(sections_of(HEXES[leader], pos.side))
    return tuple(found) or sections_of(HEXES[min(chosen)], pos.side)


def _check_group_order(pos: Battle, card: Card, at: str, alone: bool) -> Objection | None:
    if alone or not _is_of(card.groups, pos.state.units[at].type):
        return Objection("L1171", "not_of_card")
    origins = {one.origin for one in pos.turn.units.values()}
    if card.group_most and len(origins) >= card.group_most:
        return Objection("L1157", "no_order_left")
    if not _are_linked({*origins, at}):
        return Objection("L1171", "not_linked")
    return None


def _check_dice_order(pos: Battle, at: str, alone: bool) -> Objection | None:
    """Return an objection to an order by dice, or None. Each symbol orders a unit of its class, and a helmet
    orders any unit or leader (L1167; ruling 65).
    """
    turn, state = pos.turn, pos.state
    faces = Counter(turn.faces)
    wanted = Counter(UNITS[state.units[one].type].grade.upper() for one in turn.units)
    helmets = len(turn.leaders) + alone
    if not alone:
        wanted[UNITS[state.units[at].type].grade.upper()] += 1
    helmets += sum(max(0, wanted[grade.upper()] - faces[grade.upper()]) for grade in CLASSES)
    return None if helmets <= faces[HELMET] else Objection("L1167", "no_symbol_left")


def _is_of(groups: tuple[str, ...], unit: str) -> bool:
    return not groups or any(unit in GROUPS[group] for group in groups)


def _are_linked(names: set[str]) -> bool:
    """Return whether these hexes form one connected group."""
    fresh = [next(iter(names))]
    seen = set(fresh)
    while fresh:
        for there in NEAR[HEXES[fresh.pop()]]:
            name = NAMES[there]
            if name in names and name not in seen:
                seen.add(name)
                fresh.append(name)
    return len(seen) == len(names)


def playable(pos: Battle, seat: str, card: str) -> Objection | None:
    """Return the reason a card of the hand cannot be played now, or None. Counter Attack needs a previous
    card that it can copy, unless the hand holds no other card (L1147-1151).
    """
    held = pos.holdable(seat)
    if card not in held:
        return Objection("L170", "card_not_held")
    # with real cards, this site cannot know whether the hand holds another card
    others = not pos.setting.options.real_cards and any(one != COUNTER for one in held)
    if card == COUNTER and others and not can_copy_last_card(pos):
        return Objection("L1151", "nothing_to_repeat")
    return None


def can_copy_last_card(pos: Battle) -> bool:
    """Return whether the enemy has played a card that Counter Attack can copy (L1147-1151).

    A hand that holds only Counter Attack cards plays one anyway, which then orders no unit (ruling V3).
    """
    last = pos.state.last
    return bool(last.card) and last.seat != pos.turn.seat and last.card not in (FIRST_STRIKE, COUNTER)


def copied_card(pos: Battle, card: str) -> str:
    """Return the card whose orders apply. For Counter Attack this is the mirror image of the enemy's last
    card, if it can be copied; otherwise it is the card itself.
    """
    return mirror_card(pos.state.last.card) if card == COUNTER and can_copy_last_card(pos) else card


def section_of_copy(pos: Battle, card: str) -> tuple[str, ...]:
    """Return the sections in which Counter Attack can order a leader if it copies a Leadership card for any
    section: those of the leader whom the enemy ordered, as this side names them (ruling 29). Return () for
    any other card.
    """
    if card != COUNTER or CARDS[copied_card(pos, card)].leader_in != ANY:
        return ()
    return mirrored_sections(pos.state.last.sections)
