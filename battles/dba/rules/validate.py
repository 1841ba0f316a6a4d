"""Find impossible situations, and name the rule that forbids each."""

from __future__ import annotations

from collections.abc import Iterator

from battles.dba.rules.situation import (
    FLIGHTS,
    GOINGS,
    MODES,
    OBSTACLES,
    POSTS,
    PURSUITS,
    ROOMS,
    SAME_PLACE,
    SIDES,
    Contender,
    Side,
    Situation,
    contender,
    other,
)
from battles.dba.rules.troops import CIVILIANS, ENGINES, FIELD_TYPES, TROOPS, can_shoot, type_of_code
from engine.game import BadScenario, Json, Mistake

_CHOICES = {
    "going": GOINGS,
    "post": POSTS,
    "room": ROOMS,
    "obstacle": OBSTACLES,
    "flight": FLIGHTS,
    "pursuit": PURSUITS,
}


def check(s: Situation) -> None:
    """Refuse an impossible situation. Raises BadScenario listing every mistake."""
    found = mistakes(s)
    if found:
        raise BadScenario(found)


def mistakes(s: Situation) -> tuple[Mistake, ...]:
    """Return every reason a situation is impossible. A possible situation has none."""
    words = [*_words(s)]
    if words:
        return tuple(words)  # the checks below assume known values
    found: list[Mistake] = []
    side: Side
    for side, c in (("a", s.a), ("b", s.b)):
        found += _element(side, c)
        if c.post != "field" or c.sacking or c.type in CIVILIANS:
            found += _place(side, c)
    found += _close(s) if s.mode == "close" else _shooting(s)
    return tuple(found)


def _mistake(path: str, code: str, rule: str, **facts: Json) -> Mistake:
    return Mistake(path, code, {"rule": rule, **facts})


def _words(s: Situation) -> Iterator[Mistake]:
    """Yield mistakes for unknown or out-of-range values."""
    if s.mode not in MODES:
        yield _mistake("mode", "not_one_of", "", expected=list(MODES))
    if s.active not in SIDES:
        yield _mistake("active", "not_one_of", "", expected=list(SIDES))
    for side in SIDES:
        c = contender(s, side)
        if c.type not in TROOPS:
            yield _mistake(f"{side}.type", "unknown_type", "troops", expected=list(TROOPS))
        if c.behind and c.behind not in FIELD_TYPES:
            yield _mistake(f"{side}.behind", "unknown_type", "troops", expected=list(FIELD_TYPES))
        for name, allowed in () if _usual(c) else _CHOICES.items():
            if getattr(c, name) not in allowed:
                yield _mistake(f"{side}.{name}", "not_one_of", "", expected=list(allowed))
        if c.depth_mm is not None and not 10 <= c.depth_mm <= 200:
            yield _mistake(f"{side}.depth_mm", "out_of_range", "bases", low=10, high=200)
        if not 0 <= c.extra_shooters <= 11:
            yield _mistake(f"{side}.extra_shooters", "out_of_range", "shooting", low=0, high=11)


def _usual(c: Contender) -> bool:
    """Return whether an element's surroundings all have their default values, and therefore need no check."""
    return (
        c.going == "good" and c.obstacle == "" and c.room == "free" and c.flight == c.pursuit == "clear"
    ) and c.post in POSTS


def _element(side: Side, c: Contender) -> Iterator[Mistake]:
    if c.code and type_of_code(c.code) != c.type:
        yield _mistake(f"{side}.code", "code_of_another_type", "bases", base=c.code, type=c.type)
    if c.general and c.type in CIVILIANS:
        yield _mistake(f"{side}.general", "general_among_civilians", "camps", type=c.type)
    if not c.behind and (c.behind_gap or c.behind_bad or c.room != "free"):
        yield _mistake(f"{side}.behind", "nobody_behind", "support")
    if c.charged and c.type in ENGINES:
        yield _mistake(f"{side}.charged", "engines_never_charge", "contact", type=c.type)


def _place(side: Side, c: Contender) -> Iterator[Mistake]:
    """Yield mistakes about a built-up area or camp, and about the troop types allowed in it."""
    if c.type == "Denizens" and c.post != "bua":
        yield _mistake(f"{side}.post", "denizens_stay_in_the_bua", "garrisons")
    if c.type == "Followers" and c.post != "camp":
        yield _mistake(f"{side}.post", "followers_stay_in_the_camp", "garrisons")
    if c.sacking and (c.post != "bua" or c.type == "Denizens"):
        yield _mistake(f"{side}.sacking", "sack_needs_a_bua", "garrisons")
    if c.post == "field":
        return
    if c.overlaps or c.flank_contacts or c.rear_contact:
        yield _mistake(f"{side}.overlaps", "places_have_no_flanks", "close_combat", post=c.post)
    if c.behind or c.psiloi_beside:
        yield _mistake(f"{side}.behind", "one_element_in_a_place", "garrisons", post=c.post)
    if c.going != "good":
        yield _mistake(f"{side}.going", "place_has_no_going", "area_features", post=c.post)
    if c.uphill and c.post == "bua":
        yield _mistake(f"{side}.uphill", "hill_is_part_of_the_bua", "garrisons")
    if c.charged:
        yield _mistake(f"{side}.charged", "defenders_never_charge", "garrisons")


def _close(s: Situation) -> Iterator[Mistake]:
    for side in SIDES:
        c, foe = contender(s, side), contender(s, other(side))
        if min(c.overlaps, c.flank_contacts) < 0 or c.overlaps + c.flank_contacts > 2:
            yield _mistake(f"{side}.overlaps", "one_a_flank", "close_combat", most=2)
        if c.extra_shooters or c.shot_from_behind:
            yield _mistake(f"{side}.extra_shooters", "only_in_shooting", "shooting")
        if c.charged and s.active != side:
            yield _mistake(f"{side}.charged", "charge_in_own_bound", "results.lower")
        if c.type in ENGINES and foe.post != "field":
            yield _mistake(f"{side}.type", "engines_never_charge", "contact", type=c.type)
    if s.a.post != "field" and s.b.post != "field":
        yield _mistake("b.post", "two_places", "close_combat")
    if s.a.type in ENGINES and s.b.type in ENGINES:
        yield _mistake("b.type", "engines_never_charge", "contact", type=s.b.type)
    if s.a.uphill and s.b.uphill:
        yield _mistake("b.uphill", "one_is_uphill", "tactical")
    if s.a.bank and s.b.bank:
        yield _mistake("b.bank", "one_defends_the_bank", "linear_features")
    if s.answered:
        yield _mistake("answered", "only_in_shooting", "shooting")


def _shooting(s: Situation) -> Iterator[Mistake]:
    if SAME_PLACE.get(s.a.post) == s.b.post:
        yield _mistake("b.post", "one_place", "garrisons")
    for side in SIDES:
        c = contender(s, side)
        if c.overlaps or c.flank_contacts or c.rear_contact or c.charged:
            yield _mistake(f"{side}.overlaps", "no_shooting_in_combat", "shooting")
    if not can_shoot(s.a.type, s.a.code):
        yield _mistake("a.type", "cannot_shoot", "shooting", type=s.a.code or s.a.type)
    if s.answered and not can_shoot(s.b.type, s.b.code):
        yield _mistake("answered", "cannot_shoot", "shooting", type=s.b.code or s.b.type)
    for side in SIDES:
        c = contender(s, side)
        if s.answered and c.shot_from_behind and c.post != "bua":
            yield _mistake(f"{side}.shot_from_behind", "no_shooting_backwards", "shooting")
    under_fire = s.answered or s.a.extra_shooters > 0
    if s.a.type == "Art" and s.active == "a" and (not under_fire or s.a.moved):
        yield _mistake("active", "artillery_waits", "shooting", moved=s.a.moved)
    if s.answered and s.b.type == "Art" and s.active == "b" and s.b.moved:
        yield _mistake("b.moved", "artillery_waits", "shooting", moved=True)
