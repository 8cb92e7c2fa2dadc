"""An access token identifies a person until it is revoked, and only its digest is stored."""

import pytest
from msgspec.structs import replace

from shoal.store import AccessTokenRow, Store

pytestmark = pytest.mark.anyio

TOKEN = AccessTokenRow("p1", "anna", "token", "my bot ž", "ab" * 32, 5)


async def test_a_token_is_found_by_its_digest_and_by_its_person(store: Store) -> None:
    later = replace(TOKEN, id="p2", digest="cd" * 32, made_at=6)
    assert await store.create_access_token(later, 2)
    assert await store.create_access_token(TOKEN, 2)
    assert await store.find_access_token("ab" * 32) == TOKEN
    assert await store.find_access_token("ef" * 32) is None
    assert await store.access_tokens_of("anna") == [TOKEN, later]
    assert await store.access_tokens_of("bob") == []


async def test_nobody_has_more_of_a_kind_than_the_limit(store: Store) -> None:
    assert await store.create_access_token(TOKEN, 1)
    assert not await store.create_access_token(replace(TOKEN, id="p2", digest="cd" * 32), 1)
    assert await store.create_access_token(replace(TOKEN, id="p3", digest="ef" * 32, kind="link"), 1)
    assert await store.create_access_token(replace(TOKEN, id="p4", digest="01" * 32, person="bob"), 1)


async def test_only_its_own_person_revokes_a_token(store: Store) -> None:
    assert await store.create_access_token(TOKEN, 1)
    assert not await store.revoke_access_token("bob", "p1")
    assert await store.find_access_token(TOKEN.digest) == TOKEN
    assert await store.revoke_access_token("anna", "p1")
    assert not await store.revoke_access_token("anna", "p1")
    assert await store.find_access_token(TOKEN.digest) is None
