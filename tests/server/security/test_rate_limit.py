"""No person and no client address can send too many requests or open too many feeds."""

import ipaddress
from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from shoal.core import Table, find_game
from shoal.server.security.guards import RequestGuard
from shoal.server.security.identity import COOKIE, sign_cookie
from shoal.server.security.rate_limit import RateLimit, RateLimits, TokenBuckets, bucket_name, networks_of, share_of
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


def test_an_address_counts_for_itself_and_an_ipv6_address_for_the_networks_around_it() -> None:
    assert networks_of("127.0.0.1") == networks_of("::1") == networks_of("::ffff:127.0.0.1") == ()
    assert [network.name for network in networks_of("203.0.113.7")] == ["203.0.113.7"]
    assert networks_of("::ffff:203.0.113.7") == networks_of("203.0.113.7"), "an IPv4 address, written the long way"
    one, same, other_64, other_48, other_32 = (
        networks_of(host)
        for host in ("2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:1::1", "2001:db8:1::1", "2001:db9::1")
    )
    assert one == same
    for other, shared in ((other_64, 2), (other_48, 1), (other_32, 0)):
        assert len(set(one) & set(other)) == shared
    assert [network.times for network in one] == sorted(network.times for network in one), "a wider one gets more"
    assert networks_of("fe80::1%eth0") == networks_of("fe80::2%eth1")
    hosts = ("127.0.0.1", "203.0.113.7", "2001:db8::1", "a socket")
    assert [bucket_name(host) for host in hosts] == [None, "203.0.113.7", "2001:db8::/64", "a socket"]


@given(st.ip_addresses())
def test_every_address_has_buckets_with_growing_limits(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> None:
    networks = networks_of(str(address))
    assert (networks == ()) == (getattr(address, "ipv4_mapped", None) or address).is_loopback
    assert len({network.name for network in networks}) == len(networks)


def test_each_process_allows_its_share_of_a_limit_and_enough_for_one_person() -> None:
    processes = 1
    buckets = TokenBuckets(RateLimit(40, 4), 100, lambda: share_of(processes))
    assert [buckets.take("ann", 0.0) for _ in range(41)].count(0) == 40
    processes = 2
    assert [buckets.take("bob", 0.0) for _ in range(21)].count(0) == 20
    assert [buckets.take("ann", 100.0) for _ in range(21)].count(0) == 20
    processes = 100
    assert [buckets.take("cyd", 0.0) for _ in range(11)].count(0) == 10


def test_an_address_may_have_a_quarter_of_all_feeds() -> None:
    assert RateLimits().within(100_000).address_feeds == RateLimits().address_feeds
    assert RateLimits().within(400).address_feeds == 100


def test_no_limit_is_left_undivided(tmp_path: Path) -> None:
    with InProcessServer(tmp_path, limits=RateLimits()) as server:
        guard = server.app.asgi_handler
        assert isinstance(guard, RequestGuard)
        # The analysis boards count what they replay themselves: how much that is, no request tells.
        holders = (guard, server.app.state.analysis)
        kinds = [value for holder in holders for value in vars(holder).values() if isinstance(value, TokenBuckets)]
        assert len(kinds) == sum(isinstance(value, RateLimit) for value in msgspec.structs.astuple(RateLimits()))
        assert {kind._share() for kind in kinds} == {1}
        server.app.state.tables.store.processes.count = 2
        assert {kind._share() for kind in kinds} == {0.5}


STRICT = RateLimits(
    person=RateLimit(20, 0.01),
    address=RateLimit(10, 0.001),
    person_creates=RateLimit(3, 0.01),
    address_openings=RateLimit(4, 0.001),
    person_feeds=2,
    guesses=RateLimit(3, 0.01),
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


def statuses(server: InProcessServer, addresses: list[str]) -> list[int]:
    """What visitors from these addresses get, as a proxy on this machine reports them."""
    with httpx.Client(base_url=server.address) as client:
        return [client.get("/api/games", headers={"x-forwarded-for": address}).status_code for address in addresses]


def test_a_visitor_with_many_ipv6_networks_is_limited_like_one_with_few(strict: InProcessServer) -> None:
    assert statuses(strict, ["2001:db8:0:1::1"] * 11) == [200] * 10 + [429]
    rotated = statuses(strict, [f"2001:db8:0:{number:x}::1" for number in range(2, 60)])
    assert rotated == [200] * 30 + [429] * 28, "all of a /48 gets four times as much as a /64"
    wide = statuses(strict, [f"2001:db8:{number:x}::1" for number in range(1, 200)])
    assert (wide.count(200), wide[-1]) == (120, 429), "and all of a /32 sixteen times as much"
    assert statuses(strict, ["2001:db9::1"]) == [200]


def test_a_visitor_without_tokens_left_takes_none_from_their_neighbours(strict: InProcessServer) -> None:
    statuses(strict, ["2001:db8:0:1::1"] * 100)
    assert statuses(strict, ["2001:db8:0:2::1"] * 10) == [200] * 10


def test_an_ipv4_address_is_the_same_however_it_is_written(strict: InProcessServer) -> None:
    assert statuses(strict, ["203.0.113.7"] * 5 + ["::ffff:203.0.113.7"] * 6) == [200] * 10 + [429]


def test_an_address_can_store_only_so_many_records_a_day(strict: InProcessServer) -> None:
    record = Table(find_game("penguins"), {"players": 2}, seed="5e" * 32).record().to_text()

    def upload(address: str, path: str = "/records") -> int:
        with strict.browser(strict.person("Ann")) as browser:
            files = {"record": ("a.json", record)}
            headers = {"x-forwarded-for": address}
            return browser.post(path, files=files, headers=headers).status_code

    assert [upload("203.0.113.7") for _ in range(6)] == [303] * 4 + [429] * 2
    assert upload("203.0.113.7", "//records") != 303
    assert upload("203.0.113.8") == 303
    assert statuses(strict, ["203.0.113.7"]) == [200], "they can still play"
