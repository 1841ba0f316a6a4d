"""What somebody who signs up writes into the form, besides a name."""

NEW = {
    "password1": "dara-530-dara",
    "password2": "dara-530-dara",
    "language": "en",
    "timezone": "Europe/Rome",
}
