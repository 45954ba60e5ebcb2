"""What nobody may learn of a bid before all are in, and what a view can be filled up with."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from siegeworks.core import rules, step, views
from siegeworks.core.dice import new_dice
from siegeworks.core.jit import IS_PLAIN, jit
from siegeworks.games.bluffstones.rules import BIDDING, NO_BID, STATE
from siegeworks.match import Match
from tests.games.bluffstones.random_play import advance, matches
from tests.games.bluffstones.tables import bid, kinds, table

pytestmark = pytest.mark.plain

STATES = 1_000
LINES = 4  # of a log, before the match is begun anew from where it stands: logs are long to make


@jit
def guess(states: Any, seat: int, dice: Any) -> None:
    rules.guess(states[0], seat, dice)


def told_in_short(match: Match, preview: str) -> str:
    """What the seat to move, and a spectator, are told: view, log, legal actions, and one preview."""
    mover = match.to_move
    assert isinstance(mover, int)
    told = [match.view(mover), match.log(mover), match.log(None), match.legal(), match.preview(preview)]
    return json.dumps(told)


def all_that_may_be_known(match: Match, owner: int) -> str:
    """Everything that seats other than the owner of a bid, and spectators, are told."""
    others = [None, *(seat for seat in range(match.seats) if seat != owner)]
    told: dict[str, Any] = {
        "views": [match.view(seat) for seat in others],
        "logs": [match.log(seat) for seat in others],
        "legal": match.legal(),
        "default": match.default(),
        "refusals": [str(match.why_not(name)) for name in ("bid rr", "remove d5", "place a1")],
        "previews": [match.preview(name) for name in match.legal()],
        "pictures": [match.svg(seat) for seat in others],
        "records": [match.seat_view(seat).tobytes().hex() for seat in others],
    }
    return json.dumps(told)


def with_bids(before: Match, bids: list[str], after: list[str]) -> list[Match]:
    """The same match with each of these bids of the seat to move, and the same bids of others after it."""
    made = []
    for name in bids:
        match = before.copy()
        match.play(name)
        for later in after:
            match.play(later)
        made.append(match)
    return made


def test_b26_a_pending_bid_changes_nothing_others_can_see() -> None:
    """B-26. In 1,000 states before the reveal a pending bid is swapped for another that its seat could have made."""
    compared, wanted = 0, STATES // 10 if IS_PLAIN else STATES
    for match, dice in matches(STATES):
        while match.to_move is not None and compared < wanted:
            if is_a_hidden_bid_next(match) and len(match.legal()) > 1:
                last_but_one = match.seats == 3 and seats_to_bid(match) == 3 and dice.random() < 0.5
                bids = dice.sample(match.legal(), 2)
                swapped = with_bids(match, bids, ["bid -"] if last_but_one else [])
                preview = dice.choice(swapped[0].legal())
                assert len({told_in_short(other, preview) for other in swapped}) == 1
                compared += 1
            advance(match, dice, resigning=0.005)
            if match.to_move is not None and match.ply > LINES:
                match = Match.from_position("bluffstones", match.position())
    assert compared == wanted


def seats_to_bid(match: Match) -> int:
    """How many seats have yet to bid this round."""
    return match.seats - int(match.state.bids_in | match.state.gone).bit_count()


def is_a_hidden_bid_next(match: Match) -> bool:
    """Whether a bid comes next that others will have to answer without knowing it."""
    return isinstance(match.to_move, int) and match.state.phase == BIDDING and seats_to_bid(match) > 1


def test_no_bid_at_all_shows_anywhere_even_after_a_long_match() -> None:
    compared = 0
    for match, dice in matches(4):
        while match.to_move is not None and (match.ply < 30 or not is_a_hidden_bid_next(match)):
            advance(match, dice, resigning=0)
        owner = match.to_move
        if isinstance(owner, int):
            told = {all_that_may_be_known(swapped, owner) for swapped in with_bids(match, match.legal(), [])}
            assert len(told) == 1
            compared += len(match.legal()) > 1
    assert compared > 1


def test_the_bid_of_a_seat_that_left_stays_hidden() -> None:
    match = table(seats=3)
    told = set()
    for swapped in with_bids(match, match.legal(), []):
        swapped.resign(0)
        told.add(all_that_may_be_known(swapped, 0))
    assert len(told) == 1


def test_the_log_tells_that_a_bid_was_made_and_later_what_it_was() -> None:
    match = table(seats=3)
    match.play("bid bb")
    assert match.log(0)[0]["events"][0]["args"] == {"bid": "bb"}
    assert match.log(1)[0] == {
        "ply": 0,
        "seat": 0,
        "action": "bid ?",
        "events": [{"ply": 0, "seat": 0, "kind": "bid", "args": {"bid": "?"}, "rule": "B-7"}],
    }
    assert match.say(match.log(1)[0]["events"][0]) == "Seat 1 has made a bid."
    match.play("bid y")
    match.play("bid r")
    for seat in (None, 0, 1, 2):
        last = match.log(seat)[-1]
        assert (last["action"], kinds(last["events"])[:2]) == ("bid r", ["bid", "reveal"])
        assert last["events"] == match.events[2:]  # from the reveal on all read the same
    assert [line["action"] for line in match.log(1)] == ["bid ?", "bid y", "bid r"]


def test_logs_of_a_whole_match_are_true() -> None:
    """Each event of a log is one that happened, but for bids the reader could not see yet."""
    for match, dice in matches(4):
        while match.to_move is not None and match.ply < 60:
            advance(match, dice, resigning=0.005)
        for seat in (None, *range(match.seats)):
            for told, line in zip(match.log(seat), match.story(), strict=True):
                happened = line["events"]
                hidden = told["action"] == "bid ?"
                assert told["events"] == happened or (hidden and kinds(told["events"]) == kinds(happened) == ["bid"])
                assert not hidden or told["seat"] != seat


def test_when_it_is_over_nothing_is_hidden() -> None:
    match = table()
    match.play("bid bb")
    match.resign(1)
    assert match.view(None)["bids"] == ["bb", None]
    assert [line["action"] for line in match.story()] == ["bid bb", "resign"]


def test_a_preview_of_the_last_bid_tells_only_the_bid() -> None:
    match = table(seats=3)
    bid(match, "b", "-", "-")
    match.play("place a1")
    assert kinds(match.preview("bid y")) == ["bid"]
    match.play("bid bb")
    match.play("bid -")
    assert kinds(match.preview("bid y")) == ["bid"]
    match.play("bid y")
    assert kinds(match.preview("place a2")) == ["place", "round"]  # from here on all is open


def test_a_view_tells_an_unknown_bid_from_none() -> None:
    match = table(seats=3)
    match.play("bid -")
    seen = match.seat_view(2)[0]
    assert (seen.own_bid.tolist(), int(seen.bids_in)) == ([-1, -1, NO_BID], 0b001)
    assert match.view(2)["bids"] == ["?", None, None]
    own = match.seat_view(0)[0]
    assert own.own_bid.tolist() == [0, -1, -1]
    assert match.view(0)["bids"] == ["-", None, None]


def test_guesses_fit_the_view_and_are_uniform() -> None:
    """B-26, B-7. All bids that the hidden pile can pay, equally often; nothing else is touched."""
    match = table(seats=3, piles=["b2 y1 g0 r0", "b5 y5 g5 r3", "b5 y5 g5 r3"])
    match.play("bid bb")
    dice, guessed = new_dice(3), Counter[int]()
    rounds = 400 if IS_PLAIN else 4_000
    for _ in range(rounds):
        states = match.seat_view(1)
        guess(states, 1, dice)
        assert states["own_bid"][0].tolist()[1:] == [NO_BID, NO_BID]
        guessed[int(states["own_bid"][0, 0])] += 1
    assert set(guessed) == {0, 1, 2, 5}  # - b y bb
    assert min(guessed.values()) > rounds / 4 * 0.7


def test_view_of_a_guess_is_the_view() -> None:
    dice = new_dice(8)
    for match, luck in matches(6 if IS_PLAIN else 24):
        while True:
            for seat in range(match.seats):
                seen = match.seat_view(seat)
                filled = seen.copy()
                guess(filled, seat, dice)
                assert views.view(filled, seat).tobytes() == seen.tobytes()
                assert (filled["own_bid"] >= 0).all()
                if not match.state.bids_in:
                    assert filled.tobytes() == match.states.tobytes()
            if match.to_move is None:
                break
            advance(match, luck)


def test_a_guess_can_be_played_on() -> None:
    dice, luck = new_dice(2), random.Random(2)
    out = np.zeros(200, np.int64)
    for _ in range(20):
        match = table(seats=3)
        match.play(luck.choice(match.legal()))
        match.play(luck.choice(match.legal()))
        states = match.seat_view(2)
        guess(states, 2, dice)
        for _ in range(30):
            count = step.list_legal(states, 0, out)
            if not count:
                break
            step.step(states, 0, int(out[luck.randrange(count)]), out)
        assert (states["piles"] >= 0).all()


def test_a_bid_is_the_only_secret() -> None:
    assert [name for name in STATE.names or () if name.startswith((views.OWN, views.SEALED))] == ["own_bid"]
