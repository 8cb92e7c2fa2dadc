"""The bot that searches any game: information-set Monte-Carlo tree search (ISMCTS) for one observer.

Every iteration imagines a full state that looks like the view (a determinization), walks down the tree,
adds one node, plays the line on at random and records how it ended for every seat. Each seat picks the
steps that are best for itself. Seats that act at once pick without knowing of each other, and the tree
goes on with the observer's own step alone; chance is drawn by its odds and followed as far as the
observer sees it.
"""

import random
from collections.abc import Hashable
from math import inf
from typing import Final

from shoal.core import CHANCE, SearchLimit, Seat, State, Step, Thought, View
from shoal.players.search.playout import PlayoutJudge, play_out
from shoal.players.search.tree import Arm, Node, Prior

__all__ = ["SearchBot"]

#: How many games are imagined for a step where no limit is set.
_USUAL_NODES: Final = 400
#: How many are enough to value a position in which there is nothing to choose.
_NODES_WITHOUT_CHOICE: Final = 32
#: The tree stops growing at this many nodes, so that it never takes more than some 100 MB.
_LARGEST_TREE: Final = 100_000
_DEEPEST: Final = 40
_REPORT_EVERY: Final = 64
_SEEN_OFTEN: Final = 10


class SearchBot:
    """Searches any game. `nodes` limits the imagined games of a step, beside the limit of time."""

    def __init__(self, rng: random.Random, nodes: int | None = None) -> None:
        if nodes is not None and nodes < 1:
            raise ValueError("a search needs at least one node")
        self._rng = rng
        self._nodes = nodes

    def choose(self, view: View) -> Step:
        """A step after a fixed number of imagined games, so that it can be repeated."""
        if len(view.legal) == 1:
            return view.legal[0]
        nodes = self._nodes if self._nodes is not None else _USUAL_NODES
        return _TreeSearch(view, self._rng).run(SearchLimit(inf), nodes).step

    def think(self, view: View, limit: SearchLimit) -> Thought:
        """The best step found within the limit."""
        nodes: float = self._nodes if self._nodes is not None else inf
        if len(view.legal) == 1:
            nodes = min(nodes, _NODES_WITHOUT_CHOICE)
        return _TreeSearch(view, self._rng).run(limit, nodes)


class _TreeSearch:
    """One search of one view."""

    def __init__(self, view: View, rng: random.Random) -> None:
        if view.viewer is None or not view.legal:
            raise ValueError("nothing to decide in this view")
        self._view = view
        self._observer: Seat = view.viewer
        self._rng = rng
        self._root = Node()
        self._judge = PlayoutJudge(view.scores)
        self._tree_size = 1
        self._deepest = 0
        self._iterations = 0
        #: Sums over the games that began with each step: shares and points, by seat.
        self._shares: dict[Step, list[float]] = {}
        self._scores: dict[Step, list[float]] = {}

    def run(self, limit: SearchLimit, nodes: float) -> Thought:
        """Search; at least one game is imagined, however short the limit."""
        reported: Step | None = None
        while True:
            self._iterate()
            self._iterations += 1
            if self._iterations >= nodes or limit.left <= 0:
                return self._thought()
            if limit.report is not None and (self._iterations % _REPORT_EVERY == 0 or self._iterations == 1):
                best = self._root.bandit(self._observer).most_visited()[0]
                if best != reported or self._iterations & (self._iterations - 1) == 0:
                    reported = best
                    limit.report(self._thought())

    def _iterate(self) -> None:
        state = self._view.imagine(self._rng)
        path: list[tuple[Seat, Arm]] = []
        node: Node | None = self._root
        first: Step | None = None
        depth = 0
        while node is not None and depth < _DEEPEST and (state.to_act or depth == 0):
            if state.to_act == (CHANCE,) and depth > 0:
                node, state = self._chance(node, state)
                continue
            here = node
            depth += 1
            if depth == 1 or state.sealed or len(state.to_act) > 1:
                own, state = self._all_at_once(here, state, path, beginning=depth == 1)
                if first is None:
                    first = own
                key: Hashable = own
            else:
                step, after = self._alone(here, state, path)
                key, state = self._as_seen(step, state.to_act[0]), after
            node = self._follow(here, key, stop_at_new=True)
        self._deepest = max(self._deepest, depth)
        self._learn(first, path, play_out(state, self._view.scores, self._rng))

    def _alone(self, node: Node, state: State, path: list[tuple[Seat, Arm]]) -> tuple[Step, State]:
        """One seat acts; it tries first the steps that bring it most points at once."""
        seat = state.to_act[0]
        step, arm = node.bandit(seat).pick(state.legal(seat), _gain(state, seat), self._rng)
        path.append((seat, arm))
        return step, state.play(step)

    def _all_at_once(
        self, node: Node, state: State, path: list[tuple[Seat, Arm]], *, beginning: bool
    ) -> tuple[Step | None, State]:
        """Every seat that acts now picks by itself; returns the observer's step."""
        own: Step | None = None
        seats = state.to_act
        if beginning and self._observer not in seats:
            # The observer has sealed a choice already, and may replace it.
            seats = (self._observer, *seats)
        alone = seats == (self._observer,) and not state.sealed
        for seat in seats:
            # A sealed step changes no score before the others are revealed, so a look ahead would show nothing.
            prior = _gain(state, seat) if alone else None
            step, arm = node.bandit(seat).pick(state.legal(seat), prior, self._rng)
            path.append((seat, arm))
            state = state.play(step)
            if seat == self._observer:
                own = step
        return own, state

    def _chance(self, node: Node, state: State) -> tuple[Node | None, State]:
        """Chance acts; the tree branches by what the observer sees of it, unless that is a whole deal."""
        chance = state.chance()
        step = chance.draw(self._rng.randrange)
        key = self._as_seen(step, CHANCE) if chance.steps else None
        return self._follow(node, key, stop_at_new=False), state.play(step)

    def _follow(self, node: Node, key: Hashable, *, stop_at_new: bool) -> Node | None:
        """The child node. A new one is added while there is room; `stop_at_new` ends the walk there."""
        following = node.children.get(key)
        if following is not None:
            return following
        if self._tree_size >= _LARGEST_TREE:
            return None
        self._tree_size += 1
        following = node.children[key] = Node()
        return None if stop_at_new else following

    def _as_seen(self, step: Step, taker: Seat) -> Hashable:
        if taker == self._observer:
            return step
        seen = step.seen_by(self._observer)
        return step if seen == str(step) else seen

    def _learn(self, first: Step | None, path: list[tuple[Seat, Arm]], end: State) -> None:
        values, shares = self._judge.value(end)
        for seat, arm in path:
            arm.visits += 1
            arm.value += values[seat]
        if first is not None:
            for sums, news in ((self._shares, shares), (self._scores, end.scores)):
                total = sums.setdefault(first, [0.0] * len(news))
                for seat, number in enumerate(news):
                    total[seat] += number

    def _thought(self) -> Thought:
        step, arm = self._root.bandit(self._observer).most_visited()
        return Thought(
            step=step,
            shares=tuple(total / arm.visits for total in self._shares[step]),
            points=tuple(total / arm.visits for total in self._scores[step]),
            line=self._line(step),
            depth=self._deepest,
            nodes=self._iterations,
        )

    def _line(self, step: Step) -> list[Step]:
        """The most visited steps, as long as one seat acts after the other and they were tried often."""
        line = [step]
        node = self._root.children.get(step)
        while node is not None and len(node.bandits) == 1 and len(line) < _DEEPEST:
            (bandit,) = node.bandits.values()
            step, arm = bandit.most_visited()
            if arm.visits < _SEEN_OFTEN:
                break
            line.append(step)
            node = node.children.get(step)
        return line


def _gain(state: State, seat: Seat) -> Prior:
    """A prior: the points of the seat after the step."""
    return lambda step: state.play(step).scores[seat]
