"""Renders the rule pages, which are written in Markdown, as HTML. Raw HTML in them is escaped."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

__all__ = ["render_markdown"]


@cache
def render_markdown(text: str) -> Markup:
    """The text as HTML. Headings move one level down, because the page around it has its own `h1`."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(text)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
    return Markup(parser.renderer.render(tokens, parser.options, {}))  # noqa: S704 - raw HTML is off
