### BluffStones.

kind = stones, towers and secret bids
credit = designed by Jeff Morrow, published by Cromulent Games, after SiegeStones by Patrick Matthews
goal = Place the third stone that matches a tower beside it to score the tower; most towers win.
# Seats have no colours here: they are numbers, counted from 1 as people count.
seat = { $seat ->
    [0] Seat 1
    [1] Seat 2
   *[2] Seat 3
}

one-or-two = { $stones ->
    [one] one
   *[other] two
}
nothing = nothing
stones-bid = { one-or-two } { colour }
bid-of = { $seat } { $bid }

## Options

option-layout = where the seven towers stand
option-early_end = the game also ends after the round that scores the last tower
value-standard = standard
value-petals = petals
value-pinwheel = pinwheel
value-corners = corners

## What to do

do-bid = Bid { $bid }
do-remove = Remove the { colour } stone from { $cell }
do-place = Place your { colour } stone on { $cell }
ask-bid = Choose a bid in secret: nothing, or one or two stones of a colour; if nobody bids a stone, the game ends.
ask-remove = Remove a stone from the board with your red stone.
ask-place = Place your { colour } stone on an empty circle.
ask-score = Place your { colour } stone on an empty circle; beside { $cells } it scores the tower.
await-bids = Waiting for { $seats } to bid.
await-others = Your bid is made. Waiting for { $seats } to bid.
await-remove = Waiting for { $seats } to remove a stone from the board.
await-place = Waiting for { $seats } to place a { colour } stone.

## Why an action cannot be played

bids-first = The bids come first: { $seat } has yet to bid this round.
only-red-removes = { $seat } holds a { colour } stone, and only a red one removes another.
red-removes = { $seat } holds a red stone, which is never placed: it removes another.
must-remove = All bids of this round are in, and { $seat } must now remove a stone.
must-place = All bids of this round are in, and { $seat } must now place its stone.
bid-lacks = The bid takes { one-or-two } { colour }, and the pile of { $seat } has { $has }.
no-stone = No stone lies on { $cell }.
tower-in-way = { $cell } holds a tower, and a stone goes on an empty circle.
stone-in-way = { $cell } already holds a { colour } stone, and a stone goes on an empty circle.
tower-stays = { $cell } holds a tower, and the stone on top of it cannot be removed.
stone-stays = { $cell } already holds a { colour } stone, and the stone on top of it cannot be removed.

## What happens

top = The tower on { $cell } gets a { colour } top.
start = { $seat } gets the turn tower and is first in the first round.
bid = { $seat } bids { $bid }.
bid-made = { $seat } has made a bid.
reveal = The bids are shown: { $bids }.
discard = A pair was bid, so { $seat } throws a { colour } stone away.
fizzle = The { colour } stone of { $seat } is thrown away unused.
remove = { $seat } removes the { colour } stone from { $cell }.
place = { $seat } places a { colour } stone on { $cell }.
score = { $seat } scores the tower on { $tower }: three { colour } stones touch it.
round = The round is over; { $seat } gets the turn tower.

## How it ends

margin = { $best ->
    [one] 1 tower
   *[other] { $best } towers
} to { $others }
most-towers = The bidding is over, and most towers win.
most-stones-left = The bidding is over with equal towers, so most stones left in the pile win.
all-equal = The bidding is over with equal towers and equal piles.

## What an action does, in a hint

leaves-short = leaves { $cells } one stone short
scores = scores { $cells }
makes-ready = makes { $cells } ready for a third stone
keeps-stones = keeps the stones that break a tie
can-spoil = can spoil { $cells }
goes-for = goes for { $cells }, where two stones lie already

## What an action let somebody do: "It lets Yellow ..."

gains-score = score { $towers }

## orders.py

order-bid = Bid in the next round
order-place = Place my stone this round
order-remove = Remove a stone this round
order-what = What I bid
order-bid-of = { $bid }
order-where = Which circle
order-cell = { $cell }
order-when = When
order-scores = only if that scores a tower
order-always = in any case
order-says-bid = In the next round, bid { $bid }.
order-says-place = When I place my stone this round, place it on { $cell }, { $when }.
order-says-remove = When I use a red stone this round, remove the stone on { $cell }.
order-stands-bid = It stands while bids are shown and stones are used, as long as nobody else scores a tower.
order-stands-place = It stands until the round ends, as long as nobody else scores a tower.
order-stands-remove = It stands until a stone is removed or placed.

## picture.py

turn-tower-not-drawn = The turn tower has not been drawn yet.
caption-towers = Turn tower: { $seat }. Towers scored: { $towers }.
caption-bids = Bids in: { $bids }.
caption-held = In hand: { $bids }.
caption-last-bids = Last bids: { $bids }.
is-hidden = hidden
tray-left = left
line-matching = matching stones beside towers: { $counts }
line-none-matching = matching stones beside towers: none
line-last-bids = last bids: { $bids }
line-towers = towers { $towers }
has-turn-tower = turn tower
bid-is-in = a bid is in
bids = bids { $bid }
holds = holds { $stone }
has-left = left the game

## position.py

no-use-for-stone = There is no { $missing }, so the { $name } stone would have been thrown away.
top-out-of-order = { $cell } has its top before { $earlier }, which comes first.
stones-before-start = Stones lie on circles before the turn tower was drawn.
left-before-start = A seat has left before the turn tower was drawn.
one-entry-a-seat = { $field } is a list with one entry for each of the { $seats } seats.
a-stone-held = A stone held
a-bid = A bid
not-one-of = { $what } is one of { $names } or null, not { $name }.
not-a-pile = A pile says how many b, y, g and r it has; that of { $seat } does not.
bid-hidden = The bid of { $seat } is hidden, and a position knows all bids.
bid-beyond-pile = { $seat } bids { $spoken }, and its pile has { $has } of them.
held-before-reveal = A stone is held while bids are still hidden; they are all shown first.
towers-not-seven = { $standing } towers stand and { $scored } are scored, which is not seven together.
too-few-stones-spent = { $scored } towers are scored, and too few stones have left the piles for that.
bids-shown-in-part = All bids are shown together, so revealed has all of them or none.
held-not-bid = The stones held are not those that the bids shown have left to be used.
game-not-over = A game ends when all bid nothing; this one is not over, so somebody is to move.
game-over = The game is over in this position, so nobody is to move.
bids-not-shown = All bids are in, so they would have been shown.
bid-out-of-turn = { $seat } has bid before { $waiting }, whose turn is earlier.
left-holding-stone = { $seat } has left, so its { $name } stone would have been thrown away.
no-tower-circle = { $cell } is none of the circles of a tower: { $circles }.
too-many-tops = { $tops } towers have a { colour } top, and there are three such stones.
scored-not-a-count = scored counts towers, and { $towers } is no such number.
pile-out-of-range = { $seat } has { $pile } { $name } stones, and a pile has 0 to { $most }.
turn-tower-no-seat = turn_tower is a seat from 0 to { $last }.
stones-do-not-add = { $lying } { $name } stones lie on circles, and { $spent } have come out of the piles.
bid-not-paid = { $seat } showed { $shown }, and its pile still has what it lacks then.
tower-not-scored = { $stones } { $name } stones lie beside the { $name } tower { $cell }.
held-not-from-pile = { $seat } holds a { $name } stone, and its pile lacks none.
stone-on-circle = stone on a circle
empty-circle = empty circle

## themes.json

theme-right-bid = The right bid
theme-removal = Removal
theme-placement = Placement
theme-score = Score a tower
theme-two-towers = Two towers at once

## fields.py

field-turn_tower = Who has the turn tower
field-pile = { colour-first } stones in the pile
field-scored = Towers scored
field-bids = Bid that is in
field-revealed = Bid shown last
field-held = Stone still to use
