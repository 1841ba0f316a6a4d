# Two commands: `make run` and `make test`. The same steps without make are in README.md.
PY := .venv/bin/python
MANAGE := $(PY) manage.py

# What is compiled is kept: collecting the tests takes 6 s of processor instead of 16.
export PYTHONDONTWRITEBYTECODE =
PYTEST := DATABASE_URL= REDIS_URL= $(PY) -m pytest -q -n 2
SERVICES := postgres or redis or browser

.PHONY: run test test-all quick check bench format setup translations lock clean
run: .venv/ok-run
	@$(MANAGE) play $(ARGS)

test: .venv/ok-dev
	@$(PYTEST) -m "not heavy and not ($(SERVICES))" $(ARGS)

# Whole games, fuzzing at size, proofs, kills as well. `.ci/run` runs it and prints what takes long.
test-all: .venv/ok-dev
	@$(PYTEST) -m "not ($(SERVICES))" $(ARGS)

# The inner loop. `make quick ARGS=tests/leagues` runs one folder in one process: a second one starts slower than it helps.
quick: .venv/ok-dev
	@$(PYTEST) $(if $(ARGS),-n 0) -m "not slow and not ($(SERVICES))" $(ARGS) \
	  || { status=$$?; [ $$status = 5 ] || exit $$status; echo "No quick test there: run make test ARGS=$(ARGS)"; }

check: .venv/ok-dev .venv/ok-prod
	@bash .ci/check

bench: .venv/ok-dev
	@set -e; for script in bench/*.py bench/*/*.py; do echo "== $$script"; $(PY) "$$script"; done

format: .venv/ok-dev
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

setup: .venv/ok-dev

translations: .venv/ok-dev
	@$(MANAGE) translations $(ARGS)

lock:
	bash locks/compile.sh

clean:
	rm -rf .venv

# uv where the machine has it (seconds instead of half a minute), else pip. PIP=1 chooses pip.
UV := $(if $(PIP),,$(shell command -v uv 2>/dev/null))
INSTALL := $(if $(UV),$(UV) pip install -q --compile-bytecode --python $(PY),$(PY) -m pip install -q --disable-pip-version-check)

.venv/bin/python:
	@python3.11 -m venv .venv 2>/dev/null || python3 -m venv .venv
	@$@ -c "import sys; sys.exit(None if sys.version_info >= (3, 11) else 'Vexillum needs Python 3.11 or newer')" \
	  || { rm -rf .venv; exit 1; }

# What was installed is remembered in a file of .venv; only a changed lock file installs again.
.venv/ok-%: locks/%.txt | .venv/bin/python
	@echo "Installing what locks/$*.txt lists into .venv"
	@$(INSTALL) --require-hashes -r "$<"
	@touch $@
	@case $* in all) touch .venv/ok-run .venv/ok-dev .venv/ok-prod ;; dev|prod) touch .venv/ok-run ;; esac
