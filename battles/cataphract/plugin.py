"""Register *Cataphract* with the games app."""

from django.utils.translation import gettext_lazy as _

from games.plugins import Appearance, NavLink, Plugin

PLUGIN = Plugin(
    name="cataphract",
    system="battles.cataphract.rules.system.CATAPHRACT",
    answers="battles.cataphract.answers.lookup",
    bot="battles.cataphract.bot.keeper.KEEPER",
    wording="battles.cataphract.wording.CataphractWording",
    page="battles.cataphract.pages.PAGE",
    urls="battles.cataphract.urls",
    cases="battles.cataphract.answers.cases.run",
    guide="battles.cataphract.wording.guide.GUIDE",
    shown=Appearance("front/cataphract.svg", "2", _("an evening at the table"), _("Heavy rules")),
    doors=(
        NavLink(
            "battles:cataphract-lookup",
            _("Cataphract calculator"),
            _("Shock, missiles and leaders' rolls, with the exact chance of every result."),
        ),
    ),
    table=NavLink(
        "battles:cataphract-sheet",
        _("At the table: Cataphract battle sheet"),
        _(
            "Markers, leaders, dice and rout points of both armies; all clashes resolved together. No account"
            " needed."
        ),
    ),
)
