"""The guide to a first turn."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("You lead Byzantium"),
        _(
            "Purple provinces are yours, and a counter shows how many strength points stand there. What wins "
            "is the prefectures: “Victory” says which provinces each of them still lacks."
        ),
        at="map",
    ),
    Lesson(
        _("A turn has segments"),
        _(
            "In each segment you do one thing: recruit, activate an army or a fleet, move a leader, or pass. "
            "Then it is the others' move. What a deed costs stands on its button; what your armies cost is "
            "paid once a turn, so keep some gold."
        ),
        at="now",
    ),
    Lesson(
        _("Do something"),
        _(
            "Choose one of the deeds. Recruiting gives strength points by the roll of dice; an army that is "
            "activated may march and attack."
        ),
        by=("recruit", "activate_army", "activate_fleet", "build_fort", "move_leader"),
        at="doing",
    ),
    Lesson(
        _("See it through"),
        _(
            "Recruits are placed and armies are moved on the map: tap where they stand, then where they are "
            "to go. Provinces in reach are framed, and before an attack the chances are shown."
        ),
        by=("place_recruits", "move_army", "attack", "end_activation", "sail_to"),
        at="map",
    ),
    Lesson(
        _("If you do not know what to do"),
        _(
            "“What would the bot do?” suggests a move and says why. You can undo your last moves "
            "until dice are rolled or somebody answers."
        ),
        at="next",
    ),
    Lesson(
        _("When you are not there"),
        _(
            "Under “Standing orders” you say what is to happen when you are asked and do not answer: which "
            "losses to take, whether to intercept, where to retreat to. A game over weeks never waits for "
            "you then."
        ),
    ),
)
