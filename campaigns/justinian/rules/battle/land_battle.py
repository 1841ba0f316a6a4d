"""Land combat: modifiers, results and losses, from the forces, the terrain and both dice (8.1, 8.2). A
:class:`LandBattle` holds exactly the facts that the rules use. The campaign decides its battles with
:func:`decide`. The odds shown to players use the same tables and the same :func:`verdict`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from campaigns.justinian.rules.scenario.types import BYZANTIUM, OSTROGOTHS, PERSIA, VANDALS
from campaigns.justinian.rules.state.drms import Drm, total
from campaigns.justinian.rules.state.tables import battle_result, strength_differential
from engine.values import dataclass
from kit.rules.decisions import Event

FIELD = "field"
FRONTIER = "frontier"
DETACHED = "detached"
_GOTHS_AND_VANDALS = (OSTROGOTHS, VANDALS)


@dataclass(frozen=True)
class Group:
    """SP that fight together: an army (``kind`` "field"), frontier SP, or the detached SP of one power. The
    ratings are the leader's, and 0 without a leader (ruling G10).
    """

    id: str
    power: str
    kind: str
    sp: int
    leader_battle: int = 0
    leader_control: int = 0
    disorganised: bool = False
    defeated: bool = False
    leader: str | None = None
    unpaid: bool = False


@dataclass(frozen=True)
class LandBattle:
    """A battle about to be resolved. ``attacker_leader`` and ``defender_leader`` are the ids of the
    commanding leaders' groups, or None. ``defender_controls_site`` is judged at the start of the segment
    (8.17). ``site_rule`` is "fort" (ruling C5) or "coastal" (the printed rule).
    """

    province: str
    attackers: tuple[Group, ...]
    defenders: tuple[Group, ...]
    attacker_leader: str | None = None
    defender_leader: str | None = None
    strait: bool = False
    landing: bool = False
    city: bool = False
    fort: bool = False
    coastal: bool = False
    defender_controls_site: bool = False
    site_rule: str = "fort"

    @property
    def attacker_sp(self) -> int:
        return sum(g.sp for g in self.attackers)

    @property
    def defender_sp(self) -> int:
        return sum(g.sp for g in self.defenders)

    @property
    def lesser_site(self) -> bool:
        """Return whether the site is a Fort, or a coastal province under the printed rule (ruling C5)."""
        return self.fort if self.site_rule == "fort" else self.coastal


@dataclass(frozen=True)
class LandResult:
    """The result of a battle. ``..._die`` is the face rolled, and ``..._final`` includes the modifiers.
    ``..._table`` is the loss by the table, and ``..._loses`` is capped at the side's strength.
    """

    attacker_die: int
    defender_die: int
    attacker_drms: tuple[Drm, ...]
    defender_drms: tuple[Drm, ...]
    attacker_final: int
    defender_final: int
    attacker_table: int
    defender_table: int
    attacker_loses: int
    defender_loses: int
    winner: str | None
    tie: bool
    attacker_wiped_out: bool
    defender_wiped_out: bool


# --- modifiers ---


def dominant(groups: Sequence[Group]) -> tuple[Group, ...]:
    """Return the groups of the most numerous kind of troops: frontier, detached or army (8.12). If several
    kinds are equally numerous, return the groups of each.
    """
    sizes: dict[str, int] = {}
    for g in groups:
        sizes[g.kind] = sizes.get(g.kind, 0) + g.sp
    most = max(sizes.values(), default=0)
    return tuple(g for g in groups if sizes[g.kind] == most)


def _leader(groups: Sequence[Group], commander: str | None) -> tuple[Drm, ...]:
    battle = next((g.leader_battle for g in groups if g.id == commander), 0)
    return (Drm("leader", battle, "8.15"),) if battle else ()


def _differential(own: int, other: int) -> tuple[Drm, ...]:
    value = strength_differential(own, other)
    return (Drm("strength_differential", value, "8.16"),) if value else ()


def _lines(applies: Iterable[tuple[str, int, str, bool]]) -> tuple[Drm, ...]:
    return tuple(Drm(code, value, rule) for code, value, rule, holds in applies if holds)


def attacker_drms(b: LandBattle) -> tuple[Drm, ...]:
    """Return the attacker's modifiers (the table at line 4976 of the rulebook)."""
    sort = dominant(b.attackers)
    against_persia = any(g.power == PERSIA for g in dominant(b.defenders))
    held = b.defender_controls_site
    return (
        *_differential(b.attacker_sp, b.defender_sp),
        *_leader(b.attackers, b.attacker_leader),
        *_lines(
            (
                # no bonus against Persia (C6)
                (
                    "byzantine_attack",
                    1,
                    "4980",
                    all(g.power == BYZANTIUM for g in sort) and not against_persia,
                ),
                ("crossing", -2, "4982", b.strait or b.landing),
                ("city", -2, "8.17", b.city and held),
                (b.site_rule, -1, "8.17", b.lesser_site and held),
                ("ostrogoth_attack", -1, "4989", any(g.power == OSTROGOTHS for g in sort)),
                ("vandal_attack", -1, "4990", any(g.power == VANDALS for g in sort)),
                ("disorganised", -1, "8.23", any(g.disorganised for g in sort)),
            )
        ),
    )


def defender_drms(b: LandBattle) -> tuple[Drm, ...]:
    """Return the defender's modifiers (the table at line 4995 of the rulebook). Apart from the strength
    differential, only the most numerous kind of troops counts. A leader counts only if that kind is an
    army (4.32). If kinds are equally numerous, the worst set of modifiers applies (8.12).
    """
    kinds: dict[str, list[Group]] = {}
    for g in dominant(b.defenders):
        kinds.setdefault(g.kind, []).append(g)
    sorts = ((*_leader(groups, b.defender_leader), *_troops(b, groups)) for groups in kinds.values())
    return (
        *_differential(b.defender_sp, b.attacker_sp),
        *min(sorts, key=total, default=()),
    )


def _troops(b: LandBattle, groups: Sequence[Group]) -> tuple[Drm, ...]:
    weak = any(g.kind in (FRONTIER, DETACHED) or g.power in _GOTHS_AND_VANDALS for g in groups)
    exposed = any(
        g.kind == FRONTIER or (g.kind == DETACHED and g.power in _GOTHS_AND_VANDALS) for g in groups
    )
    sheltered = (b.city or b.lesser_site) and b.defender_controls_site
    return _lines(
        (
            ("weak_troops", -1, "5000", weak),
            ("in_the_open", -1, "5003", exposed and not sheltered),
            ("disorganised", -1, "8.23", any(g.disorganised for g in groups)),
            ("defeated", -2, "8.22", any(g.defeated for g in groups)),
        )
    )


# --- the battle ---


def resolve(b: LandBattle, attacker_die: int, defender_die: int) -> LandResult:
    """Resolve a battle from both dice. The side with the higher loss is Defeated (8.15, 8.21).

    Losses are compared as the table gives them, not capped at the SP present. A side that is wiped out has
    lost. If both are wiped out, there is no winner (ruling G6).
    """
    return decide(b, attacker_drms(b), defender_drms(b), attacker_die, defender_die)


def decide(
    b: LandBattle, a_drms: tuple[Drm, ...], d_drms: tuple[Drm, ...], attacker_die: int, defender_die: int
) -> LandResult:
    """Resolve a battle with given modifiers, so that callers who try every face of the dice need to calculate
    the modifiers only once.
    """
    a_sp, d_sp = b.attacker_sp, b.defender_sp
    a_table, d_table = table_losses(d_sp, d_drms, defender_die), table_losses(a_sp, a_drms, attacker_die)
    end = verdict((a_sp, a_table), (d_sp, d_table))
    return LandResult(
        attacker_die=attacker_die,
        defender_die=defender_die,
        attacker_drms=a_drms,
        defender_drms=d_drms,
        attacker_final=attacker_die + total(a_drms),
        defender_final=defender_die + total(d_drms),
        attacker_table=a_table,
        defender_table=d_table,
        attacker_loses=min(a_table, a_sp),
        defender_loses=min(d_table, d_sp),
        winner=_winner(end),
        tie=end == "tie",
        attacker_wiped_out=a_table >= a_sp,
        defender_wiped_out=d_table >= d_sp,
    )


def table_losses(sp: int, drms: tuple[Drm, ...], die: int) -> int:
    """Return the losses that a side inflicts by the table, from its SP, modifiers and die (8.15)."""
    return battle_result(sp, die + total(drms))


def verdict(attacker: tuple[int, int], defender: tuple[int, int]) -> str:
    """Return the result of a battle from each side's (SP, losses). It is "attacker", "defender", "tie", or
    "nobody" if both sides are wiped out (8.21, ruling G6).
    """
    a_gone, d_gone = (table >= sp for sp, table in (attacker, defender))
    if a_gone or d_gone:
        return "nobody" if a_gone and d_gone else "defender" if a_gone else "attacker"
    if attacker[1] == defender[1]:
        return "tie"
    return "attacker" if defender[1] > attacker[1] else "defender"


def winner_of(attacker: tuple[int, int], defender: tuple[int, int]) -> str | None:
    """Return the winning side, or None."""
    return _winner(verdict(attacker, defender))


def _winner(end: str) -> str | None:
    return end if end in ("attacker", "defender") else None


# --- checks against the leader's control rating ---


def disorganisation(control: int, die: int, disorganised: bool) -> str:
    """Return the result of a disorganisation check: "ok", "disorganised", or "lose_1" if the army was
    already Disorganised (8.21, 8.23).
    """
    if die <= control:
        return "ok"
    return "lose_1" if disorganised else "disorganised"


def pillage_loss(control: int, die: int, disorganised: bool, sp: int) -> int:
    """Return the SP that an Unpaid victor loses, which is the die (+3 if Disorganised) minus the control
    rating (8.27).
    """
    return min(sp, max(0, die + (3 if disorganised else 0) - control))


@dataclass(frozen=True)
class RetreatCheck:
    """The cost of a retreat before combat. ``disorganised``: whether the army gets a Disorganised marker.
    ``sp_lost``: the SP lost by an army that was already Disorganised or Defeated.
    """

    disorganised: bool
    sp_lost: int


def retreat_before_drm(*, uncontrolled_with_friends: bool, controlled_by_other: bool) -> int:
    """Return the die-roll modifier for a retreat before combat (8.13): +1 into an uncontrolled province with
    friendly SP, +2 into another power's province.
    """
    if controlled_by_other:
        return 2
    return 1 if uncontrolled_with_friends else 0


def retreat_before(control: int, die: int, drm: int, *, disorganised: bool, defeated: bool) -> RetreatCheck:
    """Resolve a retreat before combat (8.13). If the result exceeds control, the army becomes Disorganised.
    An army already Disorganised or Defeated loses the excess of the unmodified die over control, doubled
    if Defeated (ruling C10).
    """
    if die + drm <= control:
        return RetreatCheck(False, 0)
    if not (disorganised or defeated):
        return RetreatCheck(True, 0)
    return RetreatCheck(not disorganised, max(0, die - control) * (2 if defeated else 1))


@dataclass(frozen=True)
class BattleFought(Event):
    """A battle was fought. ``by`` says whether the result came from the table or a report."""

    province: str
    attacker_sp: int
    defender_sp: int
    attacker_die: int
    defender_die: int
    attacker_drms: Mapping[str, int]
    defender_drms: Mapping[str, int]
    attacker_loses: int
    defender_loses: int
    winner: str
    by: str = "table"
