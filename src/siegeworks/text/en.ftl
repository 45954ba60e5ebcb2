### What all games share: lists, cards, colours, the end of a match, and what is refused.

said = { $text }

## Lists: how an entry is joined to those before it

list-comma = { $first }, { $next }
list-and = { $first } and { $next }
list-and-no = { $first } and no { $next }
list-or = { $first } or { $next }
list-to = { $first } to { $next }
list-space = { $first } { $next }
list-semicolon = { $first }; { $next }

## Stones and cards

colour = { $colour ->
    [b] blue
    [y] yellow
    [g] green
   *[r] red
}
rank = { $rank ->
    [A] Ace
    [K] King
    [Q] Queen
    [J] Jack
   *[other] { $rank }
}
suit = { $suit ->
    [H] Hearts
    [D] Diamonds
    [S] Spades
   *[C] Clubs
}
# A card inside a sentence.
card = { $rank ->
    [JK] a joker
    [hidden] a card
   *[other] the { rank } of { suit }
}
# A card that begins a sentence.
card-first = { $rank ->
    [JK] A joker
    [hidden] A card
   *[other] The { rank } of { suit }
}
joker-face = JOKER
not-a-card = { $name } is not a card; cards are written like "QH", "10S" or "JK"
board-unread = The board cannot be read: { $problem }.
cards-unread = { $what } cannot be read: { $problem }.
board-has-rows = a board has seven rows, g down to a, separated by '/'; this one has { $rows }
row-has-circles = row { $row } has { $circles } circles, not { $given }
no-such-letter = { $letter } on { $cell } is none of { $letters } or '.'
record-line = line { $line }: { $problem }

## Pictures

colour-first = { $colour ->
    [b] Blue
    [y] Yellow
    [g] Green
   *[r] Red
}
board-empty = Empty board.
board-stones = { colour-first } stones: { $cells }.
board-towers = Towers with { tower-top } stone: { $cells }.
board-possible-stones = Possible { colour } stones: { $cells }.
board-possible-towers = Possible towers with { tower-top } stone: { $cells }.
tower-top = { $colour ->
    [b] blue
    [y] yellow
    [g] green
    [r] red
   *[none] no
}
left-the-match = (left the game)

## A match

end-won = { $winners } wins, { $points }.
end-shared = { $winners } share the result, { $points }.
end-time = { $winners } wins: { $seat } lost on time.
end-resigned = { $winners } wins: { $seat } resigned.
end-shared-agreed = { $winners } share the result: all agreed on a draw.
end-shared-time = { $winners } share the result: everybody's time ran out at the same moment.
resign = { $seat } leaves the game.
resign-time = { $seat } lost on time and leaves the game.
draw = All agree on a draw.
ended-resigned = { $seat } resigned.
ended-time = { $seat } lost on time.
ended-time-all = Everybody's time ran out at the same moment.
ended-agreed = All agreed on a draw.
draw-time = Everybody's time ran out at the same moment: the game is shared.

## What to do

ask-forced = There is only one thing to do: { $instruction }.
ask-anything = Your turn: choose what to do.
await-draw = A draw comes next.
await-anything = Waiting for { $seats }.

## Why something cannot be played

not-drawn-now = "{ $action }" cannot be drawn now.
match-over = The game is over.
no-seat = There is no seat { $seat }: moves and records count the seats from 0 to { $last }.
not-your-turn = It is not { $seat }'s turn: { $mover } is to move.
draw-comes-next = It is not { $seat }'s turn: a draw comes next.
left-already = { $seat } has already left the game.
draw-comes-first = A draw comes first; resign after it.
is-a-draw = "{ $action }" is a draw of chance, and a seat is to move.
not-a-draw = "{ $action }" is not a draw; one of them is "{ $one }".
no-action-near = There is no action "{ $action }"; did you mean "{ $near }".
no-action = There is no action "{ $action }"; an action is { $shapes }.
draws-are-names = The first draws are a list of names, like ["start 1"].
cannot-be-fixed = "{ $action }" cannot be fixed: no draw is open at that point.
no-clock-for-draws = No clock runs for a draw.
nothing-to-undo = There is nothing to take back: no seat has acted yet.

## Bots and analyses

all-of = { $parts }
# What a bot would play and why: { $instruction } is the action in words, { $fact } what it does.
hint = { $instruction }{ $reason } { $chance }.
hint-plan = { $steps } { $chance }.
hint-forced = { $instruction }: nothing else can be done.
plan-step = { $instruction }.
it-does = : it { $fact }.
it-leads-to = . { $events }
held-up-best = : of all choices it held up best.
not-the-best = : another choice promised more.
not-foreseen = : it pays to choose now one thing, now another, so that nobody can foresee it.
win-chance = Win chance { $percent } %
proven-draw = It makes sure of a draw
proven-win = { $turns ->
    [one] It wins at once
   *[other] It wins for certain, within { $turns } turns
}
proven-loss = { $turns ->
    [one] Every choice loses now
   *[other] Every choice loses; this one holds out for { $turns } turns
}
picked-at-random = { $instruction }: one of { $count } choices, picked at random.
best-at-a-glance = { $instruction }: it looks best at a glance.
engine-plays = { $name } plays it.
engine-failed = The engine failed. { $problem }
moment = Move { $move }, { $seat }: { $action }. Better: { $best }{ $reason } Win chance { $value } % instead of { $kept } %.
draw-changed = The draw changed the win chance of { $seat } from { $expected } % to { $value } %.
luck-and-choices = { $seat }: draws { $way ->
    [brought] brought
   *[cost] cost
} { $luck } % of the win, own choices gave away { $lost } %.
retry-found = That is it: win chance { $value } %.
retry-as-good = That is as good: win chance { $kept } %, and { $value } % with the best.
retry-not = Not yet: win chance { $kept } % instead of { $value } %.
nothing-to-retry = Only decisions of a game that has been reviewed can be tried again.
coach-off = A coach warns only where all others are bots and hints are on.
gains-win = win the game
gains-share = share the win
gave-line = It lets { $seat } { $gains }: { $line }.
gave-at-once = It lets { $seat } { $gains } at once.
gave-missed = It misses the chance to { $gains }: { $line }.
gave-passed-up = It passes up “{ $instruction }”, which { $fact }.
gave-answer = { $seat } has the better answer: { $line }.
gave-hidden = No one answer shows it: over all that nobody can know yet, “{ $instruction }” is worth { $percent } % more of the win.
gave-step = { $instruction } ({ $seat })
line-step = { $instruction }.
line-answer = { $seat }: { $instruction }.
nothing-to-analyse = There is nothing to analyse: no seat has acted yet.
nothing-to-choose = No seat is to move here, so there is nothing to choose.
bot-most-budget = A bot thinks for at most { NUMBER($simulations, useGrouping: 1) } simulations or { NUMBER($seconds, useGrouping: 1) } seconds.
bot-no-budget = A bot needs some simulations or some seconds to think.
bot-threads = A bot thinks with 1 to { $most } threads, not { $threads }.
no-bot = No bot is called "{ $name }"; there is { $bots }.
budget-written = A budget is written "5000" (simulations) or "0.2s" (seconds), not "{ $text }".

## choices.py

no-game-near = No game is called "{ $name }"; did you mean "{ $near }".
no-game = No game is called "{ $name }"; there is { $games }.
none-there = none
whole-number = { $name } is a whole number from { $least } to { NUMBER($most, useGrouping: 1) }, not { $value }.
yes-or-no = { $name } is True or False, not { $value }.
a-long-number = a number of more than 20 digits
true-or-false = true or false
a-whole-number = a whole number: { $values }
option-is-quoted = Option { $name } is { $values }, not "{ $value }".
seats-of-game = { $title } is for { $least } to { $most } seats, not { $seats }.
options-are-names = Options are names with values, not { $name }.
no-option = { $title } has no option "{ $name }"; it has { $known }.
seed-is = A seed is a whole number or 32 bytes, not { $name }.
option-is = Option { $name } is { $values }, not { $value }.
option-for-seats = Option { $name } is for { $counts } seats, not { $seats }.
seed-bytes = A seed has { $bytes } bytes, not { $given }.
seed-too-large = A seed is a whole number from 0 up, of at most { $bytes } bytes.

## series.py

no-series = There is no series "{ $length }"; there is { $lengths }.
seat-that-begins = The seat that begins is from 0 to { $last }, not { $start }.
series-over = The series is over.
match-not-over = The match being played is not over yet.

## engines.py

net-too-large = { $path } would be larger than { NUMBER($most, useGrouping: 1) } bytes; take narrower hidden layers.
net-unreadable = { $path } is no net that can be read.
net-of-other-rules = { $path } is a net for another game, or for other rules or inputs than { $title } has now.
net-does-not-fit = { $path } is a net whose layers do not fit { $title }.
net-not-finite = { $path } is a net with weights that are no numbers.
checkpoint-unreadable = { $path } is no checkpoint of a training.
checkpoint-of-other-game = { $path } is of another game, or of other inputs than { $title } has now.
engine-no-command = An engine is started by a command, and this one is empty.
engine-no-play = { $name } answered without "play": { $answer }.
engine-illegal = { $name } played "{ $action }", which is not legal here.
engine-protocol = { $name } speaks protocol { $spoken }, not { $protocol }.
engine-other-game = { $name } does not play { $title }.
engine-ended = { $name } has ended.
engine-not-object = { $name } answered something that is not a JSON object: { $answer }.
engine-says = { $name } says: { $problem }.
engine-not-started = { $name } does not start: { $problem }.
engine-too-slow = { $name } did not answer within { $seconds } seconds.
engine-not-json = { $name } answered something that is not JSON: { $answer }.

## The server

turn-over = The game is over
turn-nobody = Nobody is to move
turn-move = { $seats } to move
turn-choose = { $seats } to choose
wrong-host = This server is not called "{ $name }"; if it is, its operator says so with --host-name { $name }.
foreign-page = This request comes from another site's page.
arrived-too-slowly = The request took too long to arrive.
request-too-large = A request has at most { NUMBER($most, useGrouping: 1) } bytes.
server-is-full = The server has { NUMBER($most, useGrouping: 1) } connections open, as many as are allowed; try again in { $later } seconds.
too-many-connections = From one address at most { $most } connections may be open at once; close some first.
our-fault = Something went wrong on the server; it has been noted.
too-fast = { $what ->
    [requests] From one address { NUMBER($most, useGrouping: 1) } requests a second are answered
    [kilobytes] From one address { NUMBER($most, useGrouping: 1) } kilobytes a second are taken
    [messages-address] From one address { NUMBER($most, useGrouping: 1) } messages a second are heard
   *[messages] From one connection { NUMBER($most, useGrouping: 1) } messages a second are heard
}; go on in { $later ->
    [1] a second
   *[other] { NUMBER($later, useGrouping: 1) } seconds
}.
message-too-long = A message has at most { NUMBER($most, useGrouping: 1) } bytes.
no-message = This cannot be read as a message.
not-json = This is not JSON.
malformed-at = { $where }: { $problem }.
malformed = The message as a whole: { $problem }.
is-missing = this is missing
is-unknown = there is no such field
is-none-of-those = this is none of what it can be
is-too-long = this is too long
is-too-short = this is too short
is-out-of-range = this number is out of range
is-of-wrong-kind = this is a value of the wrong kind

## What is well, or done

server-is-up = The server is up.
moves-can-be-saved = Moves can be saved.
device-shut-out = Your games are not open there any more.
you-are-forgotten = Your name and your list of games are removed.
table-thrown-away = The game is removed.
table-archived = The game is in your archive.
table-brought-back = The game is back in your list.
nothing-here = There is nothing here.
not-in-this-way = This cannot be asked in this way.
cannot-be-read = This cannot be read.
time-is-up = The time for this turn is up.
hints-off = There are no hints at this table: people play against each other, and nobody chose to have them.
time-ran-out = The clock played for { $seat }, whose time ran out.
clock-played = { $problem } So the clock's move was played for { $seat }.
record-is-text = A record is UTF-8 text.

## Setting up a table

bot-name = { $level ->
    [1] Alba
    [2] Bruno
    [3] Clara
    [4] Dunstan
   *[5] Edda
}
level-1 = gentle: sees the next move, and not always that
level-2 = friendly: plays by rule of thumb
level-3 = steady: looks a few moves ahead
level-4 = strong: looks further, and seldom errs
level-5 = the strongest here
yes = Yes
no = No
series-until = game after game, until one leads alone with { $towers } towers

## positions.py

position-not-object = A position is a JSON object, not { $name }.
gone-not-seats = gone lists seats from 0 to { $last } that have left.
everybody-gone = Somebody must still be in the game.
no-such-mover = to_move is a seat from 0 to { $last }, "chance", or null.
mover-has-left = { $mover } has left and cannot be to move.
bad-position-field = { $name } holds { $problem }.
field-does-not-fit = { $key } is { $given }, but the rest of the position makes it { $wanted }.

## records.py

not-a-record = this is not a Siegeworks record: it does not begin with "Siegeworks:".
record-too-long = the record is longer than { NUMBER($most, useGrouping: 1) } characters.
record-half-characters = the record holds half characters, which UTF-8 cannot write.
record-cut-off = the record is cut off: its last line has no end.
headers-cut-off = the record is cut off: no empty line ends its headers.
not-a-header = "{ $line }" is not a header; headers are { $headers }.
header-given-twice = { $key } is given twice.
header-missing = the header { $key } is missing.
not-a-format = "{ $version }" is not a version of the format.
format-too-new = the record is of format { $version }, and this program reads up to { $format }.
no-format = there is no format { $version }.
unknown-game = no game is called "{ $name }".
rules-differ = rules version "{ $rules }" of { $name } is { $why } ({ $version }).
not-a-seat-count = "{ $seats }" is not a number of seats.
position-contradicts-headers = the position's seats and options are not those of the headers.
wrong-number-of-names = there must be { $seats } names, each a JSON string.
match-cut-off = the record is cut off: the header says "{ $claimed }", but the match is not over here.
result-differs = the result is not "{ $claimed }" but "{ $result }".
check-does-not-fit = the record was cut or changed after it was written (its Check does not fit).
not-a-seed = a seed, or its hash before the match is over, is 64 hexadecimal digits.
fixed-not-a-count = Fixed counts the first draws, which a host chose.
position-not-json = the position is not JSON.
option-given-twice = option { $name } is given twice.
names-not-text = half a surrogate pair is no letter of a name.
names-not-strings = names are JSON strings, separated by commas.
fixed-without-seed = Fixed goes with a seed: it counts the draws that are not the seed's.
draw-not-of-seed = the seed does not give this draw.
line-refused = "{ $line }": { $problem }
no-draw-open = "chance { $name }": no draw is open here.
nobody-of-that-name = "{ $who }" is not a seat, "chance" or "all".
variations-in-old-format = variations stand in records of format { $format }.
variation-of-nothing = a variation stands after the line it replaces, and there is none before it.
variation-too-deep = this line has { $depth } bars, and at most { $most } can stand here: a variation replaces the line before it.
variation-repeats = "{ $line }" stands here already; a variation replaces it by something else.

## nodes.py

comment-not-text = A comment is text, without half a surrogate pair.
comment-like-marks = A line of a comment cannot begin with "{ $begins }"; marks and arrows do.
comment-too-long = A comment has at most { NUMBER($most, useGrouping: 1) } letters.
marks-not-json = Marks and arrows are one JSON object with "marks" and "arrows".
marks-not-cells = Marks are a list of at most { $most } cells.
arrows-not-pairs = Arrows are a list of at most { $most } pairs of different cells.
no-cells-to-mark = { $title } has no cells to mark.
no-such-cell = { $cell } is not a cell of the board.

## studies.py

no-such-node = The study has no line { $number }.
no-draw-now = No draw is open here; somebody is to move.
root-stays = The beginning cannot be deleted.
too-many-nodes = A study has at most { NUMBER($most, useGrouping: 1) } lines.

## boards.py

no-change-to-undo = There is no change to undo.
no-change-to-redo = There is no change to do again.
not-your-study = Only whoever made a study changes it; make one of your own from its record.
study-too-long = A study takes { NUMBER($most, useGrouping: 1) } changes; export it and make a new one of the record.
study-of-nothing = A study is of a record, of a finished game, of a position, or of a game by its name.
line-too-long-to-move = A moving picture has at most { $most } positions; this line has { $count }.

## choices.py

one-name-a-seat = Names are a list of { $seats } strings, one for each seat.
name-not-text = Half a surrogate pair is no letter of a name.
a-position = A position
too-much-data = more than any position
letters-that-are-none = letters that are none
number-too-large = a number that is too large
rules-newer = newer than this program's
rules-other = not those of this program
number-that-is-none = a number that is none
name-no-string = a name that is no string
not-in-json = { $type }, which JSON does not have
most-lines = a match has at most { NUMBER($most, useGrouping: 1) } lines.

## acts.py

table-too-long = A table takes { NUMBER($most, useGrouping: 1) } steps at most; go on at a new one.
bot-sits-in-for-you = A bot sits in for you; take your seat back first.
only-to-look-at = This is a record to review; play on from it at a new table.
already-chosen = This seat has chosen already; a choice once made stands.
only-a-record = This is a record to review.
nothing-of-yours = There is nothing of yours to take back.
bots-do-not-draw = Bots do not agree to draws.
offer-gone = There is no such offer any more.
nobody-sits-there = A bot sits in for a person, and nobody sits there.
still-here = Whoever sits there is still around; a bot sits in for those who are away.
not-your-seat = You do not sit there; a seat's link or an open seat lets you in.
table-changed = The table has changed since; look again.
rematch-too-early = A rematch comes after the game.
next-match-exists = The next game has begun already.


## orders.py, ordering.py

ordered = { $seat } had ordered this beforehand:
order-line = In this order: { $steps }.
order-off-event = This was not in the order: { $event }
order-off-asked = { $seat } is asked for something that the order does not answer.
order-off-own = You have played something else.
order-off-undo = Something was taken back.
order-off-hands = Somebody else plays for a seat now.
order-unknown = "{ $order }" cannot be ordered now.
order-is-asked-now = You are asked for this now: play it.
order-lines-are-open = This game has secrets; a line of moves can be ordered only where everything is open.
order-begins-with-others = It is your turn: play first, then order what comes after the others' moves.
order-ends-with-own = A line ends with a move of yours.
order-beyond-draw = What is drawn there is not known, so the line cannot go on.
order-two-answers = Two of these lines answer the same with different moves.
orders-enough = At one table you may change your orders { $most } times.

## talk.py

nobody-to-talk-to = Nobody else is at this table who could hear it.
said-enough = At one table you may say { $most } things. You have said them all.
said-too-fast = You may say { $most } things in a minute.

## passkeys.py

passkeys-not-installed = This server keeps no passkeys: a part of it is not installed (siegeworks[passkeys]).
passkeys-need-https = Passkeys need https. Open this page by an address that begins with https://.
passkeys-need-a-name = Passkeys need a name, not an address of numbers. Open this page by the name of the server.
passkey-not-good = This passkey opens nothing here. It may have been removed, or the request for it is too old: try again.
no-such-passkey = There is no such passkey of yours.
passkey-removed = The passkey is removed.
too-many-passkeys = You can have { $most } passkeys. Remove one before.

## devices

link-not-good = This link is not good any more: it works once, and for ten minutes. Make a new one on the device with your games.
link-of-yours = Your games are open on this device already. Open the link on another one.
no-such-device = There is no such device of yours.
too-many-devices = Your games can be open on { $most } devices besides the first one. Take them from another device before.

## exports.py

no-such-ply = The game has lines up to { $last }, not { $wanted }.
replay-not-yet = A game can be reviewed once it is over.
earlier-not-yet = Earlier positions can be seen once the game is over.

## house.py

bot-chose-illegal = The bot chose something that is not allowed.

## limits.py

no-limit = There is no limit "{ $name }"; there are { $known }.
limit-not-a-number = The limit { $name } is a whole number (0: no limit), not "{ $given }".

## pools.py

wishes = { $what ->
    [hints] hints
    [analyses] analyses
    [lines] engine lines
    [requests] requests
    [tables] tables
   *[bots] bots
}
too-many-of-yours = You have { $count } { wishes } under way, as many as are allowed; wait until one is done.
too-many-of-address = At your address { $count } { wishes } are under way, as many as are allowed; wait until one is done.
too-many-waiting = There are { $count } { wishes } waiting already, as many as are allowed; try again in a minute.
bot-failed = The bot failed.
called-off = It was called off.
bot-too-slow = The bot did not answer in time.
no-room-to-think = There was no room for the bot to think.

## puzzles.py: puzzles for people

no-such-puzzle = There is no such puzzle.
no-puzzle-due = There is no missed puzzle to repeat at the moment.
run-over = This run is over.
run-went-on = This run has gone on meanwhile.

## questions.py

nothing-points-there = Nothing in this game can be done there.
nothing-to-arrange = { $title } is played action by action; there is nothing to arrange.

## quotas.py

storage-full = This server has stored the { NUMBER($most, useGrouping: 1) } MB it may. Games go on, but no new one can begin.
too-many-sockets = { one-of } may have { $most } sockets open at once; close some first.
too-many-table-sockets = You have { $most } sockets open at this table; close some first.
too-many-watchers = { $most } people watch this table, as many as are allowed; try again in a minute.
one-of = { $who ->
    [person] One person
   *[address] One address
}
too-many-kept = { one-of } may have { NUMBER($most, useGrouping: 1) } { $what ->
    [tables] unfinished tables; finish or remove some
    [records] records here; remove some
   *[names] names; keep one
}.
too-many-a-day = { one-of } may { $what ->
    [tables] make a table
    [records] bring a record
    [answers] answer puzzles for the first time
    [devices] make a link for another device
    [passkeys] ask for a passkey
    [notices] change how to hear of a turn
   *[names] choose a name
} { NUMBER($most, useGrouping: 1) } times a day; come back in { $later }.
so-many-hours = { $count } hours
so-many-minutes = { $count } minutes

## rulebook.py

rules-not-installed = The rules are not in this installation.
no-such-drawing = There is no such drawing.

## seating.py

no-series-of-game = There is no series "{ $series }" of { $title }; there is { $known }.
seat-taken = That seat is taken.
too-many-at-seat = One seat is held with at most { $most } devices.
all-seats-taken = All seats are taken.
name-without-letters = A name needs letters or digits.
record-of-other-setup = The record is of { $title } with { $seats } seats.
position-seats-differ = The position has another number of seats.

## schema.py

database-too-new = The database was made by a newer Siegeworks (version { $version } of its tables).
half-moved = Not all has been moved into this database yet. Run the same "siegeworks move" again.

## opening.py

database-malformed = This is not the address of a database. It looks like postgresql://user:password@host:5432/database.
database-unreachable = The database { $where } cannot be reached: { $why }.
database-refuses = The database { $where } does not let this user in: the name or the password is wrong, or it is not allowed from here.
database-missing = There is no database { $where }. Create it first (createdb).
database-privilege = The user of the database { $where } lacks a privilege: { $why }.
database-foreign = The database { $where } has tables of another program with the same names. Name one that is empty.
database-unusable = The database { $where } cannot be used: { $why }.
database-silent = it does not answer
database-read-only = The database { $where } takes no changes: it is a standby of another one, or set read-only.
database-encoding = The database { $where } stores text as { $found }, which lacks letters. Create one with UTF8 (createdb --encoding UTF8 --template template0).

## sqlite.py, postgres.py

perhaps-saved = The connection to the database broke. Whether this was saved shows in a moment.
cannot-save = The server cannot save anything just now: { $why }.
event-damaged = What is stored of this table is damaged at its event { $number }; it cannot go on.
somebody-was-faster = Somebody else was faster; the table has changed.
closing-nothing-saved = The server is closing; nothing more is saved.
database-unreadable = The database cannot be read just now.

## table.py

table-of-unknown-game = This table plays a game that is not known here; it cannot go on.
event-missing = An event of this table is missing.
table-of-other-rules = This table was played by other rules than this server's; it cannot go on here.
table-does-not-fit = What is stored of this table does not fit together; it cannot go on.
server-closing = The server is closing.
no-such-table = There is no such table, or this link does not open it.
disk-full = its disk is full
database-not-well = its database does not answer

## reading.py

takes-too-long = This takes too long now; try again in a minute.
no-place-in-list = This is no place in a list.

## acts.py

not-the-host = Only the host of this table may do that.

## chairs.py, comings.py

bot-sits-there = A bot sits there already.
seat-is-open-already = That seat is open already.
no-such-seat = There is no such seat at this table.
seat-out-of-match = That seat has left the game; there is nothing to play there.
nobody-to-ask = Nobody sits there.
not-yourself = You sit there yourself.
shares-your-seat = They share a seat with you.
host-already = You are the host.
knows-its-hand = You play several seats and know their hands, so none of them can go to somebody else.
you-are-banned = The host does not want you at this table.
knows-another-hand = You have seen another hand in this game, so you cannot take this seat.
seat-by-link = This seat needs a link from the host.
bot-has-seat = A bot plays as { $seat } from now on.
seat-is-open = The seat of { $seat } is free: whoever takes it plays on from there.
is-sent-away = The host has sent { $seat } away.
is-banned = The host has sent { $seat } away for good.
is-host-now = { $seat } is the host now.

## solving.py: puzzles

puzzle-win-in = { $seat } to play wins in { $turns ->
    [one] one turn
   *[other] { $turns } turns
}, whatever the others do.
puzzle-win = { $seat } to play wins, whatever the others do.
puzzle-hold = { $seat } to play: everything but one loses within { $plies } actions. Find what does not.
puzzle-share = { $seat } to play can share the win, in one way.
puzzle-best = { $seat } to play: one choice is clearly better than all others.
puzzle-right = Right.
puzzle-wrong = That is not it.
puzzle-loses = { $seat } now wins in { $turns ->
    [one] one turn
   *[other] { $turns } turns
}, whatever you do.
puzzle-too-slow = { $seat } still wins, but it takes { $turns ->
    [one] one more turn
   *[other] { $turns } more turns
}. There is a quicker way.
puzzle-no-win = It does not win by force. The game could continue like this.
puzzle-no-hold = It does not hold. The game could continue like this.
puzzle-no-share = It does not share the win. The game could continue like this.
puzzle-no-best = Another choice is better by at least { $low } % of the win. The game could continue like this.
puzzle-proof-only-win = It is proved to win, and nothing else wins within { $plies } actions.
puzzle-proof-only-hold = Everything else is proved to lose, and this not to lose within { $plies } actions.
puzzle-proof-win = Everything was tried to the end: only this wins.
puzzle-proof-share = Everything was tried to the end: only this shares the win.
puzzle-proof-judges = Two searches that judge in different ways tried every choice. This one is better than the next by { $own } % of the win by the one, and by { $net } % by the other.
puzzle-proof-margin = Every choice was judged by { $runs } searches. This one is better than the next by { $middle } % of the win (between { $low } and { $high } %).

## fields.py: what can be set of a position

field-board = The board
field-to_move = Who is to move
field-seat = { $seat }
field-chance = nobody: a draw comes next
field-over = nobody: the game is over
field-none = none
cards-written = Cards are written like QH 10S JK
piece-stone = { colour-first } stone
piece-tower = Tower
piece-tower-topped = Tower with { tower-top } stone

## openings

no-book-of = Books of openings are of games for two in which nothing is hidden; { $title } is none.
book-of-other-rules = This book is of other rules of { $title }.
book-of-other-games = This book is of the seed { $seed } and of { $bots }; name the same, or another file.

## notices

notice-seat = { $seat }
notice-test = Siegeworks: a test. Notices of your turns arrive here.
notice-turn = It is your turn in { $title }.
notice-turns = It is your turn at { $count } tables.
notice-turn-of = { $seat } to move in { $title }: { $link }
notice-stop = To get no more of these messages, open { $link }
notice-confirm-subject = Siegeworks: do you want to hear of your turns?
notice-confirm = To be told by e-mail when it is your turn, open { $link } within a day.
notice-confirm-else = If you did not ask for this, do nothing: nothing more is sent to you.
notice-failed = The notice could not be sent.
mail-refused = The mail server does not take messages for this address.
mail-server-refuses = The mail server of this site has refused the message ({ $code }).
mail-server-away = The mail server of this site cannot be reached.
mail-not-offered = This server sends no e-mail.
mail-asked-often = This address was asked several times today whether it wants notices. Try again tomorrow.
not-a-mail-address = This is not an e-mail address.
too-many-channels = You have { $most } ways to hear of your turns; remove one first.
no-such-channel = You have no such way to hear of your turns.
no-such-zone = There is no time zone "{ $zone }".
notice-link-not-good = This link is not good any more.
channel-ended = You will hear nothing more there.
no-quiet-hours = There are no quiet hours any more.
notices-confirmed = From now on you hear of your turns there.
notices-stopped = Nothing more is sent there.
not-a-web-address = This is not an address of the web.
not-an-https-address = This address does not begin with https.
address-not-outside = There is nothing at this address that this server may reach.
address-silent = Nothing answers at this address.
hook-refuses = The chat program does not take notices at this address ({ $status }).
hook-not-offered = This server sends nothing to chat programs.
