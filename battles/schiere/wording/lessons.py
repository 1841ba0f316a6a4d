"""The guided lessons of a first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Choose an army"),
        _(
            "Points buy units, and the rest buys orders and actions. A suitable army is filled in "
            "already: just take it. The enemy doesn't see it."
        ),
        by=(
            "muster",
            "buy",
        ),
        asked=(
            "muster",
            "buy",
        ),
        at="next",
    ),
    Lesson(
        _("The camp"),
        _("Choose a square for your camp. An enemy who takes it earns points, so keep it behind your line."),
        by=("place_camp",),
        asked=("place_camp",),
        at="map",
    ),
    Lesson(
        _("Deploy"),
        _(
            "Units that stand side by side form a schiera: a battle line that acts as one. Keep the "
            "commander in chief behind them, out of reach."
        ),
        by=(
            "deploy",
            "deploy_in_turns",
        ),
        asked=("deploy",),
        at="map",
    ),
    Lesson(
        _("Whose action?"),
        _(
            "The side with the initiative acts first. With each action one schiera makes up to three "
            "moves. Tap the schiera that should act."
        ),
        by=(
            "take_action",
            "steal_action",
            "reserve",
        ),
        asked=("act",),
        at="map",
    ),
    Lesson(
        pgettext_lazy("deed", "March"),
        _(
            "Marked squares are within reach: tap one. Facing matters, because a blow from the flank "
            "or from behind is worse."
        ),
        by=(
            "march",
            "move_along",
            "turn",
            "form_up",
            "end_action",
        ),
        asked=("move",),
        at="map",
    ),
    Lesson(
        _("Attack and shoot"),
        _("Targets within reach are marked as well. Tap one to see the chance before you strike."),
        by=(
            "attack",
            "shoot",
        ),
        asked=("move",),
        at="map",
    ),
    Lesson(
        _("A duel by cards"),
        _(
            "For every blow both sides play a card face down; then both are revealed. The best "
            "mixture can choose for you."
        ),
        by=(
            "lay",
            "leave_to",
        ),
        asked=("blow",),
        at="next",
    ),
    Lesson(
        _("With the real box"),
        _(
            "“Schiere calculator” in the menu works out duels, shots and routs from your real cards, "
            "even offline."
        ),
        asked=(
            "blow",
            "move",
        ),
    ),
)
