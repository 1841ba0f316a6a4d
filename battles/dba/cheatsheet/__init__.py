"""One page for the table: this army's elements against that one's, from the exact odds."""
