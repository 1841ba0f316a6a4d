"""The challenge of the champions before the first turn, and what its winner gains (11.8, L3545)."""

from __future__ import annotations

from battles.cataphract.rules.checks.champions import Champion, blow
from battles.cataphract.rules.sheet.armies.roster import SEATS, foe
from battles.cataphract.rules.sheet.command.leaders import idle
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
    """Roll to undo the effects of a lost challenge; only the loser's commander can (L3545)."""


@dataclass(frozen=True)
class OpenBattle(Action):
    """Open the first turn with a leader of any Initiative, as the winner of the challenge (11.85)."""

    leader: str


@dataclass(frozen=True)
class RoundFought(Event):
    """The champions have fought a round: their dice, the hits of each so far, and the side that won, if one
    has.
    """

    faces: tuple[int, int]
    hits: tuple[int, int]
    winner: str


@dataclass(frozen=True)
class ChallengeRedeemed(Event):
    """The loser of the challenge has rolled. ``undone``: its effects are undone; otherwise the loser's rolls
    against quality are worse by one (L3545).
    """

    seat: str
    face: int
    needs: int
    undone: bool


def champions(pos: Field) -> tuple[Champion, Champion] | None:
    """Return the two champions, or None if the battle has none."""
    first, second = (pos.roster.sides[seat].champion for seat in SEATS)
    return None if first is None or second is None else (first, second)


def before_first(pos: Field) -> bool:
    """Return whether no leader has been activated yet in the first turn. Elite phases can come before
    (11.85).
    """
    acted = any(one.status == FINISHED and not pos.chief(id).late for id, one in pos.state.leaders.items())
    return pos.state.turn == 1 and idle(pos) and not acted


def why_no_round(pos: Field) -> str:
    """Return the code of the reason why the champions do not fight now, or "" if they can."""
    if champions(pos) is None:
        return "no_champions"
    if pos.state.special.champion:
        return "challenge_over"
    return "" if before_first(pos) and not pos.state.elite else "before_the_first_turn"


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
    """Return the side whose commander can undo the lost challenge now, or "" (L3545)."""
    special = pos.state.special
    if not special.champion or special.redeemed or not before_first(pos):
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
        (pos.rating(one, "charisma") for one in pos.living(seat) if pos.chief(one).rank == "OC"), default=0
    )


def openers(pos: Field) -> list[str]:
    """Return the leaders with whom the winner of the challenge can open the first turn (11.85)."""
    special = pos.state.special
    if not special.champion or special.opened or special.redeemed == "yes" or not before_first(pos):
        return []
    side = pos.roster.sides[special.champion]
    return [
        one
        for one in pos.living(special.champion)
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
