"""The guided lessons of a first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Your figures are on a real table"),
        _(
            "You move them by hand; dice and results are worked out here. Lay out twelve elements a "
            "side, or bits of card. The bot says which of its elements move and which enemies they meet."
        ),
        asked=("dba_aggression",),
        at="next",
    ),
    Lesson(
        _("Who defends?"),
        _("Both sides roll for aggression. The lower one defends and lays out the terrain."),
        by=(
            "roll_aggression",
            "set_table",
        ),
        asked=("dba_aggression",),
        at="next",
    ),
    Lesson(
        _("Table and armies"),
        _(
            "One thing after another: terrain, edges, camps, then both armies. Do it on the table, "
            "then confirm it here."
        ),
        by=(
            "deploy",
            "set_table",
        ),
        asked=(
            "dba_terrain",
            "dba_sides",
            "dba_camps",
            "dba_deployment",
            "dba_swaps",
        ),
        at="next",
    ),
    Lesson(
        _("A die for your orders"),
        _("A bound begins with the PIP die: it says how many elements or groups you may move."),
        by=("roll_pips",),
        asked=("dba_pips",),
        at="next",
    ),
    Lesson(
        _("Move on the table"),
        _(
            "Move your elements by hand, one PIP for each element or group. Enter only what matters "
            "to the rules, then end the moves."
        ),
        by=(
            "move_elements",
            "end_moves",
        ),
        asked=("dba_moves",),
        at="acts",
    ),
    Lesson(
        _("Shoot and fight"),
        _(
            "Tap the two elements in contact and say what helps or hinders them. Factors and chances "
            "are shown before the dice."
        ),
        by=(
            "fight",
            "shoot",
            "end_combat",
        ),
        asked=(
            "dba_shooting",
            "dba_combat",
        ),
        at="acts",
    ),
    Lesson(
        _("For any other battle"),
        _(
            "“DBA calculator” in the menu works out a single combat, even offline. “Correct a "
            "mistake” undoes what was typed by mistake."
        ),
        asked=(
            "dba_pips",
            "dba_combat",
        ),
    ),
)
