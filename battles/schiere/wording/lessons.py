"""The guide to a first battle."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("Choose an army"),
        _(
            "The points buy units, and what is left of them buys orders and actions. One that fits is "
            "already filled in: press the button to take it. The enemy does not see what you choose."
        ),
        by=("muster", "buy"),
        at="next",
    ),
    Lesson(
        _("Camp and deployment"),
        _(
            "Choose where the camp stands, then put your units on the squares of your side. Units that stand "
            "together make a schiera, a battle line that acts as one. Keep the commander in chief behind "
            "them: alone and within reach of the enemy's horse he is lost, and the battle with him."
        ),
        by=("deploy", "deploy_in_turns"),
        at="map",
    ),
    Lesson(
        _("Whose action?"),
        _(
            "Each turn begins with the initiative. Who has it takes actions, one schiera at a time, with up "
            "to three moves each."
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
            "In every blow both lay a card face down, then both are turned. You may lay several ahead, or "
            "let the best mixture choose for you."
        ),
        by=("lay", "leave_to"),
        at="next",
    ),
    Lesson(
        _("Beside the real box"),
        _(
            "“Schiere look-up” in the menu works out a duel, a shot or a rout from the cards that you have "
            "drawn, without an account and without a connection."
        ),
    ),
)
