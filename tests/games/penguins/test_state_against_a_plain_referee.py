"""The rules never differ from a second, plain implementation with sets of coordinates."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.games.penguins import GAME, State
from shoal.games.penguins.phase import IcePhase
from shoal.games.penguins.steps import Move, PlacePenguin

Coordinates = tuple[int, int]
DIRECTIONS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))


class Referee:
    """Knows where every floe lies and every penguin stands, and looks everything up the slow way."""

    def __init__(self, state: State, options: dict[str, object]) -> None:
        lengths = state.board.rows
        shifts = options["shifts"]
        assert isinstance(shifts, tuple)
        self.spots: dict[str, Coordinates] = {}
        for row, length in enumerate(lengths):
            for column in range(length):
                name = "abcdefgh"[row] + str(column + 1)
                self.spots[name] = (row, 2 * column + (length == 7) + 2 * shifts[row])
        self.names = {spot: name for name, spot in self.spots.items()}
        self.fish = {spot: state.fish[floe] for floe, spot in enumerate(self.spots.values()) if state.fish[floe]}
        self.players = len(state.scores)
        self.penguins: list[set[Coordinates]] = [set() for _ in range(self.players)]
        self.caught: list[list[int]] = [[] for _ in range(self.players)]
        self.at_once = state.options.cut_off == "at_once"
        self.ones = state.options.placing == "one"
        self.turn = 0
        self.moving = False

    def standing(self) -> set[Coordinates]:
        return set().union(*self.penguins)

    def slides(self, seat: int) -> set[str]:
        found = set()
        for row, x in self.penguins[seat]:
            for down, along in DIRECTIONS:
                spot = (row + down, x + along)
                while spot in self.fish and spot not in self.standing():
                    found.add(f"{self.names[row, x]}-{self.names[spot]}")
                    spot = (spot[0] + down, spot[1] + along)
        return found

    def legal(self) -> set[str]:
        if self.moving:
            return self.slides(self.turn)
        berths = {spot for spot, fish in self.fish.items() if fish == 1 or not self.ones}
        return {self.names[spot] for spot in berths - self.standing()}

    def play(self, text: str) -> None:
        if self.moving:
            start, end = (self.spots[name] for name in text.split("-"))
            self.penguins[self.turn] ^= {start, end}
            self.caught[self.turn].append(self.fish.pop(start))
        else:
            self.penguins[self.turn].add(self.spots[text])
        self.turn = (self.turn + 1) % self.players
        if not self.moving:
            self.moving = all(len(penguins) == 6 - self.players for penguins in self.penguins)
        if self.moving:
            self.sink()
            self.retire()

    def retire(self) -> None:
        for _ in range(self.players):
            if self.slides(self.turn):
                return
            for spot in self.penguins[self.turn]:
                self.caught[self.turn].append(self.fish.pop(spot))
            self.penguins[self.turn] = set()
            self.sink()
            self.turn = (self.turn + 1) % self.players
        self.fish = {}

    def sink(self) -> None:
        """Take away what no penguin can get to, floe by floe."""
        if not self.at_once:
            return
        reached = self.standing()
        edge = list(reached)
        while edge:
            row, x = edge.pop()
            near = {(row + down, x + along) for down, along in DIRECTIONS} & self.fish.keys()
            edge += near - reached
            reached |= near
        self.fish = {spot: fish for spot, fish in self.fish.items() if spot in reached}


@pytest.mark.rule("P2", "P5", "P8", "P11", "P12", "P13", "P15", "P17", "P18", "P20")
@settings(max_examples=600)
@given(
    edition=st.sampled_from(["en", "fr", "cs"]),
    players=st.integers(2, 4),
    top_row=st.sampled_from(["seven", "eight"]),
    cut_off=st.sampled_from(["end", "at_once"]),
    placing=st.sampled_from(["one", "any"]),
    shifts=st.just((0,) * 8) | st.tuples(*[st.integers(-2, 2)] * 8),
    gaps=st.integers(0, 40),
    seed=st.integers(0, 2**32),
)
def test_they_never_differ(
    edition: str,
    players: int,
    top_row: str,
    cut_off: str,
    placing: str,
    shifts: tuple[int, ...],
    gaps: int,
    seed: int,
) -> None:
    rng = random.Random(seed)
    options = {
        "edition": edition,
        "players": players,
        "top_row": top_row,
        "cut_off": cut_off,
        "placing": placing,
        "shifts": shifts,
    }
    start = GAME.start(GAME.options(options))
    state = start.play(start.parse(with_gaps(str(start.chance().draw(rng.randrange)), gaps, rng)))
    referee = Referee(state, options)
    while state.to_act:
        (seat,) = state.to_act
        legal = {str(step): step for step in state.legal(seat)}
        assert seat == referee.turn
        assert legal.keys() == referee.legal()
        text = rng.choice(sorted(legal))
        assert isinstance(legal[text], Move if state.phase is IcePhase.MOVING else PlacePenguin)
        state = state.play(legal[text])
        referee.play(text)
        assert set(state.board.floe_names(state.ice)) == {referee.names[spot] for spot in referee.fish}
        assert state.scores == tuple(map(sum, referee.caught))
        assert state.floes == tuple(map(len, referee.caught))
        for floes, penguins in zip(state.penguins, referee.penguins, strict=True):
            assert set(state.board.floe_names(floes)) == {referee.names[spot] for spot in penguins}


def with_gaps(deal: str, gaps: int, rng: random.Random) -> str:
    """Some floes taken out, as long as nine with one fish are left."""
    digits = list(deal)
    places = [place for place, digit in enumerate(digits) if digit in "123"]
    for place in rng.sample(places, gaps):
        if digits[place] != "1" or digits.count("1") > 9:
            digits[place] = "0"
    return "".join(digits)
