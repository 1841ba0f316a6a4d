"""A two-minute introduction to Justinian."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.plugins import Guide, GuidePart, GuideTerm

GUIDE: Final = Guide(
    about=_("Justinian's wars: Byzantium tries to win back the West before its time and gold run out."),
    players=_("1 or 2 players"),
    length=_("10 turns, six to eight hours; or a move a day for some months"),
    weight=_("Medium: many small decisions, and much luck with leaders and events"),
    parts=(
        GuidePart(
            _("Two sides, sixteen powers"),
            _(
                "One side leads Byzantium, the other every barbarian power: the Vandals, the Ostrogoths, "
                "Persia and thirteen minor peoples, who may join either side."
            ),
        ),
        GuidePart(
            _("A turn"),
            _(
                "Byzantium collects revenue, pays its troops, raises new ones and draws leaders. Then "
                "the sides alternate: a barbarian segment, a Byzantine one, five each. At the end of the "
                "turn you look at who holds what."
            ),
        ),
        GuidePart(
            _("Your segment"),
            _(
                "Pay 2 gold to activate an army or the fleets of a province, or recruit, or move a "
                "leader alone. An active army rolls for its movement points. It spends them on marching, "
                "attacking and recovering. For 2 gold more you can build a fort."
            ),
        ),
        GuidePart(
            _("The barbarians"),
            _(
                "They use two markers to select a major power and three to call a random one. Minor "
                "peoples roll for their loyalty first; Byzantium can bribe them. High rolls also bring "
                "events: plague, mutiny, revolts, building mania."
            ),
        ),
        GuidePart(
            _("Battles"),
            _(
                "Both sides roll a ten-sided die, add modifiers for leaders, numbers and ground, and "
                "compare. The loser retreats and is Defeated until it recovers. Any battle can be fought "
                "on a table instead, if both sides agree."
            ),
        ),
        GuidePart(
            _("How it ends"),
            _(
                "Byzantium wins at the end of any turn in which it controls all five prefectures and no "
                "barbarian army stands in Lazica. If it has not managed that by turn 10, the barbarians "
                "win."
            ),
        ),
    ),
    terms=(
        GuideTerm(_("Strength point (SP)"), _("Roughly a thousand soldiers, or fifty ships in a fleet.")),
        GuideTerm(
            _("Movement points (MP)"), _("What an army can spend on marching, attacking and recovering.")
        ),
        GuideTerm(
            _("Segment"),
            _("One side's go within a turn: one army or group of fleets acts, then the other side does."),
        ),
        GuideTerm(_("Magister Militum"), _("A Byzantine leader, drawn from a cup without looking.")),
        GuideTerm(
            _("Interception"),
            _("Marching against an enemy army while it moves. The leader's control rating decides."),
        ),
        GuideTerm(
            _("Disorganised, Defeated"),
            _("Two states of an army that has fought. Both cost movement points or a victory to shake off."),
        ),
        GuideTerm(_("Frontier troops"), _("Strength points that hold a province and belong to no army.")),
        GuideTerm(
            pgettext_lazy("glossary", "Prefecture"),
            _("A group of provinces. Byzantium needs all five to win."),
        ),
    ),
)
