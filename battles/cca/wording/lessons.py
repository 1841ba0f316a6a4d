"""The guided lessons for a player's first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

ANSWERS: Final = ("evade", "stand", "withdraw", "battle_back", "ignore_flags", "go_back", "flee")
ATTACKED: Final = ("evade", "withdraw", "battle_back", "flags", "go_back", "flee", "first_strike")

LESSONS: Final = (
    Lesson(
        _("Begin with a card"),
        _(
            "Each card says how many units you may order, and where. Tap one to see whom it could order,"
            " then play it."
        ),
        by=("play_card",),
        at="hand",
        asked=("card",),
    ),
    Lesson(
        _("Choose who gets orders"),
        _("Dotted frames mark the units that the card can still order. Tap one, then the hex it goes to."),
        by=("order", "move", "move_leader"),
        at="map",
        asked=("command",),
    ),
    Lesson(
        _("Go to battle"),
        _(
            "All moves come before all battles, and you can undo them until the first die is rolled. When "
            "your units are in place, go to battle."
        ),
        by=("go_to_battle",),
        at="next",
        asked=("command",),
    ),
    Lesson(
        _("Attack"),
        _(
            "Each button shows the chance to eliminate the target. Light foot with missiles fire at a"
            " distance; everyone fights units next to them."
        ),
        by=("attack", "fire"),
        at="acts",
        asked=("battle",),
    ),
    Lesson(
        _("Answer an attack"),
        _(
            "Fast units may evade a slower attacker. A unit that holds its hex battles back. Support from two"
            " neighbours, or a leader, lets it ignore a flag. Standing orders, in the menu, can answer"
            " for you."
        ),
        by=ANSWERS,
        at="next",
        asked=ATTACKED,
    ),
    Lesson(
        _("Follow a success"),
        _("When you empty a hex in close combat you may advance into it, and some units may attack again."),
        by=("advance", "stay_put", "fight_on", "rest"),
        at="next",
        asked=("advance", "fight_on"),
    ),
    Lesson(
        _("Read the dice"),
        _(
            "A circle hits light units, a triangle medium, a square heavy ones; swords hit in close combat. A"
            " flag drives a unit back; a helmet hits next to a leader."
        ),
        at="dice",
        asked=("battle", "card"),
    ),
    Lesson(
        _("How you win"),
        _("Each unit or leader you eliminate earns a banner. The scenario says how many you need."),
        at="turn",
        asked=("card",),
    ),
)
