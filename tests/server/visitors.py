"""People who use the pages in tests: with a browser, or with plain forms."""

import html
import random
import re
from collections.abc import Mapping
from html.parser import HTMLParser

import httpx
from playwright.sync_api import Page

__all__ = ["MY_TURN", "Form", "Visitor", "choose_by_pressing", "play_by_forms", "play_by_pressing", "read_forms"]


#: Shown when a person at this screen has to act, or the game is over. A sealed choice may be changed, but need not be.
MY_TURN = "#main[data-turn] #steps, #curtain, .crown"


class Form:
    """A form on a page: its address, the values of its fields, and its buttons."""

    def __init__(self, action: str, name: str) -> None:
        self.action = action
        self.id = name
        self.fields: dict[str, str] = {}
        self.buttons: list[tuple[str, str]] = []


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._inside: Form | None = None
        self._select: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = Form(given.get("action", ""), given.get("id", ""))
            self.forms.append(self._inside)
        elif self._inside is None:
            return
        elif tag == "input" and "name" in given and given.get("type") not in ("checkbox", "radio", "file"):
            self._inside.fields[given["name"]] = given.get("value", "")
        elif tag == "button" and "name" in given:
            self._inside.buttons.append((given["name"], given.get("value", "")))
        elif tag == "select":
            self._select = given.get("name")
        elif tag == "option" and self._select and ("selected" in given or self._select not in self._inside.fields):
            self._inside.fields[self._select] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = None
        elif tag == "select":
            self._select = None


def read_forms(html: str) -> list[Form]:
    """All forms of a page."""
    reader = _Forms()
    reader.feed(html)
    return reader.forms


class Visitor:
    """A person whose browser runs no scripts."""

    def __init__(self, address: str, language: str = "en") -> None:
        headers = {"accept": "text/html", "accept-language": language}
        self.http = httpx.Client(base_url=address, headers=headers, follow_redirects=True, timeout=60)
        self.html = ""
        self.path = ""

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *exception: object) -> None:
        self.http.close()

    def get(self, path: str) -> httpx.Response:
        return self._see(self.http.get(path))

    def _see(self, response: httpx.Response) -> httpx.Response:
        self.html = response.text
        self.path = response.url.raw_path.decode()
        return response

    def form(self, name: str) -> Form:
        """The form with this id, or this action."""
        for form in read_forms(self.html):
            if name in (form.id, form.action):
                return form
        raise LookupError(name)

    def submit(self, form: Form, more: Mapping[str, str] | None = None) -> httpx.Response:
        """Send a form; `more` is the button that was pressed, and what was typed."""
        return self._see(self.http.post(form.action or self.path, data={**form.fields, **(more or {})}))

    def press(self, name: str, more: Mapping[str, str] | None = None) -> httpx.Response:
        return self.submit(self.form(name), more)

    def play_now(self, game: str, level: str = "minnow") -> str:
        """Start a game against a bot from the lobby; return the table's address."""
        self.get("/")
        form = next(form for form in read_forms(self.html) if form.fields.get("game") == game)
        self.submit(form, {"level": level})
        return self.path

    def set_up(self, game: str, **fields: str) -> str:
        """Create a table and return its address; names of fields have `_` for `.`."""
        self.get(f"/games/{game}")
        more = {re.sub(r"^(option|seat|name|clock)_", r"\1.", name): value for name, value in fields.items()}
        response = self.press("/tables", more)
        assert response.status_code == 200, response.text
        return self.path

    @property
    def can_step(self) -> bool:
        return 'id="steps"' in self.html

    @property
    def over(self) -> bool:
        return 'id="act-rematch"' in self.html or 'class="crown"' in self.html

    def step(self, choice: random.Random) -> httpx.Response:
        """Take one of the possible steps from the plain list."""
        form = self.form("steps")
        name, value = choice.choice(form.buttons)
        return self.submit(form, {name: value})


def choose_by_pressing(page: Page, choice: random.Random) -> None:
    """Pick one of the legal steps by pressing what it is made of, and wait until the table has changed."""
    page.wait_for_selector('body:not([aria-busy="true"])', state="attached")
    mark = page.get_attribute("#main", "data-mark")
    listed = page.eval_on_selector_all("#steps button[data-tokens]", "all => all.map(one => one.dataset.tokens)")
    tokens: str = choice.choice(listed)
    for token in tokens.split(" "):
        page.locator(f'button.can[data-token="{token}"]').first.click()
    tray = page.locator("#tray button.main")
    if tray.count():
        tray.first.click()
    page.wait_for_selector(f'body:not([aria-busy="true"]) #main:not([data-mark="{mark}"])', state="attached")


def play_by_pressing(page: Page, choice: random.Random, steps: int = 10_000) -> None:
    """Take steps for every person at this screen, until the game is over or `steps` steps are taken."""
    for _ in range(steps):
        page.wait_for_selector(MY_TURN, state="attached", timeout=120_000)
        if page.locator(".crown").count():
            return
        if page.locator("#curtain").count():
            page.click("#curtain a")
            page.wait_for_selector("#steps", state="attached")
        choose_by_pressing(page, choice)


def play_by_forms(page: Page, choice: random.Random) -> None:
    """Take steps like `play_by_pressing`, but with plain requests of this browser's: quick, where nobody looks."""
    address = page.evaluate("location.origin")
    with Visitor(address) as visitor:
        visitor.http.cookies.update({cookie["name"]: cookie["value"] for cookie in page.context.cookies()})
        visitor.get(page.url.removeprefix(address))
        while not visitor.over:
            curtain = re.search(r'id="curtain".*?href="([^"]+)"', visitor.html, re.DOTALL)
            if curtain is not None:
                visitor.get(html.unescape(curtain[1]))
            visitor.step(choice)
    page.wait_for_selector(".crown", state="attached")
