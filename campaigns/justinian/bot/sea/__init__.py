"""The better bot at sea."""
