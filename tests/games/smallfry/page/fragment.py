"""Reading a piece of HTML as a browser would: its elements, its buttons, its text."""

from html.parser import HTMLParser


class Fragment(HTMLParser):
    """All start tags with their attributes, and all text that is shown."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == [], "everything is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data.strip())

    @property
    def ids(self) -> list[str]:
        return [attrs["id"] for _, attrs in self.tags if "id" in attrs]

    @property
    def buttons(self) -> list[dict[str, str]]:
        return [attrs for tag, attrs in self.tags if tag == "button"]

    @property
    def tokens(self) -> set[str]:
        return {button["data-token"] for button in self.buttons if button.get("aria-disabled") != "true"}

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def labels(self, kind: str) -> list[str]:
        """The labels of all elements with this class."""
        return [attrs["aria-label"] for _, attrs in self.tags if kind in attrs.get("class", "").split()]
