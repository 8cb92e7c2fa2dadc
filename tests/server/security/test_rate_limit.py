"""No person and no client address can send too many requests or open too many feeds."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from shoal.server.security.identity import COOKIE, sign_cookie
from shoal.server.security.rate_limit import RateLimit, RateLimits, TokenBuckets, bucket_name
from tests.server.in_process_server import SECRET, InProcessServer
from tests.server.problems import problem_in


def test_token_buckets_refill_and_their_memory_is_bounded() -> None:
    buckets = TokenBuckets(RateLimit(3, 0.5), 100)
    assert [buckets.take("ann", 10.0) for _ in range(4)] == [0, 0, 0, 2]
    assert buckets.take("bob", 10.0) == 0
    assert buckets.take("ann", 11.0) == 1
    assert buckets.take("ann", 12.1) == 0
    for number in range(10_000):
        buckets.take(f"stranger {number}", 13.0)
    assert len(buckets) == 100


def test_a_bucket_is_for_an_address_or_an_ipv6_network() -> None:
    assert bucket_name("127.0.0.1") is None
    assert bucket_name("::1") is None
    assert bucket_name("203.0.113.7") == "203.0.113.7"
    assert bucket_name("2001:db8::1") == bucket_name("2001:db8::ffff:1") != bucket_name("2001:db8:0:1::1")


STRICT = RateLimits(
    person=RateLimit(20, 0.01), person_creates=RateLimit(3, 0.01), person_feeds=2, guesses=RateLimit(3, 0.01)
)


@pytest.fixture
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InProcessServer]:
    with InProcessServer(tmp_path_factory.mktemp("strict"), limits=STRICT) as server:
        yield server


def test_a_client_over_the_limit_is_told_when_to_try_again(strict: InProcessServer) -> None:
    ann, bob = strict.person("Ann"), strict.person("Bob")
    with strict.program(ann) as one, strict.program(bob) as other:
        answers = [
            one.post("/api/tables", json={"game": "penguins", "seats": [{"kind": "me"}, {"kind": "friend"}]})
            for _ in range(4)
        ]
        assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
        assert int(answers[3].headers["retry-after"]) > 1
        statuses = [one.get("/api/me").status_code for _ in range(20)]
        assert statuses == [200] * 16 + [429] * 4
        assert problem_in(one.get("/nothing")) == (429, "too-many"), "addresses that are not there count too"
        assert other.get("/api/me").status_code == 200
    with strict.browser(ann) as browser:
        assert [browser.get("/recovery", params={"link": "x"}).status_code for _ in range(4)] == [404, 404, 404, 429]


def test_strangers_can_make_few_tables_and_keep_nobody_at_their_address_from_it(tmp_path: Path) -> None:
    few = RateLimits(stranger_creates=RateLimit(3, 0.01))
    with InProcessServer(tmp_path, limits=few) as server, server.browser(server.person("Ann")) as ann:
        here, elsewhere = {"x-forwarded-for": "198.51.100.1"}, {"x-forwarded-for": "203.0.113.7"}
        csrf = {"cookie": f"shoal_csrf={ann.cookies['shoal_csrf']}", "x-csrftoken": ann.cookies["shoal_csrf"]}

        def set_up(headers: dict[str, str]) -> int:
            answer = httpx.post(f"{server.address}/tables", data={"game": "penguins"}, headers=headers, timeout=60)
            return answer.status_code

        strangers = [set_up({**here, **csrf}) for _ in range(4)]
        assert strangers == [303, 303, 303, 429]
        # Pages read no tokens, so whoever sends one to them is a stranger all the same.
        assert set_up({**here, **csrf, "authorization": "Bearer nonsense"}) == 429
        assert ann.post("/tables", data={"game": "penguins"}, headers=here).status_code == 303
        with server.program(server.person("Bob")) as program:
            assert program.post("/api/tables", json={"game": "penguins"}, headers=here).status_code == 201
        assert set_up({**elsewhere, **csrf}) == 303


def test_a_person_can_open_only_so_many_feeds(strict: InProcessServer) -> None:
    ann = strict.person("Ann")
    address = strict.address.replace("http", "ws") + f"/tables/{strict.table('penguins', [ann, ann])}/feed"
    cookie = {"cookie": f"{COOKIE}={sign_cookie(ann.id, SECRET)}"}
    with connect(address, additional_headers=cookie) as one, connect(address, additional_headers=cookie) as two:
        one.recv(timeout=30)
        two.recv(timeout=30)
        with pytest.raises(InvalidStatus):
            connect(address, additional_headers=cookie)
    with connect(address, additional_headers=cookie) as again:
        again.recv(timeout=30)
