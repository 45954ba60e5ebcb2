"""A robot that neither sees the screen nor has a mouse: it reads the accessibility tree and presses keys."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

from playwright.sync_api import Page

from tests.patience import PATIENCE_S

Node = dict[str, Any]
DEAF = {"StaticText", "InlineTextBox", "none", "generic"}
"""Parts of the tree that are only the text of others."""
TOUCHED = {"button", "textbox", "slider", "link"}
"""What keys can do something with: for these it matters where they stand."""
ENDINGS = {"You won", "You lost", "You share the win", "A draw"}


class Heard(NamedTuple):
    """Something in the accessibility tree: what it is, what it is called, and what it stands in."""

    role: str
    name: str
    within: tuple[str, ...]
    focused: bool
    disabled: bool


class Robot:
    """Knows the page only by its tree, and touches it only by the keyboard."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.dice = random.Random(seed)
        self.session = page.context.new_cdp_session(page)

    def tree(self) -> list[Heard]:
        nodes: list[Node] = self.session.send("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}
        return [_heard(node, by_id) for node in nodes if not node.get("ignored") and _text(node, "role") not in DEAF]

    def find(self, role: str, *names: str) -> Heard | None:
        return next((one for one in self.tree() if one.role == role and one.name in names and not one.disabled), None)

    def focus(self) -> Heard | None:
        return next((one for one in self.tree() if one.focused), None)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def walk_to(self, role: str, name: str, most: int = 90) -> None:
        """Tab until the focus is on it."""
        for _ in range(most):
            at = self.focus()
            if at and at.role == role and at.name == name:
                return
            self.press("Tab")
        raise AssertionError(f"no way by keys to the {role} {name!r}")

    def walk_and_press(self, role: str, name: str) -> None:
        self.walk_to(role, name)
        self.press("Enter")

    def choices(self, tree: list[Heard]) -> list[str]:
        return [one.name for one in tree if one.role == "button" and "Choices" in one.within]

    def act(self, tree: list[Heard]) -> bool:
        """One action: walk to one of the choices, hear what it is, choose, confirm. False if it is not our turn."""
        at = next((one for one in tree if one.focused), None)
        if at is None or "Choices" not in at.within:
            return False
        for _ in range(5):
            self.press(*["Tab"] * self.dice.randrange(len(self.choices(tree))))
            at = self.focus()
            if at is None or "Choices" not in at.within:
                return True  # nobody presses Enter on what they do not hear
            self.press("Enter")
            tree = self.tree()
            at = next((one for one in tree if one.focused), None)
            if at is None or "Choices" not in at.within:
                break
        if at and at.name == "Confirm":
            self.press("Enter")
        return True

    def play_to_the_end(self) -> None:
        ends = time.monotonic() + PATIENCE_S
        while True:
            assert time.monotonic() < ends, f"{self.page.title()}: the focus is on {self.focus()}"
            self.press("Escape", "c")
            tree = self.tree()
            if is_over(tree):
                return
            if not self.act(tree):
                self.page.wait_for_timeout(50)  # somebody else's turn; then it is looked at again


def is_over(tree: list[Heard]) -> bool:
    return any(one.role == "heading" and one.name in ENDINGS for one in tree)


def _heard(node: Node, by_id: dict[str, Node]) -> Heard:
    flags = {item["name"]: item["value"].get("value") for item in node.get("properties", [])}
    role = _text(node, "role")
    return Heard(
        role,
        _text(node, "name"),
        tuple(_text(above, "name") for above in _above(node, by_id)) if role in TOUCHED else (),
        bool(flags.get("focused")) and role != "RootWebArea",
        bool(flags.get("disabled")),
    )


def _text(node: Node, part: str) -> str:
    return str(node.get(part, {}).get("value", ""))


def _above(node: Node, by_id: dict[str, Node]) -> list[Node]:
    found: list[Node] = []
    while (parent := by_id.get(node.get("parentId", ""))) is not None:
        found.append(parent)
        node = parent
    return found
