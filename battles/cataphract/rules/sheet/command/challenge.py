"""The challenge of the champions before the first turn, and its effects (11.8, L3545)."""

from __future__ import annotations

from battles.cataphract.rules.checks.champions import Champion, blow
from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.command.activation import is_idle
from battles.cataphract.rules.sheet.command.phases import NORMAL, begin
from battles.cataphract.rules.sheet.command.table import Table
from battles.cataphract.rules.sheet.play.field import Field
from battles.cataphract.rules.sheet.play.play import ActionHandler, Play
from battles.cataphract.rules.sheet.play.state import FINISHED, INACTIVE
from engine.game import Choice, Choices
from engine.values import dataclass
from kit.rules.decisions import Action, Event, handles, pick, refuse


@dataclass(frozen=True)
class FightRound(Action):
    """Let the champions fight one round (11.83)."""


@dataclass(frozen=True)
class RedeemChallenge(Action):
    """Roll to undo the effects of a lost challenge. Only the loser's commander can do this (L3545)."""


@dataclass(frozen=True)
class OpenBattle(Action):
    """Open the first turn with a leader of any Initiative, which is the right of the challenge's winner
    (11.85).
    """

    leader: str


@dataclass(frozen=True)
class RoundFought(Event):
    """The champions have fought a round.

    ``hits``: the hits that each has taken so far. ``winner``: the side that has won, or "".
    """

    faces: tuple[int, int]
    hits: tuple[int, int]
    winner: str


@dataclass(frozen=True)
class ChallengeRedeemed(Event):
    """The loser of the challenge has rolled to undo its effects (L3545).

    If ``undone``, the effects are undone. Otherwise the loser's rolls against quality are worse by one.
    """

    seat: str
    face: int
    needs: int
    undone: bool


def champions(pos: Field) -> tuple[Champion, Champion] | None:
    """Return the two champions, or None if the battle has none."""
    first, second = (pos.roster.sides[seat].champion for seat in SEATS)
    return None if first is None or second is None else (first, second)


def is_before_first_activation(pos: Field) -> bool:
    """Return whether the first turn has begun and no leader has been activated yet.

    Elite phases can precede the first activation (11.85).
    """
    acted = any(one.status == FINISHED and not pos.chief(id).late for id, one in pos.state.leaders.items())
    return pos.state.turn == 1 and is_idle(pos) and not acted


def why_no_round(pos: Field) -> str:
    """Return the reason code if the champions cannot fight now, or "" if they can."""
    if champions(pos) is None:
        return "no_champions"
    if pos.state.special.champion:
        return "challenge_over"
    return "" if is_before_first_activation(pos) and not pos.state.elite else "before_the_first_turn"


@handles(Table)
class _FightRound(ActionHandler):
    action = FightRound

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return () if why_no_round(pos) else (Choice("fight_round", rule="11.83"),)

    def check(self, pos: Field, frame: Table, action: FightRound) -> None:
        if why := why_no_round(pos):
            refuse("11.8", why)

    def execute(self, play: Play, frame: Table, action: FightRound) -> None:
        both = champions(play.pos)
        assert both is not None
        first, second = play.throw_all([("champion", "11.83", seat) for seat in SEATS])
        before = play.state.special.blows or (0, 0)
        taken = blow(*both, (first, second))
        hits = (before[0] + taken[0], before[1] + taken[1])
        dead = [seat for seat, one, hit in zip(SEATS, both, hits, strict=True) if hit > one.resistance]
        winner = foe(dead[0]) if dead else ""
        play.set(special=play.state.special.but(blows=hits, champion=winner))
        play.tell(RoundFought((first, second), hits, winner))


# --- after the challenge -----------------------------------------------------------------------------------


def redeemer(pos: Field) -> str:
    """Return the side whose commander can still undo the lost challenge, or "" if there is none (L3545)."""
    special = pos.state.special
    if not special.champion or special.redeemed or not is_before_first_activation(pos):
        return ""
    loser = foe(special.champion)
    return loser if pos.roster.sides[loser].redeems else ""


@handles(Table)
class _RedeemChallenge(ActionHandler):
    action = RedeemChallenge

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        return (
            (Choice("redeem_challenge", rule="L3545", facts={"needs": _charisma(pos)}),)
            if redeemer(pos)
            else ()
        )

    def check(self, pos: Field, frame: Table, action: RedeemChallenge) -> None:
        if not redeemer(pos):
            refuse("L3545", "nothing_to_redeem")

    def execute(self, play: Play, frame: Table, action: RedeemChallenge) -> None:
        seat, needs = redeemer(play.pos), _charisma(play.pos)
        face = play.throw("redeem", "L3545", seat)
        undone = face <= needs
        play.set(special=play.state.special.but(redeemed="yes" if undone else "no"))
        play.tell(ChallengeRedeemed(seat, face, needs, undone))


def _charisma(pos: Field) -> int:
    seat = foe(pos.state.special.champion)
    return max(
        (pos.rating(one, "charisma") for one in pos.living_leaders(seat) if pos.chief(one).rank == "OC"),
        default=0,
    )


def openers(pos: Field) -> list[str]:
    """Return the leaders whom the winner of the challenge can choose to open the first turn (11.85)."""
    special = pos.state.special
    if (
        not special.champion
        or special.opened
        or special.redeemed == "yes"
        or not is_before_first_activation(pos)
    ):
        return []
    side = pos.roster.sides[special.champion]
    return [
        one
        for one in pos.living_leaders(special.champion)
        if pos.command(one).status == INACTIVE or (side.calls_late and pos.chief(one).late)
    ]


@handles(Table)
class _OpenBattle(ActionHandler):
    action = OpenBattle

    def list_choices(self, pos: Field, frame: Table) -> Choices:
        found = openers(pos)
        return (Choice("open_battle", {}, (pick("leader", found),), rule="11.85"),) if found else ()

    def check(self, pos: Field, frame: Table, action: OpenBattle) -> None:
        if action.leader not in openers(pos):
            refuse("11.85", "may_not_open", leader=action.leader[:40])

    def execute(self, play: Play, frame: Table, action: OpenBattle) -> None:
        play.set(special=play.state.special.but(opened=True))
        play.lead(action.leader, status=INACTIVE)
        begin(play, action.leader, NORMAL)
