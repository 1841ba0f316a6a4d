"""The shared table: phones and screens that join with a code."""
