"""One page for the table: this army's elements against the enemy's, with exact odds."""
