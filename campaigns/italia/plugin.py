"""Italia, as the house knows it."""

from games.plugins import Plugin

PLUGIN = Plugin(
    name="italia",
    system="campaigns.italia.rules.system.ITALIA",
    wording="campaigns.italia.wording.ItaliaWording",
    cases="campaigns.italia.rules.ask.questions.run",
)
