"""The history of an Italia campaign: turns of nations as episodes, battles round by round, charts."""
