### What all games share: lists, cards, colours, the end of a match, and what is refused.

said = { $text }

## Lists: how an entry is joined to those before it

list-comma = { $first }, { $next }
list-and = { $first } and { $next }
list-and-no = { $first } and no { $next }
list-or = { $first } or { $next }
list-to = { $first } to { $next }
list-space = { $first } { $next }

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
not-a-card = { $name } is not a card; cards are written like "QH", "10S" or "JK"
board-unread = The board cannot be read: { $problem }.
cards-unread = { $what } cannot be read: { $problem }.
board-has-rows = a board has seven rows, g down to a, separated by '/'; this one has { $rows }
row-has-circles = row { $row } has { $circles } circles, not { $given }
no-such-letter = { $letter } on { $cell } is none of { $letters } or '.'
record-line = line { $line }: { $problem }

## A match

end-won = { $winners } wins, { $points }.
end-shared = { $winners } share the result, { $points }.
resign = { $seat } leaves the match.
draw = All agree on a draw.

## Why something cannot be played

not-drawn-now = "{ $action }" cannot be drawn now.
match-over = The match is over.
no-seat = There is no seat { $seat }: the seats are 0 to { $last }.
not-your-turn = It is not { $seat }'s turn: { $mover } is to move.
draw-comes-next = It is not { $seat }'s turn: a draw comes next.
left-already = { $seat } has already left the match.
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
# What a bot plays and why: { $fact } is what the action does.
plays-certain = "{ $action }" { $fact } (a certain { $proven }).
plays-expecting = "{ $action }" { $fact } ({ $percent }% of the win expected after { NUMBER($looks, useGrouping: 1) } looks ahead).
certain = "{ $action }": a certain { $proven }.
expecting = "{ $action }": { $percent }% of the win expected after { NUMBER($looks, useGrouping: 1) } looks ahead.
proven-draw = draw
proven-win = win in { $turns }
proven-loss = loss in { $turns }
only-legal = "{ $action }" is the only legal action.
picked-at-random = "{ $action }" is one of { $count }, picked at random.
best-at-a-glance = "{ $action }" looks best at a glance.
engine-plays = { $name } plays it.
engine-failed = The engine failed. { $problem }
moment = At move { $move } { $seat } played { $action } ({ $kept } %); { $best } would have kept { $value } %.
moment-why = At move { $move } { $seat } played { $action } ({ $kept } %); { $best } would have kept { $value } %: it { $why }.
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
net-for-open-games = { $title } has secrets, and nets are used in open games only so far.
checkpoint-unreadable = { $path } is no checkpoint of a training.
checkpoint-of-other-game = { $path } is of another game, or of other inputs than { $title } has now.
training-for-open-games = { $title } has secrets, and nets are trained for open games only so far.
engine-no-command = An engine is started by a command, and this one is empty.
engine-no-play = { $name } answered without "play": { $short }.
engine-illegal = { $name } played "{ $name2 }", which is not legal here.
engine-protocol = { $name } speaks protocol { $short }, not { $protocol }.
engine-other-game = { $name } does not play { $title }.
engine-ended = { $name } has ended.
engine-not-object = { $name } answered something that is not a JSON object: { $short }.
engine-says = { $name } says: { $short }.
engine-not-started = { $name } does not start: { $strerror }.
engine-too-slow = { $name } did not answer within { $seconds } seconds.
engine-not-json = { $name } answered something that is not JSON: { $short }.

## The server

turn-over = The match is over
turn-nobody = Nobody is to move
turn-move = { $seats } to move
turn-choose = { $seats } to choose
too-many-requests = Too many requests; wait a moment.
wrong-host = This server is not called "{ $name }"; if it is, its operator says so with --host-name { $name }.
foreign-page = This request comes from another site's page.
arrived-too-slowly = The request took too long to arrive.
request-too-large = A request has at most { NUMBER($most, useGrouping: 1) } bytes.
a-lot-at-once = That is a lot at once; wait a moment.
server-is-full = The server is full at present; come back in a while.
too-many-connections = From one address at most { $most } connections may be open at once; close some first.
our-fault = Something went wrong on our side; it has been noted.
too-fast = That was too fast; wait a moment.
message-too-long = A message has at most { NUMBER($most, useGrouping: 1) } bytes.
no-message = This cannot be read as a message.
not-json = This is not JSON.
malformed-at = { $where }: { $problem }.
malformed = { $problem }.
nothing-here = There is nothing here.
not-in-this-way = This cannot be asked in this way.
cannot-be-read = This cannot be read.
time-ran-out = The time of { $seat } ran out, and the clock played.
clock-played = { $problem } So the clock's move was played for { $seat }.
record-is-text = A record is UTF-8 text.

## Setting up a table

level-1 = gentle: sees the next move, and not always that
level-2 = friendly: plays by rule of thumb
level-3 = steady: looks a few moves ahead
level-4 = strong: looks further, and seldom errs
level-5 = the strongest here
yes = Yes
no = No
series-until = match after match, until one leads alone with { $towers } towers

## positions.py

position-json-object-not = A position is a JSON object, not { $name }.
gone-lists-seats-from = gone lists seats from 0 to { $last } that have left.
somebody-must-still-game = Somebody must still be in the game.
move-seat-from-chance = to_move is a seat from 0 to { $last }, "chance", or null.
seat-left-cannot-move = Seat { $mover } has left and cannot be to move.
position-holds = { $name } holds { $problem }.
rest-position-makes = { $key } is { $short }, but the rest of the position makes it { $short2 }.

## records.py

not-siegeworks-record-does = this is not a Siegeworks record: it does not begin with "Siegeworks:".
record-longer-than-characters = the record is longer than { NUMBER($most_characters, useGrouping: 1) } characters.
record-holds-half-characters = the record holds half characters, which UTF-8 cannot write.
record-cut-off-last = the record is cut off: its last line has no end.
record-cut-off-no = the record is cut off: no empty line ends its headers.
not-header-headers = "{ $line }" is not a header; headers are { $headers }.
given-twice = { $key } is given twice.
header-missing = the header { $key } is missing.
not-version-format = "{ $version }" is not a version of the format.
record-format-program-reads = the record is of format { $version }, and this program reads up to { $format }.
no-format = there is no format { $version }.
no-game-called = no game is called "{ $name }".
rules-version = rules version "{ $rules }" of { $name } is { $why } ({ $version }).
not-number-seats = "{ $seats }" is not a number of seats.
position-seats-options-not = the position's seats and options are not those of the headers.
must-names-each-json = there must be { $seats } names, each a JSON string.
record-cut-off-header = the record is cut off: the header says "{ $claimed }", but the match is not over here.
result-not = the result is not "{ $claimed }" but "{ $result_text }".
record-cut-changed-after = the record was cut or changed after it was written (its Check does not fit).
seed-hash-before-match = a seed, or its hash before the match is over, is 64 hexadecimal digits.
fixed-counts-first-draws = Fixed counts the first draws, which a host chose.
position-not-json = the position is not JSON.
option-given-twice = option { $name } is given twice.
names-json-strings-separated = names are JSON strings, separated by commas.
fixed-goes-seed-counts = Fixed goes with a seed: it counts the draws that are not the seed's.
seed-does-not-give = the seed does not give this draw.
line-refused = "{ $line }": { $problem }
chance-no-draw-open = "chance { $name }": no draw is open here.
not-seat-chance-all = "{ $who }" is not a seat, "chance" or "all".

## choices.py

names-list-strings-each = Names are a list of { $seats } strings, one for each seat.
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

table-takes-steps-most = A table takes { NUMBER($most_events, useGrouping: 1) } steps at most; go on at a new one.
bot-sits-you-take = A bot sits in for you; take your seat back first.
record-look-play-from = This is a record to look at; play on from it at a new table.
seat-chosen-already-choice = This seat has chosen already; a choice once made stands.
record-look = This is a record to look at.
nothing-yours-take-back = There is nothing of yours to take back.
bots-do-not-agree = Bots do not agree to draws.
no-such-offer-any = There is no such offer any more.
bot-sits-person-nobody = A bot sits in for a person, and nobody sits there.
whoever-sits-still-around = Whoever sits there is still around; a bot sits in for those who are away.
you-do-not-sit = You do not sit there; a seat's link or an open seat lets you in.
table-changed-since-look = The table has changed since; look again.
rematch-comes-after-match = A rematch comes after the match.
next-match-already = There is a next match already.


## exports.py

match-lines-up-not = The match has lines up to { $ply }, not { $ply2 }.
match-can-looked-again = A match can be looked at again once it is over.
earlier-positions-can-looked = Earlier positions can be looked at once the match is over.

## house.py

bot-chose-something-not = The bot chose something that is not allowed.

## limits.py

no-limit = There is no limit "{ $name }"; there are { $known }.
limit-whole-number-no = The limit { $name } is a whole number (0: no limit), not "{ $number }".

## pools.py

wishes = { $what ->
    [hints] hints
    [analyses] analyses
   *[bots] bots
}
you-under-way-wait = You have { $each } { wishes } under way; wait until one is done.
waiting-already-try-again = There are { $all_asked } { wishes } waiting already; try again in a minute.
bot-failed = The bot failed.
bot-did-not-answer = The bot did not answer in time.
no-room-bot-think = There was no room for the bot to think.

## questions.py

nothing-game-points = Nothing in this game points there.
played-action-action-nothing = { $title } is played action by action; there is nothing to arrange.

## quotas.py

server-stored-mb-may = This server has stored the { NUMBER($most, useGrouping: 1) } MB it may; those who play go on, nothing new is begun.
from-address-sockets-may = From one address { $sockets } sockets may be open at once; close some first.
you-sockets-open-table = You have { $table_sockets } sockets open at this table; close some first.
people-watch-table-many = { $watchers } people watch this table, as many as may; try again in a minute.
one-of = { $who ->
    [person] One person
   *[address] One address
}
too-many-kept = { one-of } may have { NUMBER($most, useGrouping: 1) } { $what ->
    [tables] unfinished tables; finish some or throw some away
    [records] records here; throw some away
   *[names] names; keep one
}.
too-many-a-day = { one-of } may { $what ->
    [tables] make a table
    [records] bring a record
   *[names] choose a name
} { NUMBER($most, useGrouping: 1) } times a day; come back in { $later }.
so-many-hours = { $count } hours
so-many-minutes = { $count } minutes

## rulebook.py

rules-not-installation = The rules are not in this installation.
no-such-drawing = There is no such drawing.

## seating.py

no-series-of-game = There is no series "{ $series }" of { $title }; there is { $known }.
seat-taken = That seat is taken.
all-seats-taken = All seats are taken.
name-needs-letters-digits = A name needs letters or digits.
record-seats = The record is of { $title } with { $seats } seats.
position-another-number-seats = The position has another number of seats.

## schema.py

database-made-newer-siegeworks = The database was made by a newer Siegeworks (version { $done } of its tables).

## sqlite.py

server-cannot-save-anything = The server cannot save anything just now: { $why }.
what-stored-table-damaged = What is stored of this table is damaged at its event { $number }; it cannot go on.
somebody-else-faster-table = Somebody else was faster; the table has changed.
server-closing-nothing-more = The server is closing; nothing more is saved.
database-cannot-read-just = The database cannot be read just now.

## table.py

table-plays-game-not = This table plays a game that is not known here; it cannot go on.
event-table-missing = An event of this table is missing.
table-played-other-rules = This table was played by other rules than this server's; it cannot go on here.
what-stored-table-does = What is stored of this table does not fit together; it cannot go on.
server-closing = The server is closing.
no-such-table = There is no such table, or this link does not open it.
disk-full = its disk is full
database-not-well = its database is not well

## reading.py

takes-too-long-now = This takes too long now; try again in a minute.
no-place-in-list = This is no place in a list.

## acts.py

somebody-sits-already-only = Somebody sits there already; only an open seat can be given to a bot.
