from games.plugins import Plugin

PLUGIN = Plugin("fords", "tests.engine.example.FORDS")
