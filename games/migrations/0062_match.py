from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0061_marks_read"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="match",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "a single game"),
                    ("after", "two games, sides changed; the second begins when the first ends"),
                    ("both", "two games at once, sides changed"),
                    ("second", "the second game of a match"),
                ],
                default="",
                max_length=6,
            ),
        ),
    ]
