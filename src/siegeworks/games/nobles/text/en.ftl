### Nobles and Peasants.

kind = towers that see stones, all in the open after the Row is laid out
credit = designed by Yehuda Berlinger for the SiegeStones set by Live Oak Games
goal = Have the most points: your towers score the stones laid in their sight.
seat = { $seat ->
    [0] Player 1
    [1] Player 2
    [2] Player 3
   *[3] Player 4
}

neutral-tower = the neutral tower
tower-of = a tower of { $seat }
a-stone = a { colour } stone
end-of-row = { $end ->
    [L] left
   *[R] right
}

## Options

option-insert_after = after which tower actions the Row may be changed
option-row_per_colour = stones of each colour in the Row
option-stall_rounds = rounds without a stone that end the game
value-move = moving
value-row_per_colour_0 = all there are
value-any_tower_action = placing, moving and removing

## What to do

do-stone = Lay the { colour } stone from the { end-of-row } end of the Row on { $cell }
do-place = Place a tower on { $cell }
do-remove = Take the tower on { $cell } back
do-move = Move the tower on { $cell } to { $to }
do-skip = Leave the Row as it is
do-insert = Put the { colour } stone from the { end-of-row } end of the Row back with { $before ->
    [one] one stone
   *[other] { $before } stones
} to its left
do-insert-end = Put the { colour } stone from the { end-of-row } end of the Row to the other end
two-ends = the { $left } or the { $right } stone from the ends of the Row
equal-ends = a { colour } stone from either end of the Row
can-place = place a tower
can-move = move a tower
can-remove = take a tower back
nothing-near = {""}
last-of-colour = ; laying the last { colour } stone ends the game
stall-near = ; { $turns ->
    [one] one more turn without a stone ends the game
   *[other] { $turns } more turns without a stone end the game
}
ask-turn = Lay { $ends }, or { $can }{ $warning }.
ask-row = Put { $ends } elsewhere in it, or leave the Row as it is.
await-turn = Waiting for { $seats } to lay a stone or use a tower.
await-row = Waiting for { $seats } to change the Row or leave it.

## Why an action cannot be played

row-first = { after-first } is made: now put an end stone of the Row elsewhere, or leave the Row as it is.
row-closed = The Row can be changed only right after { after }, and you have not made one this turn.
after = { $after ->
    [any] a tower action
   *[move] a move
}
after-first = { $after ->
    [any] Your tower action
   *[move] Your move
}
no-place = The Row has { $stones } stones: none can have { $slot } to its left.
same-place = The stone at the { end-of-row } end lies there already: put it elsewhere, or leave the Row as it is.
no-tower = { $cell } is empty: no tower stands there.
not-own = On { $cell } stands { $what }, and { $seat } may touch only their own towers.
neutral-stays = On { $cell } stands the neutral tower, and nobody moves or removes it.
stones-stay = On { $cell } lies { $what }, and stones never move or leave the board.
stands-there = The tower stands on { $cell } already; a move must end on another circle.
moves-to-empty = { $cell } holds { $what }; a tower moves to an empty circle.
not-empty = { $cell } holds { $what }; the circle must be empty.
no-tower-left = All { $towers } towers of { $seat } are on the board; none is left to place.

## What happens

start = { $seat } begins.
row = Place { $place } of the Row is { colour }.
stone = { $seat } takes the { colour } stone from the { end-of-row } end of the Row and lays it on { $cell }.
insert = { $seat } puts the { colour } stone from the { end-of-row } end of the Row back with { $slot ->
    [0] no stone
    [one] one stone
   *[other] { $slot } stones
} to its left.
score = The tower on { $tower } sees it: { points } for { $seat }.
bonus = Peasants seen from { $tower }: { points } for { $seat }.
place = { $seat } places a tower on { $cell }.
remove = { $seat } takes the tower on { $cell } back into the reserve.
move = { $seat } moves a tower from { $from } to { $to }.
skip = { $seat } leaves the Row as it is.
points = { $points ->
    [one] 1 point
   *[other] { $points } points
}

## How it ends

margin = { $best ->
    [one] 1 point
   *[other] { $best } points
} to { $others }
colour-gone = The Row has run out of a colour, so the points are counted.
board-is-full = The board is full, so the points are counted.
no-stones-placed = Nobody placed a stone for six rounds, so the points are counted.

## What an action does, in a hint

points-counted = { $points ->
    [one] one point
   *[other] { $points } points
}
and-ends = { $ends ->
    [yes] {" "}and ends the game
   *[no] {""}
}
scores = scores { points-counted }{ $others ->
    [0] {""}
   *[other] {" "}against { $others }
}{ and-ends }
lets-score = lets others score { points-counted }{ and-ends }
scores-nothing = scores nothing and ends the game
leaves-ends = leaves { $left } and { $right } at the ends of the Row
sees-more = sees { $count ->
    [one] one empty circle
   *[other] { $count } empty circles
} more
brings-peasants = brings { $count ->
    [one] one peasant
   *[other] { $count } peasants
} more into sight for the bonus

## What an action let somebody do: "It lets Yellow ..."

gains-score = score { points-counted } with { $towers }
gains-collect = collect { points-counted } for Peasants seen from { $towers }

## picture.py

the-row = Row
the-reserve = Reserve
roles = nobles { $nobles }, peasants { $peasants }
picture-points = { $points ->
    [one] 1 point
   *[other] { $points } points
}
caption-points = { $seat }: { picture-points } ({ $roles })
game-is-over = The game is over.
row-being-laid = The Row is being laid out.
start-being-drawn = Who begins is being drawn.
decides-about-row = { $seat } decides about the Row. Stones in the Row: { $stones }.
is-to-move = { $seat } is to move. Stones in the Row: { $stones }.
line-of-seat = towers left { $reserve }   { $roles }

## position.py

neutral-tower-misplaced = With two seats the one neutral tower stands on d4.
row-not-letters = row is a string of the letters { $letters }, from the left end to the right.
row-too-long = The Row has { $count } stones, but never more than { $most }.
start-no-seat = start is a seat from 0 to { $last }, or null before it is drawn.
no-such-phase = phase is { $phases }.
quiet-out-of-range = quiet is a whole number from 0 to { $most }, where the game ends.
row-before-start = The Row is laid out only after it was drawn who begins.
acted-before-row = Before the Row is laid out nobody has acted, so to_move cannot be a draw.
row-complete = The Row is complete, so a seat is to move and no draw.
wrong-mover = { $starter } began and { $turns } turns were played, so { $mover } is not to move.
game-over = The game is over in this position ({ $rule }), so nobody is to move.
game-not-over = The game is not over in this position, so somebody is to move.
row-lacks-colour = The Row has no { $missing } stone; the game ended before that.
too-many-quiet-turns = { $quiet } turns without a stone cannot have passed; at most { $most } can.
no-decision-open = The game is over, so no decision about the Row is open.
no-tower-moved = { $seat } cannot have moved a tower: there is no { $what }.
scores-not-numbers = scores is a list of { $count } whole numbers from 0 up.
too-many-towers = { $seat } has { $towers } towers on the board, but owns { $most }.
too-many-stones = There are { $stones } { colour } stones in the Row and on circles, but only { $most } in the game.
points-out-of-reach = { $seat } has { $points } points, but these pieces can have brought { $least } to { $most }.
tower-on-board = tower on the board
empty-circle-left = empty circle it could have left

## themes.json

theme-last-stone = The last stone
theme-two-towers = Two towers at once
theme-move = Move a tower
theme-place = Place a tower
theme-take-back = Take a tower back
theme-row = Change the Row
theme-bonus = The bonus at the end
theme-block = Block
theme-long-win = A long way to win

## fields.py

piece-tower = Tower of { $seat }
piece-neutral = Neutral tower
field-row = The Row, from the left
row-written = b blue, y yellow, g green, r red
field-phase = What is decided
field-phase-turn = A turn begins
field-phase-row = Whether a stone goes into the Row
field-quiet = Turns in a row without a stone
field-start = Who began
field-scores = Points
