from games.plugins import Plugin

PLUGIN = Plugin("hanging", "tests.games.hanging.HANGING")
