"""Web hooks, which send news of games to other sites."""
