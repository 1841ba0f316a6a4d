"""What may come, with its exact chances, beside the forms of the page."""
