"""The guide to a first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Your figures are on a real table"),
        _(
            "You move them by hand; here dice are rolled and every result is worked out. Lay out "
            "twelve elements a side, or bits of card for a first try. The bot plays the other side, "
            "but sees no table: it says which of its elements move and whom they meet, and you move them."
        ),
    ),
    Lesson(
        _("Who defends?"),
        _("Both sides roll for aggression. The lower one defends and lays out the terrain."),
        by=("roll_aggression", "set_table"),
        at="next",
    ),
    Lesson(
        _("Table and armies"),
        _(
            "One thing after another: the terrain, the edges, the camps, then both armies. Each "
            "question tells you what is needed."
        ),
        by=("deploy", "set_table"),
        at="next",
    ),
    Lesson(
        _("A die for your orders"),
        _(
            "A bound begins with the PIP die: it says how many elements or groups you may move. Move "
            "them on the table, and enter here only what matters to the rules."
        ),
        by=("roll_pips",),
        at="next",
    ),
    Lesson(
        _("Shoot and fight"),
        _(
            "Tap the two elements that are in contact and say what helps or hinders them. Factors, reasons "
            "and chances are shown before the dice, and what happens to the loser after them."
        ),
        by=("fight", "shoot", "end_combat"),
        at="acts",
    ),
    Lesson(
        _("For any other battle"),
        _(
            "“DBA calculator” in the menu works out a single combat without an account, even offline."
            " Use “Correct a mistake” to fix anything typed wrongly."
        ),
    ),
)
