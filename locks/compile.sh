#!/usr/bin/env bash
# Resolves pyproject.toml anew into the four lock files. Needs uv (python -m pip install uv).
set -euo pipefail
cd "$(dirname "$0")/.."
UV=${UV:-uv}
lock() {
  name=$1; shift
  UV_CUSTOM_COMPILE_COMMAND="make lock" "$UV" pip compile pyproject.toml "$@" --generate-hashes --universal \
    --python-version 3.11 --no-emit-index-url -q -o "locks/$name.txt"
}
lock run
lock dev --extra dev --extra prod
lock prod --extra prod
lock all --extra dev --extra prod --extra e2e
