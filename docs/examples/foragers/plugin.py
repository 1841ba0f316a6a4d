"""The Foragers as a plugin of Vexillum."""

from games.plugins import Plugin

HERE = "docs.examples.foragers"
PLUGIN = Plugin("foragers", f"{HERE}.rules.FORAGERS", wording=f"{HERE}.wording.ForagersWording")
