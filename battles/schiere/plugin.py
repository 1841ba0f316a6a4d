"""Register *Schiere* with the games app."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.plugins import Appearance, DemoGame, FirstGame, NavLink, Plugin, Reel

DEMO = Path(__file__).with_name("demo")

PLUGIN = Plugin(
    name="schiere",
    system="battles.schiere.rules.system.SCHIERE",
    answers="battles.schiere.answers.lookup",
    bot="battles.schiere.bot.choose.MIND",
    wording="battles.schiere.wording.SchiereWording",
    page="battles.schiere.pages.PAGE",
    urls="battles.schiere.lookup.urls",
    guide="battles.schiere.wording.guide.GUIDE",
    cases="battles.schiere.answers.cases.run",
    doors=(
        NavLink(
            "battles:schiere-lookup",
            _("Schiere calculator"),
            _("Duels, shots, the initiative, routs: what was drawn, what may come, and the best play."),
        ),
    ),
    demo=(DemoGame("Schiere: Anna against the bot", ("anna", None), turn=2, steps=DEMO / "anna-alone.json"),),
    shown=Appearance(
        "reels/battle.svg", "2", _("6 to 20 turns, an evening or by post"), _("Medium-weight rules")
    ),
    first=FirstGame(
        _("A battle on a squared board: choose an army, deploy it, and lay your cards face down."),
        lessons="battles.schiere.wording.lessons.LESSONS",
        turn=0,
    ),
    reel=Reel("battle", 936, 936, _("A battle on squares, played by bots")),
)
