"""Hostile requests: malformed, oversized, replayed, or for another person's seat, table or site.

Every request made here is wrong in some way, so a server may answer with nothing but refusals. `python -m
bench.server_fuzz` sends many more of them than the tests do.
"""

import os
import random
import re
import socket
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Self

import httpx
import msgspec

__all__ = ["HostileRequests", "Victims", "WatchedServer"]

Wrong = tuple[str, str, dict[str, str], bytes]
_FORM: Final = {"content-type": "application/x-www-form-urlencoded"}
_JSON: Final = {"content-type": "application/json"}


class WatchedServer:
    """A server in a process of its own, without limits on requests, whose memory and errors are watched."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        self._command = [
            str(Path(sys.executable).with_name("shoal")),
            "serve",
            "--port",
            str(self.port),
            "--workers",
            "1",
        ]
        self._command += ["--no-limits", "--log-level", "error", "--database", f"sqlite:///{folder / 'fuzz.db'}"]

    def __enter__(self) -> Self:
        environment = {**os.environ, "SHOAL_SECRET": "5e" * 32, "SHOAL_LANG": "en"}
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command, env=environment, stdout=log, stderr=log)
        for _ in range(600):
            try:
                httpx.get(f"{self.address}/ready", timeout=5).raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return self
        raise RuntimeError(self._log.read_text(encoding="utf-8"))

    def __exit__(self, *exception: object) -> None:
        self._process.terminate()
        self._process.wait(30)

    @property
    def faults(self) -> list[str]:
        """The errors in its log, without those that uvicorn writes after it has cut off a request itself."""
        lines = self._log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if '"level": "error"' in line and "h11._util.LocalProtocolError" not in line]

    @property
    def megabytes(self) -> float:
        """The resident memory of the process."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Victim:
    """A person with a browser and a program."""

    def __init__(self, address: str) -> None:
        with httpx.Client(base_url=address, headers={"accept": "text/html"}, timeout=60) as browser:
            browser.get("/settings")
            self.cookie = browser.cookies["shoal"]
            self.csrf_token = browser.cookies["shoal_csrf"]
            made = browser.post("/settings/tokens", data={"name": "bot", "_csrf_token": self.csrf_token})
            found = re.search(r'id="token" value="([^"]+)"', made.text)
            assert found is not None, made.text
            self.token = found[1]
            passes = re.search(r'action="(/settings/passes/[^"]+)"', made.text)
            assert passes is not None
            self.taking_back = passes[1]
            begun = browser.post("/games/fishtank/designs", data={"start": "house", "_csrf_token": self.csrf_token})
            self.design = begun.headers["location"]
            self.pad = browser.post("/pads", data={"game": "penguins", "_csrf_token": self.csrf_token}).headers[
                "location"
            ]

    @property
    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    @property
    def cookies(self) -> dict[str, str]:
        """Cookies alone, as a browser sends them when another site makes it."""
        return {"cookie": f"shoal={self.cookie}; shoal_csrf={self.csrf_token}"}

    @property
    def browser(self) -> dict[str, str]:
        """Cookies and the CSRF token, as pages of this site send them."""
        return {**self.cookies, "x-csrftoken": self.csrf_token}


class Victims:
    """Ann and Bob at tables of theirs, and Dan at another."""

    def __init__(self, address: str) -> None:
        self.http = httpx.Client(base_url=address, timeout=60)
        self.ann, self.bob, self.dan = (Victim(address) for _ in range(3))
        self.private, self.public = self._table(public=False), self._table(public=True)
        seats = [{"kind": "me"}, {"kind": "screen"}]
        self.other = self._ask(self.dan, "/api/tables", {"game": "smallfry", "seats": seats})["id"]
        #: A step that was taken, as it was sent.
        self.taken = self._step()
        self.before = self.tables()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.http.close()

    def tables(self) -> list[object]:
        """Everything that must not change."""
        seen = [(self.ann, self.private), (self.ann, self.public), (self.dan, self.other)]
        return [self.http.get(f"/api/tables/{table}", headers=who.bearer).json() for who, table in seen]

    def _ask(self, who: Victim, path: str, body: Mapping[str, object]) -> dict[str, str]:
        answer = self.http.post(path, headers=who.bearer, json=body)
        assert answer.status_code < 300, answer.text
        content: dict[str, str] = answer.json()
        return content

    def _table(self, *, public: bool) -> str:
        seats = [{"kind": "me"}, {"kind": "friend"}]
        table = self._ask(self.ann, "/api/tables", {"game": "penguins", "seats": seats, "public": public})
        sitting = {"seat": "B", "invitation": table["invitation"], "key": uuid.uuid4().hex}
        self._ask(self.bob, f"/api/tables/{table['id']}/seats", sitting)
        return table["id"]

    def _step(self) -> dict[str, object]:
        table = self.http.get(f"/api/tables/{self.private}", headers=self.ann.bearer).json()
        step = {"seat": "A", "step": table["steps"][0]["step"], "moment": table["moment"], "key": uuid.uuid4().hex}
        self._ask(self.ann, f"/api/tables/{self.private}/steps", step)
        return step


class HostileRequests:
    """Makes wrong requests at random and sends them."""

    def __init__(self, victims: Victims, port: int, seed: int) -> None:
        self._victims = victims
        self._port = port
        self._rng = random.Random(seed)
        self.statuses: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self._makers: list[Callable[[], Wrong]] = [
            self._garbled_json,
            self._wrong_shape,
            self._oversized,
            self._replayed,
            self._cross_seat,
            self._cross_table,
            self._cross_site,
            self._forged,
            self._odd_address,
            self._odd_method,
            self._bad_form,
        ]

    def send(self) -> None:
        """Send one wrong request; any answer but a refusal is an error."""
        if self._rng.random() < 0.03:
            self._garbage()
            return
        make = self._rng.choice(self._makers)
        self.kinds[make.__name__.strip("_")] += 1
        method, path, headers, content = make()
        try:
            answer = self._victims.http.request(method, path, headers=headers, content=content)
        except (httpx.WriteError, httpx.ReadError, httpx.RemoteProtocolError):
            # What is too large is not read to its end.
            assert len(content) > 64_000, (method, path)
            self.statuses["cut off"] += 1
            return
        self._victims.http.cookies.clear()
        self.statuses[str(answer.status_code)] += 1
        assert 400 <= answer.status_code < 500, (make.__name__, method, path, headers, content[:300], answer.text[:500])

    def _pick(self, *choices: str) -> str:
        return self._rng.choice(choices)

    def _letters(self, longest: int) -> str:
        alphabet = "aZ09_-.%/\\'\"<>&;\x00\x1b\u202ež漢🐟{}[]$ \t\n"
        return "".join(self._rng.choice(alphabet) for _ in range(self._rng.randrange(1, longest)))

    def _acting(self) -> str:
        table = self._pick(self._victims.private, self._victims.public)
        return f"/api/tables/{table}/{self._pick('steps', 'acts', 'seats')}"

    def _garbled_json(self) -> Wrong:
        good = msgspec.json.encode({**self._victims.taken, "key": uuid.uuid4().hex})
        body = self._rng.choice(
            [
                good[: self._rng.randrange(len(good) - 1)],
                self._rng.randbytes(self._rng.randrange(1, 400)),
                b"[" * self._rng.randrange(1, 3000),
                b'{"a":' * 500,
                good.replace(b'"', b"'"),
                b'{"seat": "\\ud800", "step": 1e999, "moment": NaN}',
                b"\xff\xfe" + good,
                b"9" * 5000,
                good + good,
            ]
        )
        path = self._pick("/api/tables", self._acting())
        return "POST", path, {**self._victims.ann.bearer, **_JSON}, body

    def _wrong_shape(self) -> Wrong:
        body: dict[str, object] = {**self._victims.taken, "key": uuid.uuid4().hex}
        name = self._rng.choice(list(body))
        values: list[object] = [None, 1e40, -1, True, [], {}, self._letters(300), "x" * 300, {"seat": ["A"]}, 10**30]
        if name == "step":
            values = [None, 1, [], self._letters(50) + "!", "x" * 500]
        body[name] = self._rng.choice(values)
        if self._rng.random() < 0.3:
            del body[name]
        if self._rng.random() < 0.3:
            body[f"extra {self._letters(9)}"] = 1
        path = f"/api/tables/{self._victims.private}/steps"
        return "POST", path, {**self._victims.ann.bearer, **_JSON}, msgspec.json.encode(body)

    def _oversized(self) -> Wrong:
        ann = self._victims.ann
        size = self._rng.randrange(270_000, 400_000)
        kind = self._rng.randrange(6)
        if kind == 0:
            return "POST", "/tables", {**ann.browser, **_FORM}, b"game=" + b"a" * size
        if kind == 1:
            return "POST", self._acting(), {**ann.bearer, **_JSON}, b'{"key":"' + b"a" * size + b'"}'
        if kind == 2:
            return "GET", "/?" + "a" * self._rng.randrange(5000, 30_000), ann.browser, b""
        if kind == 3:
            return "GET", "/", {**ann.browser, "x-much": "a" * self._rng.randrange(17_000, 50_000)}, b""
        if kind == 4:
            fields = b"&".join(b"f%d=1" % number for number in range(300))
            return "POST", "/tables", {**ann.browser, **_FORM}, fields
        return "POST", f"/tables/{self._victims.private}", {**ann.browser, **_FORM}, b"kind=step&step=" + b"a" * 30_000

    def _replayed(self) -> Wrong:
        """A step that was taken before: with a new key it is late, and from others it is not theirs."""
        victims = self._victims
        body = {**victims.taken, "key": uuid.uuid4().hex} if self._rng.random() < 0.5 else victims.taken
        who = victims.ann if body is not victims.taken else self._rng.choice([victims.bob, victims.dan])
        return "POST", f"/api/tables/{victims.private}/steps", {**who.bearer, **_JSON}, msgspec.json.encode(body)

    def _cross_seat(self) -> Wrong:
        table = self._pick(self._victims.private, self._victims.public)
        body: dict[str, object] = {"seat": "A", "key": uuid.uuid4().hex}
        if self._rng.random() < 0.5:
            body |= {"step": self._pick("c4", "b1", "e2-e4"), "moment": self._rng.randrange(4)}
            return (
                "POST",
                f"/api/tables/{table}/steps",
                {**self._victims.bob.bearer, **_JSON},
                msgspec.json.encode(body),
            )
        body["kind"] = self._pick("ask", "agree", "refuse", "settle", "odds", "bot", "rematch")
        return "POST", f"/api/tables/{table}/acts", {**self._victims.bob.bearer, **_JSON}, msgspec.json.encode(body)

    def _cross_table(self) -> Wrong:
        victims = self._victims
        dan = self._rng.choice([victims.dan.bearer, victims.dan.browser])
        browser = victims.dan.browser
        private = victims.private
        choices: list[Wrong] = [
            ("GET", f"/api/tables/{private}", dan, b""),
            ("GET", f"/tables/{private}?front=A&step=0", browser, b""),
            ("GET", f"/tables/{private}/{self._pick('record', 'picture.svg', 'review')}", browser, b""),
            ("POST", f"/tables/{private}", {**browser, **_FORM}, b"kind=step&seat=A&step=c4"),
            ("POST", f"/tables/{private}/{self._pick('branch', 'review')}", {**browser, **_FORM}, b"step=0"),
            ("GET", victims.ann.pad, browser, b""),
            ("POST", victims.ann.pad, {**browser, **_FORM}, b"version=1&act=take A 1"),
            ("GET", f"{victims.ann.design}{self._pick('', '/finished', '/file')}", browser, b""),
            ("POST", victims.ann.design, {**browser, **_FORM}, b"version=1&act=undo"),
            ("POST", f"{victims.ann.design}/{self._pick('sharing', 'delete')}", {**browser, **_FORM}, b"share=new"),
            ("GET", victims.ann.design.replace("designs", "shared"), browser, b""),
            ("POST", victims.ann.taking_back, {**browser, **_FORM}, b""),
            ("GET", f"/api/tables/{private}?invited={self._rng.randbytes(16).hex()}", dan, b""),
        ]
        return self._rng.choice(choices)

    def _cross_site(self) -> Wrong:
        ann = self._victims.ann
        away = self._rng.choice(
            [
                {**ann.browser, "origin": "https://elsewhere.example"},
                {**ann.browser, "origin": "null"},
                {**ann.browser, "sec-fetch-site": self._pick("cross-site", "same-site", "x")},
                ann.cookies,
                {**ann.cookies, "x-csrftoken": self._pick("x", "0" * 128, self._rng.randbytes(64).hex())},
                {**ann.browser, "host": self._pick("elsewhere.example", "127.0.0.1.elsewhere.example", "a b", "")},
            ]
        )
        path = self._pick(
            "/tables", "/settings", "/settings/tokens", "/settings/link", "/api/tables", ann.pad, ann.design
        )
        return "POST", path, {**away, **_FORM}, b"game=penguins"

    def _forged(self) -> Wrong:
        ann, dan = self._victims.ann, self._victims.dan
        person, _, signature = ann.cookie.partition(".")
        cookie = self._pick(
            f"{person}.{dan.cookie.partition('.')[2]}",
            f"{person}.{signature[:-1]}",
            f"{person}.",
            person,
            "x" * self._rng.randrange(1, 2000),
            f"{person}.{signature.swapcase()}1",
        )
        token = self._pick(
            f"shoal_{'x' * 43}",
            ann.token[:-1],
            ann.token + "x",
            "x",
            "a b",
            ann.token.upper(),
        )
        path = f"/api/tables/{self._victims.private}"
        if self._rng.random() < 0.5:
            return "GET", path, {"authorization": f"{self._pick('Bearer', 'bearer', 'Basic')} {token}"}, b""
        return "GET", path, {"cookie": f"shoal={cookie}"}, b""

    def _odd_address(self) -> Wrong:
        path = self._pick(
            "/static/..%2f..%2fetc/passwd",
            "/static/%2e%2e/%2e%2e/app.py",
            "/static/penguins/..%2f..%2fgame.py",
            "/tables/%00",
            "/tables/" + "x" * self._rng.randrange(1, 3000),
            "/pads/%F0%9F%90%9F",
            "/games/chess",
            "/games/chess/designs",
            f"/games/penguins/designs{self._pick('', '/file')}",
            f"/games/fishtank?design={self._pick('x', '%00', 'x' * 500, '%F0%9F%90%9F')}",
            f"/designs/{self._pick('%00', 'x' * 500, '%F0%9F%90%9F', '..%2f')}{self._pick('', '/file', '/finished')}",
            f"/shared/{self._pick('%00', 'x' * 22, '%F0%9F%90%9F')}{self._pick('', '/file')}",
            "/rules/%2e%2e%2f",
            f"/ladder/{self._pick('%00', '..%2f', 'x' * 900)}",
            f"/analysis/{self._pick('chess', '%00', 'penguins%2f..')}",
            f"/analysis/penguins?moves={self._pick('x', '=1/2', 'c4,c4', '[', '%00', 'a,' * 1800)}",
            f"/analysis/fishtank?option.{self._pick('players=99', 'deck_toml=x', 'deck=huge', 'players=%D9%A3')}",
            f"/analysis/smallfry?packed={self._pick('x', 'AAAA', '%F0%9F%90%9F', 'eJw' * 900)}",
            f"/analysis/smallfry?{self._pick('at=-1', 'at=9e9', 'seat=Z', 'draft=' + 'x' * 2001)}",
            f"/tables/{self._victims.public}/analysis?step={self._pick('0', 'x', '-1')}",
            "/api/tables/' OR 1=1 --",
            "/api/tables/%25%32%65/record",
            f"/{self._rng.randbytes(6).hex()}",
            f"/tables/{self._victims.public}?step={self._pick('-1', '1e9', 'x', '9' * 30, '٣')}",
            f"/tables/{self._victims.public}?front={self._pick('Z', 'AA', '%00', 'a')}",
            f"/api/tables/{self._victims.public}?seat={self._pick('Z', 'AA', '%00', 'a', 'B')}",
            "/recovery?link=" + self._rng.randbytes(9).hex(),
        )
        return "GET", path, self._victims.ann.browser, b""

    def _odd_method(self) -> Wrong:
        method = self._pick("PUT", "DELETE", "PATCH", "TRACE", "PROPFIND", "FISH", "X" * 30)
        path = self._pick("/", "/api/tables", f"/tables/{self._victims.private}", "/settings", "/api/games")
        return method, path, self._victims.ann.browser, b"" if method == "TRACE" else b"x"

    def _bad_form(self) -> Wrong:
        """Forms from Ann's own browser, with her CSRF token, and nonsense in them."""
        ann, private = self._victims.ann, f"/tables/{self._victims.private}"
        words = httpx.QueryParams({"x": self._letters(60)})
        junk = str(words).encode()
        choices: list[Wrong] = [
            ("POST", "/tables", {**ann.browser, **_FORM}, b"game=" + junk),
            ("POST", "/tables", {**ann.browser, **_FORM}, b"game=penguins&seat.0=bot:" + junk),
            ("POST", "/tables", {**ann.browser, **_FORM}, b"game=penguins&option.players=" + junk),
            ("POST", "/tables", {**ann.browser, **_FORM}, b"game=penguins&clock=move&clock.time=" + junk),
            ("POST", "/pads", {**ann.browser, **_FORM}, b"game=" + junk),
            ("POST", "/analysis/smallfry", {**ann.browser, **_FORM}, b"do=" + junk),
            ("POST", "/analysis/smallfry", {**ann.browser, **_FORM}, b"do=play+" + junk),
            ("POST", "/analysis/smallfry", {**ann.browser, **_FORM}, b"do=type&text=%3D" + junk),
            ("POST", "/analysis/penguins", {**ann.browser, **_FORM}, b"do=lay+press+z&draft=" + junk),
            ("POST", "/analysis/penguins", {**ann.browser, **_FORM}, b"do=lay+text&text=%3D" + junk),
            ("POST", "/analysis/fishtank/lines", {**ann.browser, **_FORM}, b"moves=%5B" + junk),
            ("POST", "/analysis/penguins/lines", {**ann.browser, **_FORM}, b"effort=" + junk),
            ("POST", ann.pad, {**ann.browser, **_FORM}, b"version=1&act=!" + junk),
            ("POST", ann.pad, {**ann.browser, **_FORM}, b"version=1&design=" + junk),
            ("POST", ann.design, {**ann.browser, **_FORM}, b"version=1&act=!" + junk),
            ("POST", ann.design, {**ann.browser, **_FORM}, b"act=undo&version=" + junk),
            ("POST", f"{ann.design}/sharing", {**ann.browser, **_FORM}, b"share=!" + junk),
            ("POST", "/games/fishtank/designs", {**ann.browser, **_FORM}, b"start=!" + junk),
            ("POST", "/games/fishtank/designs", {**ann.browser, **_FORM}, b"design=!" + junk),
            ("POST", "/games/fishtank/designs", {**ann.browser, **_FORM}, b"text=" + junk),
            (
                "POST",
                "/games/fishtank/designs",
                {**ann.browser, "content-type": "multipart/form-data; boundary=x"},
                _upload(b"\xff" + junk).replace(b'"record"', b'"file"'),
            ),
            ("POST", "/tables", {**ann.browser, **_FORM}, b"game=fishtank&design=!" + junk),
            ("POST", private, {**ann.browser, **_FORM}, b"kind=" + junk),
            ("POST", private, {**ann.browser, **_FORM}, b"kind=step&seat=A&moment=0&step=!" + junk),
            ("POST", private, {**ann.browser, **_FORM}, b"kind=step&seat=" + junk),
            ("POST", private, {**ann.browser, **_FORM}, b"kind=flag&seat=A"),
            ("POST", private, {**ann.browser, **_FORM}, b"kind=bot&seat=A&bot=" + junk),
            ("POST", f"{private}/branch", {**ann.browser, **_FORM}, b"step=-1"),
            ("POST", "/settings", {**ann.browser, **_FORM}, b"language=" + junk),
            ("POST", "/records", {**ann.browser, **_FORM}, junk),
            ("POST", "/records", {**ann.browser, "content-type": "multipart/form-data"}, junk),
            ("POST", "/records", {**ann.browser, "content-type": "multipart/form-data; boundary=x"}, b"--x\r\n" + junk),
            ("POST", "/records", {**ann.browser, "content-type": "multipart/form-data; boundary=x"}, _upload(junk)),
            (
                "POST",
                "/records",
                {**ann.browser, "content-type": "multipart/form-data; boundary=x"},
                _upload(b"[" * 9999),
            ),
            ("POST", "/tables", {**ann.browser, "content-type": "multipart/form-data; boundary="}, junk),
            ("POST", "/tables", {**ann.browser, "content-type": self._pick("x", "text/plain", "a/b; c", "")}, junk),
        ]
        return self._rng.choice(choices)

    def _garbage(self) -> None:
        """Send bytes that are not even a request."""
        self.kinds["garbage"] += 1
        lines = self._rng.choice(
            [
                self._rng.randbytes(200),
                b"GET / HTTP/9.9\r\n\r\n",
                b"GET / HTTP/1.1\r\n\r\n",
                b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                b"POST /pads HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                b"GET http://elsewhere.example/ HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n",
            ]
        )
        with socket.create_connection(("127.0.0.1", self._port), timeout=30) as line:
            line.sendall(lines)
            line.shutdown(socket.SHUT_WR)
            try:
                answer = line.recv(4096)
            except ConnectionResetError:
                answer = b""
        status = answer[9:12].decode("latin-1") or "cut off"
        self.statuses[status] += 1
        assert not answer or answer.startswith(b"HTTP/1.1 4"), (lines, answer)


def _upload(record: bytes) -> bytes:
    head = b'--x\r\nContent-Disposition: form-data; name="record"; filename="a.json"\r\n\r\n'
    return head + record + b"\r\n--x--\r\n"
