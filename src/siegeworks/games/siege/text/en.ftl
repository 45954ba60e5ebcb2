### Siege.

kind = cards: tricks, cities and sieges, with hidden hands
credit = designed by Peter Cobcroft
goal = Bring the Ace, King and Queen of your line together in your Keep.
# Seats have no colours here: they are numbers, counted from 1 as people count.
seat = { $seat ->
    [0] Seat 1
    [1] Seat 2
    [2] Seat 3
    [3] Seat 4
    [4] Seat 5
   *[5] Seat 6
}

nothing = nothing
none = none
no-royals = no royal
cards-counted = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
side = { $quarter ->
    [H] North
    [D] East
    [S] South
   *[C] West
}
place-of = { $place ->
    [fort] on the wall
    [garrison] in a garrison
   *[keep] in the Keep
}
equal-rank = { $rank ->
    [JK] joker
   *[other] { rank }
}

## Options

option-defence = when a defender may yield
option-attacks = how many attacks a seat may make in a Spring
option-gate = which card of a quarter's suit is needed to attack it
option-failed_assault = a wall may be attacked with cards that do not breach it
option-joker_discard = jokers may be discarded in Winter
option-victory = when a complete family wins
option-distinct_lines = no two seats get the same line
option-max_years = the year limit
value-all = with nothing but jokers left in hand
value-may_yield = at any time
value-multi = any number
value-one = one
value-any = in hand or garrison
value-garrison = in the garrison
value-immediate = at once
value-year_end = at the end of the year

## What to do

do-play = Play { $card }
do-discard = Discard { $card }
do-siege = Besiege the wall with { $card }
do-assault = Answer with { $card }
do-prize = Pay a joker for { $card }
do-fort = Put { $card } on the { side } wall
do-stow = Put { $card } { $place ->
    [fort] on the { side } wall
    [garrison] into the { side } garrison
   *[keep] into the Keep
}
do-recall = Take { $card } back from the { $place ->
    [fort] { side } wall
    [garrison] { side } garrison
   *[keep] Keep
}
do-defend = Defend with { $card } from the { $source ->
    [hand] hand
   *[keep] Keep
}
do-attack = Attack the { side } quarter of { $seat }
do-done = { $step ->
    [recall] Take nothing more back
    [stow] Place nothing more
    [discard] Finish your Winter
   *[summer] Finish your Summer
}
do-pass = End your Spring
do-yield = Yield the { side } quarter
do-retreat = Retreat from the { side } quarter of { $seat }
do-skip = Take no prize
family-apart = {""}
family-within-reach = {" "}You have the Ace, King and Queen of { suit }: put all three into the Keep, and { winning-when }.
family-complete-now = {" "}The three royals are in your Keep: { winning-when }.
winning-when = you win { $when ->
    [done] when you finish
   *[year] if they are still there at the end of the year
}
joker-led = A joker was led
suit-lacks = You have no { suit }
ask-fort = Put a card of { suit } on your { side } wall.
ask-lead = Lead a card to the trick: the others follow its suit if they can.
ask-follow = Play a card to the trick: you must follow { suit }{ $joker ->
    [yes] {" "}or play a joker
   *[no] {""}
}.
ask-any-card = { $why }: play any card to the trick.
ask-recall = Arrange your city for Winter: take cards back and place them anew, with five in hand at most.{ $family }
ask-stow = Arrange your city for Winter: put cards on walls, into garrisons and into the Keep, or leave it at that.{ $family }
ask-discard = Finish your Winter, or discard more cards first.{ $family }
ask-too-many = Discard { $over ->
    [one] 1 card
   *[other] { $over } cards
}: a hand has { $most } at most.{ $family }
ask-spring = { $count ->
    [one] Attack one quarter of another city
   *[more] Attack a quarter of another city
}, or end your Spring.
ask-siege = Choose a card against the { side } wall of { $defender }, { $wall }: a higher one or a 2 breaches it; one that fails is lost and ends your attacks on { $defender }.
ask-breach = Choose a card that breaches the { side } wall of { $defender }, { $wall }: a higher one, or a 2.
ask-defend = { $seat } attacks your { side } quarter: defend it with a card.
ask-defend-or-yield = { $seat } attacks your { side } quarter: defend it with a card, or yield.
ask-assault = Beat { $card } with a higher card, or retreat.
ask-prize = The attack has succeeded: pay a joker for a royal from the Keep of { $seat }, or take no prize.
ask-summer = Put cards into your city or finish your Summer; what is left in your hand is discarded.{ $family }
await-fort = Waiting for { $seats } to put up a wall.
await-card = Waiting for { $seats } to play a card to the trick.
await-winter = Waiting for { $seats } to arrange a city for Winter.
await-spring = Waiting for { $seats } to attack or to end the Spring.
await-siege = Waiting for { $seats } to besiege the { side } wall of { $defender }.
await-defend = Waiting for { $seats } to defend the { side } quarter.
await-assault = Waiting for { $seats } to attack on in the { side } quarter of { $defender }, or retreat.
await-prize = Waiting for { $seats } to take a prize from { $defender }, or none.
await-summer = Waiting for { $seats } to place cards in Summer.

## Why an action cannot be played

has-left = { $seat } has left the game, and its moves are made automatically.
not-now = That cannot be done now; { $node }.
node-setup = it is time to put up walls
node-autumn = it is Autumn: play a card to the trick
node-spring = it is Spring: attack a quarter of another city, or end your Spring
node-siege = a wall stands in the way: choose a card against it
node-defend = your city is under attack: answer that first
node-assault = the defender has played a card: beat it, or retreat
node-prize = a prize is offered: take a royal, or take no prize
node-summer = it is Summer: put cards into your city, or finish your Summer
node-recall = your Winter begins with taking cards back; they are placed and discarded after that
node-stow = it is time to place cards in your city; none is taken back any more
node-discard = your cards are placed: discard some, or finish your Winter
not-held = { $seat } does not have { $card } in hand.
fort-waits = { $card-first } must wait: fortifications are placed in the order Hearts, Diamonds, Spades, Clubs, one of each suit held, and { suit } comes now.
does-not-follow = { $card-first } does not follow: { suit } was led and { $seat } holds { suit }; only those or a joker may be played.
no-joker-there = Jokers are never in a city.
jack-stays = The Jack of the Keep never moves.
not-there = { $card-first } is not in the { $place ->
    [fort] { side } fortification
    [garrison] { side } garrison
   *[keep] Keep
}.
joker-stays = A joker stays in the hand: it is never placed in a city.
wall-taken = { $card-first } already stands on the { side } side, which holds one card.
garrison-full = The { side } garrison already has { $most } cards, and holds no more.
no-royal = { $card-first } is no royal of this line: the Keep takes the Ace, King and Queen of { suit }.
in-keep = { $card-first } is in the Keep already, which holds one of each rank.
too-many-cards = There are { $cards } cards in the hand; discard { $over } more, down to { $most }.
joker-kept = Jokers stay in the hand: one is discarded only with more than { $most } cards and nothing but jokers left.
no-seat = Nobody has such a city: { $count } play at this table.
own-city = Nobody attacks a city of their own.
one-attack = At this table everybody makes one attack a Spring, and yours has been made.
barred = An assault on a wall of { $seat } failed, which bars that city for this Spring.
attacked-already = The { side } quarter of { $seat } was attacked already this Spring.
no-gate-card = To attack the { side } quarter takes a card of { suit } { $where ->
    [garrison] in your own garrison there
   *[any] in your hand or in your own garrison there
}; a joker does not count.
cannot-breach = None of your cards breaches { $wall }: it takes a 2 or a higher card.
equal-wall = { $card-first } does not breach an equal { equal-rank }: a siege card must be strictly higher.
too-low-for-wall = { $card-first } does not breach { $wall }: a siege card must be higher, or a 2.
no-yielding = There is no yielding with { cards-counted } left to fight with: they must be played first.
jokers-defend-not = Jokers cannot defend.
none-left = { $seat } does not have { $card } left in hand.
has-fought = { $card-first } has fought in this attack already, and each card fights once.
no-royal-here = { $card-first } is not a royal in this Keep.
equal-card = { $card-first } does not beat an equal { equal-rank }: it must be strictly higher.
too-low = { $card-first } does not beat { $other }: it must be strictly higher.
no-joker = The prize costs a joker, and none is left in the hand.
not-in-keep = { $card-first } is not in the Keep of { $seat }.

## What happens

dealer = { $seat } deals.
line = { $seat } is of the line of { suit }.
deal = { $seat } is dealt { $card }.
initiator = { $seat } has the fewest walls and is the first Initiator.
reshuffle = The discard pile of { $cards ->
    [one] 1 card
   *[other] { $cards } cards
} is shuffled into the deck.
year = Year { $year } begins; { $initiator } is Initiator.
fort = { $seat } fortifies with { $card }.
play = { $seat } plays { $card }.
trick = { $seat } wins the trick.
title = { $seat } will be next year's Initiator.
recall = { $seat } takes back { $card }, which stood { place-of }.
stow = { $seat } places { $card } { place-of }.
discard = { $seat } discards { $card }.
done = { $seat } is done.
winter = { $seat } ends the Winter. Walls: { $forts }. Keep: { $keep }. Garrisons: { $garrisons }. { $hand ->
    [0] No card is
    [one] 1 card is
   *[other] { $hand } cards are
} in hand, { $discards ->
    [0] none was
    [one] 1 was
   *[other] { $discards } were
} discarded.
winter-wall = { $card } in the { side }
winter-garrison = { cards-counted } in the { side }
attack = { $seat } attacks the { side } quarter of { $defender }; { $sortie ->
    [one] 1 card
   *[other] { $sortie } cards
} of the attacker's garrison and { $garrison ->
    [one] 1 card
   *[other] { $garrison } cards
} of the defender's join their hands.
siege = { $seat } plays { $card }, which { $outcome ->
    [breached] breaches
   *[failed] fails against
} { $wall }.
defend = { $seat } defends with { $card } from the { $from ->
    [hand] hand
   *[keep] Keep
}.
assault = { $seat } answers with { $card }.
retreat = { $seat } retreats.
yield = { $seat } yields.
prize = { $seat } pays a joker and captures { $card } from the Keep.
skip = { $seat } takes no prize.
pass = { $seat } makes no more attacks this Spring.
success = The attack on the { side } quarter of { $defender } succeeds: { $attacker } captures { $captured }{ $hidden ->
    [0] {""}
    [one] {" "}and 1 card face-down
   *[other] {" "}and { $hidden } cards face-down
}.
repulse = The attack on the { side } quarter of { $defender } is repulsed{ $taken ->
    [0] {""}
   *[other] ; { $captured } is captured all the same
}{ $barred ->
    [yes] ; { $defender } is safe from { $attacker } this Spring
   *[no] {""}
}.
summer = { $seat } ends the Summer and discards { $discards ->
    [one] 1 card
   *[other] { $discards } cards
}.

## How it ends

margin = { $best ->
    [one] 1 royal
   *[other] { $best } royals
} to { $others }
family-together = { $winners } has Ace, King and Queen together in the Keep.
last-year-over = The last year is over: most royals in the Keep win, then the highest, then the larger city.

## What an action does, in a hint

completes-family = completes the family
takes-from-keep = takes { $card } from the Keep
breaches-wall = breaches the wall of { $card }
takes-trick = takes the trick
brings-home = brings { $card } home, { $home } of { $all }
keeps-from = keeps { $card } from somebody who needs it
walls-up = walls up the { side } quarter
cards-mine = { $count ->
    [one] one card
   *[other] { $count } cards
}
attacks-open = sets { cards-mine } against { $cards } behind no wall
attacks-wall = sets { cards-mine } against { $cards } behind { $wall }

## Why a city cannot be arranged like that

own-winter-only = A city is rearranged in its owner's Winter, and at no other time.
no-such-part = A layout has no "{ $name }"; it has { $parts }.
by-quarter = { $field } are given by quarter: H, D, S, C.
other-suit = { $card-first } cannot stand in the { side } quarter, which takes { suit }.
cards-are-names = Cards are given as a list of names.
not-a-card = "{ $name }" is not a card; cards are written like QH, 10S or JK.
hand-would-be = The hand would be { $cards }, not what the layout says.
empty-hand = empty
part-is-over = That part of the Winter is over: no card is { $part ->
    [recall] taken back
    [stow] placed
   *[discard] discarded
} any more.
too-many-wanted = { $card-first } is wanted more often than the hand and the city have it.

## What an action let somebody do: "It lets the House of Hearts ..."

gains-trick = win the trick
gains-title = become next year's Initiator
gains-capture = capture { $cards }
gains-repulse = beat back the attack of { $seat }
gains-breach = breach the wall of { $wall }
gains-prize = capture { $card } from the Keep
gains-bring-home = bring { $card } home

## picture.py

label-of-place = { $place ->
    [keep] Keep
    [forts] { side } wall
   *[garrisons] { side } garrison
}
label-empty = empty
label-hand = hand
label-tricks = won
label-captured = captured
count-of-field = hand: { $count }
count-of-won = won and captured: { $count }
heading-of-city = { $seat } ({ $notes })
note-line = line of { suit }
note-no-line = no line yet
note-initiator = Initiator
note-to-move = to move
note-left = left
phase = { $phase ->
    [setup] setup
    [autumn] autumn
    [winter] winter
    [recall] recall
    [stow] stow
    [discard] discard
    [spring] spring
    [siege] siege
    [defend] defend
    [assault] assault
    [prize] prize
   *[summer] summer
}
status-year = Year { $year }, { phase }
status-next = Year { $year }, { phase }; next Initiator: { $seat }
status-piles = Deck { $deck }, discard pile { $discard }
status-tricks = Tricks won: { $tricks }
status-attack = { $seat } attacks { $defender }, { side }
cards-at = { $place }: { $cards }
city-told = { $heading }: { $places }.
city-bare = { $heading }: nothing.
line-hand = hand:
line-tricks = tricks:
line-captured = captured:
line-on-table = on the table:

## position.py

no-such-phase = phase is one of { $phases }, not { $phase }.
attack-outside-fight = There is an attack while it is fought, and at no other time.
number-out-of-range = { $key } is a whole number from { $least } to { $most }.
year-out-of-range = year is a whole number from 1 to { $most }.
setup-after-year = Set-up comes before the first year.
initiator-mistimed = The first Initiator is known once set-up is over, and not before.
title-mistimed = Next year's Initiator is known once four tricks are played, and not before.
dealer-missing = There is a dealer once set-up has begun.
too-much-in-setup = In set-up there are only hands and fortifications.
no-fort-to-place = Nobody has a fortification to place, so everybody draws.
no-dealing-now = Cards are dealt in set-up and after Summer, so somebody is to move.
attacks-only-in-spring = Attacks and captured cards belong to Spring.
not-a-trick = trick lists a seat and a card for each card played, like [[0, "9S"]].
trick-is-over = A trick to which all have played is over.
tricks-won-not-counts = tricks_won gives a number for each seat.
autumn-is-over = Autumn has { $tricks } tricks, and ends with the last.
piles-do-not-fit = Trick piles of { $seats } cards a trick make { $counted } tricks won, not { $won }.
attack-mistimed = There is an attack while it is fought, and none between two attacks.
void-not-suits = void lists for each seat the suits it did not follow.
cards-before-lines = While lines are drawn all other cards are in the deck.
deck-too-small = Up to { $needed } cards are drawn in set-up yet, and the deck has { $found }.
nothing-to-deal = Everybody has { $hand } cards, or the deck is empty: nothing can be dealt.
discard-in-setup = Nothing is discarded in set-up.
no-card-to-play = { $mover } is to play and has no card.
setup-out-of-order = The dealer is drawn first, then the lines from the first seat on, then cards are dealt.
lines-out-of-order = Lines are drawn from the first seat on.
tricks-only-in-autumn = There are tricks in Autumn only.
trick-not-clockwise = A trick is played clockwise, one card each.
wrong-card-count = There are { $found } cards { $name }, and the game has { $wanted }.
wrong-hand-size = { $seat } has { $found } cards in hand; { $wanted } are dealt.
family-complete = The family of { $seat } is complete, so the game is over.
one-seat-left = Only one seat is left, so the game is over.
tricks-not-joined = Won tricks join the Field after the fourth.
not-known-void = { $seat } cannot be known to lack { $suit }.
game-not-over = Nobody's family is complete and the years are not up, so somebody is to move.
captured-not-joined = Captured cards have joined the Fields by Summer.

## position_attack.py

not-an-attack = attack names attacker, defender and quarter (H, D, S or C).
attack-not-by-seats = attack names attacker and defender by their seats.
garrisons-not-in-field = During an attack both garrisons of the quarter are in the Fields.
wall-comes-first = A wall is besieged first, and only a wall.
wrong-wall-breached = The wall breached is the fortification of the quarter.
taken-not-garrisons = taken lists what the two garrisons brought.
fought-not-exchanges = fought lists the exchanges in the streets.
no-card-to-answer = The attacker answers a card of the defender.
defender-has-nothing = The defender has nothing left: the attack has succeeded.
no-siege-card = The attacker has no card to besiege the wall with.
no-breaching-card = The attacker has no card that breaches the wall.
no-card-of-quarter = The attacker has no card of the quarter's suit, so this attack could not be declared.
no-garrison-of-quarter = At this table a garrison of the quarter's suit attacks, and the attacker had none.
attacked-not-attacks = attacked lists attacks like [0, 1, "H"].
attacked-no-other-seat = attacked names an attacker and another seat as defender.
attacked-twice = attacked names an attack twice, and each is made once.
barred-not-pairs = barred lists pairs of an attacker and another seat, like [0, 1].
barred-without-attack = { $attacker } has not attacked { $defender } and cannot be barred from it.
no-prize-to-offer = No prize is offered when the Keep holds no royal.
no-wall-breached = { $name } has breached no wall here.
garrison-too-large = A garrison brings at most { $most } cards.
defenders-card-lost = { $name } of the defender's garrison is neither in the hand nor played.
not-an-exchange = An exchange is like ["QS", "hand", "KD"], the last null while it is unanswered.
does-not-beat = { $name } does not beat { $other }.
not-a-hidden-capture = hidden lists captor, victim, quarter and cards, like [0, 1, "H", ["9H"]].
wrong-hidden-capture = One or two cards of another seat's garrison can be captured face-down, no more.
hidden-quarter-twice = hidden names a quarter twice, and each is attacked once.
too-many-attacks = { $seat } has made more than the one attack that this table allows.
not-from-keep = { $name } cannot have come from this Keep.
not-captured = { $name } is not among the cards { $captor } captured.
attackers-card-lost = { $name } of the garrison is neither in the attacker's hand nor played.

## position_cities.py

one-city-a-seat = cities lists { $seats } cities, one for each seat.
line-missing = { $seat } needs a line: one of H, D, S, C.
same-line-twice = Two seats have the line { $line }, and at this table lines differ.
not-cards = { $what } is a list of cards.
no-such-city-field = A city has no { $name }; it has { $fields }.
joker-captured = A joker is never captured.
no-royal-of-line = { $name } is no royal of { $seat }'s line and cannot be in its Keep.
keep-holds-two = A Keep holds one { $name } at most.
not-by-quarter = Fortifications and garrisons are given by quarter: H, D, S, C.
not-a-garrison = A garrison is a list of at most { $most } cards.
too-many-copies = { $what } has { $count } cards { $name }, more than any game.
joker-in-city = A joker is never in a city.
wrong-suit-for-quarter = { $what } of the quarter { $suit } is of that suit, so { $name } cannot stand there.
the-trick = The trick
the-discard = The discard pile
the-deck = The deck
the-siege-card = The siege card
the-garrison = The garrison
a-defender = A defender
an-answer = An answer
captured-face-down = What was captured face-down
hand-of-seat = The hand of { $seat }
tricks-of-seat = The trick pile of { $seat }
captured-of-seat = The captured pile of { $seat }
keep-of-seat = The Keep of { $seat }
a-fortification = A fortification
a-garrison = A garrison

## themes.json

theme-safest-gate = The safest gate
theme-breach = Breach the wall
theme-hold-or-yield = Hold or yield
theme-assault = Assault or retreat
theme-trick = Tricks
theme-fort = Forts
theme-winter = Winter
theme-prize = Prizes

## fields.py

field-phase = Season
field-phase-setup = Set-up
field-phase-autumn = Autumn
field-phase-recall = Winter: taking back
field-phase-stow = Winter: placing
field-phase-discard = Winter: discarding
field-phase-spring = Spring
field-phase-siege = Attack: the siege
field-phase-defend = Attack: the defence
field-phase-assault = Attack: the assault
field-phase-prize = Attack: the prize
field-phase-summer = Summer
field-year = Year
field-dealer = Dealer
field-initiator = Initiator
field-next_initiator = Next Initiator
field-tricks_won = Tricks won
field-line = Royal line
field-hand = Hand
field-keep = Keep
field-tricks = Trick pile
field-captured = Captured
field-discard = Discard pile
field-forts = Fortification: { suit }
field-garrisons = Garrison: { suit }
