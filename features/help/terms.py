"""The field's words for players, in plain language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


@dataclass(frozen=True)
class Term:
    """A word of the field and what it means. ``system``: where only that system uses it."""

    name: str | _StrPromise
    meaning: str | _StrPromise
    system: str = ""

    @property
    def anchor(self) -> str:
        """The fragment of its address on the glossary page."""
        return slugify(str(self.name))


TERMS: Final = (
    Term(_("Campaign"), _("A war on a map over many turns. Its attacks can become battles.")),
    Term(
        pgettext_lazy("glossary", "Battle"),
        _("A fight between two sides: on a table, on a board here, or decided by the campaign's own table."),
    ),
    Term(
        pgettext_lazy("glossary", "Seat"), _("A player's place in a game. A person or the bot can take it.")
    ),
    Term(_("Game master (GM)"), _("The person who set up the game and looks after it.")),
    Term(
        pgettext_lazy("glossary", "Bot"), _("The computer playing a seat. It knows only what its seat knows.")
    ),
    Term(
        pgettext_lazy("glossary", "Deadline"),
        _(
            "When a decision is due. After that, your plan, your standing orders or the default answers "
            "for you."
        ),
    ),
    Term(pgettext_lazy("glossary", "Default"), _("The answer that counts if you don't give one in time.")),
    Term(
        pgettext_lazy("glossary", "Standing order"),
        _("An answer you give in advance for one kind of question, so that nobody has to wait for you."),
    ),
    Term(
        pgettext_lazy("glossary", "Substitute"),
        _("Somebody who plays your seat until a date you choose, or until you come back."),
    ),
    Term(pgettext_lazy("glossary", "Observer"), _("Somebody who may look at a game but not play in it.")),
    Term(
        pgettext_lazy("glossary", "Chances"),
        _("Exact probabilities, worked out by the same code that resolves the roll."),
    ),
    Term(
        pgettext_lazy("glossary", "Calculator"),
        _("A page that works out one roll or one combat apart from any game, even offline."),
    ),
    Term(
        pgettext_lazy("glossary", "Ruling"),
        _("A game master's decision on a battle, or our reading where a rulebook leaves a gap."),
    ),
    Term(
        _("d6, d10"),
        _("A die with six or ten faces. A ten-sided die shows 0 to 9; in Justinian 0 counts as zero."),
    ),
    Term(
        pgettext_lazy("glossary", "Modifier"),
        _("A number added to a die before the table is read; “DRM” in some rulebooks."),
    ),
    Term(_("Strength point (SP)"), _("Roughly a thousand soldiers, or fifty ships in a fleet."), "justinian"),
    Term(
        _("Movement points (MP)"),
        _("What an army can spend on marching, attacking and recovering."),
        "justinian",
    ),
    Term(
        _("Segment"),
        _("One side's go within a turn: one army or group of fleets acts, then the other side does."),
        "justinian",
    ),
    Term(_("Magister Militum"), _("A Byzantine leader, drawn from a cup without looking."), "justinian"),
    Term(
        _("Interception"),
        _("Marching against an enemy army while it moves. The leader's control rating decides."),
        "justinian",
    ),
    Term(
        _("Disorganised, Defeated"),
        _("Two states of an army that has fought. Both cost movement points or a victory to shake off."),
        "justinian",
    ),
    Term(_("Frontier troops"), _("Strength points that hold a province and belong to no army."), "justinian"),
    Term(
        pgettext_lazy("glossary", "Prefecture"),
        _("A group of provinces. Byzantium needs all five to win."),
        "justinian",
    ),
    Term(
        pgettext_lazy("glossary", "Nation"),
        _("A people with its own gold, turn and aims. Players lead several."),
        "italia",
    ),
    Term(_("Major invasion"), _("A turn in which a nation moves and fights twice."), "italia"),
    Term(
        pgettext_lazy("glossary", "Submission"),
        _("A beaten nation serves another, pays it and may revolt later."),
        "italia",
    ),
    Term(
        pgettext_lazy("glossary", "Raid"),
        _("One round against a city: a single hit ruins it and pays 4 gold; then the raiders must go back."),
        "italia",
    ),
    Term(pgettext_lazy("glossary", "Sack"), _("Taking the gold of a city and destroying it."), "italia"),
    Term(
        pgettext_lazy("glossary", "Element"),
        _("A base of figures, the smallest thing that moves and fights."),
        "dba",
    ),
    Term(
        pgettext_lazy("glossary", "Bound"),
        _("One side's part of a turn: a roll for orders, moves, shooting, combat."),
        "dba",
    ),
    Term(_("PIP"), _("A point of the die rolled for orders. Each moves an element or a group."), "dba"),
    Term(pgettext_lazy("glossary", "Going"), _("How easy the ground is to cross: good or bad."), "dba"),
    Term(_("Recoil"), _("Being pushed straight back by the depth of a base."), "dba"),
    Term(
        _("Overlap"), _("An enemy beside your front who makes your fight harder without fighting you."), "dba"
    ),
    Term(_("Schiera"), _("A battle line of like units that stand side by side and act as one."), "schiere"),
    Term(_("Panoply"), _("The set of cards from which each side lays one for every blow."), "schiere"),
    Term(
        _("Tactical order"),
        _("A token bought before the battle that improves one action, blow or roll."),
        "schiere",
    ),
    Term(_("Rout"), _("Flight from the field. Routed units no longer count at the end."), "schiere"),
    Term(pgettext_lazy("glossary", "Banner"), _("A point earned for each unit or leader eliminated."), "cca"),
    Term(
        pgettext_lazy("glossary", "Block"),
        _("A unit's strength: it fights at full power until its last block is gone."),
        "cca",
    ),
    Term(_("Battle back"), _("The answer of a unit that was attacked and still holds its hex."), "cca"),
    Term(_("Evade"), _("Leaving before an attack, at the price of a few dice in the back."), "cca"),
    Term(
        _("Momentum"),
        _("Advancing into the hex you emptied; some units may attack once more."),
        "cca",
    ),
    Term(_("Troop Quality (TQ)"), _("The number on a counter that a check must not exceed."), "cataphract"),
    Term(
        pgettext_lazy("glossary", "Shock"),
        _("Hand-to-hand combat, resolved for all charges of a side together."),
        "cataphract",
    ),
    Term(_("Rout points"), _("What an army loses with each unit. At its level it withdraws."), "cataphract"),
)


def terms_in_order() -> list[Term]:
    """Return the terms in alphabetical order of the active language."""
    return sorted(TERMS, key=lambda one: str(one.name).casefold())
