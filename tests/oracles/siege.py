"""Siege, slowly and plainly: an oracle written from the rules alone, to check the engine against.

Cards are their names, piles are lists, and what is legal is worked out anew each time.
Rule numbers (S-…, SA-…) are those of docs/rules/siege.md.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Event = dict[str, Any]
Actor = int | str

SUITS = "HDSC"  # quarters North, East, South, West
RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]  # S-4, the highest first
JOKER = "JK"
NATURALS = [rank + suit for suit in SUITS for rank in RANKS]
CARDS = [*NATURALS, JOKER]  # every kind of card, in card order
ROYAL_RANKS = ["A", "K", "Q"]
SAPPER = "2"

PACKS = {2: 1, 3: 2, 4: 2, 5: 3, 6: 3}  # S-1, S-2
HAND = 5  # S-11, S-30, S-61
GARRISON = 2  # S-28
TRICKS = 4  # S-18
PLACE_RULE = {"fort": "S-27", "garrison": "S-28", "keep": "S-29"}
WINTER = ["recall", "stow", "discard"]  # the three steps, in order
OPTIONS: dict[str, tuple[object, ...]] = {  # section 11, the default first
    "defence": ("all", "may_yield"),
    "attacks": ("multi", "one"),
    "gate": ("any", "garrison"),
    "failed_assault": (True, False),
    "joker_discard": (False, True),
    "victory": ("immediate", "year_end"),
    "distinct_lines": (False, True),
    "max_years": (30, *range(1, 61)),
}


def suit(card: str) -> str:
    """The suit of a natural card."""
    return card[-1]


def rank(card: str) -> str:
    return JOKER if card == JOKER else card[:-1]


def value(card: str) -> int:
    """S-4. A number for the rank, 2 to 14 for naturals and 15 for a joker."""
    return 15 if card == JOKER else 14 - RANKS.index(rank(card))


def in_order(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=CARDS.index)


def kinds(cards: Iterable[str]) -> list[str]:
    """Equal cards are one kind."""
    return in_order(set(cards))


def naturals(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card != JOKER]


def lowest(cards: Iterable[str]) -> str:
    """The lowest rank; of several the first in suit order."""
    return min(in_order(cards), key=value)


def breaches(card: str, wall: str) -> bool:
    """S-41. A sapper takes every wall, any other card needs a higher rank."""
    return rank(card) == SAPPER or value(card) > value(wall)


def whole_pack(seats: int) -> list[str]:
    """S-2, S-3. All cards of the game."""
    return in_order(NATURALS * PACKS[seats] + [JOKER] * seats)


@dataclass
class City:
    """S-5. All that belongs to one seat. The Keep's Jack is known by its suit; `keep` holds the royals beside it."""

    line: str | None = None
    hand: list[str] = field(default_factory=list)
    keep: list[str] = field(default_factory=list)
    forts: dict[str, str] = field(default_factory=dict)
    garrisons: dict[str, list[str]] = field(default_factory=lambda: {quarter: [] for quarter in SUITS})
    tricks: list[str] = field(default_factory=list)
    captured: list[str] = field(default_factory=list)

    def royals(self) -> list[str]:
        """S-65. The family this city is looking for."""
        return [rank + self.line for rank in ROYAL_RANKS] if self.line else []

    def is_complete(self) -> bool:
        return bool(self.line) and set(self.keep) == set(self.royals())

    def places_for(self, card: str) -> list[str]:
        """S-27 to S-29, S-31. Where a card of the Field may be put now."""
        if card == JOKER:
            return []
        found = []
        if suit(card) not in self.forts:
            found.append("fort")
        if len(self.garrisons[suit(card)]) < GARRISON:
            found.append("garrison")
        if card in self.royals() and card not in self.keep:
            found.append("keep")
        return found

    def put(self, card: str, place: str) -> None:
        """From the Field into the city."""
        self.hand.remove(card)
        if place == "fort":
            self.forts[suit(card)] = card
        elif place == "garrison":
            self.garrisons[suit(card)].append(card)
        else:
            self.keep.append(card)

    def take(self, card: str, place: str) -> None:
        """From the city into the Field."""
        if place == "fort":
            del self.forts[suit(card)]
        elif place == "garrison":
            self.garrisons[suit(card)].remove(card)
        else:
            self.keep.remove(card)
        self.hand.append(card)

    def inside(self) -> dict[str, list[str]]:
        """The cards at each kind of place in the city, the Jack not counted."""
        garrisons = [card for cards in self.garrisons.values() for card in cards]
        return {"fort": list(self.forts.values()), "garrison": garrisons, "keep": self.keep}

    def size(self) -> int:
        """S-68. Cards in the city, without the Jack."""
        return sum(map(len, self.inside().values()))

    def cards(self) -> list[str]:
        """Every card of the seat, the Jack of the Keep included."""
        jack = [f"J{self.line}"] if self.line else []
        city = [card for cards in self.inside().values() for card in cards]
        return [*jack, *city, *self.hand, *self.tricks, *self.captured]

    def as_json(self) -> dict[str, Any]:
        return {
            "line": self.line,
            "hand": in_order(self.hand),
            "keep": in_order(self.keep),
            "forts": {quarter: self.forts[quarter] for quarter in SUITS if quarter in self.forts},
            "garrisons": {quarter: in_order(cards) for quarter, cards in self.garrisons.items() if cards},
            "tricks": in_order(self.tricks),
            "captured": in_order(self.captured),
        }

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "City":
        city = cls(line=found.get("line"), forts=dict(found.get("forts", {})))
        for pile in ("hand", "keep", "tricks", "captured"):
            setattr(city, pile, list(found.get(pile, [])))
        for quarter, cards in found.get("garrisons", {}).items():
            city.garrisons[quarter] = list(cards)
        return city


@dataclass
class Attack:
    """The attack that is running, and the cards both sides have on its table."""

    attacker: int
    defender: int
    quarter: str
    siege: str | None = None
    wall: str | None = None  # once it is breached; it stands in its slot until the attack is decided
    sortie: list[str] = field(default_factory=list)  # what the two garrisons brought (S-40)
    garrison: list[str] = field(default_factory=list)
    fought: list[list[str | None]] = field(default_factory=list)  # [defender's card, "hand" or "keep", attacker's]
    prize: bool = False

    def spent(self) -> list[str]:
        """S-54. The attacker's cards on the table."""
        return [card for card in (self.siege, *(row[2] for row in self.fought)) if card]

    def shown(self, *places: str) -> list[str]:
        """The defender's cards on the table that came from there."""
        return [row[0] for row in self.fought if row[0] and row[1] in places]

    def as_json(self) -> dict[str, Any]:
        return {
            "attacker": self.attacker,
            "defender": self.defender,
            "quarter": self.quarter,
            "siege": self.siege,
            "wall": self.wall,
            "taken": {"attacker": in_order(self.sortie), "defender": in_order(self.garrison)},
            "fought": [list(row) for row in self.fought],
            "prize": self.prize,
        }


class Oracle:
    """One game. The deck is a bag of cards without an order (S-73)."""

    def __init__(self, seats: int, options: Mapping[str, object] = {}) -> None:
        if seats not in PACKS:
            raise ValueError("S-1: two to six seats")
        for key, wanted in options.items():
            if not any(wanted == choice and type(wanted) is type(choice) for choice in OPTIONS.get(key, ())):
                raise ValueError(f"no such option: {key}={wanted}")
        self.seats = seats
        self.options: dict[str, Any] = {key: options.get(key, choices[0]) for key, choices in OPTIONS.items()}
        if self.options["distinct_lines"] and seats > len(SUITS):
            raise ValueError("SA-4: there are only four different lines")
        self.deck = whole_pack(seats)  # the Jacks are in it until they are drawn as lines
        self.pile: list[str] = []  # discards
        self.cities = [City() for _ in range(seats)]
        self.phase = "setup"
        self.to_move: Actor | None = "chance"
        self.year = 1
        self.dealer: int | None = None
        self.initiator: int | None = None
        self.next_initiator: int | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks_won = [0] * seats
        self.attack: Attack | None = None
        self.attacked: list[tuple[int, int, str]] = []
        self.barred: list[tuple[int, int]] = []
        self.thrown = 0  # discards in the Winter that is being played
        self.seen_keeps = [0] * seats  # royals in each Keep, as everybody saw them last
        self.gone: list[int] = []
        self.result: dict[str, Any] | None = None
        self.actor: Actor = "chance"
        self.events: list[Event] = []
        self.lines: list[dict[str, Any]] = []  # the whole log

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> "Oracle":
        """A game set up as a position says. A deck left out holds all cards that lie nowhere else."""
        oracle = cls(position["seats"], position.get("options", {}))
        oracle.phase = position.get("phase", "autumn")
        oracle.to_move = position.get("to_move", 0)
        oracle.gone = list(position.get("gone", []))
        oracle.year = position.get("year", 1)
        setup = oracle.phase == "setup"
        oracle.dealer = position.get("dealer", None if setup and oracle.to_move == "chance" else 0)
        oracle.initiator = position.get("initiator", None if setup else 0)
        early = setup or oracle.phase == "autumn"
        oracle.next_initiator = position.get("next_initiator", None if early else oracle.initiator)
        cities = position.get("cities", [{}] * oracle.seats)
        if len(cities) != oracle.seats:
            raise ValueError("one city for each seat")
        oracle.cities = [City.from_json(city) for city in cities]
        oracle.trick = [(seat, card) for seat, card in position.get("trick", [])]
        counted = [len(city.tricks) // oracle.seats for city in oracle.cities]
        oracle.tricks_won = list(position.get("tricks_won", counted))
        if found := position.get("attack"):
            oracle.attack = Attack(found["attacker"], found["defender"], found["quarter"], found.get("siege"))
            if oracle.attack.siege:
                oracle.attack.wall = oracle.cities[oracle.attack.defender].forts[oracle.attack.quarter]
            oracle.attack.sortie = list(found.get("taken", {}).get("attacker", []))
            oracle.attack.garrison = list(found.get("taken", {}).get("defender", []))
            oracle.attack.fought = [list(row) for row in found.get("fought", [])]
            oracle.attack.prize = found.get("prize", oracle.phase == "prize")
        oracle.attacked = [(seat, other, quarter) for seat, other, quarter in position.get("attacked", [])]
        oracle.barred = [(seat, other) for seat, other in position.get("barred", [])]
        oracle.pile = list(position.get("discard", []))
        oracle.deck = list(position.get("deck", []))
        rest = Counter(whole_pack(oracle.seats))
        rest.subtract(oracle.all_cards())
        if too_many := [card for card in CARDS if rest[card] < 0]:
            raise ValueError(f"S-2, S-3: more copies than there are of {too_many}")
        if "deck" not in position:
            oracle.deck = in_order(rest.elements())
        if oracle.to_move is None:
            oracle.settle_result()
        return oracle

    def all_cards(self) -> list[str]:
        """Every card of the game, wherever it is."""
        found = [*self.deck, *self.pile, *(card for _, card in self.trick)]
        for city in self.cities:
            found += city.cards()
        return found + (self.attack.spent() + self.attack.shown("hand", "keep") if self.attack else [])

    def settle_result(self) -> None:
        """Why a position with nobody to move is over."""
        if self.seats - len(self.gone) == 1:
            self.finish("SA-65", [seat for seat in range(self.seats) if seat not in self.gone])
        elif complete := self.complete_seats():
            self.finish("S-66", complete[:1])
        else:
            self.finish("S-68", [])

    # ---- orders

    def setup_order(self) -> list[int]:
        """S-11 to S-14. Clockwise from the dealer's left, the dealer last."""
        assert self.dealer is not None
        return [(self.dealer + far) % self.seats for far in range(1, self.seats + 1)]

    def season_order(self) -> list[int]:
        """S-17. The Initiator first, then clockwise."""
        assert self.initiator is not None
        return [(self.initiator + far) % self.seats for far in range(self.seats)]

    def after(self, seat: int) -> int | None:
        """Who follows in season order, if anybody does."""
        order = [*self.season_order(), None]
        return order[order.index(seat) + 1]

    def dealt_next(self) -> int | None:
        """S-11, S-13, S-61. Who gets the next card: the first in order with fewer than five."""
        order = self.setup_order() if self.phase == "setup" else self.season_order()
        short = [seat for seat in order if len(self.cities[seat].hand) < HAND]
        return short[0] if short and self.deck else None

    # ---- who may do what

    @property
    def mover(self) -> int:
        assert isinstance(self.to_move, int)
        return self.to_move

    def legal(self) -> list[str]:
        """The open actions. A seat that has left has only the one its clock would play (SA-65)."""
        if self.to_move is None:
            return []
        if self.to_move == "chance":
            return list(self.weights())
        return [self.default()] if self.to_move in self.gone else self.choices()

    def weights(self) -> dict[str, int]:
        """S-73. What chance may do now, and the weight of each outcome."""
        if self.dealer is None:
            return {f"dealer {seat}": 1 for seat in range(self.seats)}  # S-8
        lines = [city.line for city in self.cities]
        if None in lines:  # S-9
            free = [quarter for quarter in SUITS if not (self.options["distinct_lines"] and quarter in lines)]
            jacks = {quarter: self.deck.count(f"J{quarter}") for quarter in free}
            return {f"line {lines.index(None)} {quarter}": jacks[quarter] for quarter in free if jacks[quarter]}
        return {f"deal {self.dealt_next()} {card}": self.deck.count(card) for card in kinds(self.deck)}

    def choices(self) -> list[str]:
        """Section 3. What the seat to move may do."""
        city = self.cities[self.mover]
        if self.phase == "setup":
            return [f"fort {card}" for card in self.wall_choices(self.mover)]
        if self.phase == "autumn":
            return [f"play {card}" for card in self.following(city.hand)]
        if self.phase == "recall":
            inside = city.inside().items()
            return [*(f"recall {card} {place}" for place, cards in inside for card in kinds(cards)), "done"]
        if self.phase in ("stow", "summer"):
            return [*(f"stow {card} {place}" for card in kinds(city.hand) for place in city.places_for(card)), "done"]
        if self.phase == "discard":
            return self.discards(city.hand)
        if self.phase == "spring":
            targets = [(seat, quarter) for seat in range(self.seats) for quarter in SUITS]
            return [f"attack {target[0]} {target[1]}" for target in targets if self.may_attack(*target)] + ["pass"]
        return self.attack_choices(city)

    def wall_choices(self, seat: int) -> list[str]:
        """S-12. Cards for the first suit that is held and has no wall yet."""
        city = self.cities[seat]
        for quarter in SUITS:
            held = [card for card in kinds(naturals(city.hand)) if suit(card) == quarter]
            if held and quarter not in city.forts:
                return held
        return []

    def following(self, hand: list[str]) -> list[str]:
        """S-20, S-21. Follow a natural card that was led, or play a joker."""
        led = self.trick[0][1] if self.trick else JOKER
        if led != JOKER and any(suit(card) == suit(led) for card in naturals(hand)):
            hand = [card for card in hand if card == JOKER or suit(card) == suit(led)]
        return kinds(hand)

    def discards(self, hand: list[str]) -> list[str]:
        """S-30, S-31. Naturals freely; jokers only if nothing else can bring the Field down to five."""
        forced = len(hand) > HAND and not naturals(hand)
        jokers = self.options["joker_discard"] or forced
        found = [f"discard {card}" for card in kinds(hand) if card != JOKER or jokers]
        return found if len(hand) > HAND else [*found, "done"]

    def may_attack(self, defender: int, quarter: str) -> bool:
        """S-35 to S-39, with the options attacks, gate and failed_assault."""
        seat = self.mover
        if defender == seat or (seat, defender, quarter) in self.attacked or (seat, defender) in self.barred:
            return False
        if self.options["attacks"] == "one" and any(attacker == seat for attacker, _, _ in self.attacked):
            return False
        garrison = self.cities[seat].garrisons[quarter]
        force = [*self.cities[seat].hand, *garrison]
        opening = garrison if self.options["gate"] == "garrison" else naturals(force)
        if all(suit(card) != quarter for card in opening):
            return False
        wall = self.cities[defender].forts.get(quarter)
        return self.options["failed_assault"] or wall is None or any(breaches(card, wall) for card in force)

    def attack_choices(self, city: City) -> list[str]:
        """S-41, S-45 to S-47, S-51. The nodes inside an attack."""
        attack = self.attack
        assert attack is not None
        hand, defender = kinds(city.hand), self.cities[attack.defender]
        if self.phase == "siege":
            wall = defender.forts[attack.quarter]
            return [f"siege {card}" for card in hand if self.options["failed_assault"] or breaches(card, wall)]
        if self.phase == "defend":
            found = [f"defend {card} hand" for card in naturals(hand)]
            may_yield = not found or self.options["defence"] == "may_yield"  # S-46
            return found + [f"defend {card} keep" for card in kinds(city.keep)] + ["yield"] * may_yield
        if self.phase == "assault":
            target = attack.fought[-1][0]
            assert target is not None
            return [*(f"assault {card}" for card in hand if value(card) > value(target)), "retreat"]
        return [*(f"prize {card}" for card in kinds(defender.keep) if JOKER in hand), "skip"]

    def default(self) -> str:
        """Section 3. What an expired clock plays; in set-up the lowest card."""
        hand = self.cities[self.mover].hand
        fixed = {"recall": "done", "stow": "done", "spring": "pass", "assault": "retreat", "prize": "skip"}
        if self.phase in fixed:
            return fixed[self.phase]
        if self.phase == "summer" or (self.phase == "discard" and len(hand) <= HAND):
            return "done"
        if self.phase == "discard":
            return f"discard {lowest(naturals(hand) or hand)}"
        if self.phase == "defend":
            best = max(in_order(naturals(hand)), key=value, default=None)
            return f"defend {best} hand" if best else "yield"
        verb = {"setup": "fort", "autumn": "play", "siege": "siege"}[self.phase]
        open_cards = [name.split()[1] for name in self.choices()]
        if self.phase == "siege":
            assert self.attack is not None
            wall = self.cities[self.attack.defender].forts[self.attack.quarter]
            open_cards = [card for card in open_cards if breaches(card, wall)] or open_cards
        return f"{verb} {lowest(open_cards)}"

    # ---- actions

    def tell(self, kind: str, rule: str, /, **args: Any) -> None:
        self.events.append({"seat": self.actor, "kind": kind, "args": args, "rule": rule})

    def play(self, name: str) -> list[Event]:
        """Performs a legal action and tells what happened, in order."""
        if name not in self.legal():
            raise ValueError(f"not legal: {name}")
        assert self.to_move is not None
        self.actor, self.events = self.to_move, []
        private = self.phase in WINTER
        verb, *objects = name.split()
        getattr(self, f"do_{verb}")(*objects)
        self.lines.append({"seat": self.actor, "action": name, "events": self.events, "private": private})
        return self.events

    def resign(self, seat: int) -> list[Event]:
        """SA-65. The seat stays in the order of play but only its clock acts; the last one left wins at once."""
        if self.result is not None or seat in self.gone or seat not in range(self.seats):
            raise ValueError(f"seat {seat} cannot resign now")
        self.actor, self.events = seat, []
        self.gone = sorted([*self.gone, seat])
        self.tell("resign", "SA-65")
        staying = [other for other in range(self.seats) if other not in self.gone]
        if len(staying) == 1:
            self.finish("SA-65", staying)
        self.lines.append({"seat": seat, "action": "resign", "events": self.events, "private": False})
        return self.events

    # ---- chance

    def do_dealer(self, seat: str) -> None:
        """S-8."""
        self.dealer = int(seat)
        self.tell("dealer", "S-8", seat=self.dealer)

    def do_line(self, seat: str, quarter: str) -> None:
        """S-9, S-10. The other Jacks stay in the deck."""
        self.deck.remove(f"J{quarter}")
        self.cities[int(seat)].line = quarter
        self.tell("line", "S-9", seat=int(seat), suit=quarter)

    def do_deal(self, seat: str, card: str) -> None:
        """S-73. After the last card of a deal the game goes on."""
        self.deck.remove(card)
        self.cities[int(seat)].hand.append(card)
        self.tell("deal", "S-73", seat=int(seat), card=card)
        if self.dealt_next() is not None:
            return
        if self.phase == "summer":
            self.new_year()
        elif any(city.forts for city in self.cities):
            self.first_year()
        else:
            self.next_wall()

    def first_year(self) -> None:
        """S-14. Fewest fortifications; among equals the first after the dealer."""
        self.initiator = min(self.setup_order(), key=lambda seat: len(self.cities[seat].forts))
        self.tell("initiator", "S-14", seat=self.initiator)
        self.begin_autumn()

    def new_year(self) -> None:
        """S-61, S-63."""
        self.reshuffle()
        self.year += 1
        self.initiator, self.next_initiator = self.next_initiator, None
        self.tricks_won = [0] * self.seats
        self.tell("year", "S-63", year=self.year, initiator=self.initiator)
        self.begin_autumn()

    def reshuffle(self) -> None:
        self.tell("reshuffle", "S-61", cards=len(self.pile))
        self.deck += self.pile
        self.pile = []

    # ---- set-up and Autumn

    def next_wall(self) -> None:
        """S-12, S-13. The first seat with a wall to build; when all stand, the refill."""
        builders = [seat for seat in self.setup_order() if self.wall_choices(seat)]
        self.to_move = builders[0] if builders else "chance"

    def do_fort(self, card: str) -> None:
        """S-12."""
        self.cities[self.mover].put(card, "fort")
        self.tell("fort", "S-12", card=card)
        self.next_wall()

    def begin_autumn(self) -> None:
        self.phase, self.to_move = "autumn", self.initiator

    def do_play(self, card: str) -> None:
        """S-19."""
        self.cities[self.mover].hand.remove(card)
        self.trick.append((self.mover, card))
        self.tell("play", "S-19", card=card)
        self.to_move = (self.mover + 1) % self.seats
        if len(self.trick) == self.seats:
            self.end_trick()

    def trick_winner(self) -> int:
        """S-22. The first joker, or else the highest card of the led suit, the first of equals."""
        jokers = [seat for seat, card in self.trick if card == JOKER]
        if jokers:
            return jokers[0]
        followed = [(seat, card) for seat, card in self.trick if suit(card) == suit(self.trick[0][1])]
        return max(followed, key=lambda played: value(played[1]))[0]

    def end_trick(self) -> None:
        """S-22 to S-25."""
        winner = self.trick_winner()
        cards = [card for _, card in self.trick]
        self.cities[winner].tricks += cards
        self.tricks_won[winner] += 1
        self.trick = []
        self.to_move = winner
        self.tell("trick", "S-22", seat=winner, cards=cards)
        if sum(self.tricks_won) < TRICKS:
            return
        shared = self.tricks_won.count(max(self.tricks_won)) > 1
        self.next_initiator = winner if shared else self.tricks_won.index(max(self.tricks_won))
        self.tell("title", "S-24", seat=self.next_initiator)
        for city in self.cities:
            city.hand += city.tricks
            city.tricks = []
        self.show_keeps()
        self.phase, self.to_move = "recall", self.initiator

    # ---- Winter

    def do_recall(self, card: str, place: str) -> None:
        """S-26."""
        self.cities[self.mover].take(card, place)
        self.tell("recall", "S-26", card=card, place=place)

    def do_stow(self, card: str, place: str) -> None:
        """S-27 to S-29, in Winter and in Summer (S-59)."""
        self.cities[self.mover].put(card, place)
        self.tell("stow", PLACE_RULE[place], card=card, place=place)

    def do_discard(self, card: str) -> None:
        """S-30, S-31."""
        self.cities[self.mover].hand.remove(card)
        self.pile.append(card)
        self.thrown += 1
        self.tell("discard", "S-30", card=card)

    def do_done(self) -> None:
        if self.phase == "summer":
            self.end_summer(self.mover)
            return
        self.tell("done", "S-26")
        if self.phase == "discard":
            self.end_winter(self.mover)
        else:
            self.phase = WINTER[WINTER.index(self.phase) + 1]

    def end_winter(self, seat: int) -> None:
        """S-33, S-34."""
        city = self.cities[seat]
        forts = {quarter: city.forts.get(quarter) for quarter in SUITS}
        shown = {"forts": forts, "keep": in_order(city.keep), "garrisons": {q: len(city.garrisons[q]) for q in SUITS}}
        self.tell("winter", "S-33", seat=seat, **shown, hand=len(city.hand), discards=self.thrown)
        self.thrown = 0
        self.show_keeps()
        if self.has_won(seat):
            self.finish("S-66", [seat])
            return
        follower = self.after(seat)
        self.phase = "spring" if follower is None else "recall"
        self.to_move = self.initiator if follower is None else follower

    # ---- Spring

    def do_pass(self) -> None:
        """S-35. After the last seat Summer begins, and captured cards join the Fields (S-58)."""
        self.tell("pass", "S-35")
        follower = self.after(self.mover)
        if follower is not None:
            self.to_move = follower
            return
        for city in self.cities:
            city.hand += city.captured
            city.captured = []
        self.attacked, self.barred = [], []
        self.phase, self.to_move = "summer", self.initiator

    def sides(self) -> tuple[Attack, City, City]:
        """The running attack, the attacker's city and the defender's."""
        assert self.attack is not None
        return self.attack, self.cities[self.attack.attacker], self.cities[self.attack.defender]

    def do_attack(self, seat: str, quarter: str) -> None:
        """S-36, S-40. Both garrisons join the Fields."""
        self.attack = Attack(self.mover, int(seat), quarter)
        attack, mine, theirs = self.sides()
        attack.sortie, mine.garrisons[quarter] = mine.garrisons[quarter], []
        attack.garrison, theirs.garrisons[quarter] = theirs.garrisons[quarter], []
        mine.hand += attack.sortie
        theirs.hand += attack.garrison
        self.attacked.append((attack.attacker, attack.defender, quarter))
        brought = {"sortie": len(attack.sortie), "garrison": len(attack.garrison)}
        self.tell("attack", "S-36", defender=attack.defender, quarter=quarter, **brought)
        if quarter in theirs.forts:
            self.phase = "siege"
        else:  # S-42
            self.ask_defender()

    def do_siege(self, card: str) -> None:
        """S-41, S-43."""
        attack, mine, theirs = self.sides()
        wall = theirs.forts[attack.quarter]
        mine.hand.remove(card)
        attack.siege = card
        breached = breaches(card, wall)
        self.tell("siege", "S-41", card=card, wall=wall, breached=breached)
        if breached:
            attack.wall = wall
            self.ask_defender()
        else:
            self.repulse("S-43")

    def ask_defender(self) -> None:
        """S-44, S-46. The next round in the streets; with nothing left to defend the attack succeeds."""
        attack, _, theirs = self.sides()
        if naturals(theirs.hand) or theirs.keep:
            self.phase, self.to_move = "defend", attack.defender
        else:
            self.succeed()

    def do_defend(self, card: str, place: str) -> None:
        """S-45."""
        attack, _, theirs = self.sides()
        (theirs.hand if place == "hand" else theirs.keep).remove(card)
        attack.fought.append([card, place, None])
        self.tell("defend", "S-45", **{"card": card, "from": place})
        self.phase, self.to_move = "assault", attack.attacker

    def do_assault(self, card: str) -> None:
        """S-47."""
        attack, mine, _ = self.sides()
        mine.hand.remove(card)
        attack.fought[-1][2] = card
        self.tell("assault", "S-47", card=card)
        self.ask_defender()

    def do_retreat(self) -> None:
        """S-48."""
        self.tell("retreat", "S-48")
        self.repulse("S-48")

    def do_yield(self) -> None:
        """S-46."""
        self.tell("yield", "S-46")
        self.succeed()

    def repulse(self, rule: str) -> None:
        """S-43, S-48, S-52 to S-54. The defender's cards go home; a sapper or joker still takes the wall."""
        attack, mine, theirs = self.sides()
        theirs.keep += attack.shown("keep")
        theirs.hand += attack.shown("hand")
        for card in attack.garrison:
            theirs.put(card, "garrison")
        captured = []
        if attack.wall and attack.siege and rank(attack.siege) in (SAPPER, JOKER):
            captured = [theirs.forts.pop(attack.quarter)]
            mine.captured += captured
            rule = "S-53"
        barred = rule == "S-43"
        if barred:
            self.barred.append((attack.attacker, attack.defender))
        self.pile += attack.spent()
        self.tell("repulse", rule, **self.names(attack), captured=captured, barred=barred)
        self.end_attack()

    def names(self, attack: Attack) -> dict[str, Any]:
        return {"attacker": attack.attacker, "defender": attack.defender, "quarter": attack.quarter}

    def succeed(self) -> None:
        """S-49 to S-51, S-54, S-55. Fighters and wall are captured, and garrison cards that did not fight (SA-41)."""
        attack, mine, theirs = self.sides()
        captured = attack.shown("hand", "keep")
        if attack.quarter in theirs.forts:
            captured.append(theirs.forts.pop(attack.quarter))
        unplayed = Counter(attack.garrison) - Counter(attack.shown("hand"))
        hidden = list(unplayed.elements())
        for card in hidden:
            theirs.hand.remove(card)
        mine.captured += captured + hidden
        self.pile += attack.spent()
        self.tell("success", "S-49", **self.names(attack), captured=in_order(captured), hidden=len(hidden))
        if theirs.keep:  # the table is cleared, only the question is left
            self.attack = Attack(attack.attacker, attack.defender, attack.quarter, prize=True)
            self.phase, self.to_move = "prize", attack.attacker
        else:
            self.end_attack()

    def do_prize(self, card: str) -> None:
        """S-51."""
        _, mine, theirs = self.sides()
        mine.hand.remove(JOKER)
        self.pile.append(JOKER)
        theirs.keep.remove(card)
        mine.captured.append(card)
        self.tell("prize", "S-51", card=card)
        self.end_attack()

    def do_skip(self) -> None:
        """S-51."""
        self.tell("skip", "S-51")
        self.end_attack()

    def end_attack(self) -> None:
        """S-35. Back to the attacker, who may declare again."""
        assert self.attack is not None
        self.to_move = self.attack.attacker
        self.phase, self.attack = "spring", None

    # ---- Summer and the end

    def end_summer(self, seat: int) -> None:
        """S-60, S-61. Whoever has won keeps the Field; the others discard it."""
        city = self.cities[seat]
        if self.has_won(seat):
            self.tell("summer", "S-60", seat=seat, discards=0)
            self.finish("S-66", [seat])
            return
        self.tell("summer", "S-60", seat=seat, discards=len(city.hand))
        self.pile += city.hand
        city.hand = []
        follower = self.after(seat)
        if follower is not None:
            self.to_move = follower
        elif self.options["victory"] == "year_end" and (complete := self.complete_seats()):
            self.finish("S-66", complete[:1])
        elif self.year >= self.options["max_years"]:
            self.finish("S-68", [])
        else:
            self.to_move = "chance"
            if len(self.deck) < HAND * self.seats:  # S-62, never in a game from the start
                self.reshuffle()

    def complete_seats(self) -> list[int]:
        """S-66. Seats still in the game that have their whole family, in season order."""
        return [seat for seat in self.season_order() if self.cities[seat].is_complete() and seat not in self.gone]

    def has_won(self, seat: int) -> bool:
        """S-66, at the end of the seat's own placement."""
        return self.options["victory"] == "immediate" and seat in self.complete_seats()

    def rating(self, seat: int) -> tuple[int, list[int], int]:
        """S-68. Royals, then their ranks from the highest, then cards in the city."""
        city = self.cities[seat]
        return len(city.keep), sorted(map(value, city.keep), reverse=True), city.size()

    def show_keeps(self) -> None:
        """S-33. In a Winter others go on seeing the Keep as it was before."""
        self.seen_keeps = [len(city.keep) for city in self.cities]

    def royals_seen(self, seat: int) -> int:
        """S-68, SA-65. A Winter nobody has finished does not count."""
        return self.seen_keeps[seat] if self.phase in WINTER else len(self.cities[seat].keep)

    def finish(self, rule: str, winners: list[int]) -> None:
        """S-66, S-68, SA-65. A winner named by the rule is first alone; those who left share the last place."""
        seats = range(self.seats)

        def standing(seat: int) -> tuple[bool, bool, tuple[int, list[int], int]]:
            stayed = seat not in self.gone
            return stayed, seat in winners, self.rating(seat) if stayed else (0, [], 0)

        places = [1 + sum(standing(other) > standing(seat) for other in seats) for seat in seats]
        scores = [0 if seat in self.gone else self.royals_seen(seat) for seat in seats]
        best = [seat for seat in seats if places[seat] == 1]
        self.to_move = None
        self.result = {"winners": best, "scores": scores, "places": places, "rule": rule}
        self.tell("end", rule, winners=best, scores=scores, places=places)

    # ---- what can be read

    def log(self, seat: int | None) -> list[dict[str, Any]]:
        """S-69 to S-72. The lines a seat (or, with None, an onlooker) may read; after the end all of them."""
        found = []
        for line in self.lines:
            secret = self.result is None and line["seat"] != seat
            shown = self.public_twin(line, seat) if secret else (line["action"], line["events"])
            if shown:
                found.append({"seat": line["seat"], "action": shown[0], "events": shown[1]})
        return found

    def public_twin(self, line: dict[str, Any], reader: int | None) -> tuple[str, list[Event]] | None:
        """A line as others read it: no drawn card, no garrison card, and of a Winter only its outcome (S-33)."""
        action: str = line["action"]
        events: list[Event] = line["events"]
        verb, *objects = action.split()
        if line["private"]:
            public = [event for event in events if event["kind"] in ("winter", "end")]
            return ("winter", public) if public else None
        if verb == "deal" and int(objects[0]) != reader:
            return f"deal {objects[0]} ?", [self.without_card(events[0]), *events[1:]]
        if verb == "stow" and objects[1] == "garrison":
            return "stow ? garrison", [self.without_card(event) for event in events]
        return action, events

    def without_card(self, event: Event) -> Event:
        return {**event, "args": {**event["args"], "card": "?"}}

    def position(self) -> dict[str, Any]:
        """The whole truth as JSON. When the game is over `phase` stays the one it ended in."""
        return {
            "seats": self.seats,
            "options": {key: chosen for key, chosen in self.options.items() if chosen != OPTIONS[key][0]},
            "to_move": self.to_move,
            "gone": list(self.gone),
            "phase": self.phase,
            "year": self.year,
            "dealer": self.dealer,
            "initiator": self.initiator,
            "next_initiator": self.next_initiator,
            "trick": [list(played) for played in self.trick],
            "tricks_won": list(self.tricks_won),
            "deck": in_order(self.deck),
            "discard": in_order(self.pile),
            "attack": self.attack.as_json() if self.attack else None,
            "attacked": sorted(map(list, self.attacked), key=lambda triple: (*triple[:2], SUITS.index(triple[2]))),
            "barred": sorted(map(list, self.barred)),
            "cities": [city.as_json() for city in self.cities],
        }
