"""The guide to a first turn."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.plugins import Lesson

LESSONS: Final = (
    Lesson(
        _("You lead Byzantium"),
        _(
            "Purple provinces are yours, and a counter shows how many strength points are there. "
            "Prefectures win the game: “Victory” shows which provinces each of them still lacks."
        ),
        at="map",
    ),
    Lesson(
        _("A turn has segments"),
        _(
            "In each segment you do one thing: recruit, activate an army or a fleet, move a leader, "
            "or pass. Then it is the other side's move. Each button shows its cost; your armies are "
            "paid once a turn, so keep some gold."
        ),
        at="now",
    ),
    Lesson(
        _("Do something"),
        _(
            "Choose one of the actions. Recruiting gives strength points by a dice roll; an activated"
            " army may march and attack."
        ),
        by=("recruit", "activate_army", "activate_fleet", "build_fort", "move_leader"),
        at="doing",
    ),
    Lesson(
        _("See it through"),
        _(
            "Place recruits and move armies on the map: tap where they are, then where they should "
            "go. Provinces within reach are framed, and the chances are shown before an attack."
        ),
        by=("place_recruits", "move_army", "attack", "end_activation", "sail_to"),
        at="map",
    ),
    Lesson(
        _("If you don't know what to do"),
        _(
            "“What would the bot do?” suggests a move and says why. You can undo your last moves "
            "until dice are rolled or somebody answers."
        ),
        at="next",
    ),
    Lesson(
        _("When you're away"),
        _(
            "Under “Standing orders” you set what happens when you don't answer a question: which "
            "losses to take, whether to intercept, where to retreat. Then a game over weeks never "
            "waits for you."
        ),
    ),
)
