"""`manage.py resolve SYSTEM 'JSON'`: answer one calculator question as JSON."""

import json
import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine import documents, registry
from engine.game import BadScenario, Refusal
from games import plugins

MOST_BYTES = 20_000  # maximum size of a question, in bytes; the calculator's page has the same limit


class Command(BaseCommand):
    requires_system_checks: list[str] = []  # skip the checks, which warn about how jobs run
    help = "Answers one question about a rules system, as JSON: an argument, or '-' for standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("system")
        parser.add_argument("facts", nargs="?", help="a JSON object, or - to read it from the standard input")
        parser.add_argument(
            "--schema", action="store_true", help="print the JSON Schema of a question instead"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["schema"] == (options["facts"] is not None):
            raise CommandError("Give either a question or --schema.")
        sent = sys.stdin.buffer.read(MOST_BYTES + 1) if options["facts"] == "-" else options["facts"]
        try:
            name = options["system"]
            answer = self.looked_up(name).schema() if options["schema"] else self.answer(name, sent)
        except registry.UnknownSystem as error:
            self.fail([{"path": "system", "code": "unknown_system", "facts": {"known": error.known}}])
        except documents.TooBig:
            self.fail([{"path": "$", "code": "too_long", "facts": {"limit": MOST_BYTES}}])
        except documents.NoDocument as error:
            where = {"line": error.line or 1, "column": error.column or 1, "message": str(error)}
            self.fail([{"path": "$", "code": "not_json", "facts": where}])
        except BadScenario as error:
            self.fail([{"path": m.path, "code": m.code, "facts": dict(m.facts)} for m in error.mistakes])
        except Refusal as error:
            path = str(error.facts.get("path", "$"))
            self.fail([{"path": path, "code": error.code, "rule": error.rule, "facts": error.facts}])
        else:
            self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=2))

    def answer(self, name: str, sent: str | bytes) -> Any:
        answers = self.looked_up(name)
        facts = documents.read(sent, MOST_BYTES)
        if not isinstance(facts, dict):
            self.fail([{"path": "$", "code": "not_an_object", "facts": {}}])
        return answers.resolve(facts)

    def looked_up(self, name: str) -> plugins.Answers:
        """Return the object that answers a system's calculator questions, or exit with an error."""
        found = plugins.answers(name)
        if found is None:
            self.fail([{"path": "system", "code": "nothing_to_look_up", "facts": {"system": name}}])
        return found

    def fail(self, mistakes: list[dict[str, Any]]) -> NoReturn:
        """Print the mistakes as JSON to standard output, and exit with an error."""
        self.stdout.write(json.dumps({"mistakes": mistakes}, ensure_ascii=False, indent=2))
        sys.exit(1)
