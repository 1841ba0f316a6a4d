"""Italia, as the house knows it."""

from games.plugins import DemoGame, Plugin

PLUGIN = Plugin(
    name="italia",
    system="campaigns.italia.rules.system.ITALIA",
    wording="campaigns.italia.wording.ItaliaWording",
    page="campaigns.italia.pages.PAGE",
    cases="campaigns.italia.rules.ask.questions.run",
    demo=(
        DemoGame("Italia I: Anna, Bruno and the program", ("anna", "bruno", None), turn=2),
        DemoGame(
            "Italia II: Anna against the program",
            (None, "anna", None, None),
            turn=2,
            settings={"scenario_name": "italia2"},
        ),
    ),
)
