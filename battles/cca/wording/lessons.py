"""The guide to a first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Your turn begins with a card"),
        _("Each card says how many units you may order, and where. Choose one from your hand."),
        by=("play_card",),
        at="hand",
    ),
    Lesson(
        _("Choose who gets orders"),
        _("Only units the card allows can be chosen. Only ordered units move and attack this turn."),
        by=("order",),
        at="next",
    ),
    Lesson(
        _("Move, then go to battle"),
        _("Tap an ordered unit to see where it can go. When all of them are in place, go to battle."),
        by=("go_to_battle",),
        at="next",
    ),
    Lesson(
        _("Attack"),
        _("Choose a unit and its target. A target that survives close combat may battle back."),
        by=("attack", "fire", "end_battles"),
        at="next",
    ),
    Lesson(
        _("How you win"),
        _("Each unit or leader you eliminate earns a banner. The scenario says how many you need."),
    ),
)
