### What only people at a terminal and programs in Python read: commands, the arena, environments.

## play

help-hint = Type "help" for what can be typed.
over-hint = Enter ends; "save FILE" keeps the record, "undo" takes the last move back.
help =
    Type an action by its name, or
    {"  "}legal [WORD]   what can be played (with WORD in it)
    {"  "}try ACTION     what an action would change
    {"  "}why WORD       why something cannot be played: an action or a place
    {"  "}hint           what the strongest bot would play, and why
    {"  "}undo           take back to your last move
    {"  "}log            what happened so far
    {"  "}save FILE      write the record to a file
    {"  "}resign, draw   leave the game; agree on a draw
    {"  "}board, help, quit
an-action-is = An action is { $shapes }.
nothing = nothing
can-be-played = it can be played.
why-line = { $names }: { $reason }
why-more = { $names } and { $more } more: { $reason }
taken-back = Taken back: { $actions }.
saved = Saved to { $path }.
holds-secrets = The file holds every secret of the game: open it when the game is over.
hand-over = Hand the screen to { $seat }. { $seat }, press Enter when you are alone with it.
prompt-draw = draw
prompt-over = over
compiling = Compiling { $title } for this machine, beside the game. Until that is done, plain Python plays it.
waits-for-compiler = { $bot } looks too far ahead for plain Python and waits for the compiler: some seconds, this once ...
match-kept = The game is kept. Continue with: { $command }

## Bots of others

peer-prefers = { $instruction }: OpenSpiel's bot prefers it.

## common.py

compiling-rules = Compiling { $title } for this machine: a few seconds, this once ...
compiling-bots = Compiling the bots of { $title } for this machine: some seconds, this once ...
file-too-large = { $path } is larger than any record ({ NUMBER($most, useGrouping: 1) } bytes).
not-a-file-name = "{ $path }" is not the name of a file.

## arena.py

name-two-bots = Name the game and two bots: siegeworks arena sprt GAME A B.
arena-not-installed = The arena needs one more package: pip install "siegeworks[arena]".

## __init__.py

output-closed = whoever read the output closed it.
stopped = stopped.
file-not-text = the file is not UTF-8 text (byte { $byte }).
bad-arguments = { $problem } (see { $command } --help).
seed-not-whole = A seed is a whole number, not "{ $text }".

## search.py

seconds-range = --seconds is above 0 and at most 600, not { $seconds }.

## study.py

analysing = analysing
column-ply = move
column-seat = seat
column-played = played
column-before = before
column-after = after
column-best = best, and how it might have gone on
nothing-given-away = No decision gave away much.
one-budget-only = Give --simulations or --seconds-per-ply, not both.

## research.py

count-too-small = --count is at least 1, not { $count }.
count-range = --count is from 100 to 10,000,000, not { NUMBER($count, useGrouping: 1) }.

## dataset.py

dataset-needs-out = Name the file that the games are written to: --out FILE.
data-bot-by-seconds = { $name } thinks for a time, so its games could not be made again; name it with a count instead, as in search:500.
data-bots-are = The bots of a data set are a list of names, not { $given }.
data-not-there = There is no file { $path }, and no sample of a game of that name; games are { $games }.
data-unreadable = { $path } is no data set that can be read: it is broken, cut off or something else.
data-of-other-rules = { $path } is of another format or of other rules of { $title } (version { $version }) than there are now.
data-does-not-fit = { $path } is a data set whose arrays are broken or do not fit what its head says.
data-illegal-action = Game { $game } has an action that is not possible there: number { $action }.
data-other-result = Game { $game } does not end with the result that is told of it.

## show.py

column-name = name
column-game = game
column-seats = seats
column-minutes = minutes
column-kind = kind
replay-head = { $title }, { $seats } seats, { $lines } lines
no-such-ply = There is no ply { $wanted }: the record has { $lines } lines.

## play.py

no-such-player = A seat is { $human }, a bot ({ $kinds }) or a program ("{ $engine }"), not "{ $kind }".
saved-seats-differ = The saved game has { $seats } seats; name { $seats } with --seats.
no-seat-to-move = A bot thinks when a seat is to move.
could-be = { $name } could be { $near }.
nothing-to-take-back = There is nothing to take back: no person has acted yet.
save-where = Say where: save FILE.
only-people-draw = Only people can agree on a draw, and not every seat is a person.
file-problem = { $path }: { $problem }.

## measure.py

depth-range = The depth is from 1 to { $most }, not { $depth }.
random-game-failed = A random game of { $name } ended wrongly: seats { $seats }, { $options }.

## serve.py

few-connections = Only { $most } connections can be open at once: raise the limit of open files (ulimit -n) for more.
serving = Siegeworks is at { $address } (tables are kept in { $where }; Ctrl+C stops)
serving-others = Others find it at { $address }
compiling-behind = Compiling { $titles } for this machine in the background: a minute or two, this once ...
draws-verified = { $lines } lines follow the rules; { $draws } draws{ $fixed ->
    [0] {""}
   *[other] , { $fixed } of them chosen by the host
}, the rest exactly those of the seed.
hash-of-seed = Its hash, which was published before the first draw, is { $found }.
record-without-seed = The record names no seed: it is published when the match is over.
seed-hash-differs = The seed is not the one whose hash was published: its own hash is { $found }.
postgres-not-installed = A PostgreSQL database needs one more package: pip install "siegeworks[postgres]".
cannot-keep-tables = Tables cannot be kept in { $path }: { $problem }. Name another folder with --data.
cannot-keep-anything = Nothing can be kept in { $folder }: { $why }. Make room, or name another with --data.
needs-postgres = { $option } needs a PostgreSQL database, which several processes can share: name it with --database or SIEGEWORKS_DATABASE.
bots-range = --bots takes a number from 1 on, not { $bots }.
thinking-for = Thinking for the servers of { $where }, { $places ->
    [one] one bot
   *[other] { $places } bots
} at a time.
folder-in-use = Another server keeps its tables in { $folder }; name another folder with --data.
cannot-serve-there = Nothing can be served at { $host }, port { $port }: { $why }.

## contest.py

no-bots-named = Name at least one bot.
not-on-the-list = "{ $bot }" is not on the list of the leaderboard: { $bots }.
opening-range = An opening has 0 to { $most } decisions, not { $opening }.
bot-named-twice = Each bot is named once; it takes as many seats as it needs.
against-needs-two = One against a table needs two bots: the one, and whom the table is made of.
too-many-lineups = So many bots make more than { NUMBER($most, useGrouping: 1) } different tables; name fewer.
too-few-games = There is at least 1 game, not { $games }.

## report.py

no-such-report-form = A report ends in { $forms }: "{ $path }" does not.

## peers.py

peer-needs-simulations = { $peer } is given simulations, such as "{ $peer }:5000".
peer-open-games-only = { $peer } searches open games only, and { $title } has secrets.
openspiel-not-installed = OpenSpiel is not installed: pip install "siegeworks[openspiel]".

## spread.py, cluster.py

workers-range = There are 1 to { $most } workers, not { $workers }.
worker-ended-early = A worker ended before its game did; the same command goes on where this one stopped.
workers-ended-early = Workers of the cluster ended { $attempts } times before the same game did; the same command goes on where this one stopped.
cluster-not-installed = A cluster needs one more package: pip install "siegeworks[cluster]".
cluster-of-other-version = A machine of the cluster has another version of Siegeworks. Install the same one everywhere.
not-a-cluster = "{ $address }" is no address of a cluster, such as host:6379. To start one here, write --cluster last, or --cluster=local.
no-cluster-there = There is no cluster to be used at { $address }: { $why }.

## table.py

bot-chose-illegal = The bot { $name } chose "{ $action }", which cannot be played there.
no-such-opening = { $title } { $found } { $opening } decisions at random, in { $attempts } attempts; choose another --opening.

## store.py

not-a-results-file = { $path } does not hold results of the arena; choose another file.
results-of-another = { $path } has results of another { $other }; choose another file, or --anew.
line-is-no-game = { $path } holds a line that is no game: { $line }.

## sprt.py

sprt-for-two = The test is for two bots at two seats.
elo-out-of-order = elo0 is below elo1: { $elo0 } is not below { $elo1 }.
error-rates-range = alpha and beta are above 0 and below 0.5.

## pettingzoo.py

no-such-agent = There is no agent { $agent }; there is { $agents }.
no-such-render-mode = render_mode is one of { $modes }, not { $mode }.

## batch.py

actions-are = Actions are an array of { NUMBER($count, useGrouping: 1) } whole numbers, one for each game, not { $given }.
no-such-array = A batch has no array "{ $name }"; it has { $arrays }.
illegal-in-batch = Action { $action } is not legal in game { $game }.
arrays-are = into is arrays by their names, not { $given }.
array-unusable = The array { $name } must be writeable, in one piece and of shape { $shape }.
array-of-actions = The array { $name } must be of whole numbers that can be -1 and { $last }.
array-of-numbers = The array { $name } must be of numbers, or of true and false.
array-of-other-type = The array { $name } must be of the game's own record type.
one-seed-a-game = There is one seed for each of the { $count } games, not { $given }.
one-seat-a-game = There is one seat for each game, from 0 to { $last }.
games-are = Games are different whole numbers from 0 to { $last }.
states-are = States are an array of { $count } records of { $title }, not { $given }.
states-of-other-seats = The states are of another number of seats: this batch has { $seats }.
match-of-other-table = The matches of a batch have one game, number of seats and options: not { $told }.
no-matches = A batch has one match or more.
no-history-of-others = A batch that keeps its history cannot play the other seats by itself.

games-of-other-table = These are not games of { $title } with { $seats } seats, as begin() or at() makes them.

## ids.py

other-version = { $name } is another version of the game; the present one is { $present }.

## gymnasium.py

reset-mask-is = options["reset_mask"] is an array of { $count } values, true or false.
no-such-device = The device is "cpu" or "gpu", not { $device }.
no-bots-on-gpu = On a GPU the other seats play at random, or the learner plays them all: { $bot } cannot play there.
mctx-for-two = mctx plans for two seats, not for { $seats }.
no-such-seat = The seat is from 0 to { $last }, or None for another each game, not { $seat }.

## single.py

game-over = The game is over.
reset-first = Call reset() first: there is no game yet.
seats-and-players = seats and players mean the same and cannot differ: here { $seats } and { $players }.
reset-options-are = The options of a reset are names with values, such as a position, not { $given }.
no-such-position = { $title } has no small position "{ $name }"; there is { $names }.
nobody-to-move = A game cannot begin where nobody is to move.
nothing-to-draw = Nothing is drawn now.
no-private-recall = An observation with perfect recall has the public information too.
start-is-not-all = start is for games that draw who begins and nothing else; { $title } is none of them.
no-such-start = start is the number of a seat, 0 to { $last }, or -1 to draw it, not { $start }.
no-action-number = There is no action { $action }: they are 0 to { $last }.
no-such-picture = A picture is made as { $modes }, not { $mode }.
no-such-image = { $path } is not a picture that can be written; its name ends with { $forms }.
images-not-installed = Images need two more libraries: pip install "siegeworks[pettingzoo]" brings them.
linux-only = This benchmark reads the CPU time of processes as Linux tells it.
no-checkout = There is no checkout of this project at { $path }.
bench-refused = The server that is measured refuses: { $reason }

## serve.py

nothing-to-test = Name what is to be tested: --smtp (or SIEGEWORKS_SMTP), or --hook URL.
test-sent = ok   { $what }: the test was taken there.
test-failed = BAD  { $what }: { $why }
notices-need-origin = Messages have links, which would lead to this machine alone: name the address that others open with --origin.
notices-not-installed = Notices need more packages: pip install "siegeworks[notices]".
not-an-smtp-server = --smtp (or SIEGEWORKS_SMTP) takes smtp://user:password@host:port, or smtps:// where all is encrypted from the beginning.
not-an-address = Mail cannot come from "{ $address }": name an address with --mail-from.
not-a-network = { $option } takes an address or a network (10.0.0.1, 10.0.0.0/8), not "{ $network }".

## tables.py

no-tables-file = There is no { $path }; name the server's folder with --data.
no-tables-of-ours = There are no tables of Siegeworks in { $where }.
data-of-other-version = { $path } is of another version; start this version's server with it once.
no-such-table = There is no table { $tables }; nothing was deleted.
nobody-answers = Nobody answers at { $address }.

## move.py

no-such-database = { $option } takes sqlite, sqlite:FOLDER, postgres or postgresql://user@host/database.
database-not-named = { $option } postgres means the database that the variable { $variable } names, and it names none.
nothing-to-move = There is no { $path }. Name the server's folder, as in sqlite:FOLDER.
move-to-itself = Both are the same database.
move-of-another = Another move into { $where } was begun, from { $source }. Run that one again, or name an empty database.
move-under-way = Another move into this database is under way.
move-where-games-are = There are games already in { $where }, or something else of people who were there. Name an empty database.
move-differs = The databases differ after all, in { $table } at { $row }: something else writes there. Run the same move again.
stop-the-server = A server is using { $where }. Stop it first.
moved = Moved { $tables ->
    [one] 1 table
   *[other] { NUMBER($tables, useGrouping: 1) } tables
} with { $events ->
    [one] 1 event
   *[other] { NUMBER($events, useGrouping: 1) } events
}, and { NUMBER($others, useGrouping: 1) } rows of other kinds{ $before ->
    [0] .
   *[other] ; { NUMBER($before, useGrouping: 1) } of all these rows were there already.
}
compared = Compared row by row, all { NUMBER($rows, useGrouping: 1) } rows are the same in both databases{ $wrong ->
    [0] , and the checksums of all { NUMBER($events, useGrouping: 1) } events are right.
   *[other] .
}
damaged-before = The events of { $tables } were damaged before. They were copied as they are, and a server refuses these tables.
secret-moved = Cookies and links to seats stay valid: the secret that signs them was moved too.

## moments.py

checking-moments = Checking what is said of games of { $title }
claim-false = Game { $number }: this is not so: { $says }
claim-not-found = Game { $number }: this does not lead to the action: { $says }
moments-checked = { $title }: { $sentences } sentences about { $games ->
    [one] 1 game
   *[other] { NUMBER($games, useGrouping: 1) } games
} between bots, { $wrong ->
    [0] none of them wrong
   *[other] { $wrong } of them wrong
}.

## puzzles.py, mining.py

mining = Looking for puzzles of { $title }
mined = { $puzzles ->
    [one] 1 puzzle
   *[other] { NUMBER($puzzles, useGrouping: 1) } puzzles
} in { $games ->
    [one] 1 game
   *[other] { NUMBER($games, useGrouping: 1) } games
} between bots.
selected = { NUMBER($puzzles, useGrouping: 1) } of { NUMBER($of, useGrouping: 1) } puzzles are kept.
proving = Proving the puzzles of { $title }
measuring = Measuring the bots on the puzzles of { $title }
measured = { $title }: of { $of } puzzles level 5 solves { $strong } % in { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
}, and level 1 { $gentle } %.
every-range = Only one of how many puzzles is measured is a number from 1.
proved = { $title }: { $puzzles } of { $of } puzzles are proved again.
mine-needs-file = Name the file that keeps the puzzles: --out FILE.
other-mine = { $path } was begun with the game { $game } and the seed { $seed }.
puzzle-not-proved = { $title }, puzzle { $number }: the solution is not proved to be the only one.
puzzle-other-themes = { $title }, puzzle { $number }: its themes are not those of its line.
puzzle-alike = { $title }, puzzle { $number }: an earlier one is the same position, turned or mirrored.

## puzzle.py

no-puzzles = There are no puzzles of { $title }.
no-such-theme = { $title } has no theme "{ $theme }"; it has { $themes }.
no-such-puzzle = { $title } has puzzles 1 to { $last }.
puzzle-head = { $title }, puzzle { $number }
puzzle-help = Type the action, "legal" for what can be played, "solution", "next", or "quit".
puzzle-prompt = Your move

## openings.py

opening-games = Games of { $title }
book-made = { $games ->
    [one] { $games } game
   *[other] { $games } games
}, { $positions } positions that are not alike.
book-needs-file = Name the file for the book: --out FILE.
no-book = No book comes with { $title }; make one with --out FILE.
book-move = Move
book-games = Games
book-share = Share of the win
book-by = Played by

## exploit.py

exploit-not-installed = A best response needs more packages: pip install "siegeworks[train]".
exploit-seconds = --seconds is above 0 and at most { NUMBER($most, useGrouping: 1) }, not { $seconds }.
exploit-nothing-small = No small positions come with { $title }.
exploiting = What can be won from { $bot }
exploit-asking = { $position }: { $views } views
column-position = position
column-views = views
column-perfect = perfect play
column-alone = { $bot }
column-chosen = best response
column-fresh = on fresh answers
exploitability = Exploitability of { $bot }: { $chosen } of the win for each seat, { $fresh } on fresh answers ({ $positions ->
    [one] one position
   *[other] the mean of { $positions } positions
}).
exploit-too-large = Too much can follow from { $positions }.
exploit-no-time = There was no time left for { $positions }.
