"""Reads a piece of HTML as a browser would: its elements, their attributes, its text."""

from collections.abc import Iterator
from html.parser import HTMLParser

__all__ = ["Element", "Fragment"]


class Element:
    """An element: its tag, its attributes, and all text inside it."""

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.text = ""

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def has(self, name: str) -> bool:
        return name in self.attributes

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()


class Fragment(HTMLParser):
    """The elements of a piece of HTML in order, and all text that is shown; every element but `br` must be closed."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.texts: list[str] = []
        self.open: list[Element] = []
        self.feed(html)
        self.close()
        assert self.open == [], "everything is closed"

    def __iter__(self) -> Iterator[Element]:
        return iter(self.elements)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag != "br":
            self.open.append(self.elements[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag, tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data
        if data.strip():
            self.texts.append(data.strip())

    @property
    def ids(self) -> list[str]:
        return [element["id"] for element in self.elements if element.has("id")]

    @property
    def buttons(self) -> list[Element]:
        return [element for element in self.elements if element.tag == "button"]

    @property
    def text(self) -> str:
        return " ".join(self.texts)

    def with_id(self, name: str) -> Element:
        (found,) = [element for element in self.elements if element.attributes.get("id") == name]
        return found

    def with_class(self, name: str) -> list[Element]:
        return [element for element in self.elements if name in element.classes]

    def labels(self, name: str) -> list[str]:
        """The labels of all elements with this class."""
        return [element["aria-label"] for element in self.with_class(name)]
