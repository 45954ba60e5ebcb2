"""Study: a match with variations, comments, marks and arrows. Every node is a match of its own; `Match` checks each."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import NamedTuple

from siegeworks import nodes, pictures, records
from siegeworks.core import luck
from siegeworks.errors import BadSetup, IllegalAction
from siegeworks.gate import Name
from siegeworks.lines import LogLine
from siegeworks.match import Line, Match
from siegeworks.nodes import Node, in_text_order
from siegeworks.records import MOST_LINES


class Reached(NamedTuple):
    """The node that was last looked at, as the nodes that lead there, and its match."""

    line: list[Node]
    match: Match


class Study:
    """A tree of lines. Its main line is a match; each variation replaces a line by another. Nodes have numbers."""

    def __init__(self, match: Match) -> None:
        """A study of a match, which is its main line."""
        self._given = match.copy()
        self.root = Node(0)
        self._nodes = {0: self.root}
        self._next = 1
        self._reached = Reached([], _beginning(match))
        node = self.root
        for line in match.lines:
            node = self._grow(node, line)

    @classmethod
    def from_record(cls, text: str) -> Study:
        """The study a record tells. One with a line, a bar or a mark that cannot be is refused with that line."""
        match, root, remarks = records.opened(text, Match)
        study = cls(match.until(0))
        study._given, study.root = match, root
        study._nodes = {node.number: node for node in (root, *(node for _, node in in_text_order(root)))}
        study._next = len(study._nodes)
        for number, given in enumerate(remarks):
            nodes.read_remarks(study._nodes[number], match.game, given)
        return study

    def record(self) -> str:
        """All of it as text that opens everywhere; without variations it is the record of a match, with comments."""
        return records.write(self.main, self.root)

    # Looking

    @property
    def main(self) -> Match:
        """The match of the main line. Its seed is known as long as nothing but the first match is the main line."""
        line = self.root.main_line
        if [(node.who, node.name) for node in line] == [(each.who, each.name) for each in self._given.lines]:
            return self._given.copy()
        return self.match(line[-1] if line else self.root)

    def node(self, number: int) -> Node:
        """The node with this number; numbers are not used again."""
        if number not in self._nodes:
            raise BadSetup("no-such-node", number=number)
        return self._nodes[number]

    def match(self, node: Node) -> Match:
        """The match that leads to a node. It has no seed: draws are played like actions."""
        line = node.line
        shared = 0
        while shared < min(len(line), len(self._reached.line)) and line[shared] is self._reached.line[shared]:
            shared += 1
        match = self._reached.match
        if shared < len(self._reached.line):
            match = match.until(shared)
        for each in line[shared:]:
            records.follow(match, each)
        self._reached = Reached(line, match)
        twin = match.copy()
        twin.names = self._given.names
        return twin

    def read(self, node: Node, seat: int | None = None) -> list[LogLine]:
        """What a node added to the log of a seat, or to the story without anything hidden; nothing at the beginning."""
        self.match(node)
        match = self._reached.match
        if match.ply == 0:
            return []
        if seat is None:
            return [match.line_told(match.ply - 1)]
        return match.log_from(seat, match.log_length(seat, match.ply - 1))

    def svg(self, node: Node, seat: int | None = None, language: str = "en") -> str:
        """The position at a node as a picture, as a seat or a spectator sees it, with its marks and arrows."""
        return pictures.noted(self.match(node).svg(seat, language), node.marks, node.arrows)

    def frames(self, node: Node, seat: int | None = None, language: str = "en") -> Iterator[str]:
        """The pictures of all positions from the beginning to a node."""
        yield from (self.svg(each, seat, language) for each in (self.root, *node.line))

    def animated(self, node: Node, seat: int | None = None, language: str = "en") -> str:
        """The line from the beginning to a node as one SVG that moves."""
        return pictures.animated(list(self.frames(node, seat, language)), self._given.game.title)

    # Building

    def play(self, node: Node, action: Name) -> Node:
        """What follows a node if whoever is to move, or chance, does this: a new node, or the one that is there."""
        match = self.match(node)
        match.play(action)
        return self._followed(node, match)

    def roll(self, node: Node) -> Node:
        """What follows if chance draws."""
        return self.play(node, self.drawn(node))

    def drawn(self, node: Node) -> str:
        """What chance draws at a node, by the weights of its draws; another time perhaps something else."""
        match = self.match(node)
        if match.to_move != "chance":
            raise IllegalAction("no-draw-now", match.game.words.CHANCE_RULE)
        return match.legal()[luck.pick(secrets.token_bytes(luck.SEED_BYTES), 0, match.weights())]

    def resign(self, node: Node, seat: int) -> Node:
        """What follows if a seat leaves."""
        match = self.match(node)
        match.resign(seat)
        return self._followed(node, match)

    def agree_draw(self, node: Node) -> Node:
        """What follows if all agree on a draw."""
        match = self.match(node)
        match.agree_draw()
        return self._followed(node, match)

    def delete(self, node: Node) -> None:
        """Take a node and all that follows it out. If it was on the main line, the next variation is."""
        if node.parent is None:
            raise BadSetup("root-stays")
        node.parent.children.remove(node)
        waiting = [node]
        while waiting:
            gone = waiting.pop()
            waiting.extend(gone.children)
            del self._nodes[gone.number]

    def promote(self, node: Node) -> None:
        """The innermost variation that a node is in becomes the line that it was a variation of."""
        for each in reversed(node.line):
            assert each.parent is not None
            siblings = each.parent.children
            if siblings[0] is not each:
                siblings.remove(each)
                siblings.insert(0, each)
                return

    def comment(self, node: Node, text: str) -> None:
        """Say something about a node; an empty text takes the comment away."""
        node.comment = nodes.tidied(text)

    def draw(self, node: Node, marks: object = (), arrows: object = ()) -> None:
        """Mark these cells at a node, and draw these arrows, in place of those that were there."""
        game = self._given.game
        node.marks, node.arrows = nodes.checked_marks(game, marks), nodes.checked_arrows(game, arrows)

    def _followed(self, node: Node, match: Match) -> Node:
        line = match.lines[-1]
        return node.child(line.who, line.name) or self._grow(node, line)

    def _grow(self, parent: Node, line: Line) -> Node:
        if len(self._nodes) > MOST_LINES:
            raise BadSetup("too-many-nodes", most=MOST_LINES)
        node = Node(self._next, line.who, line.name, line.reason, parent)
        self._next += 1
        self._nodes[node.number] = node
        parent.children.append(node)
        return node


def _beginning(match: Match) -> Match:
    """The match before its first line, without luck of its own."""
    if match.first_position is not None:
        return Match.from_position(match.game.name, match.first_position)
    return Match.new(match.game.name, match.seats, options=match.options)
