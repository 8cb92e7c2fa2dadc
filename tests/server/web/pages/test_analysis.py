"""The analysis board without scripts: positions by address, the buttons, boards laid out by hand, what is refused."""

from types import SimpleNamespace
from typing import Final

import httpx
import pytest

from shoal.core import CHANCE, Table, find_game, game_names
from shoal.games.fishtank.deck_file import house_deck
from shoal.games.fishtank.deck_writer import write_deck
from shoal.server.errors import RateLimited
from shoal.server.security.rate_limit import RateLimit, RateLimits
from shoal.server.web.analysis.position import AnalysisPosition
from tests.server.in_process_server import InProcessServer
from tests.server.visitors import Form, read_forms

PAGE: Final = {"accept": "text/html"}
DEAL: Final = "=3122112/12133111/1231111/11132111/2123321/21111123/2223112/12222321"


def the_form(html: str) -> Form:
    return next(form for form in read_forms(html) if form.id == "position")


def press(browser: httpx.Client, page: httpx.Response, act: str, **more: str) -> httpx.Response:
    """Press a button of the page, and follow to where it leads."""
    form = the_form(page.text)
    return browser.post(form.action, data={**form.fields, "do": act, **more}, headers=PAGE, follow_redirects=True)


@pytest.mark.parametrize("game", game_names())
def test_a_game_can_be_walked_through_by_its_buttons_alone(server: InProcessServer, game: str) -> None:
    with server.browser(server.person("Ann")) as browser:
        page = browser.get(f"/analysis/{game}", headers=PAGE)
        state = find_game(game).start(find_game(game).options({}))
        taken = []
        for _ in range(20):
            if state.to_act == (CHANCE,):
                page = press(browser, page, "draw")
                taken = the_form(page.text).fields["moves"].split(",")
                state = state.play(state.parse(taken[-1]))
            else:
                step = state.legal(state.to_act[0])[0]
                assert f'value="play {step}"' in page.text
                page = press(browser, page, f"play {step}")
                taken.append(str(step))
                state = state.play(step)
            assert page.status_code == 200
            assert page.request.method == "GET", "every position has an address"
            assert the_form(page.text).fields["moves"] == ",".join(taken)
        back = press(browser, page, "to 3")
        assert f"<output>3 / {len(taken)}</output>" in back.text
        forward = press(browser, back, f"to {len(taken)}")
        assert forward.url == page.url
        assert browser.get(str(page.url), headers=PAGE).text.count('class="here"') == 1


def test_a_board_is_laid_out_by_hand_and_played_on(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        page = press(browser, browser.get("/analysis/penguins?option.players=3", headers=PAGE), "lay")
        assert "at most 30 floes with 1 fish" in page.text
        assert press(browser, page, "laid").status_code == 422, "it is not whole yet"
        page = press(browser, page, "lay text", text=DEAL)
        page = press(browser, page, "lay press a1")
        assert "This board can be played on." in page.text
        page = press(browser, page, "laid")
        assert the_form(page.text).fields["moves"] == "=0" + DEAL[2:]
        assert the_form(page.text).fields["option.players"] == "3"
        for floe in ("b1", "a2"):
            page = press(browser, page, f"play {floe}")
        left = press(browser, press(browser, page, "lay"), "unlaid")
        assert the_form(left.text).fields["moves"] == "=0" + DEAL[2:] + ",b1,a2"


def test_a_record_from_a_file_is_shown_at_its_end(server: InProcessServer) -> None:
    record = Table(find_game("fishtank"), {"players": 2}, seed="5e" * 32).record()
    with server.browser(server.person("Ann")) as browser:
        files = {"record": ("a.json", record.to_text())}
        page = browser.post("/analysis", files=files, headers=PAGE, follow_redirects=True)
        assert the_form(page.text).fields["moves"] == ",".join(record.moves)
        broken = record.to_text().replace(record.moves[3], "=A:whale")
        refused = browser.post("/analysis", files={"record": ("a.json", broken)}, headers=PAGE)
        assert refused.status_code == 422
        assert "step 4" in refused.text


def test_a_position_that_is_too_long_for_an_address_stays_in_the_form(server: InProcessServer) -> None:
    """With a deck of one's own, and more words in it than an address has room for."""
    deck = write_deck(house_deck()) + "".join(f"# {number * 7919 % 99991:x}\n" for number in range(3000))
    table = Table(find_game("fishtank"), {"players": 2, "deck_toml": deck}, seed="5e" * 32)
    with server.browser(server.person("Ann")) as browser:
        files = {"record": ("a.json", table.record().to_text())}
        page = browser.post("/analysis", files=files, headers=PAGE, follow_redirects=True)
        assert (page.status_code, page.request.method) == (200, "POST")
        assert "too long for a link" in page.text
        after = press(browser, page, "to 5")
        assert f"<output>5 / {table.length}</output>" in after.text
        assert the_form(after.text).fields["option.deck_toml"] == deck
        files = {
            "record": (
                "a.json",
                Table(find_game("fishtank"), {"deck_toml": write_deck(house_deck())}).record().to_text(),
            )
        }
        assert browser.post("/analysis", files=files, follow_redirects=True).request.method == "GET", "a deck has room"


def test_only_finished_games_are_analysed_and_only_by_those_who_may_read_them(server: InProcessServer) -> None:
    ann, bob = server.person("Ann"), server.person("Bob")
    table = server.table("penguins", [ann, ann])
    with server.browser(ann) as browser, server.browser(bob) as stranger:
        assert browser.get(f"/tables/{table}/analysis", headers=PAGE).status_code == 403
        assert "/analysis" not in browser.get(f"/tables/{table}?step=0", headers=PAGE).text
        moves = Table(find_game("penguins"), {"players": 2}, seed="5e" * 32)
        while not moves.over:
            (seat,) = moves.state.to_act
            moves.submit(seat, moves.view(seat).legal[0])
        files = {"record": ("a.json", moves.record().to_text())}
        finished = browser.post("/records", files=files).headers["location"].partition("?")[0]
        assert f'href="{finished}/analysis?step=4"' in browser.get(f"{finished}?step=4", headers=PAGE).text
        page = browser.get(f"{finished}/analysis?step=4", headers=PAGE, follow_redirects=True)
        assert f"<output>4 / {moves.length}</output>" in page.text
        assert stranger.get(f"{finished}/analysis?step=4", headers=PAGE).status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "moves=c4",
        f"moves={DEAL},zz",
        f"moves={DEAL},c4-c5",
        f"moves={DEAL}&at=x",
        "option.players=77",
        "packed=%F0%9F%90%9F",
        "seat=Z",
        "draft=" + "x" * 2001,
    ],
)
def test_an_address_that_is_no_position_is_refused(server: InProcessServer, query: str) -> None:
    with server.browser(server.person("Ann")) as browser:
        assert 400 <= browser.get(f"/analysis/penguins?{query}", headers=PAGE).status_code < 500


@pytest.mark.parametrize(
    "act",
    ["", "play", "play c4-c5", "play =1/2", "draw", "to 99", "to x", "seat Q", "engine maybe", "lay melt", "laid", "x"],
)
def test_a_button_that_makes_no_sense_is_refused_and_the_position_stays(server: InProcessServer, act: str) -> None:
    with server.browser(server.person("Ann")) as browser:
        page = browser.get(f"/analysis/penguins?moves={DEAL}", headers=PAGE)
        refused = press(browser, page, act)
        assert refused.status_code == 422
        assert the_form(refused.text).fields["moves"] == DEAL
        assert '<p id="refused" class="refused" role="alert"></p>' not in refused.text


def test_what_was_typed_wrongly_stays_in_its_field(server: InProcessServer) -> None:
    with server.browser(server.person("Ann")) as browser:
        page = browser.get("/analysis/smallfry", headers=PAGE)
        refused = press(browser, page, "type", text='flip =eel3 "flop"')
        assert 'value="flip =eel3 &#34;flop&#34;"' in refused.text
        assert "step 3" in refused.text


def test_nobody_can_have_more_steps_replayed_than_their_part(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = RateLimits(address_replays=RateLimit(3, 0.001))
    with InProcessServer(tmp_path_factory.mktemp("limits"), limits=limits) as server:
        # Requests from this machine have no limits, so they come through what stands for a proxy.
        desk = server.app.state.analysis
        context = SimpleNamespace(request=SimpleNamespace(client=SimpleNamespace(host="192.0.2.1")))
        game = find_game("penguins")
        desk.charge(context, AnalysisPosition(game="penguins", options=game.options({}), moves=("x",) * 150))
        desk.charge(context, AnalysisPosition(game="penguins", options=game.options({})))
        with pytest.raises(RateLimited):
            desk.charge(context, AnalysisPosition(game="penguins", options=game.options({})))
