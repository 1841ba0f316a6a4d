"""Services for leagues. No other code writes to the leagues' tables."""
