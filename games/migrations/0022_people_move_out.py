from django.db import migrations


class Migration(migrations.Migration):
    """Profiles, counters of tries and mails about accounts belong to the app ``accounts`` from now on. Their
    tables stay as they are: only what Django knows of them moves (accounts.0001)."""

    dependencies = [
        ('games', '0021_rewind_request_cause'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='AccountMail'),
                migrations.DeleteModel(name='Counter'),
                migrations.DeleteModel(name='Profile'),
            ],
        ),
    ]
