"""Register *Cataphract* with the games app."""

from django.utils.translation import gettext_lazy as _

from games.plugins import Door, Plugin

PLUGIN = Plugin(
    name="cataphract",
    system="battles.cataphract.rules.system.CATAPHRACT",
    answers="battles.cataphract.answers.lookup",
    bot="battles.cataphract.bot.keeper.KEEPER",
    urls="battles.cataphract.lookup.urls",
    cases="battles.cataphract.answers.cases.run",
    doors=(
        Door(
            "battles:cataphract-lookup",
            _("Cataphract calculator"),
            _("Shock, missiles and leaders' rolls, with the exact chance of every result."),
        ),
    ),
)
