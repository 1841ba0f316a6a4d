"""The interface for a system's words and pages, with a default for each method. A system that overrides
nothing is still playable: its facts are shown as tables, its choices as forms, and its events as lines of
text.

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
from games.wording.generic import form_text, plain, readable
from games.wording.numbers import in_units

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.utils.functional import _StrPromise

    from games.motion.values import Motion, Spot
    from games.page_facts.clash import Clash
    from games.scene import Scene
    from games.services.tables import LiveGame

NO_SCENARIO: Final[Facts] = MappingProxyType({})


class Wording:
    """A system's sentences. Every method has a default that turns any code into readable words. A system
    overrides the methods that it can word better.

    A wording is created once per scenario (games.plugins.wording), like rules. Its ``__init__`` may look
    up names in the scenario but must not translate anything, because one wording serves readers of all
    languages. Each sentence is in the language that is active when it is requested. Class attributes are
    the same for every scenario.
    """

    def __init__(self, scenario: Facts = NO_SCENARIO) -> None:
        self.scenario = scenario

    def event(self, event: Facts) -> str:
        """The chronicle's line for an event (given as JSON), or "" if the event is not worth a line."""
        rest = {k: v for k, v in event.items() if k != "kind" and v not in (None, [], {}, "")}
        words = readable(event.get("kind", ""))
        return f"{words}: {self._pairs(rest)}" if rest else words

    def quiet(self, action: Facts, seat: str) -> str:
        """The chronicle's public line for an action that caused no event. Override it only for kinds of
        actions that hide nothing. "" means the general wording.
        """
        return ""

    def refusal(self, refusal: Refusal) -> str:
        """Explain why an action was refused, and what to do instead."""
        return self._word_code(refusal.code, self._name_places(refusal))

    def _name_places(self, refusal: Refusal) -> Facts:
        if refusal.code not in paths.CODES:
            return refusal.facts
        return {k: self.value("path", v) if isinstance(v, str) else v for k, v in refusal.facts.items()}

    def choice(self, choice: Choice) -> str:
        """The label of a choice's form."""
        fixed = ", ".join(self.value(k, v) for k, v in choice.fixed.items() if v not in (None, [], {}, ""))
        return f"{readable(choice.kind)}: {fixed}" if fixed else readable(choice.kind)

    def button_label(self, choice: Choice) -> str:
        """The label of a choice's button, or "" if the choice's title is enough."""
        return ""

    def value(self, field: str, value: Any) -> str:
        """The label of a field's value, such as a province's name or a unit."""
        return readable(plain(value))

    def all_but(self, field: str, left: Sequence[str]) -> str:
        """Return the phrase for choosing every value except those in ``left``, such as "all but Rome". Few
        values are left out, or none. Return "" if a list of the chosen values reads better.
        """
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
        """Describe facts shown with an option or a form, such as cost, distance or chance."""
        return self._pairs(facts)

    def decision(self, decision: Decision) -> str:
        """Describe a pending decision to its player."""
        return readable(decision.kind)

    @classmethod
    def decision_kind(cls, kind: str) -> str:
        """Describe a kind of decision, without anything that only its seat may know."""
        return readable(kind)

    def decision_for_others(self, decision: Decision) -> str:
        """Describe a seat's pending decision to other players, without anything that only the seat may know.
        It is "" if even the subject is secret.
        """
        return ""

    def turn(self, number: int) -> str:
        """A turn's name, used as a heading in the chronicle."""
        return _("Turn %(number)s") % {"number": number}

    scores_are_losses: ClassVar[bool] = False  # whether fewer points are better

    # the limits of the system's bot, for people who play against it
    about_bot: ClassVar[_StrPromise | str] = ""

    score_unit: ClassVar[int] = 1  # counted units per point, for example 2 for half-points

    @classmethod
    def points_name(cls) -> str:
        """The heading of average scores in a table of results."""
        return _("Losses") if cls.scores_are_losses else _("Points")

    def points(self, value: int) -> str:
        """Format a score, or the difference of two scores."""
        return in_units(value, self.score_unit)

    def score(self, name: str) -> str:
        """Return the name of a score in the game's outcome, for a score that is not that of a seat."""
        return readable(name)

    def battle_name(self, battle: OpenBattle, turn: int | None) -> str:
        """A campaign's name for a pending battle, made of place, year and commanders. It is "" if there is
        no name; the battle is then numbered.
        """
        return ""

    def battlefield(self, battle: OpenBattle) -> str:
        """The name of the place where a campaign's battle is fought, or "" if it has none."""
        return ""

    def date(self, turn: int | None) -> str:
        """The date of a turn's battles in the campaign's calendar, or "" without a turn."""
        return "" if turn is None else self.turn(turn)

    def host(self, force: Force) -> str:
        """The nation whose troops fight on a side of a campaign's battle. It is "" if the seat's name
        already names the nation.
        """
        return ""

    def commander(self, force: Force) -> str:
        """The commander of one side in a campaign's battle, or "" for an unnamed officer."""
        return ""

    def seat(self, seat: SeatInfo) -> str:
        """Name a seat."""
        return _(seat.name) if seat.name else seat.id

    def power(self, power: Power) -> str:
        """Name a power that a seat leads."""
        return _(power.name) if power.name else readable(power.id)

    def ground(self, ground: Facts) -> list[tuple[str, str]]:
        """Describe a battle's terrain as (label, text) pairs. The list is empty if the system has no words
        for it.
        """
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
    """Lazily translated words for values, and for those parts of a fact's path that are not names."""

    def fact(self, path: Sequence[str], about: Facts) -> str:
        """Name a fact of the state, as in "Fleets: Vandals, Carthago". A path with only one part means a
        kind of fact; return the heading of that kind.
        """
        kind, *rest = (self._fact_part(part) for part in path)
        return f"{kind}: {', '.join(rest)}" if rest else kind

    def _fact_part(self, part: str) -> str:
        word = self.fact_words.get(part)
        return self.fact_name(part) if word is None else str(word)

    def fact_name(self, part: str) -> str:
        """Name a province, unit or similar part of a fact's path."""
        return readable(part)

    def fact_value(self, path: Sequence[str], value: Any) -> str:
        """Describe a fact's value, or say "nothing" if it is None or empty."""
        if value is None or value == "":
            return _("nothing")
        if isinstance(value, list):
            return ", ".join(self.fact_value(path, one) for one in value) or _("nothing")
        return self._fact_part(value) if isinstance(value, str) else plain(value)

    def unsound(self, mistake: Mistake) -> str:
        """Describe a fault in a position that was corrected by hand. The fault's path is the path of a
        fact.
        """
        text = self._word_code(mistake.code, mistake.facts)
        return f"{self.fact(mistake.path.split('.'), {})}: {text}" if mistake.path else text

    def caution(self, choice: Choice) -> str:
        """A warning to show before a choice is submitted, or "" if there is none."""
        return ""

    @classmethod
    def rule(cls, rule: str) -> str:
        """A section of the rules as players know it, by its number or, in a rulebook without numbers, by its
        heading.
        """
        return rule

    @classmethod
    def faces(cls, sides: int) -> Mapping[int, tuple[str, str]]:
        """The faces of a die with symbols, empty for a die with numbers. Each face has a name and a drawing.
        The drawing is an SVG path of lines, 20 units wide and high, centred on the origin.
        """
        return {}

    @classmethod
    def throw_of(cls, purpose: str, seat: str) -> str:
        """Name the purpose of a die roll. The name can depend on the seat that rolls."""
        return cls.throw(purpose)

    def outcome(self, found: Outcome) -> str:
        """Describe the game's result."""
        return self.refusal(Refusal(found.rule, found.reason))

    # --- battles ---

    def reckoning(self, line: Facts) -> str:
        """Describe one line of the calculation by which the bridge turned forces into armies."""
        return self.event({"kind": "muster", **line})

    def strength(self) -> str:
        """The unit of strength of a campaign's forces, to be shown after a number."""
        return _("SP")

    def reckoned_back(self, report: Facts, opening: Facts) -> list[str]:
        """Explain, line by line, how lost elements became the reported losses."""
        return []

    # --- standing orders ---

    def order(self, kind: OrderKind) -> str:
        """Describe the decision that a standing order answers."""
        return self.decision(Decision(kind.decision, "", kind.decision, None, kind.rule))

    def order_help(self, kind: OrderKind) -> str:
        """Explain a standing order. By default there is no explanation ("")."""
        return ""

    @classmethod
    def order_group(cls, kind: OrderKind) -> str:
        """The heading over a group of standing orders, or "" for an order outside any group."""
        return ""

    @classmethod
    def order_suggested(cls, kind: OrderKind) -> Facts | None:
        """The initial values of the form for an order that has not been given yet: {field: value}. They are
        None if the form starts empty.
        """
        return None

    def order_tonight(self, kind: OrderKind, values: Facts | None) -> str:
        """Describe how the bot would answer for an absent player, or return "" if that cannot be described.
        ``values`` are those of the player's standing order, or None if there is no order.
        """
        return ""

    # --- promises between players ---

    def promise(self, kind: str, terms: Facts) -> str:
        """Describe a promise in a phrase that can follow a colon."""
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
        """Name a kind of promise on a treaty's form."""
        return _("In words") if kind == WORDS else readable(kind)

    def pledge_help(self, kind: str) -> str:
        """Explain a kind of promise: which events keep or break it, who judges it, and whether the rules
        enforce it. The text is "" if the name says enough.
        """
        return _("The two of you say whether it was kept.") if kind == WORDS else ""

    @classmethod
    def _word_code(cls, code: str, facts: Facts) -> str:
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
    """A system's own page of a game. The data it gets is already loaded, redacted and checked."""

    template: str = "games/game.html"
    screen_template: str = "games/screen.html"  # the template for spectators around the table
    # the template of the system's own chronicle; without one, the chronicle lists entries
    chronicle_template: str = ""
    advises: bool = False
    """Whether a player can ask the bot for advice (games.advice). A bot that advises must give its reasons.
    """

    def may_advise(self, scene: Scene) -> bool:
        """Return whether the bot advises in this game. By default it does if the system ``advises``."""
        return self.advises

    looks: tuple[str, ...] = ()
    """The URL parameters on which the picture of a position depends. A replay ignores all others."""

    def context(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        """Return template variables in addition to the generic context. The scene contains what the reader
        knows of the game, now or, in a replay, at an earlier entry.
        """
        return {}

    def chronicle(self, request: HttpRequest, scene: Scene) -> Mapping[str, Any]:
        """Return the context for ``chronicle_template``. It must contain ``told``: the turns shown, each
        with its ``number``. The application adds the turns' memorable moments.
        """
        return {}

    def banner(self, table: LiveGame, force: Force) -> Mapping[str, str] | None:
        """Return the banner of a battle's side as it appears on the campaign's map: "mark" (two letters),
        "colour" and "motif" (see maps.values.Side). By default the seat's banner is used.
        """
        return None

    pictured: bool = False
    """Whether ``thumbnail`` draws anything."""

    def thumbnail(self, scene: Scene, *, fine: bool = False) -> str:
        """Return a thumbnail of the map (``fine``: as wide as a page), as a standalone SVG of what the
        reader may know. By default there is none.
        """
        return ""

    def places(self, scene: Scene) -> Mapping[str, Spot]:
        """Return the places on the page's map, by id. By default there is no map."""
        return {}

    staked: frozenset[str] = frozenset()
    """The kinds of events whose odds are calculated from the position before them. For entries with such
    events, ``motions`` finds that position in the scene's ``befores``.
    """

    def at_stake(self, event: Facts) -> bool:
        """Return whether the odds of this event should be calculated. By default, this is true for every
        kind in ``staked``.
        """
        return event["kind"] in self.staked

    def motions(self, scene: Scene, entries: Sequence[Sequence[Facts]]) -> Sequence[Sequence[Motion]]:
        """Return the motions on the map for the events of each entry, oldest first. Events that the reader
        may not know are left out. The scene is the reader's view before the first entry. By default
        nothing moves.
        """
        return [()] * len(entries)

    is_battle: bool = False
    """Whether a game of this system is a battle, with a place and a name. ``clash`` then describes it."""

    def bot_results(self) -> Facts:
        """Return the results of games between bots, summed by scenario, with the command that measured them;
        see features.results. By default there are none.
        """
        return {}

    def clash(self, scene: Scene) -> Clash | None:
        """Return the public facts about the battle that its card shows: the bases and losses of both sides,
        the terrain and the turning point. Return None, which is the default, for a game that is not a battle.
        The scene is a spectator's, so nothing hidden may appear.
        """
        return None

    def names(self, table: LiveGame) -> Callable[[str], str]:
        """Return a function that replaces ids in a sentence with the names of units on the board. Every text
        about the game passes through it.
        """
        return str


PAGE = Page()
