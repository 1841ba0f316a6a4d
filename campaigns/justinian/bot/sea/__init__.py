"""The better bot's play at sea."""
