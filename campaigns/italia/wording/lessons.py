"""The guide to a first turn."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("You lead several nations"),
        _(
            "All nations of your colour are yours, and each has its own gold, its own areas and its "
            "own turn. Above the map you see whose turn it is and who is next."
        ),
        at="now",
    ),
    Lesson(
        _("What scores"),
        _(
            "Every nation has its own aims. Its card shows what scores points and in which rounds, "
            "what arrives, and how much it would score if the round ended now."
        ),
        at="card",
    ),
    Lesson(
        _("Move"),
        _(
            "Tap a place with your units, then where they should go. You can also plan the whole turn"
            " first and send it when you are happy with it; nothing is final until then."
        ),
        by=("make_move", "march", "sail", "move_and_see", "voyage", "cross", "end_movement"),
        at="map",
    ),
    Lesson(
        _("Fight"),
        _(
            "Where enemies share an area there may be a combat, in rounds. Mark an attack on the map,"
            " and the page calculates your chances: who wins, with what losses, and when it is worth "
            "retreating."
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
        _("When you're away"),
        _(
            "Others may attack you or march past you while you are away. Under “Standing orders” you "
            "set how each nation reacts, when it retreats and whether it submits."
        ),
    ),
)
