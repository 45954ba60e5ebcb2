### SiegeStones Charge!

kind = stones that charge towers, all in the open
credit = designed by Patrick Matthews, published by Live Oak Games
goal = Charge the others' towers until you are the last who has one.
seat = { $seat ->
    [0] Blue
    [1] Yellow
   *[2] Green
}

nothing = nothing
a-stone = a { colour } stone
a-tower = a { colour } tower
number = { $count ->
    [0] no
    [1] one
    [2] two
    [3] three
    [4] four
    [5] five
    [6] six
   *[other] { $count }
}
spaces = { $count ->
    [one] { number } space
   *[other] { number } spaces
}
stones = { $count ->
    [one] { number } stone
   *[other] { number } stones
}
supporting-stones = { $count ->
    [one] { number } supporting stone
   *[other] { number } supporting stones
}
there = { $there ->
    [0] there are none
    [1] there is one
    [2] there are two
    [3] there are three
    [4] there are four
    [5] there are five
    [6] there are six
   *[other] there are { $there }
}
way = { $way ->
    [E] east
    [NE] north-east
    [NW] north-west
    [W] west
    [SW] south-west
   *[SE] south-east
}

## Options

option-towers = how many towers there are: 9 in the first edition, 12 in the second
option-pass = when a seat may pass
option-quiet_rounds = rounds without progress until a draw
option-tiebreak = how those left in a draw are ranked
value-forced = only when it can do nothing else
value-free = at any time
value-draw = they share first place
value-material = by their stones

## What to do

do-move = Move from { $cell } to { $to }
do-charge = Charge the stone on { $to } from { $cell }
do-assault = Charge the tower on { $to } from { $cell }
do-build = Build a tower on { $cell }
do-deploy = Deploy a stone on { $cell }
do-drop = Discard the stone on { $cell }
do-drop-supply = Discard a stone of the supply
do-yield = Yield the stone on { $cell }
do-hold = Hold the stone on { $cell } for { supporting-stones }
do-done = End your turn
do-pass = Pass
can-move = move your stones up to three spaces
can-build = build a tower
can-deploy = deploy stones beside a tower
can-pass = pass
nothing-near = {""}
quiet-near = ; after { $count ->
    [one] one more turn
   *[other] { $count } more turns
} without a charge, a Build or a Deploy the game ends
ask-turn = Your turn: { $can }{ $warning }.
ask-moving = Move another stone ({ spaces } left), or end your turn.
ask-deploying = Deploy another stone beside the same tower ({ stones } in the supply), or end your turn.
ask-defend = { $seat } charges your stone on { $cell }: yield and lose it, or hold it, which costs { supporting-stones } and destroys the charging stone.
ask-price = Pay for holding { $cell }: choose { $count ->
    [one] one more stone
   *[other] { number } more stones
} to discard.
await-turn = Waiting for { $seats } to move, build or deploy.
await-moving = Waiting for { $seats } to move another stone or end the turn.
await-deploying = Waiting for { $seats } to deploy another stone or end the turn.
await-defend = Waiting for { $seats } to yield { $cell } or hold it for { supporting-stones }.
await-price = Waiting for { $seats } to pay for { $cell }, { supporting-stones } more.

## Why an action cannot be played

no-charge = No charge is being decided, so there is nothing to yield, to hold or to discard.
turn-is-deploy = This turn is a Deploy: go on deploying, or end your turn.
turn-is-move = This turn is a Move: move another stone, or end your turn.
say-pass = { $seat } can do nothing this turn, and has to pass.
nothing-done = Nothing has been done this turn yet: the first stone move of a Move is compulsory.
say-done = Your turn has begun: end it, instead of passing.
must-act = { $seat } can still move, build or deploy, and must while that is so.
tower-stays = { $cell } holds a tower: the stone on top marks its owner and never moves.
not-own = { $cell } holds { $what }; only a { colour } stone can be moved.
has-moved = The stone on { $cell } has already moved this turn.
board-ends = From { $cell } one can go { spaces } to the { way }; then the board ends.
too-far = { $cell } to { $to } is { spaces }, and { $left ->
    [0] only no are left
    [1] only one is left
    [2] only two are left
   *[3] only three are left
} of this turn's three.
in-the-way = { $cell } holds { $what } and blocks the way.
own-piece = { $cell } holds { $what }, and a stone never ends on a piece of its own colour.
build-on-empty = { $cell } holds { $what }; a tower is built on an empty circle.
too-few-beside = { $cell } needs { number } own stones beside it and { there }{ $tops ->
    [yes] ; the top of a tower does not count
   *[no] {""}
}.
no-stock = No tower is left in the stock.
no-top = { $seat }'s supply is empty, and a new tower needs a stone on top.
no-supply = { $seat }'s supply is empty, so no stone can be deployed.
deploy-on-empty = { $cell } holds { $what }; stones are deployed on empty circles.
not-beside-tower = { $cell } is not next to a tower of { $seat }.
not-one-tower = No single tower of { $seat } touches { $cell } as well as { $chosen }.
hold-first = Hold first; then { supporting-stones } of { $target } must be discarded.
holds-already = { $target } holds already: { supporting-stones } must still be discarded.
answer-first = { $target } is charged with strength { $strength }: { $seat } answers that first.
cannot-hold = { $target } cannot hold: strength { $count } needs { supporting-stones } and { there }{ $supply ->
    [apart] ; the supply does not count, because { $target } and its group are not next to a { colour } tower
   *[counted] {""}
}.
supply-empty = { $seat }'s supply is empty.
supply-apart = The supply does not support { $target }: its group is not next to an own tower.
own-support = { $cell } is the charged stone, and a stone is not its own support.
tower-supports-not = { $cell } is a tower: the stone on top marks its owner and supports nothing.
foreign-support = { $cell } holds { $what }; only a { colour } stone can support { $target }.
no-chain = { $cell } does not support { $target }: no chain of { colour } stones joins them.

## What happens

start = { $seat } begins.
move = { $seat } moves from { $from } to { $to }.
charge = { $seat } charges { $owner }'s stone on { $target } from { $from } with strength { $strength }.
assault = { $seat } charges { $owner }'s tower on { $target } from { $from } with strength { $strength }.
yield = { $seat } yields: { $cell } is discarded, and the charging stone takes its circle.
hold = { $seat } holds { $cell } and discards { supporting-stones }.
drop = { $seat } discards the stone on { $cell }.
drop-supply = { $seat } discards a stone of the supply.
repelled = { $cell } stands; the charging stone is discarded.
build = { $seat } builds a tower on { $cell }.
deploy = { $seat } deploys a stone on { $cell }.
done = { $seat } is done.
pass = { $seat } passes.
pay = { $seat } pays { stones } from the supply, and the tower stands.
eliminated = { $seat } is out: all towers and stones of { $seat } leave the board.
spoils = { $seat } takes { stones } back from the discard pile as spoils.

## How it ends

margin = { $best ->
    [one] 1 stone
   *[other] { $best } stones
} to { $others }
last-with-tower = { $winners } is the last who has a tower.
all-passed = Everybody passed, one after the other.
no-progress = Too many turns went by without a charge, a build or a deployment.
most-stones-alive = Nothing happened any more, so most stones alive win, then most towers.

## What an action does, in a hint

counted-stones = { $count ->
    [one] one stone
   *[other] { $count } stones
}
pays-and-destroys = pays { counted-stones } and destroys the charging one
gives-up = gives up the stone on { $cell } and keeps its support
brings-down = brings down the tower on { $cell }, which the supply cannot pay for
strikes-supply = strikes { counted-stones } off the supply behind { $cell }
takes-stone = takes the stone on { $cell }, which cannot be held
charges-stone = charges the stone on { $cell } with { $strength }
saves-tower = saves a tower that could have been brought down
threatens-tower = threatens to bring down a tower

## What an action let somebody do: "It lets Yellow ..."

gains-charge = charge { $owner }'s stone on { $target } with strength { $strength }
gains-assault = charge { $owner }'s tower on { $target } with strength { $strength }
gains-eliminate = put { $owner } out of the game
gains-strike = strike { counted-stones } off { $owner }'s supply
gains-hold = hold { $cell } and destroy the charging stone
gains-build = build a tower on { $cell }
gains-deploy = deploy a stone on { $cell }

## orders.py

order-yield = Yield when charged
order-hold = Hold when charged
order-where = Which stone
order-any = any of my stones
order-cell = the one on { $cell }
order-most = What it may cost
order-price = { supporting-stones } at most
order-pay = What I pay with
order-pay-supply = only the supply
order-pay-support = the supply first, then the board
order-any-of-mine = a stone of mine
order-mine = my stone on { $cell }
order-by-supply = from the supply only
order-by-support = from the supply first, then with stones on the board
order-says-yield = If { $where } is charged, yield.
order-says-hold = If { $where } is charged and holding it costs { supporting-stones } at most, hold it; pay { $pay }.
order-stands = It stands while others only move stones and charge stones, until you are asked for something else.

## picture.py

tray-supply = { $seat } supply { $stones }
tray-towers = Towers left { $towers }
seat-holds = { $seat } { $count }
caption-discarded = Discarded: { $counts }.
news-out = Out of the game: { $seats }.
news-weak = A tower charge with strength { $strength } would put out { $seats }.
news-moving = { $seat } is moving: spaces left { $spaces }.
charge-told = { $seat } charges { $target } from { $origin } with strength { $strength }.
charge-is-held = { charge-told } { $defender } holds; stones still to pay: { $owed }.
charge-cannot-hold = { charge-told } { $defender } can yield for { $yield } stone and cannot hold.
charge-can-hold = { charge-told } { $defender } can yield for { $yield } stone or hold for { $hold }.
line-out = (out)
line-of-seat = supply { $supply }   discarded { $discarded }
line-of-stock = towers in the stock: { $towers }

## position.py

charge-not-straight = A charge goes straight on for one to { $spaces } spaces.
out-before-start = Nobody can be out before it is drawn who begins.
number-out-of-range = { $what } is a whole number, here { $span }, not { $value }.
no-seat-with-tower = { $what } is a seat that has a tower, not { $value }.
not-circles = { $what } is a list of circles such as d4.
circle-twice = { $what } names a circle twice.
too-many-towers = There are more than { $towers } towers on the board.
nobody-has-tower = Nobody has a tower, so nobody is in the game.
no-such-phase = phase is one of { $phases }, not { $phase }.
not-a-charge = charge has the fields { $fields }.
charge-way-blocked = The charging stone has left its circle, and its way was empty.
no-stone-charged = There is no stone on { $cell } to be charged.
wrong-charge-strength = A charge from { $origin } to { $target } has strength { $strength }.
one-in-flight = Exactly one stone is in flight while a charge is decided.
one-number-a-seat = { $what } has a number for each of the { $seats } seats.
start-no-seat = start is a seat from 0 to { $last }.
leaving-not-seats = leaving is a list of different seats.
leaving-on-own-turn = { $seat } is leaving on its own turn, which takes effect at once.
game-over = The game is over in this position, so nobody is to move.
leaving-before-draw = Whoever is leaving is out before a draw is found.
no-stone-of-seat = { $what } names { $strange }, where no stone of { $seat } stands.
no-move-begun = A Move that goes on has moved a stone or lost one in a charge.
no-move-left = No stone can move any more, so the turn is over.
no-deploy-begun = A Deploy that goes on has put a stone somewhere.
no-shared-tower = No single tower of { $seat } touches all circles deployed on.
no-deploy-left = No further stone can be deployed, so the turn is over.
payment-is-forced = A payment that can be made in one way only is made at once.
support-does-not-fit = The support does not fit the stones that hang together with the charged one.
game-not-over = The game is not over in this position, so somebody is to move.
stones-without-tower = { $seat } has no tower and is out, so its stones cannot lie on circles.
wrong-seats-out = { $what } is { $order }, but the seats without a tower are { $out }.
not-chargers-turn = turn is the living seat whose stone charges, not that of the charged stone.
out-with-supply = { $seat } is out, so its supply is empty.
all-stones-discarded = { $seat } had a tower once, so not every stone was discarded.
stones-do-not-add = { $seat } has { $all } stones: with { $placed } on the board or in flight, supply and discard come to { $rest }, not { $found }.
from-to = from { $least } to { $most }

## themes.json

theme-last-tower = The last tower
theme-double-threat = Double threat
theme-supply-cut = Cut the supply
theme-support = Support
theme-hold-or-yield = Hold or yield
theme-build = Build
theme-deploy = Deploy
theme-charge = Charge
theme-block = Block
theme-long-win = A long way to win

## fields.py

field-phase = Where the turn is
field-phase-start = It begins
field-phase-moving = Stones are being moved
field-phase-deploying = Stones are being deployed
field-phase-defend = A charge is to be answered
field-phase-pick = Support is being paid
field-start = Who began
field-stock = Towers left
field-budget = Spaces left
field-quiet = Turns in a row without progress
field-passes = Passes in a row
field-supply = Supply
field-discard = Discarded
