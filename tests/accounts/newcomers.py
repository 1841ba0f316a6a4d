"""The fields that new users fill in at sign-up, apart from their names."""

NEW = {
    "password1": "dara-530-dara",
    "password2": "dara-530-dara",
    "language": "en",
    "timezone": "Europe/Rome",
}
