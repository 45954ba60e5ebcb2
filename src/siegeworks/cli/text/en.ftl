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
    {"  "}resign, draw   leave the match; agree on a draw
    {"  "}board, help, quit
an-action-is = An action is { $shapes }.
nothing = nothing
can-be-played = it can be played.
why-line = { $names }: { $reason }
why-more = { $names } and { $more } more: { $reason }
taken-back = Taken back: { $actions }.
saved = Saved to { $path }.
holds-secrets = The file holds every secret of the match: open it when the match is over.
hand-over = Hand the screen to { $seat }. { $seat }, press Enter when you are alone with it.
prompt-draw = draw
prompt-over = over
compiling = Compiling { $title } for this machine, beside the game. Until that is done, plain Python plays it.
waits-for-compiler = { $bot } looks too far ahead for plain Python and waits for the compiler: some seconds, this once ...
match-kept = The match is kept. Go on with: { $command }

## Bots of others

peer-looked-most = "{ $action }" is what OpenSpiel's search looked at most.

## common.py

larger-than-any-record = { $path } is larger than any record ({ NUMBER($most_bytes, useGrouping: 1) } bytes).
no-file-name = "{ $path }" is not the name of a file.

## arena.py

name-game-two-bots = Name the game and two bots: siegeworks arena sprt GAME A B.
arena-needs-more-package = The arena needs one more package: pip install "siegeworks[arena]".

## __init__.py

bad-arguments = { $problem } (see { $command } --help).
seed-whole-number-not = A seed is a whole number, not "{ $text }".

## search.py

seconds-range = --seconds is above 0 and at most 600, not { $seconds }.

## study.py

give-simulations-seconds-per = Give --simulations or --seconds-per-ply, not both.

## research.py

count-least = --count is at least 1, not { $count }.
count-from-not = --count is from 100 to 10,000,000, not { NUMBER($count, useGrouping: 1) }.

## show.py

no-ply-record-lines = There is no ply { $ply }: the record has { $ply2 } lines.

## play.py

seat-bot-not = A seat is { $human } or a bot ({ $kinds }), not "{ $kind }".
saved-match-seats-name = The saved match has { $seats } seats; name { $seats } with --seats.
bot-thinks-when-seat = A bot thinks when a seat is to move.
could-be = { $name } could be { $near }.
nothing-take-back-no = There is nothing to take back: no person has acted yet.
say-where-save-file = Say where: save FILE.
only-people-can-agree = Only people can agree on a draw, and not every seat is a person.
file-problem = { $path }: { $strerror }.

## measure.py

depth-range = The depth is from 1 to { $most_depth }, not { $depth }.
random-game-ended-wrongly = A random game of { $name } ended wrongly: seats { $seats }, { $options }.

## serve.py

record-names-no-seed = The record names no seed: it is published when the match is over.
seed-not-whose-hash = The seed is not the one whose hash was published: its own hash is { $found }.
tables-cannot-kept-name = Tables cannot be kept in { $path }: { $problem }. Name another folder with --data.
nothing-can-kept-make = Nothing can be kept in { $folder }: { $why }. Make room, or name another with --data.
another-server-keeps-tables = Another server keeps its tables in { $folder }; name another folder with --data.
nothing-can-served-port = Nothing can be served at { $host }, port { $port }: { $why }.

## contest.py

name-least-bot = Name at least one bot.
opening-decisions-not = An opening has 0 to { $most_opening } decisions, not { $opening }.
each-bot-named-once = Each bot is named once; it takes as many seats as it needs.
against-table-needs-two = One against a table needs two bots: the one, and whom the table is made of.
many-bots-make-more = So many bots make more than { NUMBER($most_lineups, useGrouping: 1) } different tables; name fewer.
least-games = There is at least 1 game, not { $games }.

## report.py

report-ends-does-not = A report ends in { $forms }: "{ $path }" does not.

## peers.py

given-simulations-such = { $peer } is given simulations, such as "{ $peer }:5000".
searches-open-games-only = { $peer } searches open games only, and { $title } has secrets.
openspiel-not-installed-pip = OpenSpiel is not installed: pip install "siegeworks[openspiel]".

## run.py

most-workers = There are 1 to { $most_workers } workers, not { $workers }.
worker-ended-before-game = A worker ended before its game did; the same command goes on where this one stopped.

## table.py

bot-chose-cannot-played = The bot { $name } chose "{ $said }", which cannot be played there.
decisions-random-attempts-choose = { $title } { $found } { $opening } decisions at random, in { $most_attempts } attempts; choose another --opening.

## store.py

does-not-hold-results = { $path } does not hold results of the arena; choose another file.
results-another-choose-another = { $path } has results of another { $other }; choose another file, or --anew.
holds-line-no-game = { $path } holds a line that is no game: { $line }.

## sprt.py

test-two-bots-two = The test is for two bots at two seats.
elo-below-elo-not = elo0 is below elo1: { $elo0 } is not below { $elo1 }.
alpha-beta-above-below = alpha and beta are above 0 and below 0.5.

## pettingzoo.py

render-mode-not = render_mode is one of { $render_modes }, not { $render_mode }.

## batch.py

whole-number-from-not = { $name } is a whole number from 1 to { NUMBER($most, useGrouping: 1) }, not { $value }.
batch-no-array = A batch has no array "{ $name }"; it has { $wanted }.
action-not-legal-game = Action { $actions } is not legal in game { $at }.
array-must-writeable-piece = The array { $name } must be writeable, in one piece and of shape { $shape }.
array-must-game-own = The array { $name } must be of the game's own record type.

## gymnasium.py

seat-from-none-another = The seat is from 0 to { $last }, or None for another each game, not { $seat }.

## single.py

game-over = The game is over.
no-action-number = There is no action { $action }: they are 0 to { $last }.
picture-made-not = A picture is made as { $render_modes }, not { $mode }.
images-need-two-more = Images need two more libraries: pip install "siegeworks[pettingzoo]" brings them.
benchmark-reads-cpu-time = This benchmark reads the CPU time of processes as Linux tells it.

## serve.py

proxy-named-address-network = A proxy is named by its address or network (10.0.0.1, 10.0.0.0/8), not "{ $proxy }".

## tables.py

no-name-server-folder = There is no { $path }; name the server's folder with --data.
another-version-start-version = { $path } is of another version; start this version's server with it once.
no-table-nothing-deleted = There is no table { $unknown }; nothing was deleted.
cannot-read = { $path } cannot be read: { $problem }.
nobody-answers = Nobody answers at { $address }.
