"""The pages of accounts and of all games; one module per page."""
