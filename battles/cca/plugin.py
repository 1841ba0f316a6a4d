"""Commands & Colors: Ancients, as the house knows it."""

from django.utils.translation import gettext_lazy as _

from games.plugins import FirstGame, Plugin

PLUGIN = Plugin(
    name="cca",
    system="battles.cca.rules.system.CCA",
    wording="battles.cca.wording.CcaWording",
    page="battles.cca.pages.PAGE",
    cases="battles.cca.rules.cases.run",
    first=FirstGame(
        _("An ancient battle on hexes: play a card, order a few units, and roll the dice."),
        turn=0,
        lessons="battles.cca.wording.lessons.LESSONS",
    ),
)
