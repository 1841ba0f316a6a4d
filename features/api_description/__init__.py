"""The API's description of itself: the installed systems, their schemas, and the API's URLs."""
