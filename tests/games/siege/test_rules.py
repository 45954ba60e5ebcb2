"""One test for each numbered rule of Siege, named after it."""

from __future__ import annotations

from typing import Any

import pytest

from siegeworks import Match
from siegeworks.core.cards import NAMES, height, kind_of
from siegeworks.errors import BadPosition, BadSetup, IllegalAction
from tests.games.siege.table import city, find, kinds, legal, pile, play, table, zones

DERIVED = (
    "S-15",  # test_s15_a_year_runs_through_its_seasons, with S-63
    "S-62",  # test_properties.py: the deck is never short
    "S-64",  # test_s64_nobody_is_eliminated, with S-57
    "S-71",  # test_secrets.py: views and logs
)


def dealt(seats: int, options: dict[str, Any] | None = None, seed: int = 3) -> Match:
    return Match.new("siege", seats, seed=seed, options=options or {})


def refused(match: Match, action: str) -> tuple[str, str | None]:
    with pytest.raises(IllegalAction) as found:
        match.play(action)
    return found.value.reason, found.value.rule


# Components


def test_s1_two_to_six_seats() -> None:
    """S-1."""
    for seats in (1, 7):
        with pytest.raises(BadSetup):
            Match.new("siege", seats)


@pytest.mark.parametrize(("seats", "copies"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_s2_s3_packs_and_jokers(seats: int, copies: int) -> None:
    """S-2, S-3."""
    deck = Match.new("siege", seats).position()["deck"]
    assert {card: deck.count(card) for card in NAMES} == dict.fromkeys(NAMES[:-1], copies) | {"JK": seats}


def test_s2_more_copies_than_packs_are_refused() -> None:
    """S-2, S-3."""
    with pytest.raises(BadPosition) as found:
        table("spring", city("H", "7S 7S"), city("D"))
    assert found.value.rule == "S-2"
    with pytest.raises(BadPosition) as found:
        table("spring", city("H", "JK JK"), city("D", "JK"))
    assert found.value.rule == "S-3"


def test_s4_rank_order() -> None:
    """S-4."""
    order = ["JK", *(f"{rank}C" for rank in ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"])]
    heights = [height(kind_of(card)) for card in order]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 14
    assert height(kind_of("9H")) == height(kind_of("9C"))


@pytest.mark.parametrize(
    ("wrong", "rule"),
    [
        ({"forts": {"H": "4D"}}, "S-27"),
        ({"garrisons": {"H": ["4H", "5H", "6H"]}}, "S-28"),
        ({"keep": ["JH"]}, "S-29"),
        ({"cellar": []}, "S-5"),
    ],
)
def test_s5_zones(wrong: dict[str, Any], rule: str) -> None:
    """S-5."""
    with pytest.raises(BadPosition) as found:
        table("spring", {"line": "H", **wrong}, city("D"))
    assert found.value.rule == rule


def test_s6_the_jack_never_moves() -> None:
    """S-6."""
    match = table("recall", city("H", keep="KH"), city("D"))
    assert legal(match) == {"recall KH keep", "done"}
    assert refused(match, "recall JH keep") == ("The Jack of the Keep never moves.", "S-6")
    assert match.position()["deck"].count("JH") == 0


@pytest.mark.parametrize("where", [{"forts": {"H": "JK"}}, {"garrisons": {"H": ["JK"]}}, {"captured": ["JK"]}])
def test_s7_jokers_are_never_in_a_city(where: dict[str, Any]) -> None:
    """S-7."""
    with pytest.raises(BadPosition) as found:
        table("spring", {"line": "H", **where}, city("D"))
    assert found.value.rule == "S-7"


# Set-up


def test_s8_dealer_is_drawn_first() -> None:
    """S-8."""
    match = Match.new("siege", 3)
    assert match.legal() == ["dealer 0", "dealer 1", "dealer 2"]
    assert find(play(match, "dealer 2"), "dealer") == {"seat": 2}
    assert match.position()["dealer"] == 2


def test_s9_lines_may_coincide_with_several_packs() -> None:
    """S-9."""
    match = Match.new("siege", 3, chance=["dealer 0", "line 0 H"])
    assert "line 1 H" in match.legal()
    assert "line 1 H" not in Match.new("siege", 2, chance=["dealer 0", "line 0 H"]).legal()
    strict = Match.new("siege", 3, options={"distinct_lines": True}, chance=["dealer 0", "line 0 H"])
    assert strict.legal() == ["line 1 D", "line 1 S", "line 1 C"]
    with pytest.raises(BadSetup):
        Match.new("siege", 5, options={"distinct_lines": True})


def test_s10_other_jacks_are_ordinary_cards() -> None:
    """S-10."""
    match = Match.new("siege", 2, chance=["dealer 0", "line 0 H", "line 1 D"])
    assert "deal 1 JS" in match.legal()
    assert "deal 1 JH" not in match.legal()
    assert len(match.position()["deck"]) == 52


def test_s11_five_cards_from_the_dealers_left() -> None:
    """S-11."""
    match = Match.new("siege", 3, chance=["dealer 1", "line 0 H", "line 1 D", "line 2 S"])
    order = []
    for _ in range(15):
        order.append(int(match.legal()[0].split()[1]))
        match.play(match.legal()[0])
    assert order == [2] * 5 + [0] * 5 + [1] * 5


def test_s12_one_wall_for_each_suit_held() -> None:
    """S-12."""
    match = table("setup", city("D", "7H QH 3D JK 2D"), city("S", "2S 4S 5S 6S 7S"), dealer=1, to_move=0)
    assert match.legal() == ["fort QH", "fort 7H"]
    reason, rule = refused(match, "fort 3D")
    assert "Hearts comes now" in reason
    assert rule == "S-12"
    play(match, "fort 7H")
    assert match.legal() == ["fort 3D", "fort 2D"]
    play(match, "fort 2D")
    assert match.to_move == 1
    assert zones(match, 0)["forts"] == {"H": "7H", "D": "2D"}


def test_s13_everybody_draws_back_to_five() -> None:
    """S-13."""
    match = table("setup", city("D", "7H 3D JK QH KH"), city("S", "2S 4S 5S 6S 7S"), dealer=1, to_move=0)
    play(match, "fort KH, fort 3D, fort 2S")
    order = []
    while match.to_move == "chance":
        order.append(match.legal()[0].split()[1])
        match.play(match.legal()[0])
    assert order == ["0", "0", "1"]
    assert [len(zones(match, seat)["hand"]) for seat in (0, 1)] == [5, 5]


def test_s14_fewest_walls_begin() -> None:
    """S-14: ties go to the first after the dealer."""
    match = table("setup", city("D", "7H 3D JK QH KH"), city("S", "2S 4S 5S 6D 7S"), dealer=0, to_move=1)
    play(match, "fort 6D, fort 2S, fort KH, fort 3D")
    while match.to_move == "chance":
        events = match.play(match.legal()[0])
    assert events[-1]["kind"] == "initiator"
    assert match.position()["initiator"] == 1


# Year and Autumn


def test_s15_a_year_runs_through_its_seasons() -> None:
    """S-15, S-63: Autumn, Winter, Spring, Summer, and the next year has the earned Initiator."""
    match = dealt(2)
    seen = []
    while match.position()["year"] == 1:
        phase = match.position()["phase"]
        if phase not in seen:
            seen.append(phase)
        earned = match.position()["next_initiator"]
        match.play(match.default())
    assert [phase for phase in seen if phase in ("autumn", "recall", "spring", "summer")] == [
        "autumn",
        "recall",
        "spring",
        "summer",
    ]
    assert match.position()["initiator"] == earned == match.to_move


def test_s16_a_title_starts_next_year() -> None:
    """S-16."""
    match = table("autumn", city("H", "2H 2D 2S 2C 3C"), city("D", "AH AD AS AC KC"))
    play(match, "play 2H, play AH, play AD, play 2D, play AS, play 2S, play AC, play 2C")
    assert (match.position()["initiator"], match.position()["next_initiator"], match.to_move) == (0, 1, 0)


def test_s17_season_order() -> None:
    """S-17."""
    match = table("spring", *(city(line, f"3{line}") for line in "HDS"), initiator=1, to_move=1)
    order = []
    for _ in range(3):
        order.append(match.to_move)
        match.play("pass")
    assert order == [1, 2, 0]


def test_s18_four_tricks() -> None:
    """S-18: one card of five stays."""
    match = dealt(3)
    plays = 0
    while match.position()["phase"] != "recall":
        if match.position()["phase"] == "autumn":
            plays += 1
        match.play(match.default())
    assert plays == 12
    with pytest.raises(BadPosition):
        table("autumn", city("H", "2C 3C 4C 5C 6C 7C"), city("D", "AH"))


def test_s19_winner_leads_and_play_is_clockwise() -> None:
    """S-19."""
    match = table("autumn", city("H", "2H 3H"), city("D", "4H 5H"), city("S", "AH 6H"))
    order = []
    for card in ("2H", "4H", "AH"):
        order.append(match.to_move)
        match.play(f"play {card}")
    assert order == [0, 1, 2]
    assert match.to_move == 2


def test_s20_follow_suit() -> None:
    """S-20."""
    match = table("autumn", city("H", "5C"), city("D", "KH 4S JK"), trick=[[0, "9S"]], to_move=1)
    assert legal(match) == {"play 4S", "play JK"}
    reason, rule = refused(match, "play KH")
    assert "does not follow" in reason
    assert rule == "S-20"


def test_s21_a_joker_led_frees_everybody() -> None:
    """S-21."""
    match = table("autumn", city("H", "5C"), city("D", "KH 4S JK"), trick=[[0, "JK"]], to_move=1)
    assert legal(match) == {"play KH", "play 4S", "play JK"}


@pytest.mark.parametrize(
    ("cards", "winner"),
    [("9S 10S AH", 1), ("9S JK AS", 1), ("JK JK AS", 0), ("9S 9S 2S", 0), ("2S AH AD", 0), ("9S AS JK", 2)],
)
def test_s22_who_wins_a_trick(cards: str, winner: int) -> None:
    """S-22."""
    hands = [f"{card} {at + 2}C" for at, card in enumerate(cards.split())]
    match = table("autumn", *(city(line, hand) for line, hand in zip("HDS", hands, strict=True)))
    events = play(match, ", ".join(f"play {card}" for card in cards.split()))
    assert find(events, "trick") == {"seat": winner, "cards": cards.split()}


def test_s23_won_cards_wait() -> None:
    """S-23."""
    match = table("autumn", city("H", "AH 3H"), city("D", "4H 5H"))
    play(match, "play AH, play 4H")
    assert zones(match, 0)["tricks"] == ["AH", "4H"]
    assert match.legal() == ["play 3H"]


def test_s24_title() -> None:
    """S-24: most tricks; shared, the winner of the fourth."""
    cards = "AH, 2H, AD, 2D, 3S, AS, AC, 2C"
    match = table("autumn", city("H", "AH AD 3S 2C 9C"), city("D", "2H 2D AS AC 8C"))
    assert find(play(match, ", ".join(f"play {card.strip()}" for card in cards.split(","))), "title") == {"seat": 1}


def test_s25_tricks_join_the_field() -> None:
    """S-25."""
    match = table("autumn", city("H", "AH AD AS AC 9C"), city("D", "2H 2D 2S 2C 8C"))
    play(match, ", ".join(f"play A{suit}, play 2{suit}" for suit in "HDSC"))
    assert zones(match, 0)["hand"] == pile("AH AD AS AC 9C 2H 2D 2S 2C")
    assert zones(match, 0)["tricks"] == []
    with pytest.raises(BadPosition):
        table("spring", {**city("H"), "tricks": ["AH", "2H"]}, city("D"))


# Winter


def test_s26_any_rearrangement() -> None:
    """S-26: recall, stow, discard; doing nothing is allowed."""
    start = city("H", "9H 2C", keep="KH", forts="4H 5D", garrisons="7H 8H")
    match = table("recall", start, city("D"))
    assert legal(match) == {
        "recall KH keep",
        "recall 4H fort",
        "recall 5D fort",
        "recall 7H garrison",
        "recall 8H garrison",
        "done",
    }
    still = match.copy()
    play(still, "done, done, done")
    assert zones(still, 0) == start
    play(match, "recall KH keep, done")
    play(match, "stow 2C fort, done, done")
    assert zones(match, 0)["forts"] == {"H": "4H", "D": "5D", "C": "2C"}
    assert zones(match, 0)["hand"] == pile("9H KH")


def test_s27_one_wall_a_side() -> None:
    """S-27."""
    match = table("stow", city("H", "9H", forts="4H"), city("D"))
    assert legal(match) == {"stow 9H garrison", "done"}
    assert refused(match, "stow 9H fort") == (
        "The 4 of Hearts already stands on the North side, which holds one card.",
        "S-27",
    )


def test_s28_two_in_a_garrison() -> None:
    """S-28."""
    match = table("stow", city("H", "9H", garrisons="4H 5H"), city("D"))
    assert legal(match) == {"stow 9H fort", "done"}
    assert refused(match, "stow 9H garrison")[1] == "S-28"


def test_s29_the_keep_takes_own_royals() -> None:
    """S-29."""
    match = table("stow", city("H", "KH QD JH AH", keep="KH"), city("D"), city("S"), city("C"))
    assert [name for name in match.legal() if name.endswith("keep")] == ["stow AH keep"]
    assert refused(match, "stow QD keep")[1] == "S-29"
    assert (
        refused(match, "stow KH keep")[0] == "The King of Hearts is in the Keep already, which holds one of each rank."
    )


def test_s30_five_cards_at_the_end() -> None:
    """S-30."""
    match = table("discard", city("H", "2C 3C 4C 5C 6C 7C 8C"), city("D"))
    assert refused(match, "done") == ("There are 7 cards in the hand; discard 2 more, down to 5.", "S-30")
    play(match, "discard 8C, discard 7C")
    assert "done" in match.legal()
    play(match, "discard 6C")
    assert find(play(match, "done"), "winter")["discards"] == 3


def test_s31_jokers_stay() -> None:
    """S-31."""
    match = table("discard", city("H", "JK JK JK JK JK JK 2C"), *(city("HDSCH"[at]) for at in range(5)))
    assert match.legal() == ["discard 2C"]
    assert refused(match, "discard JK")[1] == "S-31"
    play(match, "discard 2C")
    assert match.legal() == ["discard JK"]
    play(match, "discard JK")
    assert match.legal() == ["done"]
    free = table("discard", city("H", "JK 2C"), city("D"), options={"joker_discard": True})
    assert legal(free) == {"discard 2C", "discard JK", "done"}
    stow = table("stow", city("H", "JK"), city("D"))
    assert stow.legal() == ["done"]


def test_s32_foreign_royals() -> None:
    """S-32."""
    match = table("stow", city("H", "KD"), city("D"))
    assert legal(match) == {"stow KD fort", "stow KD garrison", "done"}


def test_s33_a_winter_is_private() -> None:
    """S-33: others see the result, never the steps."""
    match = table("recall", city("H", "9H 2C", forts="4H", garrisons="7H"), city("D"))
    before = match.view(1)
    for action in ("recall 4H fort", "done", "stow 9H fort", "done", "discard 2C"):
        match.play(action)
        assert match.view(1) == before
        assert before["phase"] == "winter"
    match.play("done")
    line = match.log(1)[-1]
    assert [entry["action"] for entry in match.log(1)] == ["winter"]
    assert line["events"][0]["args"] == {
        "seat": 0,
        "forts": {"H": "9H", "D": None, "S": None, "C": None},
        "keep": [],
        "garrisons": {"H": 1, "D": 0, "S": 0, "C": 0},
        "hand": 1,
        "discards": 1,
    }
    assert match.view(1)["cities"][0]["hand"] == {"count": 1, "known": []}


def test_s34_victory_at_done() -> None:
    """S-34."""
    match = table("stow", city("H", "QH", keep="AH KH"), city("D"))
    play(match, "stow QH keep, done")
    assert match.result is None
    play(match, "done")
    assert match.result is not None
    assert match.result["winners"] == [0]


# Spring


def test_s35_any_number_of_attacks() -> None:
    """S-35."""
    match = table("spring", city("H", "3H 3D"), city("D", "JK"))
    play(match, "attack 1 H, attack 1 D")
    assert match.legal() == ["pass"]
    one = table("spring", city("H", "3H 3D"), city("D", "JK"), options={"attacks": "one"})
    play(one, "attack 1 H")
    assert one.legal() == ["pass"]
    assert refused(one, "attack 1 D")[1] == "S-35"


def test_s36_a_declaration_names_defender_and_quarter() -> None:
    """S-36."""
    match = table("spring", city("H", "3H", garrisons="4H"), city("D", "5C", garrisons="6H 7H"))
    assert refused(match, "attack 0 H")[1] == "S-36"
    assert refused(match, "attack 4 H")[1] == "S-36"
    assert find(play(match, "attack 1 H"), "attack") == {"defender": 1, "quarter": "H", "sortie": 1, "garrison": 2}


def test_s37_the_gate() -> None:
    """S-37."""
    cities = city("C", "KH JK", garrisons="2S"), city("S", "3D")
    assert legal(table("spring", *cities)) == {"attack 1 H", "attack 1 S", "pass"}
    match = table("spring", *cities, options={"gate": "garrison"})
    assert legal(match) == {"attack 1 S", "pass"}
    assert refused(match, "attack 1 D")[1] == "S-37"


def test_s38_walls_may_be_attacked_with_anything() -> None:
    """S-38."""
    cities = city("C", "3H 3D"), city("S", "3C", forts="AH")
    assert "attack 1 H" in table("spring", *cities).legal()
    strict = table("spring", *cities, options={"failed_assault": False})
    assert "attack 1 H" not in strict.legal()
    assert refused(strict, "attack 1 H") == (
        "None of your cards breaches the Ace of Hearts: it takes a 2 or a higher card.",
        "S-38",
    )
    sapper = table("spring", city("C", "3H", garrisons="2H"), city("S", forts="AH"), options={"failed_assault": False})
    assert "attack 1 H" in sapper.legal()


def test_s39_a_quarter_once_a_spring() -> None:
    """S-39."""
    match = table("spring", city("H", "3H"), city("D", "JK"), city("S"))
    play(match, "attack 1 H")
    assert legal(match) == {"attack 2 H", "pass"}
    assert refused(match, "attack 1 H")[1] == "S-39"


def test_s40_garrisons_move_to_the_fields() -> None:
    """S-40."""
    match = table("spring", city("H", "3D", garrisons="4H 5D"), city("D", "5C", garrisons="6H 7D"))
    play(match, "attack 1 H")
    assert zones(match, 0)["hand"] == pile("3D 4H")
    assert zones(match, 0)["garrisons"] == {"D": ["5D"]}
    assert zones(match, 1)["hand"] == pile("6H 5C")
    assert zones(match, 1)["garrisons"] == {"D": ["7D"]}
    assert match.position()["attack"]["taken"] == {"attacker": ["4H"], "defender": ["6H"]}


@pytest.mark.parametrize(
    ("card", "wall", "breached"),
    [
        ("2C", "AH", True),
        ("2C", "2H", True),
        ("KD", "KH", False),
        ("AD", "KH", True),
        ("JK", "AH", True),
        ("3D", "4H", False),
    ],
)
def test_s41_what_breaches_a_wall(card: str, wall: str, breached: bool) -> None:
    """S-41."""
    match = table("spring", city("S", f"{card} 3H"), city("D", "5C", forts=wall))
    play(match, "attack 1 H")
    assert find(play(match, f"siege {card}"), "siege") == {"card": card, "wall": wall, "breached": breached}


def test_s41_an_equal_card_is_refused_where_failing_is() -> None:
    """S-41, in the words of the rule."""
    match = table("spring", city("C", "KD AD 3H"), city("D", "5C", forts="KH"), options={"failed_assault": False})
    play(match, "attack 1 H")
    assert refused(match, "siege KD") == (
        "The King of Diamonds does not breach an equal King: a siege card must be strictly higher.",
        "S-41",
    )


def test_s42_no_wall_no_siege() -> None:
    """S-42."""
    match = table("spring", city("S", "3H"), city("D", "5C"))
    play(match, "attack 1 H")
    assert match.position()["phase"] == "defend"


def test_s43_a_failed_assault_bars_the_defender() -> None:
    """S-43."""
    match = table(
        "spring", city("C", "5H 9D", garrisons="7H"), city("S", "3C", forts="KH", garrisons="4H"), city("D", "4C")
    )
    events = play(match, "attack 1 H, siege 9D")
    assert events[-1]["rule"] == "S-43"
    assert find(events, "repulse") == {"attacker": 0, "defender": 1, "quarter": "H", "captured": [], "barred": True}
    assert match.position()["barred"] == [[0, 1]]
    assert legal(match) == {"attack 2 H", "pass"}
    assert refused(match, "attack 1 D")[1] == "S-43"
    assert (zones(match, 1)["garrisons"], zones(match, 0)["hand"]) == ({"H": ["4H"]}, pile("5H 7H"))
    assert match.position()["discard"] == ["9D"]


def test_s44_defender_then_attacker() -> None:
    """S-44."""
    match = table("spring", city("S", "AH KH"), city("D", "5C 6C"))
    order = []
    for action in ("attack 1 H", "defend 5C hand", "assault KH", "defend 6C hand", "assault AH"):
        order.append(match.to_move)
        match.play(action)
    assert order == [0, 1, 0, 1, 0]


def test_s45_who_may_defend() -> None:
    """S-45: naturals of the Field with the garrison, royals that have not fought; never a joker."""
    match = table("spring", city("S", "AH JK"), city("D", "5C JK", keep="KD", garrisons="9H"))
    play(match, "attack 1 H")
    assert legal(match) == {"defend 9H hand", "defend KD keep", "defend 5C hand"}
    assert refused(match, "defend JK hand") == ("Jokers cannot defend.", "S-45")
    play(match, "defend KD keep, assault AH")
    assert legal(match) == {"defend 9H hand", "defend 5C hand"}
    assert refused(match, "defend KD keep")[1] == "S-45"


def test_s46_the_field_must_be_played_out() -> None:
    """S-46."""
    match = table("spring", city("S", "AH 10H"), city("D", "5C", keep="KD"))
    play(match, "attack 1 H")
    assert legal(match) == {"defend 5C hand", "defend KD keep"}
    assert refused(match, "yield")[1] == "S-46"
    play(match, "defend 5C hand, assault 10H")
    assert legal(match) == {"defend KD keep", "yield"}
    soft = table("spring", city("S", "AH"), city("D", "5C"), options={"defence": "may_yield"})
    play(soft, "attack 1 H")
    assert legal(soft) == {"defend 5C hand", "yield"}


def test_s47_strictly_higher_or_retreat() -> None:
    """S-47."""
    match = table("spring", city("S", "9H 10C KD JK"), city("D", "10S"))
    play(match, "attack 1 H, defend 10S hand")
    assert legal(match) == {"assault KD", "assault JK", "retreat"}
    assert refused(match, "assault 10C") == (
        "The 10 of Clubs does not beat an equal 10: it must be strictly higher.",
        "S-47",
    )


def test_s48_retreat_is_a_repulse() -> None:
    """S-48."""
    match = table("spring", city("S", "KH"), city("D", "10S"))
    events = play(match, "attack 1 H, defend 10S hand, retreat")
    assert (events[-1]["kind"], events[-1]["rule"], events[-1]["args"]["barred"]) == ("repulse", "S-48", False)


def test_s49_fighters_are_captured() -> None:
    """S-49."""
    match = table("spring", city("S", "AH KH"), city("D", "10S 9S", garrisons="2D"))
    play(match, "attack 1 H, defend 10S hand, assault KH, defend 9S hand, assault AH")
    assert zones(match, 0)["captured"] == pile("10S 9S")
    assert zones(match, 1)["garrisons"] == {"D": ["2D"]}


def test_s50_the_wall_is_captured_on_success() -> None:
    """S-50: even when a siege tower breached it."""
    match = table("spring", city("S", "KH"), city("D", forts="10H 9D"))
    play(match, "attack 1 H, siege KH")
    assert (zones(match, 0)["captured"], zones(match, 1)["forts"]) == (["10H"], {"D": "9D"})


def test_s51_the_prize() -> None:
    """S-51: asked with or without a joker, once an attack."""
    match = table("spring", city("S", "3H 4D"), city("D", keep="AD QD"))
    play(match, "attack 1 H, yield")
    assert match.legal() == ["skip"]
    assert refused(match, "prize AD")[1] == "S-51"
    play(match, "skip")
    rich = table("spring", city("S", "3H JK JK"), city("D", keep="AD QD"))
    play(rich, "attack 1 H, yield, prize QD")
    assert (rich.position()["phase"], zones(rich, 1)["keep"], zones(rich, 0)["hand"]) == (
        "spring",
        ["AD"],
        pile("3H JK"),
    )


def test_s52_the_defenders_cards_return() -> None:
    """S-52."""
    match = table("spring", city("S", "3H AC QS"), city("D", "5C 10H", keep="KD", garrisons="9H"))
    before = zones(match, 1)
    play(match, "attack 1 H, defend 5C hand, assault QS, defend 9H hand, assault AC, defend KD keep, retreat")
    assert zones(match, 1) == before


@pytest.mark.parametrize(("card", "captured"), [("AC", []), ("2C", ["8H"]), ("JK", ["8H"])])
def test_s53_sapper_and_joker_take_the_wall(card: str, captured: list[str]) -> None:
    """S-53."""
    match = table("spring", city("S", f"3H {card}"), city("D", "5C", forts="8H"))
    play(match, f"attack 1 H, siege {card}, defend 5C hand, retreat")
    assert zones(match, 0)["captured"] == captured


def test_s54_played_cards_are_discarded() -> None:
    """S-54: unplayed sortie cards stay in the Field."""
    match = table("spring", city("S", "KC AC", garrisons="3H 4H"), city("D", "5C 6C", forts="8H"))
    play(match, "attack 1 H, siege KC, defend 5C hand, assault AC, defend 6C hand, retreat")
    assert match.position()["discard"] == pile("KC AC")
    assert (zones(match, 0)["hand"], zones(match, 0)["garrisons"]) == (pile("3H 4H"), {})


def test_s55_captured_cards_wait_face_up() -> None:
    """S-55: garrison cards that never fought lie face-down."""
    match = table(
        "spring",
        city("S", "3H AC"),
        city("D", "5C", garrisons="9H 10H"),
        city("C", "2D"),
        options={"defence": "may_yield"},
    )
    play(match, "attack 1 H, defend 9H hand, assault AC, yield")
    assert zones(match, 0)["captured"] == pile("9H 10H")
    assert match.view(0)["cities"][0]["captured"] == pile("9H 10H")
    assert match.view(1)["cities"][0]["captured"] == pile("9H 10H")
    assert match.view(2)["cities"][0]["captured"] == {"count": 2, "known": ["9H"]}
    assert zones(match, 0)["hand"] == ["3H"]


def test_s56_no_field_limit_in_spring() -> None:
    """S-56."""
    match = table("spring", city("S", "2C 3C 4C 5C 6C", garrisons="3H 4H"), city("D", "5S"))
    play(match, "attack 1 H, defend 5S hand, retreat, pass")
    assert len(zones(match, 0)["hand"]) == 7


def test_s57_other_garrisons_and_royals_stay_out() -> None:
    """S-57."""
    match = table("spring", city("S", "3H", keep="AS", garrisons="4D"), city("D", "2C"))
    play(match, "attack 1 H, defend 2C hand")
    assert legal(match) == {"assault 3H", "retreat"}


# Summer


def test_s58_captures_join_the_fields() -> None:
    """S-58."""
    match = table("spring", city("S", "3H", captured="AD"), city("D"), initiator=1, to_move=0)
    play(match, "pass")
    assert (zones(match, 0)["hand"], zones(match, 0)["captured"]) == (pile("AD 3H"), [])


def test_s59_free_places_only() -> None:
    """S-59."""
    match = table("summer", city("H", "KH 9S 6H JK", forts="4H", garrisons="5H"), city("D"))
    assert legal(match) == {
        "stow KH keep",
        "stow KH garrison",
        "stow 6H garrison",
        "stow 9S fort",
        "stow 9S garrison",
        "done",
    }
    assert refused(match, "recall 4H fort")[1] == "S-59"


def test_s60_the_rest_is_discarded() -> None:
    """S-60: after the victory check."""
    match = table("summer", city("H", "9S JK"), city("D", "3C"))
    assert find(play(match, "done"), "summer") == {"seat": 0, "discards": 2}
    assert (zones(match, 0)["hand"], match.position()["discard"]) == ([], pile("9S JK"))
    win = table("summer", city("H", "QH 9S", keep="AH KH"), city("D", "3C"))
    assert find(play(win, "stow QH keep, done"), "summer") == {"seat": 0, "discards": 0}
    assert win.result is not None


def test_s61_s63_deal_then_reshuffle() -> None:
    """S-61, S-63: five cards in season order from the deck as it is, only then the discards go in."""
    match = table("summer", city("H", "9S"), city("D", "3C"), initiator=1, to_move=1, next_initiator=0)
    play(match, "done, done")
    assert "deal 1 9S" not in match.legal()
    order = []
    while match.to_move == "chance":
        order.append(match.legal()[0].split()[1])
        events = match.play(match.legal()[0])
    assert order == ["1"] * 5 + ["0"] * 5
    assert kinds(events) == ["deal", "reshuffle", "year"]
    assert events[-2]["args"] == {"cards": 2}
    assert {"9S", "3C"} <= set(match.position()["deck"])
    assert (match.position()["initiator"], match.position()["year"], match.to_move) == (0, 2, 0)


# Victory and end


def test_s64_nobody_is_eliminated() -> None:
    """S-64."""
    match = table("spring", city("S", "3H"), city("D"), city("C"))
    play(match, "attack 1 H, attack 2 H, pass")
    assert match.to_move == 1


def test_s65_own_line_only() -> None:
    """S-65."""
    match = table("stow", city("H", "QH", keep="AH KH"), city("D"))
    play(match, "done, done")
    assert match.result is None


def test_s66_victory_immediate_or_at_year_end() -> None:
    """S-66: at the year's end the first in season order of several complete ones."""
    late = {"victory": "year_end"}
    match = table(
        "summer", city("H", "QH", keep="AH KH"), city("D", "QD", keep="AD KD"), options=late, initiator=1, to_move=1
    )
    play(match, "stow QD keep, done, stow QH keep")
    assert match.result is None
    play(match, "done")
    assert match.result == {"winners": [1], "scores": [3, 3], "places": [2, 1], "rule": "S-66"}


def test_s67_captures_do_not_win_before_summer() -> None:
    """S-67."""
    match = table("spring", city("H", "AC 3H", keep="AH KH"), city("D", "QH"), initiator=1, to_move=0)
    play(match, "attack 1 H, defend QH hand, assault AC")
    assert match.result is None
    play(match, "pass, done, stow QH keep, done")
    assert match.result is not None
    assert match.result["winners"] == [0]


@pytest.mark.parametrize(
    ("cities", "places"),
    [
        ((city("H", keep="KH QH"), city("D", keep="AD")), [1, 2]),
        ((city("H", keep="KH QH"), city("D", keep="AD QD")), [2, 1]),
        ((city("H", keep="KH"), city("D", keep="KD", forts="2C")), [2, 1]),
        ((city("H", keep="KH", garrisons="2H"), city("D", keep="KD", forts="2C")), [1, 1]),
    ],
)
def test_s68_year_limit(cities: tuple[dict[str, Any], ...], places: list[int]) -> None:
    """S-68."""
    match = table("summer", *cities, options={"max_years": 4}, year=4)
    play(match, "done, done")
    assert match.result is not None
    assert (match.result["places"], match.result["rule"]) == (places, "S-68")


# Information


def test_s69_public_zones() -> None:
    """S-69."""
    match = table("spring", city("S", "3H AC", garrisons="5D"), city("D", "5C", keep="KD", forts="8H"))
    seen = match.view(None)
    assert seen["cities"][1]["keep"] == ["KD"]
    assert seen["cities"][1]["forts"] == {"H": "8H"}
    assert seen["cities"][0]["hand"] == {"count": 2, "known": []}
    assert seen["cities"][0]["garrisons"] == {"D": {"count": 1, "known": []}}
    assert set(seen["deck"]) == {"count", "known"}


def test_s70_owners_look_at_their_own() -> None:
    """S-70."""
    match = table("spring", city("S", "3H AC", garrisons="5D"), city("D", "5C"))
    seen = match.view(0)["cities"]
    assert (seen[0]["hand"], seen[0]["garrisons"]) == (pile("3H AC"), {"D": ["5D"]})
    assert seen[1]["hand"] == {"count": 1, "known": []}


def test_s72_what_was_public_stays_known() -> None:
    """S-72: trick cards, cards that returned, until the owner's next private step."""
    match = table("spring", city("S", "3H", captured="2C"), city("D", "5C 7C", garrisons="9H"), initiator=1, to_move=0)
    play(match, "attack 1 H, defend 9H hand, retreat")
    assert match.view(0)["cities"][1]["garrisons"] == {"H": {"count": 1, "known": ["9H"]}}
    play(match, "pass, done")
    assert match.view(1)["cities"][0]["hand"] == {"count": 2, "known": ["2C"]}
    play(match, "stow 3H garrison")
    assert match.view(1)["cities"][0]["hand"] == {"count": 1, "known": []}
    tricks = table("autumn", city("H", "AH AD AS AC 9C"), city("D", "2H 2D 2S 2C 8C"))
    play(tricks, ", ".join(f"play A{suit}, play 2{suit}" for suit in "HDSC"))
    assert tricks.view(1)["cities"][0]["hand"] == {"count": 9, "known": pile("AH AD AS AC 2H 2D 2S 2C")}
    play(tricks, "done, done, discard 2H, discard 2D, discard 2S, discard 2C, done")
    assert tricks.view(1)["cities"][0]["hand"] == {"count": 5, "known": []}


def test_s72_void_suits_are_known_in_autumn() -> None:
    """S-72."""
    match = table("autumn", city("H", "AH 3C 4C"), city("D", "2D 8C 9C"))
    play(match, "play AH, play 2D")
    assert match.view(0)["void"] == [[], ["H"]]


def test_s73_weights_are_the_cards_left() -> None:
    """S-73."""
    match = Match.new("siege", 3, chance=["dealer 0", "line 0 H", "line 1 H", "line 2 S"])
    assert match.legal()[0] == "deal 1 AH"
    assert "deal 1 JH" not in match.legal()
    match.play("deal 1 AH")
    match.play("deal 1 AH")
    assert "deal 1 AH" not in match.legal()


# Leaving


def test_sa65_a_seat_that_left_plays_by_the_clock() -> None:
    """SA-65."""
    match = table("spring", city("S", "3H"), city("D", "5C 9C"), city("C"))
    match.resign(1)
    play(match, "attack 1 H")
    assert (match.to_move, match.legal()) == (1, ["defend 9C hand"])
    events = match.resign(2)
    assert match.result is not None
    assert match.result == {"winners": [0], "scores": [0, 0, 0], "places": [1, 2, 2], "rule": "SA-65"}
    assert kinds(events) == ["resign", "end"]


def test_sa65_a_winter_nobody_has_finished_does_not_count() -> None:
    """SA-65, S-33. The King was put into the Keep, but the others left before anybody was shown it."""
    match = table("stow", city("H", "KH 2C"), city("D"), city("C"))
    play(match, "stow KH keep")
    match.resign(1)
    match.resign(2)
    assert match.result == {"winners": [0], "scores": [0, 0, 0], "places": [1, 2, 2], "rule": "SA-65"}
