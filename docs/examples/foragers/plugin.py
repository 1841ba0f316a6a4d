"""The Foragers, an example game, as a Vexillum plugin."""

from games.plugins import Plugin

HERE = "docs.examples.foragers"
PLUGIN = Plugin("foragers", f"{HERE}.rules.FORAGERS", wording=f"{HERE}.wording.ForagersWording")
