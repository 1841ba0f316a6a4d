"""The guide to a first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Your figures stand on a real table"),
        _(
            "You move them by hand; here the dice are thrown and every result is worked out. Lay out twelve "
            "elements a side, or bits of card for a first try. The program plays the other side and says "
            "where its elements go."
        ),
    ),
    Lesson(
        _("Who defends?"),
        _("Both sides throw for aggression. The one that is lower defends and lays out the terrain."),
        by=("roll_aggression", "set_table"),
        at="next",
    ),
    Lesson(
        _("Table and armies"),
        _(
            "One after the other: the terrain, the edges, the camps, then both armies. Each question says "
            "what it wants to know."
        ),
        by=("deploy", "set_table"),
        at="next",
    ),
    Lesson(
        _("A die for your orders"),
        _(
            "A bound begins with the PIP die: so many elements or groups you may move. Move them on the "
            "table, and here only what matters to the rules."
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
            "“DBA look-up” in the menu answers a single combat without an account, also without a "
            "connection. What was typed wrongly is put right under “Correct a mistake”."
        ),
    ),
)
