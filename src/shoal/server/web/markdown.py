"""Rule pages from Markdown. Raw HTML in them is not let through."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

__all__ = ["as_html"]


@cache
def as_html(text: str) -> Markup:
    """A page as HTML, one heading level down: the page around it has a heading of its own."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
    return Markup(reader.renderer.render(tokens, reader.options, {}))  # noqa: S704 - raw HTML is off
