"""A guide to the first turn."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Counters are armies"),
        _(
            "The number on a counter is its strength points (SP). Counters marked BY are yours; hold "
            "all five prefectures to win."
        ),
        asked=("byzantine_segment",),
        at="map",
    ),
    Lesson(
        _("A turn has segments"),
        _(
            "In each segment you do one thing, then the enemy does. The row at the top counts your "
            "segments and your gold (G)."
        ),
        by=(
            "recruit",
            "activate_army",
            "activate_fleet",
            "build_fort",
            "move_leader",
        ),
        asked=("byzantine_segment",),
        at="turn",
    ),
    Lesson(
        _("Place your recruits"),
        _("Each recruit is one SP. Tap a place on the map to put one there, or use + and −."),
        by=("place_recruits",),
        asked=("place_recruits",),
        at="next",
    ),
    Lesson(
        _("March"),
        _(
            "Your army has movement points (MP). Tap where it should go: the way, its cost and the "
            "risks are shown before it moves."
        ),
        by=("move_army",),
        asked=("march",),
        at="map",
    ),
    Lesson(
        _("Attack, or stop here"),
        _(
            "An attack costs MP too. The button shows your chance to win; when nothing is left to do, "
            "end the activation."
        ),
        by=(
            "attack",
            "end_activation",
        ),
        asked=("march",),
        at="doing",
    ),
    Lesson(
        _("The enemy moves, you answer"),
        _(
            "This question comes from the enemy's segment. They play a marker each time: “select” "
            "names a kingdom, “random” lets two dice name it."
        ),
        asked=(
            "intercept",
            "retreat_before",
            "losses",
            "withdraw",
            "bribe",
            "new_army",
        ),
        at="next",
    ),
    Lesson(
        _("Pay your army"),
        _(
            "Once a turn, an army or a fleet costs 1 gold for each SP, frontier troops 1 for every "
            "three. Unpaid ones may mutiny."
        ),
        asked=("maintenance",),
        at="next",
    ),
    Lesson(
        _("When you're stuck"),
        _(
            "“What would the bot do?” suggests a move and says why. You can undo your moves until "
            "dice are rolled or somebody answers."
        ),
        asked=("byzantine_segment",),
    ),
)
