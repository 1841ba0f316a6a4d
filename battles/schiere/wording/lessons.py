"""The guide to a first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Choose an army"),
        _(
            "Points buy units, and the rest buys orders and actions. A suitable army is already "
            "filled in: press the button to take it. The enemy doesn't see what you choose."
        ),
        by=("muster", "buy"),
        at="next",
    ),
    Lesson(
        _("Camp and deployment"),
        _(
            "Choose a place for the camp, then put your units on the squares of your side. Units that"
            " stand together make a schiera, a battle line that acts as one. Keep the commander in "
            "chief behind them: alone and within reach of the enemy's cavalry he is lost, and the "
            "battle with him."
        ),
        by=("deploy", "deploy_in_turns"),
        at="map",
    ),
    Lesson(
        _("Whose action?"),
        _(
            "Each turn begins with the initiative. The side that wins it takes actions, one schiera "
            "at a time, with up to three moves each."
        ),
        by=("take_action", "steal_action", "reserve"),
        at="next",
    ),
    Lesson(
        pgettext_lazy("deed", "March"),
        _(
            "Tap a schiera on the board: the squares it can reach are marked. Facing matters, because a blow "
            "from the flank or from behind is worse."
        ),
        by=("march", "move_along", "turn", "form_up", "end_action"),
        at="map",
    ),
    Lesson(
        _("Attack and shoot"),
        _(
            "From where your units stand, the page shows whom they can charge or shoot at, and what is in "
            "the way."
        ),
        by=("attack", "shoot"),
        at="map",
    ),
    Lesson(
        _("A duel by cards"),
        _(
            "For every blow both sides play a card face down, then both cards are revealed. You can "
            "play several ahead, or let the best mixture choose for you."
        ),
        by=("lay", "leave_to"),
        at="next",
    ),
    Lesson(
        _("With the real box"),
        _(
            "“Schiere calculator” in the menu works out a duel, a shot or a rout from the cards you "
            "have drawn, without an account and even offline."
        ),
    ),
)
