# Sourced by ./test: sets SHOAL_CHROMIUM to a Chromium: the system's, or Playwright's own, or Debian's package.

find_chromium() {
    for candidate in "${SHOAL_CHROMIUM:-}" chromium chromium-browser google-chrome-stable google-chrome; do
        if [ -n "$candidate" ] && command -v "$candidate" 2>/dev/null; then
            return
        fi
    done
    python -c '
import os, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    path = playwright.chromium.executable_path
    print(path)
    sys.exit(not os.path.exists(path))' 2>/dev/null
}

if ! SHOAL_CHROMIUM=$(find_chromium); then
    echo "Fetching a Chromium for the browser tests …" >&2
    playwright install chromium >/dev/null 2>&1 || {
        apt-get update -qq >/dev/null && apt-get install -y -qq chromium >/dev/null
    } || echo "There is no Chromium, and none could be installed: set SHOAL_CHROMIUM to one." >&2
    SHOAL_CHROMIUM=$(find_chromium)
fi
export SHOAL_CHROMIUM
