# Sourced by ./play and ./test: installs what pyproject.toml and constraints.txt ask for into .venv.
# usage: extras="[dev,bench]"; . tools/setup.sh     (extras may be empty)

find_python() {
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11 python; do
        if [ -n "$candidate" ] && "$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Shoal needs Python 3.11 or newer, with its venv module (Debian: python3-venv); set PYTHON to its path." >&2
    exit 1
}

# This file marks the last installation; nothing is done until pyproject.toml or constraints.txt changes.
stamp=".venv/shoal-$(printf '%s' "$extras" | tr -dc 'a-z')"
if [ ! -e "$stamp" ] || [ pyproject.toml -nt "$stamp" ] || [ constraints.txt -nt "$stamp" ] || ! .venv/bin/python -c '' 2>/dev/null; then
    python=$(find_python)
    echo "Setting up .venv …" >&2
    [ -x .venv/bin/python ] && .venv/bin/python -c '' 2>/dev/null || "$python" -m venv --clear .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".$extras" >&2
    : >"$stamp"
fi
