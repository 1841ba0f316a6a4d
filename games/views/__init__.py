"""The pages of accounts and of any game; one file a page."""
