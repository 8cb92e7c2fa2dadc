"""Whose bot thinks next, and for how long. Virtual time only: nothing in here waits."""

from collections.abc import Sequence

import pytest

from shoal.server.tables.bot_queue import BotOwner, BotQueue, WaitingBot

MINNOW, SHARK = 0.1, 1.0
STRANGERS = BotOwner("198.51.100.1")
ANNA = BotOwner("203.0.113.7", "anna")


class Simulation:
    """One worker, bots that want to think again as soon as they have, and a clock."""

    def __init__(self, workers: int = 1) -> None:
        self.queue = BotQueue(workers)
        self.at = 0.0
        self.owners: dict[WaitingBot, BotOwner] = {}
        #: Seconds of worker time, by owner.
        self.used: dict[BotOwner, float] = {}

    def add(self, owner: BotOwner, usual: float, count: int = 1) -> None:
        for _ in range(count):
            self.owners[self.queue.add(owner, usual, self.at)] = owner

    def think(self, *, again: bool = False) -> tuple[BotOwner, float]:
        """Have the next bot think, and wait again if asked; return its owner and its time."""
        following = self.queue.next(self.at)
        assert following is not None
        bot, limit = following
        owner = self.owners.pop(bot)
        seconds = bot.usual_seconds if limit is None else limit
        self.at += seconds
        self.used[owner] = self.used.get(owner, 0.0) + seconds
        self.queue.finish(bot, seconds, self.at)
        if again:
            self.add(owner, bot.usual_seconds)
        return owner, seconds

    def wait_of(self, owner: BotOwner, usual: float) -> float:
        """The seconds until a new bot of this owner has had its turn, while all others want to think again."""
        self.add(owner, usual)
        began = self.at
        while (turn := self.think(again=False))[0] != owner:
            self.add(turn[0], SHARK)
        return self.at - began


def people(network: str, count: int) -> Sequence[BotOwner]:
    return [BotOwner(network, f"person {number}") for number in range(count)]


def test_a_weak_bot_waits_for_one_thought_however_many_strong_ones_wait_at_another_address() -> None:
    simulation = Simulation()
    simulation.add(STRANGERS, SHARK, 300)
    for _ in range(40):
        for _ in range(20):
            simulation.think(again=True)
        assert simulation.wait_of(ANNA, MINNOW) == pytest.approx(MINNOW)


def test_a_person_with_a_cookie_does_not_wait_for_the_strangers_at_their_own_address() -> None:
    simulation = Simulation()
    simulation.add(STRANGERS, SHARK, 300)
    neighbour = BotOwner(STRANGERS.network, "ben")
    for _ in range(20):
        for _ in range(20):
            simulation.think(again=True)
        assert simulation.wait_of(neighbour, MINNOW) <= MINNOW + 0.2


def test_weak_bots_go_ahead_of_strong_ones_of_as_many_people() -> None:
    simulation = Simulation()
    for owner in people("198.51.100.1", 50):
        simulation.add(owner, SHARK)
    for _ in range(5):
        simulation.think(again=True)
        # One who waits now and then, as a person does who thinks about each step.
        assert simulation.wait_of(BotOwner("198.51.100.1", "cora"), MINNOW) == pytest.approx(MINNOW)


def test_strong_bots_are_not_held_up_for_ever_by_weak_ones_of_people_who_keep_coming() -> None:
    simulation = Simulation()
    simulation.add(ANNA, SHARK)
    turns = 0
    while simulation.owners:
        simulation.add(BotOwner(f"2001:db8:{turns:x}::/64", "new"), MINNOW)
        if simulation.think()[0] == ANNA:
            break
        turns += 1
        assert turns < 120


def test_networks_share_the_time_equally_and_so_do_the_people_of_one() -> None:
    simulation = Simulation()
    anna, ben = BotOwner("203.0.113.7", "anna"), BotOwner("203.0.113.7", "ben")
    cora = BotOwner("192.0.2.9", "cora")
    simulation.add(anna, 0.2, 40)
    simulation.add(ben, 0.2, 2)
    simulation.add(cora, 0.2, 3)
    turns = {anna: 0, ben: 0, cora: 0}
    for _ in range(400):
        turns[simulation.think(again=True)[0]] += 1
    assert turns[cora] == pytest.approx(200, abs=4)
    assert turns[anna] == pytest.approx(turns[ben], abs=4)


def test_one_who_was_away_does_not_get_the_time_that_others_had_meanwhile() -> None:
    simulation = Simulation()
    simulation.add(STRANGERS, 0.2, 2)
    simulation.add(ANNA, 0.2, 2)
    for _ in range(20):
        simulation.think(again=True)
    while simulation.owners:
        simulation.think()
    simulation.add(STRANGERS, 0.2, 2)
    for _ in range(500):
        simulation.think(again=True)
    simulation.add(ANNA, 0.2, 2)
    turns = [simulation.think(again=True)[0] for _ in range(20)]
    assert 9 <= turns.count(ANNA) <= 11


def test_bots_think_for_less_time_when_many_of_one_owner_wait_and_as_long_as_ever_otherwise() -> None:
    simulation = Simulation()
    simulation.add(ANNA, SHARK)
    assert simulation.think() == (ANNA, SHARK)
    simulation.add(STRANGERS, SHARK, 300)
    simulation.add(ANNA, SHARK)
    seconds = dict(simulation.think() for _ in range(30))
    assert seconds == {STRANGERS: 0.1, ANNA: SHARK}


def test_no_bot_gets_less_time_than_it_can_use() -> None:
    simulation = Simulation()
    simulation.add(STRANGERS, MINNOW, 300)
    simulation.add(STRANGERS, 0.0, 300)
    for _ in range(600):
        following = simulation.queue.next(simulation.at)
        assert following is not None
        assert following[1] is None


def test_whoever_used_up_their_budget_gets_the_least_time_while_others_are_there() -> None:
    simulation = Simulation()
    simulation.add(ANNA, SHARK)
    for _ in range(400):
        assert simulation.think(again=True) == (ANNA, SHARK), "nobody else is there"
    ben = BotOwner("192.0.2.9", "ben")
    simulation.add(ben, MINNOW)
    turns = dict(simulation.think(again=True) for _ in range(10))
    assert turns == {ben: MINNOW, ANNA: 0.1}


def test_a_budget_comes_back_with_time() -> None:
    simulation = Simulation()
    ben = BotOwner("192.0.2.9", "ben")
    simulation.add(ben, MINNOW)
    simulation.add(ANNA, SHARK)
    while simulation.think(again=True) != (ANNA, 0.1):
        pass
    while simulation.think()[0] != ANNA:
        pass
    simulation.at += 300
    simulation.add(ANNA, SHARK)
    simulation.add(ben, MINNOW)
    assert (ANNA, SHARK) in [simulation.think() for _ in range(2)]


def test_all_whose_address_is_not_known_count_as_one() -> None:
    simulation = Simulation()
    simulation.add(BotOwner(), SHARK, 300)
    simulation.think(again=True)
    assert simulation.queue.networks_waiting == 1
    assert simulation.wait_of(ANNA, SHARK) == pytest.approx(SHARK, abs=0.2)


def test_one_who_leaves_the_queue_keeps_no_other_waiting() -> None:
    queue = BotQueue(1)
    gone = queue.add(ANNA, MINNOW, 0.0)
    kept = queue.add(STRANGERS, SHARK, 0.0)
    queue.remove(gone)
    assert len(queue) == 1
    following = queue.next(0.0)
    assert following is not None
    assert following[0] is kept
    assert queue.next(0.0) is None


def test_those_who_are_gone_are_forgotten() -> None:
    simulation = Simulation()
    for number in range(300):
        simulation.add(BotOwner(f"2001:db8:{number:x}::/64", "new"), MINNOW)
        simulation.think()
    simulation.at += 1000
    simulation.add(ANNA, MINNOW)
    assert len(simulation.queue._networks.members) == 1
