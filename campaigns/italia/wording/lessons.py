"""The lessons that guide players through their first turn."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Several nations"),
        _(
            "All nations of your colour are yours, each with its own gold and turn. The row at the top "
            "says whose turn it is."
        ),
        asked=("levy",),
        at="turn",
    ),
    Lesson(
        _("Buy"),
        _(
            "A nation's turn begins with its income. Tap one of your places to put a unit there; what "
            "you do not spend is kept."
        ),
        by=(
            "buy",
            "build_cities",
            "place_group",
            "end_levy",
        ),
        asked=(
            "levy",
            "reinforcements",
        ),
        at="next",
    ),
    Lesson(
        _("Move"),
        _(
            "A counter shows how many units stand there. Tap one of yours, then where it should go. "
            "End the movement when all are in place."
        ),
        by=(
            "make_move",
            "march",
            "sail",
            "move_and_see",
            "voyage",
            "cross",
            "end_movement",
        ),
        asked=("movement",),
        at="map",
    ),
    Lesson(
        _("Fight"),
        _(
            "Combat goes in rounds. The chances below say who wins and with what losses; between "
            "rounds you may retreat."
        ),
        by=(
            "attack",
            "raid",
            "fight_on",
        ),
        asked=("combat",),
        at="next",
    ),
    Lesson(
        _("Somebody else moves"),
        _(
            "This question comes from another nation's turn: it attacks you or passes by. The chances "
            "say what each answer brings."
        ),
        asked=(
            "aim",
            "react",
            "retreat",
            "flight",
            "naval_calls",
            "naval_retreat",
        ),
        at="next",
    ),
    Lesson(
        _("What scores"),
        _(
            "Every nation has its own aims. Its card, in the tabs below, shows what scores points and "
            "in which rounds."
        ),
        asked=("movement",),
    ),
    Lesson(
        _("When you're away"),
        _("Under “Standing orders”, in the menu, you set how each nation reacts while you are away."),
        asked=(
            "levy",
            "combat",
        ),
    ),
)
