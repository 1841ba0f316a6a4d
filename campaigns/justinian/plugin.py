"""Justinian, as the house knows it."""

from django.utils.translation import gettext_lazy as _

from games.plugins import DemoGame, FirstGame, Plugin, Recorded

PLUGIN = Plugin(
    name="justinian",
    system="campaigns.justinian.rules.system.JUSTINIAN",
    wording="campaigns.justinian.wording.JustinianWording",
    page="campaigns.justinian.pages.PAGE",
    urls="campaigns.justinian.pages.urls",
    cases="campaigns.justinian.rules.cases.run",
    demo=(
        DemoGame("Justinian: Anna and Bruno", ("bruno", "anna"), turn=1, battles=True),
        DemoGame("Justinian: Anna against the program", ("anna", None), turn=2),
    ),
    first=FirstGame(
        _("Byzantium against the kingdoms of the West: a campaign for two, and your first turn waits."),
        lessons="campaigns.justinian.wording.lessons.LESSONS",
        turn=1,
    ),
    reel=Recorded("war", 1392, 773, _("A war for the Mediterranean, played by bots")),
)
