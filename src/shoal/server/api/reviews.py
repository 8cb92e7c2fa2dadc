"""The review addresses: have the coach look at a finished game, and get what it found."""

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, QueryParameter

from shoal.coach import ledgers
from shoal.core.judging import Effort
from shoal.server.api.openapi import problem_responses
from shoal.server.api.schemas import ReviewNow
from shoal.server.coaching.table_review import TableReview
from shoal.server.errors import SignInRequired
from shoal.server.web.pages.review import reviewable_table
from shoal.server.web.request_context import RequestContext

__all__ = ["HANDLERS"]

TableId = Annotated[str, PathParameter(pattern="^[A-Za-z0-9_-]{1,64}$", description="The id of a table.")]
WantedEffort = Annotated[
    Effort | None,
    QueryParameter(description="How long the coach looks at each step; if left out, the deepest review that is there."),
]


@get("/tables/{table_id:str}/review", name="api.review", responses=problem_responses("missing", "not-yours"))
async def see_review(
    context: NamedDependency[RequestContext], table_id: TableId, effort: WantedEffort = None
) -> ReviewNow:
    """The review of a finished game, as far as it is computed. Ask again while its state is `computing`."""
    snapshot = await reviewable_table(context, table_id)
    return _review_now(await context.reviews.find(context.owner, snapshot, effort))


@post(
    "/tables/{table_id:str}/review",
    name="api.begin_review",
    status_code=200,
    responses=problem_responses("missing", "not-yours", "refused", "coach-busy", "cross-site"),
)
async def begin_review(
    context: NamedDependency[RequestContext], table_id: TableId, effort: WantedEffort = None
) -> ReviewNow:
    """Have a finished game reviewed, unless it is already. It goes on without you."""
    if not context.is_identified:
        raise SignInRequired
    snapshot = await reviewable_table(context, table_id)
    await context.reviews.begin(context.owner, snapshot, effort)
    return _review_now(await context.reviews.find(context.owner, snapshot, effort))


def _review_now(found: TableReview | None) -> ReviewNow:
    if found is None:
        return ReviewNow(state="none")
    review = found.review
    return ReviewNow(
        state="failed" if found.failed else "whole" if found.whole else "computing",
        effort=found.effort,
        done=len(found.steps),
        total=found.total,
        review=None if review is None else msgspec.to_builtins(review),
        ledger=[] if review is None else msgspec.to_builtins(ledgers(review)),
    )


HANDLERS = [see_review, begin_review]
