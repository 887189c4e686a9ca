"""The report page in headless Chromium: a reader searches, filters, walks the graph, prints, and uses a phone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from test_report import COUNTED, THEOREM, sample_page

from proofs.report.anchor import anchor
from proofs.report.claims import LITERAL

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright drives the browser")
CHROMIUM = shutil.which("chromium")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="the page is opened in Chromium")

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SHOWN = "[...document.querySelectorAll('details.statement')].filter(d => !d.hidden).map(d => d.id)"
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(sample_page(), encoding="utf-8")
    return path.as_uri()


def eventually(page: Any, condition: str) -> None:
    """Waits for a condition; the policy of the page forbids what Playwright itself would wait with."""
    for _ in range(150):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(20)
    pytest.fail(f"never true: {condition}")


@contextmanager
def reading(browser: Any, address: str, script: bool = True, **options: Any) -> Iterator[Any]:
    """Opens the page, and finds afterwards that nothing went wrong in it and that nothing was asked of a network."""
    context = browser.new_context(java_script_enabled=script, viewport=options.pop("viewport", WIDE), **options)
    page = context.new_page()
    noise: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: noise.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    yield page
    assert noise == []
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    context.close()


def test_hostile_text_does_nothing(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        assert page.evaluate("window.hurt") is None
        assert page.evaluate("document.querySelectorAll('img, main script').length") == 0
        assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px \"STIX Two Math\"'))")


def test_search_finds_by_name_words_and_formula(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        total = len(page.evaluate(SHOWN))
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.id") == "find"
        page.keyboard.type("crossover meet")
        assert page.evaluate(SHOWN) == [anchor("A_le_B_iff_sq_d_le_M")]
        assert page.inner_text("#count") == f"1 of {total}"
        assert page.locator("a.node.off").count() > 0
        page.keyboard.press("Escape")
        assert len(page.evaluate(SHOWN)) == total
        page.fill("#find", "no such thing")
        assert page.is_visible("#none")
        page.click("#clear-too")
        assert len(page.evaluate(SHOWN)) == total


def test_levels_filter_and_the_strip_sets_them(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        page.click(".chip[data-level=refuted]")
        assert page.evaluate(SHOWN) == [anchor(LITERAL)]
        assert page.get_attribute(".chip[data-level=refuted]", "aria-pressed") == "true"
        page.click("#clear")
        page.click(".band[data-pick=tiny]")
        assert set(page.evaluate(SHOWN)) == {anchor(name) for name in (COUNTED, "sum_le", THEOREM)}


def test_the_cone_of_a_theorem_filters(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        page.select_option("#under", anchor(THEOREM))
        assert set(page.evaluate(SHOWN)) == {anchor(name) for name in (COUNTED, "sum_le", THEOREM)}


def test_a_link_to_a_hidden_statement_shows_it(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        page.click(".chip[data-level=tiny]")
        page.evaluate(f"location.hash = '{anchor(LITERAL)}'")
        eventually(page, f"document.getElementById('{anchor(LITERAL)}').open")
        assert page.is_visible(f"#{anchor(LITERAL)} .pencil")
        top = page.evaluate(f"document.getElementById('{anchor(LITERAL)}').getBoundingClientRect().top")
        assert 60 < top < 400, "it must not be under the bars"


def test_an_address_opens_its_statement(browser: Any, address: str) -> None:
    with reading(browser, f"{address}#{anchor(THEOREM)}") as page:
        eventually(page, f"document.activeElement.closest('details')?.id === '{anchor(THEOREM)}'")
        assert page.evaluate(f"document.getElementById('{anchor(THEOREM)}').open")


def test_a_click_on_a_box_opens_its_statement(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        assert page.evaluate("document.querySelector('#view').selectedOptions[0].text").startswith("theorems")
        shown = page.evaluate("[...document.querySelectorAll('a.node:not(.out)')].map(a => a.getAttribute('href'))")
        assert shown == [f"#{anchor(name)}" for name in (THEOREM, COUNTED)]
        page.click(f"a.node[href='#{anchor(COUNTED)}']")
        eventually(page, f"document.getElementById('{anchor(COUNTED)}').open")


def test_the_whole_cone_of_a_theorem_is_drawn_when_it_is_chosen(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        page.click(f"#theorems a[data-show='{anchor(THEOREM)}']")
        assert page.locator("a.node:not(.out)").count() == 3
        assert page.locator("#edges path").count() == 2
        assert page.locator("#edges path.decides.lv-tiny").count() == 1
        eventually(page, f"document.activeElement.getAttribute('href') === '#{anchor(THEOREM)}'")
        assert "rests on 2 · carries 0" in page.inner_text("#peek")
        page.click("#overview")
        assert page.locator("a.node:not(.out)").count() == 2


def test_the_graph_is_one_stop_and_arrows_walk(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        page.select_option("#view", label=f"{THEOREM} (3)")
        assert page.locator("a.node[tabindex='0']:not(.out)").count() == 1
        page.focus("a.node[tabindex='0']:not(.out)")
        walked = []
        for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"):
            page.keyboard.press(key)
            walked.append(page.evaluate("document.activeElement.getAttribute('href')"))
        assert walked == [f"#{anchor(name)}" for name in ("sum_le", COUNTED, "sum_le", THEOREM, COUNTED)]
        assert page.locator("#dag.lit a.node.on").count() == 3
        page.keyboard.press("Enter")
        eventually(page, f"document.getElementById('{anchor(COUNTED)}').open")


def test_everything_is_reached_with_the_keyboard(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        reached = set()
        for _ in range(120):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.closest('[id]')?.id"))
        assert {"theme", "find", "under", "view", "dag", anchor(THEOREM), anchor(LITERAL)} <= reached
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid", "what has the focus shows it"


def test_dark_and_light(browser: Any, address: str) -> None:
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    with reading(browser, address, color_scheme="dark") as page:
        assert page.evaluate(paper) == "rgb(22, 24, 27)"
        page.click("#theme")
        assert page.inner_text("#theme-name") == "light"
        assert page.evaluate(paper) == "rgb(253, 252, 248)"
        page.reload()
        assert page.evaluate(paper) == "rgb(253, 252, 248)", "the choice is remembered"


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_is_wider_than_the_screen(browser: Any, address: str, width: int) -> None:
    with reading(browser, address, viewport={"width": width, "height": 844}) as page:
        assert page.evaluate(OVERFLOW) <= 0
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        assert page.evaluate(OVERFLOW) <= 0


def test_on_a_phone_the_graph_is_a_list(browser: Any, address: str) -> None:
    with reading(browser, address, viewport=PHONE) as page:
        page.select_option("#view", label=f"{THEOREM} (3)")
        lefts = page.evaluate(
            "[...document.querySelectorAll('a.node:not(.out)')].map(a => a.getBoundingClientRect().x)"
        )
        assert len(set(map(round, lefts))) == 1
        page.click(f"a.node[href='#{anchor('sum_le')}']")
        eventually(page, f"document.getElementById('{anchor('sum_le')}').open")


def test_copying(browser: Any, address: str) -> None:
    with reading(browser, f"{address}#{anchor(THEOREM)}") as page:
        page.click(f"#{anchor(THEOREM)} .copy")
        eventually(page, f"document.querySelector('#{anchor(THEOREM)} .copy').textContent !== 'LaTeX'")


def test_without_script_all_can_be_read(browser: Any, address: str) -> None:
    with reading(browser, address, script=False) as page:
        assert not page.locator(".js").first.is_visible()
        assert page.locator("a.node").first.is_visible()
        page.click(f"#{anchor(THEOREM)} > summary")
        assert page.locator("details.statement[open]").count() == 1


def test_on_paper_statements_are_open(browser: Any, address: str) -> None:
    with reading(browser, address) as page:
        page.emulate_media(media="print")
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.locator("details.statement:not([open])").count() == 0
        assert not page.is_visible("#tools")
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        assert page.locator("details.statement[open]").count() == 0
