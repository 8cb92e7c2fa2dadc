"""Asks the package index for known vulnerabilities of every release in constraints.txt.

Exit status: 0 if every release was looked up and none has any, 1 if one has or could not be looked up, 77 if there was
nobody to ask. An audit that looked nothing up has not passed: it was skipped, and says so.
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import httpx

_CONSTRAINTS: Final = Path(__file__).parent.parent / "constraints.txt"
_RELEASE: Final = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)", re.MULTILINE)
_SKIPPED: Final = 77
_AT_ONCE: Final = 8


class _Release(NamedTuple):
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class _Answer(NamedTuple):
    """What the index knows of a release: its vulnerabilities, and whether it was asked for this very release."""

    vulnerabilities: list[str]
    exact: bool


def _index() -> str:
    """The address of the package index that pip is set up to use; pip tells it in its help."""
    command = [sys.executable, "-m", "pip", "install", "--help"]
    environment = {**os.environ, "COLUMNS": "1000"}
    help_text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout  # noqa: S603
    found = re.search(r"--index-url <url>.*?\(default (\S+?)\)", help_text)
    return found[1].rstrip("/").removesuffix("/simple") if found is not None else ""


def _look_up(client: httpx.Client, release: _Release) -> _Answer | None:
    """What the index knows of a release; None if it does not say. Some only know about the newest one of a package."""
    for path, exact in ((f"{release.name}/{release.version}", True), (release.name, False)):
        try:
            found = client.get(f"pypi/{path}/json").raise_for_status().json()
            if found["info"]["version"] == release.version:
                valid = [one for one in found["vulnerabilities"] if not one.get("withdrawn")]
                return _Answer([f"{one['id']} {one.get('link') or ''}".strip() for one in valid], exact)
        except (httpx.HTTPError, ValueError, LookupError, TypeError, AttributeError):
            continue
    return None


def audit(constraints: Path) -> int:
    """Look every release up, print what was found, and return the exit status."""
    releases = [_Release(*pair) for pair in _RELEASE.findall(constraints.read_text(encoding="utf-8"))]
    transport = httpx.HTTPTransport(retries=2)
    with (
        httpx.Client(base_url=_index(), follow_redirects=True, timeout=10, transport=transport) as client,
        ThreadPoolExecutor(_AT_ONCE) as pool,
    ):
        answers = dict(zip(releases, pool.map(partial(_look_up, client), releases), strict=True))
    known = {release: answer for release, answer in answers.items() if answer is not None}
    vulnerable = {release: answer.vulnerabilities for release, answer in known.items() if answer.vulnerabilities}
    for release, vulnerabilities in vulnerable.items():
        print(f"audit: {release}: {', '.join(vulnerabilities)}")
    unknown = [release for release in releases if release not in known]
    if vulnerable:
        return 1
    if releases and not unknown:
        print(f"audit: no known vulnerability in {len(releases)} releases")
        return 0
    if not any(answer.exact for answer in known.values()):
        print(f"audit skipped: the package index told of {len(known)} of {len(releases)} releases")
        return _SKIPPED
    print(f"audit: not looked up: {', '.join(map(str, unknown))}")
    return 1


if __name__ == "__main__":
    sys.exit(audit(Path(sys.argv[1]) if len(sys.argv) > 1 else _CONSTRAINTS))
