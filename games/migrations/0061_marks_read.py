"""What was a number of steps behind the player is now one bit for each mark that they have read."""

from typing import Any

from django.db import migrations

STEPS = 8  # that any guide had


def to_bits(apps: Any, _schema: Any) -> None:
    seats = apps.get_model("games", "Seat").objects
    for steps in range(STEPS, 0, -1):  # from above: no new value is met again as a number
        seats.filter(lesson=steps).update(lesson=(1 << steps) - 1)


class Migration(migrations.Migration):
    dependencies = [("games", "0060_exact_deadline")]
    operations = [migrations.RunPython(to_bits, migrations.RunPython.noop)]
