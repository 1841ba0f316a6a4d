"""Open games: free seats that anyone may take, offered by their game masters."""
