"""Guided lessons that take a new player through a first bound on the on-screen board."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("A die for your orders"),
        _(
            "Both armies are deployed, and you attack. Your bound begins with the PIP die: it says how "
            "many groups or single elements you may move."
        ),
        by=("roll_pips",),
        asked=("dba_pips",),
        at="next",
    ),
    Lesson(
        _("Choose a group"),
        _(
            "Tap one of your elements: its whole group is chosen, with a good move ready to send. Other "
            "ghosts show where else it can go. Tap it again to choose the element alone."
        ),
        by=("move_on_board",),
        asked=("dba_moves",),
        at="map",
    ),
    Lesson(
        _("See it before you move"),
        _(
            "A ghost that you tap is only looked at: its price, and the exact odds of every combat it "
            "brings about. Moves can be undone until a die is rolled."
        ),
        asked=("dba_moves",),
        at="map",
    ),
    Lesson(
        _("Ask the bot"),
        _(
            "“What would the bot do?” shows what the bot would do and why. It looks at the odds of your "
            "whole line, at open flanks and at your reserve."
        ),
        asked=("dba_moves",),
        at="acts",
    ),
    Lesson(
        _("End your moves"),
        _(
            "A PIP you don't spend is lost. End the moves when your line is as you want it; in the first "
            "bound the enemy is usually still out of reach."
        ),
        by=("end_moves",),
        asked=("dba_moves",),
        at="acts",
    ),
    Lesson(
        _("Shoot and fight"),
        _(
            "Bows and engines shoot, then every element in contact fights. The odds are shown before the "
            "dice, and the board carries out the results."
        ),
        by=("fight_on_board", "shoot_on_board", "end_shooting", "end_combat"),
        asked=("dba_shooting", "dba_combat"),
        at="acts",
    ),
)
