"""Who gets the next worker, and for how long: fair queueing of the bots that wait, in two levels.

Networks share the workers equally, and within a network its people do, however many tables each of them has. Whoever
had least of the workers' time comes first, and the thought to come counts too, so cheap bots come before costly ones
(weighted fair queueing: Demers, Keshav and Shenker, 1989). Nothing in here waits, or knows a process or a clock.
"""

from bisect import insort
from collections.abc import Callable
from typing import Final, Generic, NamedTuple, TypeVar

__all__ = ["BotOwner", "BotQueue", "WaitingBot"]

#: Whoever has a bot waiting should get all they wait for in this time: their bots think for less time if need be.
_PATIENCE_SECONDS: Final = 2.0
#: No bot thinks for less than this, unless it usually does.
_LEAST_SECONDS: Final = 0.1
#: What the quickest thought costs: a worker is busy with reading the question too.
_LEAST_COST: Final = 0.02
#: The part of the workers' time that a person and a network may use in the long run, and how many seconds they may be
#: ahead of that. Beyond it, their bots think for the least time while others are there.
_PERSON_PART: Final = 0.2
_PERSON_SECONDS: Final = 60.0
_NETWORK_PART: Final = 0.5
_NETWORK_SECONDS: Final = 240.0
#: Whoever uses no worker for this long is forgotten, once their budget is full again.
_REMEMBERED_SECONDS: Final = 60.0


class BotOwner(NamedTuple):
    """For whom a bot thinks: a client's network, and a person there.

    An empty name stands for all who are not known: networks of before a restart, people who came without a cookie.
    """

    network: str = ""
    person: str = ""


class WaitingBot:
    """A bot that waits for a worker, or has one."""

    def __init__(self, usual_seconds: float, network: "_Network", person: "_Person") -> None:
        #: How long it thinks when there is time.
        self.usual_seconds = usual_seconds
        self.cost = max(usual_seconds, _LEAST_COST)
        self.network = network
        self.person = person


class _Share:
    """The workers' time that a network or a person has had."""

    def __init__(self, served: float, at: float, *, budget: float, refill: float) -> None:
        #: The virtual time up to which it was served: each thought adds its cost.
        self.served = served
        #: The number of its latest turn. Of two with equal claims, the one whose turn was longer ago comes first.
        self.turn = 0
        self.seen_at = at
        self._budget = budget
        self._refill = refill
        self._used = 0.0

    def see(self, at: float) -> None:
        """Refill the budget up to now."""
        self._used = max(0.0, self._used - (at - self.seen_at) * self._refill)
        self.seen_at = at

    def spend(self, seconds: float, at: float) -> None:
        """Take seconds from the budget. Nobody gets so far beyond it that they could not come back."""
        self.see(at)
        self._used = min(self._used + seconds, 2 * self._budget)

    def is_over_budget(self) -> bool:
        return self._used > self._budget

    def is_forgotten(self, at: float) -> bool:
        idle = at - self.seen_at
        return idle > _REMEMBERED_SECONDS and self._used <= idle * self._refill


class _Person(_Share):
    def __init__(self, served: float, at: float, workers: int) -> None:
        super().__init__(served, at, budget=_PERSON_SECONDS * workers, refill=_PERSON_PART * workers)
        #: The bots that wait: the cheapest first, and those that cost the same as they came.
        self.bots: list[WaitingBot] = []

    @property
    def next_bot(self) -> WaitingBot | None:
        """The bot that has the person's next turn; None if none waits."""
        return self.bots[0] if self.bots else None


class _Network(_Share):
    def __init__(self, served: float, at: float, workers: int) -> None:
        super().__init__(served, at, budget=_NETWORK_SECONDS * workers, refill=_NETWORK_PART * workers)
        self.people: _Shares[_Person] = _Shares()

    @property
    def next_bot(self) -> WaitingBot | None:
        """The bot that has the network's next turn; None if none waits."""
        return self.people.next_bot


_AnyShare = TypeVar("_AnyShare", _Person, _Network)


class _Shares(Generic[_AnyShare]):
    """Those who share the workers' time equally, and their virtual time.

    Virtual time is how far each would be if all who wait were served at once. Whoever begins to wait begins there.
    """

    def __init__(self) -> None:
        self.members: dict[str, _AnyShare] = {}
        self._now = 0.0

    def join(self, name: str, make: Callable[[float], _AnyShare]) -> _AnyShare:
        """Return the member of this name, who begins to wait unless they do already."""
        member = self.members.get(name)
        if member is None:
            member = self.members[name] = make(self._now)
        elif member.next_bot is None:
            member.served = max(member.served, self._now)
        return member

    def waiting(self) -> int:
        """Return how many of them wait."""
        return sum(member.next_bot is not None for member in self.members.values())

    @property
    def next_bot(self) -> WaitingBot | None:
        """The bot that would be done first, if each had its part of the time and no more."""
        waiting = [(member, bot) for member in self.members.values() if (bot := member.next_bot) is not None]
        if not waiting:
            return None
        return min(waiting, key=lambda found: (found[0].served + found[1].cost, found[0].turn))[1]

    def advance(self, seconds: float) -> None:
        """Let virtual time go on by what a worker does in some seconds.

        The time is shared by those who wait, and those who were served before it was quite their turn.
        """
        waiting = self.waiting()
        ahead = sorted(
            member.served for member in self.members.values() if member.next_bot is None and member.served > self._now
        )
        for number, served in enumerate(ahead):
            sharing = waiting + len(ahead) - number
            if (served - self._now) * sharing >= seconds:
                self._now += seconds / sharing
                return
            seconds -= (served - self._now) * sharing
            self._now = served
        self._now += seconds / max(1, waiting)


class BotQueue:
    """The bots that wait for one of some workers. `at` is a time in seconds, of a clock that never goes back."""

    def __init__(self, workers: int) -> None:
        self._workers = max(1, workers)
        self._networks: _Shares[_Network] = _Shares()
        self._turns = 0
        self._tidied_at = 0.0
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    @property
    def networks_waiting(self) -> int:
        """How many networks have bots that wait."""
        return self._networks.waiting()

    def add(self, owner: BotOwner, usual_seconds: float, at: float) -> WaitingBot:
        """Have a bot wait that usually thinks this long."""
        self._forget(at)
        network = self._networks.join(owner.network, lambda served: _Network(served, at, self._workers))
        person = network.people.join(owner.person, lambda served: _Person(served, at, self._workers))
        network.see(at)
        person.see(at)
        bot = WaitingBot(usual_seconds, network, person)
        insort(person.bots, bot, key=lambda other: other.cost)
        self._waiting += 1
        return bot

    def remove(self, bot: WaitingBot) -> None:
        """Let a bot go that waits no longer."""
        bot.person.bots.remove(bot)
        self._waiting -= 1

    def next(self, at: float) -> tuple[WaitingBot, float | None] | None:
        """Return the bot whose turn it is, and its time as `seconds_for` gives it; None if none waits."""
        bot = self._networks.next_bot
        if bot is None:
            return None
        self._turns += 1
        for share in (bot.network, bot.person):
            share.see(at)
            share.turn = self._turns
        seconds = self.seconds_for(bot)
        self.remove(bot)
        self._charge(bot, bot.cost)
        return bot, seconds

    def seconds_for(self, bot: WaitingBot) -> float | None:
        """Return how long a waiting bot may think; None if that is as long as it usually does."""
        waiting = max(_LEAST_COST, sum(other.usual_seconds for other in bot.person.bots))
        sharing = self._networks.waiting() * bot.network.people.waiting()
        part = min(1.0, _PATIENCE_SECONDS * self._workers / (sharing * waiting))
        alone = len(self._networks.members) == 1 and len(bot.network.people.members) == 1
        if not alone and (bot.network.is_over_budget() or bot.person.is_over_budget()):
            part = 0.0
        seconds = max(bot.usual_seconds * part, _LEAST_SECONDS)
        return seconds if seconds < bot.usual_seconds else None

    def finish(self, bot: WaitingBot, seconds: float, at: float) -> None:
        """Note how long a bot had a worker. Where that was longer than its level says, it counts too."""
        for share in (bot.network, bot.person):
            share.spend(seconds, at)
        self._charge(bot, max(0.0, seconds - bot.cost))

    def _charge(self, bot: WaitingBot, cost: float) -> None:
        bot.network.served += cost
        bot.person.served += cost
        self._networks.advance(cost)
        bot.network.people.advance(cost)

    def _forget(self, at: float) -> None:
        """Drop those who have not been here for a while, now and then."""
        if at - self._tidied_at < 1.0:
            return
        self._tidied_at = at
        for name, network in list(self._networks.members.items()):
            for person_name, person in list(network.people.members.items()):
                if not person.bots and person.is_forgotten(at):
                    del network.people.members[person_name]
            if not network.people.members and network.is_forgotten(at):
                del self._networks.members[name]
