"""Register Commands & Colors: Ancients with the games app."""

from django.utils.translation import gettext_lazy as _

from games.plugins import Appearance, FirstGame, NavLink, Plugin

PLUGIN = Plugin(
    name="cca",
    system="battles.cca.rules.system.CCA",
    answers="battles.cca.answers.lookup",
    bot="battles.cca.bot.choose.MIND",
    wording="battles.cca.wording.CcaWording",
    page="battles.cca.pages.PAGE",
    urls="battles.cca.urls",
    guide="battles.cca.wording.guide.GUIDE",
    cases="battles.cca.answers.cases.run",
    shelf="battles.cca.editor.shelf.SHELF",
    makers=(
        NavLink(
            "battles:cca-editor",
            _("Scenario editor"),
            _("Set up a battle of your own on the hexes, or change a built-in one."),
        ),
        NavLink(
            "battles:cca-by-points",
            _("Battle by points"),
            _("Two armies of equal points, drawn from a seed or composed by you."),
        ),
    ),
    doors=(
        NavLink(
            "battles:cca-lookup",
            _("Commands & Colors calculator"),
            _("A combat of two units with its exact chances; every unit, terrain and card at a glance."),
        ),
    ),
    shown=Appearance("front/cca.svg", "2", _("an evening, or by post"), _("Light rules")),
    first=FirstGame(
        _("An ancient battle on hexes: play a card, order a few units, and roll the dice."),
        turn=0,
        lessons="battles.cca.wording.lessons.LESSONS",
        whole=True,
    ),
)
