"""The fields that a new user fills in at sign-up, apart from the name."""

NEW = {
    "password1": "dara-530-dara",
    "password2": "dara-530-dara",
    "language": "en",
    "timezone": "Europe/Rome",
}
