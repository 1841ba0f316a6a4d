"""The guide to a first turn."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("You lead several nations"),
        _(
            "All nations of your colour are yours, and each has its own gold, its own areas and its own "
            "turn. Above the map stands whose turn it is and who follows."
        ),
        at="now",
    ),
    Lesson(
        _("What scores"),
        _(
            "Every nation wants something else. Its card says what gives it points and in which rounds, what "
            "comes to it, and how much it would score if the round ended now."
        ),
        at="card",
    ),
    Lesson(
        _("Move"),
        _(
            "Tap a place with your units, then where they are to go. You may also compose the whole turn "
            "first and send it when you like it; nothing is final before."
        ),
        by=("make_move", "march", "sail", "move_and_see", "voyage", "cross", "end_movement"),
        at="map",
    ),
    Lesson(
        _("Fight"),
        _(
            "Where enemies stand together there may be a combat, in rounds. Mark an attack on the map, and "
            "the page counts your chances: who wins, with which losses, and when it is worth to retreat."
        ),
        by=("attack", "raid", "fight_on", "aim"),
        at="map",
    ),
    Lesson(
        _("Buy"),
        _(
            "A nation's turn begins with its income. Buy units with it and place them in your cities; how "
            "many counters there are is on the card."
        ),
        by=("buy", "build_cities", "place_group", "end_levy"),
        at="now",
    ),
    Lesson(
        _("When you are not there"),
        _(
            "Others may attack you or march past you while you are away. Under “Standing orders” each nation "
            "says how it is to react, when to retreat and whether to submit."
        ),
    ),
)
