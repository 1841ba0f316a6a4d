# Two commands: `make run` and `make test`. The same steps without make are in README.md.
PY := .venv/bin/python
LOCK ?= dev

.PHONY: run test check setup lock clean format bench
run: .venv/ok-run
	$(PY) manage.py play

test: .venv/ok-dev
	VEXILLUM_ENV=test $(PY) -m pytest -q -n 2 -m "not postgres and not redis and not browser" $(ARGS)

check: .venv/ok-dev
	bash .ci/check

format: .venv/ok-dev
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

setup: .venv/ok-dev

lock:
	bash locks/compile.sh

clean:
	rm -rf .venv

.venv/bin/python:
	python3.11 -m venv .venv || python3 -m venv .venv

.venv/ok-%: locks/%.txt | .venv/bin/python
	$(PY) -m pip install -q --disable-pip-version-check --require-hashes -r $<
	@touch $@
