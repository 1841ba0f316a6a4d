"""Schiere, as the house knows it."""

from games.plugins import DemoGame, Plugin

PLUGIN = Plugin(
    name="schiere",
    system="battles.schiere.rules.system.SCHIERE",
    wording="battles.schiere.wording.SchiereWording",
    page="battles.schiere.pages.PAGE",
    cases="battles.schiere.rules.cases.run",
    demo=(DemoGame("Schiere: Anna against the program", ("anna", None), turn=2),),
)
