### SiegeStones.

kind = stones and towers, all in the open
credit = designed by Patrick Matthews, published by Live Oak Games
goal = Control four towers, alone, to win.
seat = { $seat ->
    [0] Blue
    [1] Yellow
    [2] Green
   *[3] Red
}

## Options

option-balanced = Balanced Forces: equal threats to a tower cancel out
option-no_first_tower = the starting seat may not place the first tower
option-centre_opening = the first placement is on d4 or beside it
option-tower_pool = how many towers there are
value-tower_pool_0 = 8 for two seats, else 9

## What to do

do-stone = Place a stone on { $cell }
do-tower = Place a tower on { $cell }
ask-piece = Place a stone or a tower.
ask-opening = Place the first stone or tower of the game, on d4 or beside it.
ask-winning = Place a stone or a tower: you control { $towers } towers, and { $wanted } alone win.
ask-stopping = Place a stone or a tower: { $seats } can win with one more tower.
ask-stone = Place a stone: all towers are on the board.
ask-no-tower = Place a stone: whoever began may not place the first tower.
await-piece = Waiting for { $seats } to place a piece.

## Why an action cannot be played

holds-tower = { $cell } already holds a tower, and a circle holds one piece.
holds-stone = { $cell } already holds a { colour } stone, and a circle holds one piece.
too-far-out = { $cell } is too far out: the first piece goes on d4 or a circle beside it.
pool-empty = The pool is empty: all towers are on the board, so only stones can be placed.
no-first-tower = { $seat } began and may not place the first tower of the game.

## What happens

start = { $seat } begins.
stone = { $seat } places a stone on { $cell }.
tower = { $seat } places a tower on { $cell }; { $pool ->
    [0] none is left
    [one] 1 tower is left
   *[other] { $pool } towers are left
}.
shared = { $seats } control { $towers } towers each: play goes on.
takes-control = { $seat } takes control of { $tower } with { $threat }{ $others ->
    [0] {""}
   *[other] {" "}against { $others }
}.
loses-control = { $seat } loses { $tower }: nobody threatens it with { $least } any more.
equal-threats = { $seat } loses { $tower }: the threats are equal, { $threats }.

## How it ends

margin = { $best ->
    [one] 1 tower
   *[other] { $best } towers
} to { $others }
most-towers-alone = { $winners } alone controls { $best } towers.
board-is-full = The board is full: most towers win, then most stones on circles.

## What an action does, in a hint: "d4" takes ...

takes = takes { $cells }
takes-and-wins = takes { $cells } and wins
breaks-tie = breaks the tie and wins
keeps-from-winning = keeps the next seat from winning
frees = frees { $cells }
threatens = threatens to take { $cells } next turn

## What an action let somebody do: "It lets Yellow ..."

gains-take = take { $towers }
taken-with = { $tower } with { $threat }{ $others ->
    [0] {""}
   *[other] {" "}against { $others }
}
gains-free = end { $seat }'s control of { $tower }

## picture.py

seat-holds = { $seat } { $count }
caption-controlled = Towers controlled: { $towers }
caption-pool = Towers left in the pool: { $pool }
line-of-seat = towers { $towers }   stones left { $stones }
line-of-pool = towers left in the pool: { $pool }

## position.py

start-no-seat = start is a seat from 0 to { $last }.
not-starters-stone = { $seat } began, so the first piece is a stone of that colour.
opening-not-central = No piece of the opening lies on d4 or beside it.
game-over = The game is over in this position, so nobody is to move.
game-not-over = The game is not over in this position, so somebody is to move.
foreign-colour = { $cell } holds a stone of a colour that nobody plays.
more-stones-than-turns = { $seat } has { $stones } stones on the board after { $turns } turns, with { $pieces } pieces placed and { $starter } beginning.
moved-twice-running = { $seat } has { $stones } of { $pieces } pieces, but nobody moves twice running.
tower-not-starters = Only { $seat }, who began, can have placed a tower.
too-many-towers = There are more than { $most } towers on the board.
pieces-before-start = Pieces are on the board before it was drawn who begins.

## themes.json

theme-last-tower = The last tower
theme-double-threat = Double threat
theme-weaken = Weaken
theme-two-towers = Two towers at once
theme-block = Block
theme-long-win = A long way to win

## fields.py

field-start = Who began
