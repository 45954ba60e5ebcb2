/* An engine in C that uses one game's view: it plays SiegeStones by the threats against each tower.
 *
 *     cc -O2 -o engine_bot engine_bot.c
 *     siegeworks play siegestones --seats "human,engine:./engine_bot"
 *
 * It needs nothing but the C library. docs/engine-protocol.md describes the requests and every field of the view.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TOWERS = 12, MOST_SEATS = 4, ROWS = 7, BASE_RATING = 6, LEAST_THREAT = 5 };

typedef struct { int row, number; } Cell;
typedef struct { Cell cell; int mine, others, is_own; } Tower;

/* JSON, read where it stands: a value is the place of its first character. */

static const char *after_space(const char *at) {
    while (isspace((unsigned char)*at)) at++;
    return at;
}

static const char *after_text(const char *at) {
    for (at++; *at && *at != '"'; at++)
        if (*at == '\\' && at[1]) at++;
    return *at ? at + 1 : at;
}

static const char *after_value(const char *at) {
    int depth = 0;
    if (*at == '"') return after_text(at);
    while (*at && (depth || !strchr(",}]", *at))) {
        if (*at == '"') {
            at = after_text(at);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
    }
    return at;
}

/* The next name and value of an object, or the next value of a list; NULL after the last. Start behind the bracket. */
static const char *next(const char **at, const char **name) {
    const char *value = after_space(**at == ',' ? *at + 1 : *at);
    if (!*value || *value == '}' || *value == ']') return NULL;
    if (name) {
        *name = value + 1;
        value = after_space(after_space(after_text(value)) + 1);
    }
    *at = after_space(after_value(value));
    return value;
}

static const char *field(const char *object, const char *wanted) {
    const char *at = object + 1, *name, *value;
    size_t length = strlen(wanted);
    while ((value = next(&at, &name)))
        if (!strncmp(name, wanted, length) && name[length] == '"') return value;
    return NULL;
}

static int is_text(const char *value, const char *text) {
    return value && *value == '"' && !strncmp(value + 1, text, strlen(text)) && value[1 + strlen(text)] == '"';
}

/* The board: rows a to g; the number names the slanting line. */

static Cell cell_of(const char *name) {
    Cell cell = {name[0] - 'a', name[1] - '0'};
    return cell;
}

static int touch(Cell one, Cell other) {
    int up = other.row - one.row, along = other.number - one.number;
    return (up || along) && abs(up) <= 1 && abs(along) <= 1 && up * along >= 0;
}

/* `view.board`: rows from g down to a with "/" between them; rows e to g begin at 2, 3 and 4. */
static int own_stones_near(const char *board, Cell cell, char own) {
    int found = 0;
    Cell here = {ROWS - 1, 4};
    for (board++; *board && *board != '"'; board++) {
        if (*board == '/') {
            here.row--;
            here.number = here.row > 3 ? here.row - 2 : 1;
            continue;
        }
        found += *board == own && touch(here, cell);
        here.number++;
    }
    return found;
}

/* `view.threat`: for each tower, by its cell, the threat of every seat; `view.control`: who controls it. */
static int towers_of(const char *view, int seat, Tower *towers) {
    const char *at = field(view, "threat") + 1, *name, *threats;
    int count = 0;
    while (count < MOST_TOWERS && (threats = next(&at, &name))) {
        Tower tower = {cell_of(name), 0, 0, 0};
        char cell[3] = {name[0], name[1], 0};
        const char *inside = threats + 1, *number, *owner = field(field(view, "control"), cell);
        for (int other = 0; other < MOST_SEATS && (number = next(&inside, NULL)); other++) {
            int threat = atoi(number);
            if (other == seat) tower.mine = threat;
            else if (threat > tower.others) tower.others = threat;
        }
        tower.is_own = owner && isdigit((unsigned char)*owner) && atoi(owner) == seat;
        towers[count++] = tower;
    }
    return count;
}

/* How good it is to put a stone or a tower here: towers it takes count most. */
static int worth(const char *view, const Tower *towers, int count, int seat, const char *action) {
    int is_stone = action[0] == 's', found = 0, rating = BASE_RATING;
    Cell cell = cell_of(strchr(action, ' ') + 1);
    if (!is_stone) return 2 * own_stones_near(field(view, "board"), cell, "bygr"[seat]) - 1;
    for (int at = 0; at < count; at++) rating -= touch(towers[at].cell, cell);
    for (int at = 0; at < count; at++) {
        int mine = towers[at].mine + rating;
        if (!touch(towers[at].cell, cell)) continue;
        found += towers[at].is_own ? 1 : mine > towers[at].others && mine >= LEAST_THREAT ? 10 : 3;
    }
    return found;
}

/* The best of `legal`, of equals the one that the seed picks. */
static const char *chosen(const char *request) {
    Tower towers[MOST_TOWERS];
    const char *view = field(request, "view"), *at = field(request, "legal") + 1, *action, *best = NULL;
    int seat = atoi(field(request, "seat")), count = towers_of(view, seat, towers), most = 0;
    unsigned long long dice = strtoull(field(request, "seed"), NULL, 10), equals = 0;
    while ((action = next(&at, NULL))) {
        int value = worth(view, towers, count, seat, action + 1);
        if (best && value < most) continue;
        equals = best && value == most ? equals + 1 : 1;
        most = value;
        dice = dice * 6364136223846793005ULL + 1442695040888963407ULL;
        if ((dice >> 33) % equals == 0) best = action;
    }
    return best;
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        const char *request = after_space(line), *what = field(request, "do");
        if (is_text(what, "quit")) break;
        if (is_text(what, "hello")) {
            puts("{\"protocol\":1,\"name\":\"Threats in C\",\"games\":[\"siegestones\"]}");
        } else if (is_text(what, "choose")) {
            const char *action = chosen(request);
            printf("{\"play\":%.*s}\n", (int)(after_text(action) - action), action);
        } else {
            puts("{}");
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
