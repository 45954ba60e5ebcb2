"""The sheet's golden table, row by row."""

from __future__ import annotations

import numpy as np
import pytest

from siegeworks import Match
from siegeworks.games.siege import rules
from tests.games.siege.table import city, find, kinds, legal, pile, play, table, zones


def words(text: str) -> set[str]:
    return {action.strip() for action in text.split(",")}


@pytest.mark.parametrize(("seats", "total"), [(2, 54), (3, 107), (4, 108), (5, 161), (6, 162)])
def test_sg00_components(seats: int, total: int) -> None:
    match = Match.new("siege", seats, chance=["dealer 0"])
    assert len(match.position()["deck"]) == total
    assert match.position()["deck"].count("JK") == seats
    for seat in range(seats):
        match.play(next(name for name in match.legal() if name.startswith(f"line {seat}")))
    assert len(match.position()["deck"]) == total - seats


def test_sg01_set_up() -> None:
    match = table(
        "setup",
        city("D", "7H QH 3D 9C JK"),
        city("S", "2S 4S 5S 6S 7S"),
        dealer=1,
        to_move=0,
        deck=pile("4C KC 10D 9S 9D 8S 8C 8D"),
    )
    assert legal(match) == words("fort 7H, fort QH")
    play(match, "fort QH")
    assert match.legal() == ["fort 3D"]
    play(match, "fort 3D")
    assert match.legal() == ["fort 9C"]
    play(match, "fort 9C, fort 7S")
    events = play(match, "deal 0 4C, deal 0 KC, deal 0 10D, deal 1 9S")
    assert find(events, "initiator") == {"seat": 1}
    assert zones(match, 0)["hand"] == pile("7H JK 4C KC 10D")
    assert "S" not in zones(match, 0)["forts"]
    assert zones(match, 1)["hand"] == pile("2S 4S 5S 6S 9S")
    assert len(match.position()["deck"]) == 4
    assert match.to_move == 1


def trick(*cities: str, played: str) -> Match:
    """An Autumn with seat 0's card led."""
    found = [city("HDSC"[at % 4], hand) for at, hand in enumerate(cities)]
    return table("autumn", *found, trick=[[0, played]], to_move=1)


def test_sg02_follow_or_joker() -> None:
    assert legal(trick("", "KH 4S JK", played="9S")) == words("play 4S, play JK")


def test_sg03_void_plays_anything() -> None:
    assert legal(trick("", "KH 2D JK", played="9S")) == words("play KH, play 2D, play JK")


def test_sg04_joker_led() -> None:
    match = trick("5C", "AH 4S", "9D JK", played="JK")
    assert legal(match) == words("play AH, play 4S")
    events = play(match, "play AH, play JK")
    assert find(events, "trick")["seat"] == 0
    assert match.to_move == 0


def test_sg05_off_suit_never_wins() -> None:
    assert find(play(trick("5C", "AH 3C", "10S 4C", played="9S"), "play AH, play 10S"), "trick")["seat"] == 2


@pytest.mark.parametrize(("third", "winner"), [("JK", 2), ("2D", 3)])
def test_sg06_joker_and_twins(third: str, winner: int) -> None:
    match = trick("5C", "KD 3C", f"{third} 4C", "AD 6C", played="KD")
    assert find(play(match, f"play KD, play {third}, play AD"), "trick")["seat"] == winner
    match = trick("5C", "KD 3C", "2D 4C", "QD 6C", played="KD")
    assert find(play(match, "play KD, play 2D, play QD"), "trick")["seat"] == 0


def test_sg07_title_by_most_tricks() -> None:
    match = table("autumn", city("H", "AH 3D 4C 9S 5S"), city("D", "2H KD QC 10S 6D"))
    events = play(match, "play AH, play 2H, play 3D, play KD, play QC, play 4C, play 10S, play 9S")
    assert match.position()["tricks_won"] == [1, 3]
    assert find(events, "title") == {"seat": 1}
    assert (match.to_move, match.position()["phase"], match.position()["next_initiator"]) == (0, "recall", 1)
    assert zones(match, 0)["hand"] == pile("AH 2H 5S")
    assert zones(match, 1)["hand"] == pile("KD 6D 3D 10S 9S QC 4C")


def test_sg08_title_by_last_trick() -> None:
    match = table("autumn", city("H", "AH 3D 4C KS 5S"), city("D", "2H KD QC 10S 6D"))
    events = play(match, "play AH, play 2H, play 3D, play KD, play QC, play 4C, play 10S, play KS")
    assert match.position()["tricks_won"] == [2, 2]
    assert find(events, "title") == {"seat": 0}
    assert zones(match, 0)["hand"] == pile("AH 2H KS 10S 5S")
    assert zones(match, 1)["hand"] == pile("KD 6D 3D QC 4C")


def test_sg09_winter_swap() -> None:
    match = table("recall", city("C", "JK 7S", forts="4H", garrisons="KH"), city("D"))
    play(match, "recall 4H fort, recall KH garrison, done")
    assert legal(match) == {f"stow {card} {place}" for card in ("4H", "KH", "7S") for place in ("fort", "garrison")} | {
        "done"
    }
    play(match, "stow KH fort, stow 4H garrison, done, done")
    found = zones(match, 0)
    assert (found["forts"], found["garrisons"], found["hand"]) == ({"H": "KH"}, {"H": ["4H"]}, pile("7S JK"))


def test_sg10_discards() -> None:
    match = table("discard", city("H", "JK JK 2C 3C 4C 5C 6C"), city("D"), city("S"))
    assert legal(match) == words("discard 2C, discard 3C, discard 4C, discard 5C, discard 6C")
    play(match, "discard 2C, discard 3C")
    assert legal(match) == words("discard 4C, discard 5C, discard 6C, done")


def test_sg11_keep_takes_one_of_each() -> None:
    match = table("stow", city("H", "KH QH KD", keep="KH"), city("D"), city("S"), city("C"))
    assert legal(match) == words(
        "stow QH keep, stow QH fort, stow QH garrison, stow KH fort, stow KH garrison, "
        "stow KD fort, stow KD garrison, done"
    )


def test_sg12_victory_in_winter() -> None:
    match = table("stow", city("H", "QH", keep="AH KH"), city("D"))
    play(match, "stow QH keep, done, done")
    assert match.result is not None
    assert (match.result["winners"], match.result["rule"]) == ([0], "S-66")


def test_sg13_gate_and_joker() -> None:
    cities = city("C", "KH JK"), city("S", "3D", forts="AH 5D")
    match = table("spring", *cities)
    assert legal(match) == words("attack 1 H, pass")
    play(match, "attack 1 H")
    assert legal(match) == words("siege KH, siege JK")
    strict = table("spring", *cities, options={"failed_assault": False})
    play(strict, "attack 1 H")
    assert legal(strict) == {"siege JK"}


def test_sg14_sapper() -> None:
    cities = city("C", "KS 5D 2S"), city("H", forts="KD AS")
    match = table("spring", *cities)
    assert legal(match) == words("attack 1 D, attack 1 S, pass")
    play(match, "attack 1 D")
    assert legal(match) == words("siege KS, siege 5D, siege 2S")
    for card, breached in (("KS", False), ("5D", False), ("2S", True)):
        assert find(play(match.copy(), f"siege {card}"), "siege")["breached"] is breached
    strict = table("spring", *cities, options={"failed_assault": False})
    play(strict, "attack 1 D")
    assert legal(strict) == {"siege 2S"}


def test_sg15_tie_and_retreat() -> None:
    match = table("spring", city("C", "QH 5H"), city("S", "QD"))
    play(match, "attack 1 H, defend QD hand")
    assert match.legal() == ["retreat"]
    play(match, "retreat")
    assert match.position()["discard"] == []
    assert (zones(match, 0)["hand"], zones(match, 1)["hand"]) == (pile("QH 5H"), ["QD"])
    assert match.legal() == ["pass"]


def test_sg16_whole_attack() -> None:
    match = table("spring", city("C", "AS KD 10C", garrisons="JH 9H"), city("S", "QS", forts="8H", garrisons="10H"))
    play(match, "attack 1 H")
    assert legal(match) == words("siege AS, siege KD, siege 10C, siege JH, siege 9H")
    play(match, "siege 9H, defend QS hand")
    assert legal(match) == words("assault AS, assault KD, retreat")
    play(match, "assault KD, defend 10H hand, assault JH")
    assert zones(match, 0)["captured"] == pile("8H 10H QS")
    assert match.position()["discard"] == pile("9H KD JH")
    assert (zones(match, 0)["hand"], zones(match, 0)["garrisons"]) == (pile("AS 10C"), {})
    assert [zones(match, 1)[zone] for zone in ("hand", "forts", "garrisons")] == [[], {}, {}]
    assert legal(match) == words("attack 1 C, attack 1 S, pass")


@pytest.mark.parametrize(("card", "captured"), [("KD", []), ("2D", ["8H"])])
def test_sg17_sg18_repulse(card: str, captured: list[str]) -> None:
    match = table("spring", city("C", f"{card} 3C 4H"), city("S", "AD", forts="8H", garrisons="5H"))
    events = play(match, f"attack 1 H, siege {card}, defend AD hand, retreat")
    assert events[-1]["rule"] == ("S-53" if captured else "S-48")
    assert zones(match, 0)["captured"] == captured
    assert zones(match, 1)["forts"] == ({} if captured else {"H": "8H"})
    assert (zones(match, 1)["garrisons"], zones(match, 1)["hand"]) == ({"H": ["5H"]}, ["AD"])
    assert (match.position()["discard"], zones(match, 0)["hand"]) == ([card], pile("4H 3C"))


def test_sg19_prize() -> None:
    match = table("spring", city("S", "3H JK"), city("D", keep="AD KD"))
    play(match, "attack 1 H")
    assert legal(match) == words("defend AD keep, defend KD keep, yield")
    play(match, "yield")
    assert legal(match) == words("prize AD, prize KD, skip")
    play(match, "prize AD")
    assert (zones(match, 0)["captured"], zones(match, 1)["keep"]) == (["AD"], ["KD"])
    assert (match.position()["discard"], zones(match, 0)["hand"]) == (["JK"], ["3H"])


def test_sg20_nothing_to_defend_with() -> None:
    match = table("spring", city("S", "3H"), city("D", "JK"))
    assert kinds(play(match, "attack 1 H")) == ["attack", "success"]
    assert (zones(match, 0)["captured"], match.position()["discard"]) == ([], [])
    assert (zones(match, 0)["hand"], zones(match, 1)["hand"]) == (["3H"], ["JK"])
    assert match.legal() == ["pass"]


def test_sg21_joker_used_at_the_wall() -> None:
    match = table("spring", city("S", "3H JK"), city("D", keep="KD", forts="AH"))
    play(match, "attack 1 H, siege JK, yield")
    assert match.legal() == ["skip"]
    play(match, "skip")
    assert (zones(match, 0)["captured"], zones(match, 1)["keep"]) == (["AH"], ["KD"])
    assert match.position()["discard"] == ["JK"]


def test_sg22_royal_beaten() -> None:
    match = table("spring", city("S", "AC 3H"), city("D", keep="KD"))
    play(match, "attack 1 H, defend KD keep, assault AC")
    assert (zones(match, 0)["captured"], match.position()["discard"], zones(match, 1)["keep"]) == (["KD"], ["AC"], [])


def test_sg23_royal_holds() -> None:
    match = table("spring", city("S", "QC 3H"), city("D", keep="KD"))
    play(match, "attack 1 H, defend KD keep")
    assert match.legal() == ["retreat"]
    play(match, "retreat")
    assert (zones(match, 1)["keep"], zones(match, 0)["hand"]) == (["KD"], pile("QC 3H"))


def test_sg24_no_joker_no_yield() -> None:
    match = table("spring", city("S", "3H"), city("D", "4C JK"))
    play(match, "attack 1 H")
    assert match.legal() == ["defend 4C hand"]


def test_sg25_may_yield() -> None:
    match = table("spring", city("S", "3H"), city("D", "4C", garrisons="10H"), options={"defence": "may_yield"})
    events = play(match, "attack 1 H, yield")
    assert find(events, "success")["hidden"] == 1
    assert (zones(match, 0)["captured"], zones(match, 1)["hand"]) == (["10H"], ["4C"])


def test_sg26_captured_cards_cannot_be_used() -> None:
    match = table("spring", city("S", "2H 3H"), city("D", forts="AH"), city("C", "9H"))
    play(match, "attack 1 H, siege 2H")
    assert zones(match, 0)["captured"] == ["AH"]
    play(match, "pass, pass, attack 0 H")
    assert match.legal() == ["defend 3H hand"]
    play(match, "defend 3H hand, assault 9H")
    assert (zones(match, 0)["captured"], zones(match, 2)["captured"]) == (["AH"], ["3H"])
    play(match, "pass")
    assert match.position()["phase"] == "summer"
    assert (zones(match, 0)["hand"], zones(match, 2)["hand"]) == (["AH"], ["3H"])
    assert match.position()["discard"] == pile("9H 2H")


def test_sg27_sortie_stays() -> None:
    match = table("spring", city("C", garrisons="KH QH"), city("S", forts="10H"))
    play(match, "attack 1 H, siege QH")
    assert (zones(match, 0)["captured"], zones(match, 0)["hand"], zones(match, 0)["garrisons"]) == (["10H"], ["KH"], {})
    assert match.position()["discard"] == ["QH"]


def test_sg28_summer_deal_reshuffle() -> None:
    match = table(
        "summer",
        city("H", "JK 9S KH 6H", forts="4H", garrisons="5H"),
        city("S", "3C"),
        next_initiator=1,
        deck=pile("KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D"),
        discard=pile("2C 4C"),
    )
    assert legal(match) == words(
        "stow KH keep, stow KH garrison, stow 6H garrison, stow 9S fort, stow 9S garrison, done"
    )
    play(match, "stow KH keep, stow 6H garrison, done, done")
    for seat, cards in ((0, "KD QD JD 10D 9D"), (1, "8D 7D 6D 5D 4D")):
        events = play(match, ", ".join(f"deal {seat} {card}" for card in cards.split()))
        assert zones(match, seat)["hand"] == pile(cards)
    assert find(events, "reshuffle") == {"cards": 5}
    assert match.position()["deck"] == pile("3D 2D 2C 4C JK 9S 3C")
    assert (match.position()["year"], match.position()["initiator"], match.to_move) == (2, 1, 1)


def test_sg29_year_limit() -> None:
    cities = city("H", keep="KH QH"), city("D", keep="AD"), city("S", keep="AS QS")
    match = table("summer", *cities, options={"max_years": 1})
    play(match, "done, done, done")
    assert match.result == {"winners": [2], "scores": [2, 1, 2], "places": [2, 3, 1], "rule": "S-68"}


@pytest.mark.parametrize(("counts", "initiator"), [((3, 2, 4, 2), 3), ((2, 2, 4, 3), 0), ((4, 4, 1, 4), 2)])
def test_sg30_first_initiator(counts: tuple[int, ...], initiator: int) -> None:
    states = np.zeros(1, rules.STATE)
    rules.new_game(states[0], 4, np.array([option.code(option.default) for option in rules.OPTIONS]))
    states["dealer"] = 2
    for seat, forts in enumerate(counts):
        states["forts"][0, seat, :forts] = 1
    assert rules.fewest_forts(states[0]) == initiator


def test_sg31_failed_assault() -> None:
    match = table("spring", city("C", "5H 9D", garrisons="7H"), city("S", "3C", forts="KH", garrisons="4H"))
    play(match, "attack 1 H")
    assert legal(match) == words("siege 5H, siege 7H, siege 9D")
    play(match, "siege 9D")
    found = zones(match, 1)
    assert (found["forts"], found["garrisons"], found["hand"]) == ({"H": "KH"}, {"H": ["4H"]}, ["3C"])
    assert (zones(match, 0)["hand"], zones(match, 0)["garrisons"]) == (pile("5H 7H"), {})
    assert (match.position()["discard"], match.legal()) == (["9D"], ["pass"])
