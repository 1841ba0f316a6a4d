"""The sequence of play: a game has rounds, and in each round the nations take turns (5.0)."""

from __future__ import annotations

from campaigns.italia.rules.combat.retreats import Flight
from campaigns.italia.rules.money.arrivals import begin_arrivals, clear_area, dismiss_leaders
from campaigns.italia.rules.money.income import discard_excess_gold, draw_income
from campaigns.italia.rules.money.levy import begin_purchases
from campaigns.italia.rules.movement.ledger import Movement, ships_of
from campaigns.italia.rules.movement.phase_end import leave_entry_areas
from campaigns.italia.rules.state.play import FRAMES, Offered, Play, Routine
from campaigns.italia.rules.state.position import Position
from campaigns.italia.rules.state.progress import GameRound, LastRound
from campaigns.italia.rules.state.state import Today
from campaigns.italia.rules.turn.scoring import end_turn, score_round
from campaigns.italia.rules.turn.transformations import after_round, leave
from campaigns.italia.rules.war import campaign
from campaigns.italia.rules.war.plans import campaign_to_come, last_round
from campaigns.italia.rules.war.subjects import resolve_revolts
from engine.frames import Ask, Frame
from engine.game import Choice, Choices
from engine.values import dataclass, replace
from kit.rules.decisions import Action, Event

PHASES = ("home", "revolt", "income", "levy", "arrivals", "movement", "second", "campaign", "title", "end")
OPENING_WITH_A_CAMPAIGN = ("home", "revolt", "levy_not", "arrivals", "campaign", "title", "end")


@dataclass(frozen=True)
class NationTurn(Frame):
    """A nation's turn. ``left``: its remaining phases."""

    nation: str
    left: tuple[str, ...]


@dataclass(frozen=True)
class RoundBegan(Event):
    round: int


@dataclass(frozen=True)
class TurnBegan(Event):
    nation: str


@dataclass(frozen=True)
class RoundEnded(Event):
    round: int


@FRAMES.handler(GameRound)
class _GameRound(Routine):
    def advance(self, play: Play, frame: GameRound) -> bool:
        match frame.stage:
            case "start":
                play.tell(RoundBegan(play.state.round))
                play.swap(GameRound(self._order(play.pos), "nations"))
                self._start(play)
            case "nations":
                self._nations(play, frame)
            case "end":
                play.swap(frame.but(stage="score"))
                for nation in reversed(tuple(play.scn.nations)):
                    begin_arrivals(play, nation, "end_of_round")
            case "score":
                play.swap(frame.but(stage="over"))
                score_round(play)
                play.tell(RoundEnded(play.state.round))
                after_round(play)
            case _:
                play.pop()
                if play.state.round < play.scn.rounds:
                    play.set(round=play.state.round + 1)
                    play.push(GameRound())
                else:
                    play.set(ended=True)
        return True

    def _order(self, pos: Position) -> tuple[str, ...]:
        return ("*",) if last_round(pos) else pos.scn.order

    def _start(self, play: Play) -> None:
        if last_round(play.pos):  # leaders of earlier rounds leave the map before the last round (13.4)
            for leader in list(play.state.leaders):
                play.remove_leader(leader)
        for nation in reversed(tuple(play.scn.nations)):
            begin_arrivals(play, nation, "start_of_round")
        resolve_revolts(play, "start_of_round")

    def _nations(self, play: Play, frame: GameRound) -> None:
        if not frame.left:
            play.swap(frame.but(stage="end"))
            return
        nation = frame.left[0]
        play.swap(frame.but(left=frame.left[1:]))
        if nation == "*":
            play.push(LastRound())
        elif play.pos.alive(nation) or play.scn.arriving(nation, play.state.round, "placement_phase"):
            begin_turn(play, nation)


def begin_turn(play: Play, nation: str) -> None:
    play.set(nation=nation, today=Today())
    play.tell(TurnBegan(nation))
    found = play.pos.nation(nation).campaigns.get(play.state.round)
    opening = found is not None and found.timing == "instead_of_turn"
    play.push(NationTurn(nation, OPENING_WITH_A_CAMPAIGN if opening else PHASES))


@FRAMES.handler(NationTurn)
class _NationTurn(Routine):
    def advance(self, play: Play, frame: NationTurn) -> bool:
        if not frame.left:
            play.pop()
            play.set(nation="", today=Today())
            return True
        play.swap(frame.but(left=frame.left[1:]))
        self._phase(play, frame.nation, frame.left[0])
        return True

    def _phase(self, play: Play, nation: str, phase: str) -> None:
        match phase:
            case "home":
                come_home(play, nation)
            case "revolt":
                resolve_revolts(play, "start_of_turn", nation)
            case "income":
                draw_income(play, nation)
            case "levy":
                dismiss_leaders(play, nation)
                begin_purchases(play, nation)
            case "levy_not":
                dismiss_leaders(play, nation)
            case "arrivals":
                begin_arrivals(play, nation, "placement_phase")
            case "movement":
                self._movement(play, nation, second=False)
            case "second":
                if play.state.round in play.pos.nation(nation).invasions:
                    self._movement(play, nation, second=True)
            case "campaign":
                self._campaign(play, nation)
            case "title":
                offer_title(play, nation)
            case _:
                self._end(play, nation)

    def _movement(self, play: Play, nation: str, *, second: bool) -> None:
        bonuses = play.pos.nation(nation).invasions.get(play.state.round)
        extra = bonuses.get("extra_move", 0) if bonuses and not second else 0
        play.push(
            Movement(
                nation,
                ships=ships_of(play.pos, nation),
                extra=extra,
                invasion=bonuses is not None,
                second=second,
            )
        )

    def _campaign(self, play: Play, nation: str) -> None:
        found = campaign_to_come(play.pos, nation)
        if found:
            campaign.begin(play, nation, found.leader, found.gold)

    def _end(self, play: Play, nation: str) -> None:
        campaigns = play.pos.nation(nation).campaigns
        if play.state.round in campaigns:
            leave_entry_areas(play, nation, over=True)
        discard_excess_gold(play, nation)
        end_turn(play, nation)
        removal = play.pos.nation(nation).removal
        if removal and removal.end_of_turn and removal.after_round == play.state.round:
            leave(play, nation, removal)


def come_home(play: Play, nation: str) -> None:
    """Make foreign units leave a nation's home area, and rebuild the city if it lies in ruins (13.1)."""
    home = play.pos.nation(nation).effect("home")
    if home is None or play.state.round > home["until_round"]:
        return
    city = play.pos.city(home["area"])
    if city and not city.standing:
        play.set_city(home["area"], replace(city, standing=True), "rebuilt", nation)
    clear_area(play, nation, home["area"], "13.1")


# --- the title of emperor ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Crowning(Frame):
    nation: str
    area: str


@dataclass(frozen=True)
class TakeTitle(Action):
    """Take the title of emperor and leave the map with the army."""


@dataclass(frozen=True)
class LeaveTitle(Action):
    """Stay on the map instead of taking the title of emperor."""


@dataclass(frozen=True)
class EmperorCrowned(Event):
    nation: str
    leader: str


def offer_title(play: Play, nation: str) -> None:
    """Offer the title of emperor once, when the leader named on the nation's card is unopposed in the named
    area.
    """
    title = play.pos.nation(nation).effect("emperor")
    if title is None or f"title:{nation}" in play.state.tallies:
        return
    if play.pos.leader_at(title["leader"]) == title["area"] and not play.pos.foes(nation, title["area"]):
        play.push(Crowning(nation, title["area"]))


@FRAMES.handler(Crowning)
class _Crowning(Offered):
    def ask(self, pos: Position, frame: Crowning) -> Ask:
        return Ask(pos.seat(frame.nation), "crown", TakeTitle(), "card", {"area": frame.area}, frame.nation)

    def choices(self, pos: Position, frame: Crowning) -> Choices:
        return (Choice("take_title", rule="card"), Choice("leave_title", rule="card"))

    def execute(self, play: Play, frame: Crowning, action: Action) -> None:
        play.pop()
        if not isinstance(action, TakeTitle):
            return
        play.count(f"title:{frame.nation}")
        worth = sum(
            b.halves for b in play.scn.bounties if (b.nation, b.event) == (frame.nation, "emperor_title")
        )
        title = play.pos.nation(frame.nation).effects["emperor"][0]
        play.tell(EmperorCrowned(frame.nation, title["leader"]))
        play.score(frame.nation, worth, "emperor_title", frame.area)
        play.push(Flight(frame.nation, frame.area, "title", "card"))
