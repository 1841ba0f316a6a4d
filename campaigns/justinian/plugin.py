"""Justinian, as the house knows it."""

from games.plugins import DemoGame, Plugin

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
)
