"""The bridges from Justinian and Italia to *Cataphract* (docs/bridge.md, "Cataphract")."""
