"""Register Justinian with the games app."""

from pathlib import Path

from django.utils.translation import gettext_lazy as _

from games.plugins import Appearance, DemoGame, FirstGame, Plugin, Reel

DEMO = Path(__file__).with_name("demo")

PLUGIN = Plugin(
    name="justinian",
    system="campaigns.justinian.rules.system.JUSTINIAN",
    bot="campaigns.justinian.bot.choose.MIND",
    wording="campaigns.justinian.wording.JustinianWording",
    page="campaigns.justinian.pages.PAGE",
    urls="campaigns.justinian.pages.urls",
    guide="campaigns.justinian.wording.guide.GUIDE",
    cases="campaigns.justinian.answers.cases.run",
    demo=(
        DemoGame(
            "Justinian: Anna and Bruno",
            ("bruno", "anna"),
            turn=1,
            battles=True,
            steps=DEMO / "anna-and-bruno.json",
        ),
        DemoGame("Justinian: Anna against the bot", ("anna", None), turn=2, steps=DEMO / "anna-alone.json"),
    ),
    shown=Appearance("reels/war.svg", "2", _("10 turns, over weeks or months"), _("Heavy rules")),
    first=FirstGame(
        _("Byzantium against the kingdoms of the West: a campaign for two, and your first turn is waiting."),
        lessons="campaigns.justinian.wording.lessons.LESSONS",
        turn=1,
        begins=("byzantine_segment",),
    ),
    reel=Reel("war", 1392, 773, _("A war for the Mediterranean, played by bots")),
)
