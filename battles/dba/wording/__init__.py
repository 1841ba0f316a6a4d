"""The texts of a DBA battle: events, choices, and reasons for refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from battles.dba.rules.board.orders import Move
from battles.dba.wording import board_texts, facts
from battles.dba.wording import events as dba_events
from battles.dba.wording import phrases as dba_texts
from battles.dba.wording import table_texts as texts
from battles.dba.wording.combat_results import section_name
from battles.dba.wording.names import army_name, element_name, seat_name
from battles.dba.wording.orders import land_text, move_text
from engine.game import Choice, Decision, Facts, Mistake, OrderKind, Outcome, Refusal, SeatInfo
from games.contract import Wording

Names = Mapping[Any, Any]


class DbaWording(Wording):
    """The texts of DBA; see games.contract.Wording."""

    def event(self, event: Facts) -> str:
        worded = dba_events.EVENTS.get(str(event.get("kind")))
        return worded(event, self.scenario) if worded else super().event(event)

    def refusal(self, refusal: Refusal) -> str:
        facts = {name: self._fact(name, value) for name, value in refusal.facts.items()}
        for known in (texts.REFUSALS, board_texts.REFUSALS):
            if refusal.code in known:
                return str(known[refusal.code]) % _Lenient(facts)
        if refusal.code in dba_texts.MISTAKES:
            return f"{_label(refusal.facts.get('path', ''))}: {dba_texts.MISTAKES[refusal.code]}" % _Lenient(
                facts
            )
        return super().refusal(refusal)

    @classmethod
    def mistake(cls, mistake: Mistake) -> str:
        if mistake.code in texts.MISTAKES:
            return str(texts.MISTAKES[mistake.code]) % _Lenient(mistake.facts)
        return super().mistake(mistake)

    def decision(self, decision: Decision) -> str:
        return str(texts.DECISIONS.get(decision.kind, decision.kind))

    @classmethod
    def decision_kind(cls, kind: str) -> str:
        return str(texts.DECISIONS.get(kind, kind))

    @classmethod
    def rule(cls, rule: str) -> str:
        """Return the heading of a rulebook section. The booklet's sections have no numbers."""
        return section_name(rule)

    @classmethod
    def throw(cls, purpose: str) -> str:
        return str(texts.THROWS.get(purpose, purpose))

    scores_are_losses = True
    about_bot = texts.ABOUT_BOT

    def outcome(self, found: Outcome) -> str:
        """Describe why the battle ended and how much each side lost."""
        why = str(texts.ENDINGS[found.reason])
        names = {"army1": army_name("red", self.scenario), "army2": army_name("blue", self.scenario)}
        losses = _("Lost: %(army1)s %(red)s, %(army2)s %(blue)s.") % {**names, **found.scores}
        return f"{why[:1].upper()}{why[1:]}. {losses}"

    def seat(self, seat: SeatInfo) -> str:
        """Name a side by its army."""
        return army_name(seat.id, self.scenario) if self.scenario.get("armies") else super().seat(seat)

    def turn(self, number: int) -> str:
        """Name a turn. Turn 0 is the set-up, and each later turn is one side's bound."""
        if number == 0:
            return _("Setting up")
        return _("Bound %(number)s") % {"number": number}

    @classmethod
    def throw_of(cls, purpose: str, seat: str) -> str:
        """Describe a roll with the side that rolls it, because both sides roll together."""
        return f"{cls.throw(purpose)}, {seat_name(seat)}"

    def field(self, name: str) -> str:
        return str(texts.FIELDS.get(name, name))

    def value(self, field: str, value: Any) -> str:
        if f"{field}.{value}" in texts.VALUES:
            return str(texts.VALUES[f"{field}.{value}"])
        tables: dict[str, Names] = {
            "terrain": texts.PIECES,
            "place": texts.PLACES,
            "cause": texts.CAUSES,
            "edge": texts.EDGES,
        }
        if field in tables and value in tables[field]:
            return str(tables[field][value])
        if isinstance(value, str) and value:
            return element_name(value, self.scenario)
        if value is None or value == "":
            return _("nobody")
        return super().value(field, value)

    def order(self, kind: OrderKind) -> str:
        """Return the title of the only standing order, which exists for battles on the on-screen board."""
        return _("Targets in the enemy's bound")

    def order_help(self, kind: OrderKind) -> str:
        return _("With this order nobody waits for you: the enemy's bound continues without asking you.")

    def reason(self, why: Facts) -> str:
        """Describe the bot's reason for its advice on the board."""
        return str(board_texts.REASONS[why["code"]]) % {"gain": round(why.get("gain", 0) / 10)}

    fact_words = facts.WORDS

    def fact_name(self, part: str) -> str:
        return element_name(part, self.scenario)

    def facts(self, facts: Facts) -> str:
        """List the elements that would have to shoot or fight. The button below the list confirms that they
        need not. For other facts, return "".
        """
        if "unfought" in facts:
            left = ", ".join(element_name(one, self.scenario) for one in facts["unfought"])
            return _("Fight if in frontal contact: %(elements)s.") % {"elements": left}
        if "enemies" not in facts:
            return ""
        sides = (
            ", ".join(element_name(one, self.scenario) for one in facts[side]) for side in ("own", "enemies")
        )
        return _("Must shoot at each other if in range and arc: %(own)s – %(enemies)s.") % dict(
            zip(("own", "enemies"), sides, strict=True)
        )

    def caution(self, choice: Choice) -> str:
        """Return the warning before a side concedes, or "" for any other choice."""
        return _("Concede the battle? The enemy wins.") if choice.kind == "concede" else ""

    def choice(self, choice: Choice) -> str:
        if choice.kind == "agree_draw" and choice.facts.get("offered"):
            return _("Accept the draw")
        if choice.kind == "end_shooting" and choice.facts:
            return _("End the shooting: none of them can")
        if choice.kind == "end_combat" and choice.facts:
            return _("End the bound: none of them is in frontal contact")
        if choice.kind == "break_off" and choice.facts:
            if choice.facts["pursued"] == "in_ranks":
                return _("Break off from warband")
            return _("Break off from knights, chariots or hordes")
        if choice.kind == "note_terrain" and not choice.facts["told"]:
            return _("Describe the terrain on the table")
        return (
            _CHOICES[choice.kind](choice.fixed, self.scenario)
            if choice.kind in _CHOICES
            else super().choice(choice)
        )

    def button_label(self, choice: Choice) -> str:
        """Return the label of a form's button, or "" for the usual label. Forms whose title describes an
        event on the table need a label.
        """
        return str(texts.BUTTONS.get(choice.kind, ""))

    def _is_element(self, value: Any) -> bool:
        armies = self.scenario.get("armies", {}).values()
        return any(one.get("id") == value for army in armies for one in army.get("elements", ()))

    def _fact(self, name: str, value: Any) -> str:
        if name in ("piece", "other") and value in texts.PIECES:
            return str(texts.PIECES[value])
        if name in ("element", "target") or (name == "other" and self._is_element(value)):
            return element_name(str(value), self.scenario)
        if name == "elements":
            return ", ".join(element_name(str(one), self.scenario) for one in value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            return ", ".join(str(one) for one in value)
        return str(value)


class _Lenient(dict[str, Any]):
    """A mapping for format strings that shows a dash for a missing value."""

    def __missing__(self, key: str) -> str:
        return "–"


def _label(path: str) -> str:
    field = path.rpartition(".")[2]
    return str(dba_texts.FIELDS.get(field, field))


def _move(fixed: Facts, game: Facts) -> str:
    near = " " + _("(near the general only)") if fixed.get("far") is False else ""
    if fixed.get("onto") == "leave" and fixed.get("contact"):
        return (
            _("Sortie into contact: %(element)s") % {"element": element_name(fixed["elements"][0], game)}
            + near
        )
    if fixed.get("onto") == "leave":
        return _("Leave: %(element)s") % {"element": element_name(fixed["elements"][0], game)} + near
    if fixed.get("onto"):
        text = _("Assault: %(place)s") if fixed.get("contact") else _("Enter: %(place)s")
        return text % {"place": texts.PLACES[fixed["onto"]]} + near
    if fixed.get("further"):
        named = (
            "psiloi_contact" if fixed["further"] == "psiloi" and fixed.get("contact") else fixed["further"]
        )
        return _("Move again: %(why)s") % {"why": texts.FURTHER[named]} + near
    if fixed.get("ford"):
        return _("Cross the river off a road") + near
    if fixed.get("dismount"):
        return _("Dismount") + near
    return (_("Move into contact") if fixed.get("contact") else _("Move an element or a group")) + near


def _set_table(fixed: Facts, game: Facts) -> str:
    facts = {"side": army_name(fixed["invader"], game)}
    if fixed.get("bua"):
        return _("We have set up, with a built-up area; invader: %(side)s") % facts
    return _("We have set up, no built-up area; invader: %(side)s") % facts


def _shoot(fixed: Facts, game: Facts) -> str:
    if fixed.get("unable"):
        return _("Shoot at an enemy that could shoot, but has no shooter in range and arc")
    return _("Shoot, with return fire") if fixed.get("answered") else _("Shoot")


def _deploy(fixed: Facts, game: Facts) -> str:
    return (
        _("Deployed, some waiting aboard")
        if "garrison" in fixed and "reserve" not in fixed
        else _("Deployed")
    )


def _pair(text: str, one: str, two: str, game: Facts) -> str:
    return text % {"one": element_name(one, game), "two": element_name(two, game)}


def _shoot_together(f: Facts, g: Facts) -> str:
    """Describe a shot by several elements: the first shooter, the target, and the elements that help."""
    text = _pair(_("%(one)s shoots at %(two)s"), f["shooters"][0], f["target"], g)
    helpers = ", ".join(element_name(one, g) for one in f["shooters"][1:])
    return _("%(shot)s, with %(helpers)s") % {"shot": text, "helpers": helpers} if helpers else text


_CHOICES: Final[dict[str, Callable[[Facts, Facts], str]]] = {
    "roll_aggression": lambda f, g: _("Roll for aggression"),
    "set_table": _set_table,
    "place_terrain": lambda f, g: _("Lay out the battlefield"),
    "draw_battlefield": lambda f, g: _("Draw the battlefield"),
    "choose_edge": lambda f, g: _("Choose the edge and roll"),
    "pitch_camp": lambda f, g: _("Pitch the camp"),
    "deploy": _deploy,
    "deploy_on_board": lambda f, g: str(board_texts.STYLES.get(f.get("layout", ""), _("Deploy"))),
    "swap_elements": lambda f, g: _("No swaps") if "pairs" in f else _("Swap pairs of elements"),
    "note_terrain": lambda f, g: _("Add a forgotten piece of terrain"),
    "note_bua": lambda f, g: _("Add a forgotten built-up area"),
    "keep_aboard": lambda f, g: _("Some were kept aboard: a littoral army"),
    "roll_pips": lambda f, g: _("Roll for PIPs"),
    "incite_revolt": lambda f, g: _("Revolt of the denizens (6 PIPs)"),
    "place_general": lambda f, g: _("Where the general is"),
    "move_elements": _move,
    "land_reserve": lambda f, g: _("Land the elements aboard (1 PIP)"),
    "break_off": lambda f, g: _("Break off"),
    "end_moves": lambda f, g: _("End the moves"),
    "shoot": _shoot,
    "end_shooting": lambda f, g: _("End the shooting"),
    "fight": lambda f, g: _("Resolve a combat"),
    "end_combat": lambda f, g: _("End the bound"),
    "stand_apart": lambda f, g: _("Not in contact after all"),
    "remove_element": lambda f, g: _("Take an element off the table"),
    "take_stronghold": lambda f, g: (
        _("An element has gone inside: %(place)s")
        % {"place": texts.PLACES.get(str(f.get("place")), f.get("place"))}
    ),
    "move_on_board": lambda f, g: move_text(Move.parse(f["order"]), g) if "order" in f else _("Another move"),
    "break_off_on_board": lambda f, g: (
        _("Break off: %(element)s, %(n)s paces back")
        % {"element": element_name(f["element"], g), "n": f.get("paces", "")}
    ),
    "shoot_on_board": _shoot_together,
    "land_on_board": land_text,
    "fight_on_board": lambda f, g: _pair(_("%(one)s fights %(two)s"), f["attacker"], f["defender"], g),
    "concede": lambda f, g: _("Concede the battle"),
    "agree_draw": lambda f, g: _("Offer a draw"),
}
