"""The pages about notifications and their channels."""
