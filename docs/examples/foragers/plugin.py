"""The Foragers, as the house knows it."""

from games.plugins import Plugin

HERE = "docs.examples.foragers"
PLUGIN = Plugin("foragers", f"{HERE}.rules.FORAGERS", wording=f"{HERE}.wording.ForagersWording")
