"""Passkeys in a real browser, with an authenticator of its own: made, shown on a device that knows nobody, removed."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import CDPSession, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.person import make_table
from tests.e2e.robot import Robot

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
KEPT = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Keeper:
    """What keeps the passkeys of a page's device."""

    def __init__(self, page: Page) -> None:
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("WebAuthn.enable")
        self.name = self.session.send("WebAuthn.addVirtualAuthenticator", {"options": KEPT})["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.session.send("WebAuthn.getCredentials", {"authenticatorId": self.name})[
            "credentials"
        ]
        return found

    def learn(self, passkey: dict[str, Any]) -> None:
        """The same passkey, as one that is kept by the account of a phone is on the next phone."""
        self.session.send("WebAuthn.addCredential", {"authenticatorId": self.name, "credential": passkey})

    def refuse(self) -> None:
        """Nobody puts a finger on it."""
        self.session.send("WebAuthn.setUserVerified", {"authenticatorId": self.name, "isUserVerified": False})


@pytest.fixture
def local(server: Server) -> str:
    """The address under which browsers keep passkeys without https."""
    return f"http://localhost:{server.port}"


def check(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def open_passkeys(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Come back after losing a device").click()
    page.get_by_text("There is no password.").wait_for()


def make_passkey(page: Page, name: str) -> None:
    page.get_by_label("What is this passkey called?").fill(name)
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_text("You can come back with this passkey now.")).to_be_visible()


@pytest.mark.parametrize("look", [{}, PHONE], ids=["desktop", "phone"])
def test_a_passkey_brings_my_games_back(visitor: Any, local: str, look: dict[str, Any]) -> None:
    lost, fresh = visitor(base_url=local, **look), visitor(base_url=local, **look)
    keeper, later = Keeper(lost), Keeper(fresh)
    table = make_table(lost, game="siegestones", seats=[{"kind": "me"}, {"kind": "bot"}], start=0)["table"]["id"]
    lost.goto("/")
    open_passkeys(lost)
    make_passkey(lost, "Ring")
    check(lost)
    (passkey,) = keeper.passkeys()
    assert passkey["rpId"] == "localhost"
    lost.context.clear_cookies()
    lost.close()
    make_table(fresh, game="nobles", seats=[{"kind": "me"}, {"kind": "me"}])
    later.learn(passkey)
    fresh.goto("/back")
    expect(fresh.get_by_text("A game was begun on this device before.")).to_be_visible()
    check(fresh)
    fresh.get_by_label("What is this device called?").fill("Second")
    fresh.get_by_role("button", name="Show my passkey and open my games instead").click()
    expect(fresh.get_by_role("region").locator(f'a[href="/t/{table}"]')).to_be_visible()
    open_passkeys(fresh)
    expect(fresh.get_by_text("last used")).to_be_visible()
    fresh.get_by_role("button", name="Remove the passkey: Ring").click()
    expect(fresh.get_by_text("Nobody comes back with it any more: Ring.")).to_be_visible()
    fresh.context.clear_cookies()
    fresh.goto("/back")
    fresh.get_by_role("button", name="Show my passkey").click()
    expect(fresh.get_by_role("alert").filter(has_text="This passkey opens nothing here.")).to_be_visible()
    check(fresh)


def test_whoever_is_not_recognised_or_has_one_already_is_told_so(visitor: Any, local: str) -> None:
    page = visitor(base_url=local)
    keeper = Keeper(page)
    page.goto("/")
    open_passkeys(page)
    make_passkey(page, "Ring")
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_text("This device keeps a passkey for your games already.")).to_be_visible()
    keeper.refuse()
    page.goto("/back")
    page.get_by_role("button", name="Show my passkey").click()
    expect(page.get_by_role("alert").filter(has_text="Nothing was done")).to_be_visible()


def test_a_passkey_is_made_with_keys_alone(visitor: Any, local: str) -> None:
    page = visitor(base_url=local)
    Keeper(page)
    page.goto("/")
    open_passkeys(page)
    robot = Robot(page, seed=1)
    robot.walk_and_press("button", "Make a passkey")
    expect(page.get_by_text("You can come back with this passkey now.")).to_be_visible()


@pytest.mark.parametrize("look", [{}, PHONE], ids=["desktop", "phone"])
def test_where_no_passkey_can_be_the_page_says_why(visitor: Any, local: str, look: dict[str, Any]) -> None:
    page = visitor(**look)
    page.goto("/")
    open_passkeys(page)
    expect(page.get_by_text("Passkeys need a name in the address")).to_be_visible()
    expect(page.get_by_role("button", name="Make a passkey")).to_have_count(0)
    check(page)
    page.goto("/back")
    page.get_by_role("link", name="Open it as localhost").click()
    expect(page.get_by_role("button", name="Show my passkey")).to_be_visible()
    plain = visitor(**look)
    plain.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    plain.goto("/back")
    expect(plain.get_by_text("Passkeys need https")).to_be_visible()
    check(plain)
