from django.db import migrations, models


def as_opened(apps, schema_editor):
    """When the deadlines that are open were reckoned: as far as we know, when the question came up."""
    decisions = apps.get_model("games", "PendingDecision").objects
    decisions.update(reckoned_at=models.F("opened_at"))


class Migration(migrations.Migration):
    dependencies = [("games", "0015_counters")]

    operations = [
        migrations.CreateModel(
            name="Outage",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("began", models.DateTimeField()),
                ("ended", models.DateTimeField(db_index=True)),
            ],
            options={"ordering": ["ended"]},
        ),
        migrations.CreateModel(
            name="Watch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("swept_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField("pendingdecision", "reckoned_at", models.DateTimeField(null=True)),
        migrations.RunPython(as_opened, migrations.RunPython.noop),
        migrations.AlterField("pendingdecision", "reckoned_at", models.DateTimeField()),
        migrations.AlterField(
            model_name='outbox',
            name='kind',
            field=models.CharField(choices=[('your_turn', 'your answer is awaited'), ('due_soon', 'your answer is due soon'), ('answered', 'answered for you'), ('started', 'the game has begun'), ('battle', 'a battle is to be fought'), ('battle_over', 'the time for a battle is over'), ('report', 'a battle report awaits your word'), ('ended', 'the game has ended'), ('paused', 'the game is paused'), ('resumed', 'the game goes on'), ('trouble', 'the game needs your help'), ('seat_free', 'a player has left his seat'), ('ordered', 'your standing orders have answered'), ('letter', 'a letter for you'), ('seated', 'a player has taken a seat'), ('unseated', 'your seat was freed'), ('led', 'you are the game master now'), ('more_time', 'you have more time'), ('undelivered', 'a message could not be delivered')], max_length=12),
        ),
        migrations.AddIndex(
            model_name='pendingdecision',
            index=models.Index(condition=models.Q(('answered_at__isnull', True)), fields=['reckoned_at'], name='decision_open_reckoned'),
        ),
    ]
