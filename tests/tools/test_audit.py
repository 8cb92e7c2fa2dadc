"""The audit of the dependencies passes only if every release was looked up and none has a known vulnerability."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

AUDIT = Path(__file__).parent.parent.parent / "tools" / "audit.py"
CONSTRAINTS = "# made by hand\nherring==1.2.0\nsprat==3.4 ; sys_platform == 'win32'\n"


def release(version: str, *vulnerabilities: Mapping[str, object]) -> dict[str, object]:
    return {"info": {"version": version}, "vulnerabilities": vulnerabilities}


HERRING, SPRAT = release("1.2.0"), release("3.4")
HOLE = {"id": "HOLE-1", "link": "there", "withdrawn": None}


@contextmanager
def index(pages: Mapping[str, object]) -> Iterator[str]:
    """A package index with these pages below `/pypi/`; its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = pages.get(self.path.removeprefix("/pypi/").removesuffix("/json"))
            self.send_response(200 if page is not None else 404)
            self.end_headers()
            self.wfile.write(json.dumps(page).encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/simple"
        server.shutdown()


def audit(tmp_path: Path, address: str, constraints: str = CONSTRAINTS) -> tuple[int, str]:
    """The exit status of the audit, and what it says."""
    path = tmp_path / "constraints.txt"
    path.write_text(constraints, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(AUDIT), str(path)],
        env={**os.environ, "PIP_INDEX_URL": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_an_audit_that_looked_everything_up_and_found_nothing_passes(tmp_path: Path) -> None:
    withdrawn = release("3.4", {**HOLE, "withdrawn": "2026-01-01"})
    for sprat in (SPRAT, withdrawn):
        with index({"herring/1.2.0": HERRING, "sprat/3.4": sprat}) as address:
            assert audit(tmp_path, address) == (0, "audit: no known vulnerability in 2 releases\n")


@pytest.mark.parametrize("path", ["sprat/3.4", "sprat"])
def test_a_known_vulnerability_fails_it(tmp_path: Path, path: str) -> None:
    with index({path: release("3.4", HOLE)}) as address:
        assert audit(tmp_path, address) == (1, "audit: sprat 3.4: HOLE-1 there\n")


def test_a_release_that_was_not_looked_up_fails_it(tmp_path: Path) -> None:
    for sprat in ({}, {"sprat": release("3.5")}, {"sprat/3.4": release("3.5")}, {"sprat/3.4": "nonsense"}):
        with index({"herring/1.2.0": HERRING, **sprat}) as address:
            assert audit(tmp_path, address) == (1, "audit: not looked up: sprat 3.4\n")


def test_an_audit_that_could_ask_nobody_is_skipped_and_has_not_passed(tmp_path: Path) -> None:
    for pages in ({}, {"herring": HERRING}, {"herring/1.2.0": {"info": {"version": "1.2.0"}}}):
        with index(pages) as address:
            status, said = audit(tmp_path, address)
            assert (status, said.startswith("audit skipped: ")) == (77, True)
    assert audit(tmp_path, address)[0] == 77, "it is gone"
    assert audit(tmp_path, f"file://{tmp_path}")[0] == 77


def test_an_audit_of_nothing_does_not_pass(tmp_path: Path) -> None:
    with index({}) as address:
        assert audit(tmp_path, address, "# nothing\n")[0] == 77


def test_every_release_of_the_project_is_looked_up(tmp_path: Path) -> None:
    text = (AUDIT.parent.parent / "constraints.txt").read_text(encoding="utf-8")
    pins = [line.partition(" ;")[0].split("==") for line in text.splitlines() if not line.startswith("#")]
    with index({f"{name}/{version}": release(version) for name, version in pins}) as address:
        said = audit(tmp_path, address, text)
    assert said == (0, f"audit: no known vulnerability in {len(pins)} releases\n")
