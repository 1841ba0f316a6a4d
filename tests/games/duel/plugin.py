from games.plugins import Plugin

PLUGIN = Plugin("duel", "tests.games.duel.DUEL")
