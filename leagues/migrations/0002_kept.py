from django.db import migrations, models

from leagues.scoring.points import ranks_of


def keep(apps, schema_editor):
    """Write down what the boards of seasons that are closed already count for now."""
    Board, Chair = apps.get_model("leagues", "Board"), apps.get_model("leagues", "Chair")
    closed = Board.objects.filter(round__league__status="closed", round__begun_at__isnull=False)
    for board in closed.select_related("game", "round__league"):
        board.kept = {"ranks": None, "at": None, "scores": {}}
        game = board.game
        in_time = game is not None and game.ended_at and game.ended_at <= board.round.league.closed_at
        if in_time and game.status == "ended" and not game.sealed:
            seats = Chair.objects.filter(board=board).order_by("pk").values_list("seat", flat=True)
            outcome = game.outcome or {}
            ranked = outcome.get("ranks", [[outcome["winner"]]] if outcome.get("winner") else [])
            board.kept = {
                "ranks": ranks_of(list(seats), ranked),
                "at": game.ended_at.isoformat(),
                "scores": outcome.get("scores", {}),
            }
        board.save(update_fields=["kept"])


class Migration(migrations.Migration):
    dependencies = [("leagues", "0001_initial"), ("games", "0041_duplicates")]

    operations = [
        migrations.AddField(model_name="board", name="kept", field=models.JSONField(null=True)),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
