from django.db import migrations, models


class Migration(migrations.Migration):
    """Entries know in which order the rules were given mappings. Those of before: as it came."""

    dependencies = [
        ("games", "0018_rewind_requests"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="order",
            field=models.PositiveSmallIntegerField(default=0),
        ),
    ]
