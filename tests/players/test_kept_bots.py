"""Bots that are kept for the next question of one name: nobody else's, with seeds of their own, and not too many."""

import contextlib
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.core import Step, View
from shoal.players.analysis.kept_bots import KeptBots

MIB = 1 << 20


class NotingBot:
    """Notes who used it, and whether it was closed."""

    def __init__(self, rng: random.Random, held_bytes: int = 0) -> None:
        self.first_number = rng.random()
        self.held_bytes = held_bytes
        self.used_by: list[bytes] = []
        self.closed = False

    def choose(self, view: View) -> Step:
        raise NotImplementedError

    def close(self) -> None:
        self.closed = True


class Players:
    """Several players whose bots are kept, and all the bots that were ever made for them."""

    def __init__(self, most_bytes: int = 8 * MIB) -> None:
        self.kept = KeptBots(most_bytes)
        self.made: list[NotingBot] = []

    @contextlib.contextmanager
    def use(self, key: bytes | None, held_bytes: int = 0) -> Iterator[NotingBot]:
        def make(rng: random.Random) -> NotingBot:
            self.made.append(NotingBot(rng, held_bytes))
            return self.made[-1]

        with self.kept.bot_for(key, make) as bot:
            assert isinstance(bot, NotingBot)
            assert not bot.closed
            if key is not None:
                bot.used_by.append(key)
            yield bot

    def bot(self, key: bytes | None, held_bytes: int = 0) -> NotingBot:
        with self.use(key, held_bytes) as bot:
            pass
        return bot


#: Who begins to think, with how much memory, or None: the one who began first ends.
_EVENTS = st.lists(st.none() | st.tuples(st.sampled_from([b"t A", b"t B", b"u A", b"u B", b"v A"]), st.integers(0, 9)))


@given(_EVENTS)
def test_no_two_players_ever_share_a_bot_and_none_is_used_twice_at_once(events: list[tuple[bytes, int] | None]) -> None:
    players = Players()
    thinking: list[tuple[contextlib.ExitStack, NotingBot]] = []
    for event in events:
        if event is None:
            if thinking:
                thinking.pop(0)[0].close()
        else:
            key, mib = event
            turn = contextlib.ExitStack()
            bot = turn.enter_context(players.use(key, mib * MIB))
            assert bot not in [other for _, other in thinking]
            thinking.append((turn, bot))
        assert players.kept.bytes_waiting <= 8 * MIB
    assert all(len(set(bot.used_by)) == 1 for bot in players.made)


def test_the_bot_of_a_player_is_there_again_for_the_next_question() -> None:
    players = Players()
    bots = [players.bot(key) for key in (b"t A", b"t B", b"t A", b"t B")]
    assert bots[0] is bots[2]
    assert bots[1] is bots[3]
    assert bots[0] is not bots[1]


def test_a_kept_bot_has_a_seed_that_nobody_knows_and_one_that_is_not_kept_always_the_same() -> None:
    known = random.Random(0).random()
    assert [Players().bot(None).first_number for _ in range(3)] == [known] * 3
    numbers = {Players().bot(b"t A").first_number for _ in range(50)}
    assert len(numbers) == 50
    assert known not in numbers


def test_those_used_longest_ago_go_first_when_memory_is_short_and_are_closed() -> None:
    players = Players(8 * MIB)
    first, second = players.bot(b"t A", 3 * MIB), players.bot(b"t B", 3 * MIB)
    assert players.bot(b"t A") is first
    players.bot(b"u A", 4 * MIB)
    assert (first.closed, second.closed) == (False, True)
    assert players.bot(b"t A") is first
    assert players.bot(b"t B") is not second


def test_a_bot_that_holds_more_than_there_is_room_for_is_not_kept() -> None:
    players = Players(8 * MIB)
    assert players.bot(b"t A", 9 * MIB).closed
    assert players.kept.bytes_waiting == 0


def test_bots_that_hold_nothing_are_counted_too() -> None:
    players = Players(8 * MIB)
    for number in range(100):
        players.bot(b"t %d" % number)
    assert sum(not bot.closed for bot in players.made) == 8


def test_a_bot_that_failed_is_made_again() -> None:
    players = Players()
    first = players.bot(b"t A")
    with pytest.raises(ZeroDivisionError), players.use(b"t A"):
        raise ZeroDivisionError
    assert first.closed
    assert players.bot(b"t A") is not first
