"""The history of an Italia campaign, with nations' turns as episodes, battles round by round, and charts."""
