"""Reads the problem in a refusal."""

import httpx

__all__ = ["problem_in"]


def problem_in(response: httpx.Response) -> tuple[int, str]:
    """The status and kind of a refusal."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    return response.status_code, response.json()["type"].partition("#")[2]
