"""Why a swap, a placing or a move may not be taken: what the rules expected instead."""

from typing import TYPE_CHECKING

from shoal.core import Text, msg, seat_name
from shoal.games.penguins.steps import Move, PlacePenguin, Swap
from shoal.games.penguins.swaps import Bargain

if TYPE_CHECKING:
    from shoal.games.penguins.state import State

__all__ = ["why_no_move", "why_no_placing", "why_no_swap"]


def why_no_swap(fish: bytes, bargain: Bargain, swap: Swap) -> Text:
    """Why two floes may not be proposed for a swap (P4)."""
    if not fish[swap.first] or not fish[swap.second]:
        return msg("two floes that are there")
    if fish[swap.first] == fish[swap.second]:
        return msg("two floes that differ in fish")
    if swap.text in bargain.proposals:
        return msg("a pair that was not proposed before")
    return msg("a swap that leaves no more than two floes with three fish hanging together")


def why_no_placing(state: "State", placing: PlacePenguin) -> Text:
    """Why a penguin may not be placed on a floe (P8)."""
    floe = state.board.numbers.get(placing.text)
    if floe is None or not state.ice >> floe & 1:
        return msg("a floe that is there")
    if not state.free >> floe & 1:
        return msg("a floe that no penguin stands on")
    return msg("a floe with exactly one fish")


def why_no_move(state: "State", move: Move) -> Text:
    """Why a penguin may not slide so (P10–P12)."""
    slide = state.board.slides.get(move.text)
    seat = state.to_act[0]
    if move.tokens[0] not in state.board.floe_names(state.penguins[seat]):
        return msg("a move of one of the penguins of seat {seat}", seat=seat_name(seat))
    if slide is None or slide.move != move:
        return msg("a move in a straight line to another floe")
    if slide.path & ~state.ice:
        return msg("floes all the way, without a gap")
    return msg("no penguin on the way")
