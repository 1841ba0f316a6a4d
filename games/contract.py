"""The interface for a system's words and pages, with a default for each method. A system that overrides none
is playable all the same: facts as tables, choices as forms, events as lines.

The interfaces of rules and bridges are in :mod:`engine.game`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.utils.translation import gettext as _

from engine.contract.promises import UNTIL, WORDS
from engine.game import (
    Choice,
    Decision,
    Facts,
    Force,
    Mistake,
    OpenBattle,
    OrderKind,
    Outcome,
    Power,
    Refusal,
    SeatInfo,
)
from engine.routes import paths
from games.generic import form_text, plain, readable
from games.numbers import in_units

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.functional import _StrPromise

    from games.clash import Clash
    from games.motion.values import Motion, Spot
    from games.scene import Scene
    from games.services.tables import LiveGame

NO_SCENARIO: Final[Facts] = MappingProxyType({})


class Wording:
    """A system's sentences. Every method has a default that turns any code into readable words; a system
    overrides those it can word better.

    A wording is created once per scenario (games.plugins.wording), like rules. Its ``__init__`` may look up
    names in the scenario but must not translate anything, because one wording serves readers of all
    languages: each sentence is in the language active when it is requested. Class attributes are the same for
    every scenario.
    """

    def __init__(self, scenario: Facts = NO_SCENARIO) -> None:
        self.scenario = scenario

    def event(self, event: Facts) -> str:
        """The chronicle's line for an event as JSON; "" if the event is not worth a line."""
        rest = {k: v for k, v in event.items() if k != "kind" and v not in (None, [], {}, "")}
        words = readable(event.get("kind", ""))
        return f"{words}: {self._pairs(rest)}" if rest else words

    def quiet(self, action: Facts, seat: str) -> str:
        """The chronicle's public line for an action that caused no event, only for kinds that hide nothing.
        "" keeps the general wording.
        """
        return ""

    def refusal(self, refusal: Refusal) -> str:
        """Explain why an action was refused, and what to do instead."""
        return self._word_code(refusal.code, self._name_places(refusal))

    def _name_places(self, refusal: Refusal) -> Facts:
        """The refusal's facts, with names for the places of a path."""
        if refusal.code not in paths.CODES:
            return refusal.facts
        return {k: self.value("path", v) if isinstance(v, str) else v for k, v in refusal.facts.items()}

    def choice(self, choice: Choice) -> str:
        """The label of a form."""
        fixed = ", ".join(self.value(k, v) for k, v in choice.fixed.items() if v not in (None, [], {}, ""))
        return f"{readable(choice.kind)}: {fixed}" if fixed else readable(choice.kind)

    def button_label(self, choice: Choice) -> str:
        """The label of a choice's button; "" if the choice's title is enough."""
        return ""

    def value(self, field: str, value: Any) -> str:
        """The label of a value of a field: a province's name, a unit."""
        return readable(plain(value))

    def all_but(self, field: str, left: Sequence[str]) -> str:
        """The phrase "all but these few" (or "all"); "" if listing the chosen ones reads better."""
        return ""

    def field(self, name: str) -> str:
        """The label of a field."""
        return readable(name)

    def nothing(self, name: str) -> str:
        """The label of the option that leaves an optional field empty."""
        return _("None")

    def budget(self, name: str) -> str:
        """The label of the total cost of a field's options."""
        return _("Cost")

    def facts(self, facts: Facts) -> str:
        """Describe facts shown with an option or a form: cost, distance, chance."""
        return self._pairs(facts)

    def decision(self, decision: Decision) -> str:
        """Describe a pending decision to its player."""
        return readable(decision.kind)

    @classmethod
    def decision_kind(cls, kind: str) -> str:
        """Describe a kind of decision, without anything that only its seat may know."""
        return readable(kind)

    def decision_for_others(self, decision: Decision) -> str:
        """Describe a seat's pending decision to other players, without anything that only the seat may know;
        "" if even the subject is secret.
        """
        return ""

    def turn(self, number: int) -> str:
        """The name of a turn, as a heading of the chronicle."""
        return _("Turn %(number)s") % {"number": number}

    scores_are_losses: ClassVar[bool] = False  # fewer points are better

    # the limits of the system's bot, for people who play against it
    about_bot: ClassVar[_StrPromise | str] = ""

    score_unit: ClassVar[int] = 1  # counted units per point: 2 for half points

    @classmethod
    def points_name(cls) -> str:
        """The heading of average scores in a table of results."""
        return _("Losses") if cls.scores_are_losses else _("Points")

    def points(self, value: int) -> str:
        """Format a score, or the difference of two scores."""
        return in_units(value, self.score_unit)

    def score(self, name: str) -> str:
        """Name a score of the outcome that belongs to no seat."""
        return readable(name)

    def battle_name(self, battle: OpenBattle, turn: int | None) -> str:
        """A campaign's name for a pending battle: place, year, commanders. "" if it has none; the battle is
        then numbered.
        """
        return ""

    def battlefield(self, battle: OpenBattle) -> str:
        """The name of the place where a campaign's battle is fought; "" if it has none."""
        return ""

    def date(self, turn: int | None) -> str:
        """The date of a turn's battles in the campaign's calendar."""
        return "" if turn is None else self.turn(turn)

    def host(self, force: Force) -> str:
        """The nation whose troops fight on a side of a campaign's battle; "" if the seat's name says so."""
        return ""

    def commander(self, force: Force) -> str:
        """The commander of a side of a campaign's battle; "" for an unnamed officer."""
        return ""

    def seat(self, seat: SeatInfo) -> str:
        """Name a seat."""
        return _(seat.name) if seat.name else seat.id

    def power(self, power: Power) -> str:
        """Name a power that a seat leads."""
        return _(power.name) if power.name else readable(power.id)

    def ground(self, ground: Facts) -> list[tuple[str, str]]:
        """Describe a battle's terrain as pairs of label and text, if the system has words for it."""
        return []

    @classmethod
    def throw(cls, purpose: str) -> str:
        """Name the purpose of a die roll."""
        return readable(purpose)

    def reason(self, why: Facts) -> str:
        """Explain why the bot advises an answer."""
        return readable(why["code"])

    @classmethod
    def part(cls, name: str) -> str:
        """Name a part of a scenario that can be downloaded separately."""
        return readable(name)

    @classmethod
    def mistake(cls, mistake: Mistake) -> str:
        """Describe a mistake in a scenario file."""
        return cls._word_code(mistake.code, mistake.facts)

    # --- facts that a game master can correct (engine.log.amending) ---

    fact_words: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """Lazily translated words for those parts of facts' paths, and values, that are not names."""

    def fact(self, path: Sequence[str], about: Facts) -> str:
        """Name a fact of the state: "Fleets: Vandals, Carthago". A path of one part is a kind of facts;
        return its heading.
        """
        kind, *rest = (self._fact_part(part) for part in path)
        return f"{kind}: {', '.join(rest)}" if rest else kind

    def _fact_part(self, part: str) -> str:
        word = self.fact_words.get(part)
        return self.fact_name(part) if word is None else str(word)

    def fact_name(self, part: str) -> str:
        """Name the province, unit or the like in a part of a fact's path."""
        return readable(part)

    def fact_value(self, path: Sequence[str], value: Any) -> str:
        """Describe a fact's value; "nothing" if it is None or empty."""
        if value is None or value == "":
            return _("nothing")
        if isinstance(value, list):
            return ", ".join(self.fact_value(path, one) for one in value) or _("nothing")
        return self._fact_part(value) if isinstance(value, str) else plain(value)

    def unsound(self, mistake: Mistake) -> str:
        """Describe a fault in a position corrected by hand. Its path is the path of a fact."""
        text = self._word_code(mistake.code, mistake.facts)
        return f"{self.fact(mistake.path.split('.'), {})}: {text}" if mistake.path else text

    def caution(self, choice: Choice) -> str:
        """A warning to show before a choice is submitted; "" if there is none."""
        return ""

    @classmethod
    def rule(cls, rule: str) -> str:
        """A section of the rules as players know it: its number, or its heading if the rulebook has no
        numbers.
        """
        return rule

    @classmethod
    def faces(cls, sides: int) -> Mapping[int, tuple[str, str]]:
        """The faces of a die with symbols: the name of each, and its drawing as an SVG path of lines, 20 wide
        and high around its centre. Empty for a die with numbers.
        """
        return {}

    @classmethod
    def throw_of(cls, purpose: str, seat: str) -> str:
        """Name the purpose of a die roll for the seat that rolls it."""
        return cls.throw(purpose)

    def outcome(self, found: Outcome) -> str:
        """Describe the result of the game."""
        return self.refusal(Refusal(found.rule, found.reason))

    # --- battles ---

    def reckoning(self, line: Facts) -> str:
        """Describe how forces became armies, in one line of the bridge's calculation."""
        return self.event({"kind": "muster", **line})

    def strength(self) -> str:
        """The unit of strength of a campaign's forces, to follow a number."""
        return _("SP")

    def reckoned_back(self, report: Facts, opening: Facts) -> list[str]:
        """Explain how lost elements became the reported losses, in lines."""
        return []

    # --- standing orders ---

    def order(self, kind: OrderKind) -> str:
        """Describe what a standing order answers."""
        return self.decision(Decision(kind.decision, "", kind.decision, None, kind.rule))

    def order_help(self, kind: OrderKind) -> str:
        """Explain a standing order."""
        return ""

    @classmethod
    def order_group(cls, kind: OrderKind) -> str:
        """The heading over a group of standing orders; "" for an order outside any group."""
        return ""

    @classmethod
    def order_suggested(cls, kind: OrderKind) -> Facts | None:
        """The initial values of the form for an order that is not given yet: {field: value}."""
        return None

    def order_tonight(self, kind: OrderKind, values: Facts | None) -> str:
        """Describe the effect that an order would have tonight (None: no order)."""
        return ""

    # --- promises between players ---

    def promise(self, kind: str, terms: Facts) -> str:
        """Describe a promise; the words follow a colon."""
        said, until = self.pledge(kind, terms), terms.get(UNTIL)
        if not isinstance(until, int):
            return said
        return _("%(what)s, until the end of %(turn)s") % {"what": said, "turn": self.turn(until)}

    def pledge(self, kind: str, terms: Facts) -> str:
        """Describe a promise without its time limit."""
        if kind == WORDS:
            return _("“%(text)s”") % {"text": terms.get(WORDS, "")}
        rest = {k: v for k, v in terms.items() if k != UNTIL}
        return f"{self.pledge_title(kind)}: {self._pairs(rest)}" if rest else self.pledge_title(kind)

    def pledge_title(self, kind: str) -> str:
        """Name a kind of promise on the form of a treaty."""
        return _("In words") if kind == WORDS else readable(kind)

    def pledge_help(self, kind: str) -> str:
        """Explain a kind of promise: the events that keep or break it, who judges it, and whether the rules
        enforce it.
        """
        return _("The two of you say whether it was kept.") if kind == WORDS else ""

    @classmethod
    def _word_code(cls, code: str, facts: Facts) -> str:
        """Turn a code and its facts into readable words."""
        text = form_text(code, facts)
        if text:
            return text
        rest = {k: v for k, v in facts.items() if k != "path"}
        words = readable(code)
        return f"{words} ({cls._pairs(rest)})" if rest else words

    @staticmethod
    def _pairs(facts: Facts) -> str:
        return ", ".join(f"{readable(k).lower()} {plain(v)}" for k, v in facts.items())


class Page:
    """A system's own page of a game. Its data has been loaded, redacted and checked already."""

    template: str = "games/game.html"
    screen_template: str = "games/screen.html"  # the template for spectators around the table
    # the template of the system's chronicle; without one the chronicle lists entries
    chronicle_template: str = ""
    advises: bool = False
    """Whether a player can ask the bot for advice (games.advice); the bot must give its reasons."""

    def may_advise(self, scene: Scene) -> bool:
        """Return whether the bot advises in this game: by default wherever the system ``advises``."""
        return self.advises

    looks: tuple[str, ...] = ()
    """The URL parameters on which the picture of a position depends; a replay ignores all others."""

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        """Template variables in addition to the generic context. The scene contains what the reader knows of
        the game, now or, in a replay, at an earlier entry.
        """
        return {}

    def chronicle(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        """The context for ``chronicle_template``. ``told``: the turns shown, each with its ``number``; the
        application adds the turns' memorable moments.
        """
        return {}

    def banner(self, table: LiveGame, force: Force) -> Mapping[str, str] | None:
        """The banner of a side of a battle, as on the campaign's map: "mark" (two letters), "colour" and
        "motif" (see maps.values.Side). By default it is the seat's.
        """
        return None

    pictured: bool = False
    """Whether ``thumbnail`` draws anything."""

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        """A thumbnail of the map (``fine``: as wide as a page), as a standalone SVG of what the reader may
        know. None by default.
        """
        return ""

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        """The places on the page's map, by id. By default there is no map."""
        return {}

    staked: frozenset[str] = frozenset()
    """The kinds of events whose odds are calculated from the position before them: ``motions`` finds the
    scene's ``befores`` for entries with such events."""

    def at_stake(self, event: Facts) -> bool:
        """Whether the odds of this event should be calculated; by default those of every kind in
        ``staked``."""
        return event["kind"] in self.staked

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        """The motions on the map for the events of each entry, oldest first. Events that the reader may not
        know are left out. The scene is the reader's view before the first entry. By default nothing moves.
        """
        return [()] * len(entries)

    is_battle: bool = False
    """Whether a game of this system is a battle, with a place and a name; ``clash`` then describes it."""

    def bot_results(self) -> Facts:
        """Results of games between bots by scenario, as sums, with the command that measured them; see
        features.results. None by default.
        """
        return {}

    def clash(self, scene: Scene) -> Clash | None:
        """The battle for its card: bases and losses of both sides, terrain, turning point. The scene is a
        spectator's, so nothing hidden may appear. By default a game is not a battle.
        """
        return None

    def names(self, table: LiveGame) -> Callable[[str], str]:
        """A function that replaces ids in a sentence with the names of units on the board. Every text about
        the game passes through it.
        """
        return str


PAGE = Page()
