"""Web hooks: news for other sites."""
