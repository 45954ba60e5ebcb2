/* Made by `npm run types` from the server's OpenAPI document. */
export interface paths {
    "/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Me
         * @description Who I am here.
         */
        get: operations["me_api_me_get"];
        /**
         * Rename
         * @description What I want to be called.
         */
        put: operations["rename_api_me_put"];
        post?: never;
        /**
         * Forget
         * @description Forget me: my name, and the tables that are nobody else's.
         */
        delete: operations["forget_api_me_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * My Tables
         * @description The tables I sit at or have made, and my records: where it is my turn first, then the newest.
         */
        get: operations["my_tables_api_me_tables_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/waiting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Waiting
         * @description How many tables wait for me; of those that nobody else has, none does.
         */
        get: operations["waiting_api_me_waiting_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public Tables
         * @description Public tables that are not over: those with an open seat first, then those to watch. Hosts take turns.
         */
        get: operations["public_tables_api_tables_get"];
        put?: never;
        /**
         * Make
         * @description Make a table.
         */
        post: operations["make_api_tables_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description All I may know of a table; `since` leaves out the log before, and `wait` waits so many seconds for news.
         *
         *     `seats`: whose number `since` is, the names in the `seats` of the last message; the log is whole if I have others.
         */
        get: operations["look_api_tables__table__get"];
        put?: never;
        post?: never;
        /**
         * Throw Away
         * @description Throw a table of mine away. If others sit there, I leave it, and it goes on without me.
         */
        delete: operations["throw_away_api_tables__table__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mine
         * @description The devices on which my games are open.
         */
        get: operations["mine_api_me_devices_get"];
        put?: never;
        /**
         * Link
         * @description Make a link that opens my games on another device. The one before, if nobody has opened it, ends.
         */
        post: operations["link_api_me_devices_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/carried": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Carried
         * @description Open a link: this device is one of its maker's from now on, and no longer whose it was.
         */
        post: operations["carried_api_me_carried_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/devices/{device}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Shut Out
         * @description Take my games from a device, or take a link back that nobody has opened.
         */
        delete: operations["shut_out_api_me_devices__device__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mine
         * @description My channels, my quiet hours, and what this server offers.
         */
        get: operations["mine_api_me_notices_get"];
        put?: never;
        /**
         * Add
         * @description Be told by one more channel.
         */
        post: operations["add_api_me_notices_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/notices/{channel}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Drop
         * @description Not to be told by a channel any more.
         */
        delete: operations["drop_api_me_notices__channel__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/quiet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep Quiet
         * @description When I want to hear nothing. What comes meanwhile is told in one message afterwards.
         */
        put: operations["keep_quiet_api_me_quiet_put"];
        post?: never;
        /**
         * End Quiet
         * @description No quiet hours any more.
         */
        delete: operations["end_quiet_api_me_quiet_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notices/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm
         * @description Whoever has the address wants the notices.
         */
        post: operations["confirm_api_notices_confirm_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notices/stop/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop
         * @description No more notices there. Mail programs call this themselves (RFC 8058); nobody need be known here for it.
         */
        post: operations["stop_api_notices_stop__token__post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/text/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shared Text
         * @description The words of all sentences that games share.
         */
        get: operations["shared_text_api_text__language__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games/{game}/text/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Game Text
         * @description The words of a game's own sentences.
         */
        get: operations["game_text_api_games__game__text__language__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Address
         * @description Where others find this server. Answers only requests from this machine to `localhost`.
         */
        get: operations["address_api_address_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make
         * @description Make a study of a record, a table that is over, a position or an empty table.
         */
        post: operations["make_api_studies_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/me/studies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Mine
         * @description The studies I have made.
         */
        get: operations["mine_api_me_studies_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Judge
         * @description Whether a position can be; if not, why. Without a position it is that of a new game.
         */
        post: operations["judge_api_positions_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description A whole study, with its lines as a seat may read them.
         */
        get: operations["look_api_studies__study__get"];
        put?: never;
        post?: never;
        /**
         * Throw Away
         * @description Delete a study of mine.
         */
        delete: operations["throw_away_api_studies__study__delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}/act": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act
         * @description Change a study of mine.
         */
        post: operations["act_api_studies__study__act_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Record
         * @description The record, with variations and comments.
         */
        get: operations["record_api_studies__study__record_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}/nodes/{node}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Position
         * @description The position at a line.
         */
        get: operations["position_api_studies__study__nodes__node__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}/nodes/{node}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Why
         * @description Why nothing can be played there.
         */
        post: operations["why_api_studies__study__nodes__node__why_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}/nodes/{node}/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Openings
         * @description How games between bots went on from a line.
         */
        get: operations["openings_api_studies__study__nodes__node__openings_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}/nodes/{node}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Picture
         * @description The position at a line as a picture with marks and arrows; `moving`: the whole line, one after another.
         */
        get: operations["picture_api_studies__study__nodes__node__picture_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/studies/{study}/nodes/{node}/engine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Engine
         * @description What the search finds about a position, a line of JSON each time it has looked further. It ends with whoever
         *     reads it, and by itself. With `simulations` it looks once, as far as that. With the eyes of a seat that is not to
         *     move there are values only, by what that seat knows.
         */
        get: operations["engine_api_studies__study__nodes__node__engine_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shelf
         * @description All puzzles, with the one of the day, and how I did.
         */
        get: operations["shelf_api_puzzles_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Next Puzzle
         * @description A puzzle near my rating, or one that I missed and that is to be asked again.
         */
        get: operations["next_puzzle_api_puzzles_next_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin Run
         * @description Begin a run against the clock.
         */
        post: operations["begin_run_api_puzzles_run_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/run/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer Run
         * @description Answer the puzzle that is asked in a run.
         */
        post: operations["answer_run_api_puzzles_run_answer_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/lessons/{game}/{theme}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lesson
         * @description The puzzles of a lesson about a theme.
         */
        get: operations["lesson_api_puzzles_lessons__game___theme__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/{puzzle}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description A puzzle, without its solution.
         */
        get: operations["look_api_puzzles__puzzle__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/{puzzle}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer
         * @description Answer a puzzle, or ask for its solution. What comes of it is played out.
         */
        post: operations["answer_api_puzzles__puzzle__answer_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/puzzles/{puzzle}/why": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Why
         * @description Why nothing that points at some targets can be played.
         */
        post: operations["why_api_puzzles__puzzle__why_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/retry/{ply}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look
         * @description A decision of an analysed match, as its seat saw it.
         */
        get: operations["look_api_tables__table__retry__ply__get"];
        put?: never;
        /**
         * Judge
         * @description Another action there: whether it is as good as the best, and if not, what it gives away.
         */
        post: operations["judge_api_tables__table__retry__ply__post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Health
         * @description Whether the server is up.
         */
        get: operations["health_api_health_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready
         * @description Whether the server can save moves, and has in memory what it has compiled.
         */
        get: operations["ready_api_ready_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Games
         * @description The games with all that can be chosen.
         */
        get: operations["games_api_games_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/{game}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rules
         * @description The rules of a game, by section.
         */
        get: operations["rules_api_rules__game__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rules/img/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rules Picture
         * @description A drawing in the rules.
         */
        get: operations["rules_picture_api_rules_img__name__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join
         * @description Take a seat.
         */
        post: operations["join_api_tables__table__join_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/act": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Act
         * @description Anything a person may do at a table; the same as over the socket.
         */
        post: operations["act_api_tables__table__act_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Record
         * @description The record: whole once the match is over, else what my seat may read.
         */
        get: operations["record_api_tables__table__record_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Picture
         * @description The position as a picture, as I may see it.
         */
        get: operations["picture_api_tables__table__picture_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep Record
         * @description Bring a record (as text) to look at.
         */
        post: operations["keep_record_api_records_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Replay
         * @description A finished match, line by line.
         */
        get: operations["replay_api_tables__table__replay_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/replay/{ply}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Replay Position
         * @description A finished match after so many lines.
         */
        get: operations["replay_position_api_tables__table__replay__ply__get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tables/{table}/analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Analysis
         * @description How far that is, and what it found.
         */
        get: operations["analysis_api_tables__table__analysis_get"];
        put?: never;
        /**
         * Analyse
         * @description Begin to look back at a finished match. People are counted one by one, and by their address.
         */
        post: operations["analyse_api_tables__table__analysis_post"];
        /**
         * Call Off Analysis
         * @description Whoever sits at the table, or made it, calls off what is not done yet.
         */
        delete: operations["call_off_analysis_api_tables__table__analysis_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * Accept
         * @description Agree to an offer.
         */
        Accept: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "accept";
            /** Seat */
            seat: number;
            /**
             * What
             * @enum {string}
             */
            what: "draw" | "undo" | "rematch";
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * Address
         * @description Where others find the server; `alone`: nobody but this machine can. Both are told only to who sits at it.
         */
        Address: {
            /** Address */
            address: string | null;
            /** Alone */
            alone: boolean;
        };
        /**
         * AnalysisInfo
         * @description How far the analysis of a finished match is, and what it found.
         *
         *     `place`: its place in the line at the latest, 0 once it is under way. `values[ply][seat]`: the share of the win
         *     each seat could expect before the line, null while nothing is known. `draws` and `balance` tell luck and skill
         *     apart, in games with luck: the draws that changed much, and for each seat what draws brought and choices gave away.
         */
        AnalysisInfo: {
            /**
             * State
             * @enum {string}
             */
            state: "none" | "running" | "done" | "failed";
            /** Progress */
            progress: number;
            /** Place */
            place: number;
            /** Values */
            values: (number | null)[][];
            /** Best */
            best: components["schemas"]["BestPlay"][];
            /** Moments */
            moments: components["schemas"]["Moment"][];
            /**
             * Draws
             * @default []
             */
            draws?: components["schemas"]["Drawn"][];
            /**
             * Balance
             * @default []
             */
            balance?: components["schemas"]["Sentence"][];
            reason?: components["schemas"]["Sentence"] | null;
        };
        /**
         * Answer
         * @description Done, and durable: `seq` is the number it has in the table's story.
         */
        Answer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "answer";
            /** Action Id */
            action_id?: string | null;
            /** Seq */
            seq: number;
        };
        /**
         * Arrange
         * @description Wish for a whole layout at once, where a game offers that; with `confirm` it is played.
         */
        Arrange: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "arrange";
            /** Seat */
            seat: number;
            /** Layout */
            layout: {
                [key: string]: unknown;
            };
            /**
             * Confirm
             * @default false
             */
            confirm?: boolean;
            /** Seq */
            seq?: number | null;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * Arranged
         * @description Whether a layout can be had, what it takes, and where its things may go next.
         *
         *     `open`: null if the layout cannot be had whatever follows. A layout with open places that is not `ok` only lacks
         *     something that further changes can mend.
         */
        Arranged: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "arranged";
            /** Action Id */
            action_id?: string | null;
            /** Ok */
            ok: boolean;
            /**
             * Actions
             * @default []
             */
            actions?: string[];
            /** Reason */
            reason?: string | null;
            /** Rule */
            rule?: string | null;
            sentence?: components["schemas"]["Sentence"] | null;
            /**
             * Says
             * @default []
             */
            says?: components["schemas"]["Said"][];
            /** Open */
            open?: components["schemas"]["OpenPlaces"][] | null;
        };
        /**
         * Attempt
         * @description What came of trying: whether it is as good as the best, by the search of the analysis, and why not.
         */
        Attempt: {
            /** Action */
            action: string;
            /** Found */
            found: boolean;
            /** Says */
            says: components["schemas"]["Sentence"][];
        };
        /**
         * BestPlay
         * @description What would have been best at a ply, and how it would have gone on.
         *
         *     `says`: the first actions of the line in words, `targets` what each of them points at; both empty in what was
         *     stored before there were such words. `kept`: what the action that was played left of the win, and `answer` its
         *     line; null and empty in what was stored before they were told.
         */
        BestPlay: {
            /** Ply */
            ply: number;
            /** Action */
            action: string;
            /** Line */
            line: string[];
            /** Kept */
            kept?: number | null;
            /**
             * Answer
             * @default []
             */
            answer?: string[];
            /**
             * Says
             * @default []
             */
            says?: components["schemas"]["Sentence"][];
            /**
             * Targets
             * @default []
             */
            targets?: string[][];
        };
        /**
         * ChangeThere
         * @description Delete a line with all that follows, or make its variation the line that is continued.
         */
        ChangeThere: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "delete" | "promote";
            /** Node */
            node: number;
        };
        /**
         * ClockInfo
         * @description The clock of the table. `flag`: what happens to a seat whose time runs out.
         */
        ClockInfo: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "move" | "total" | "days";
            /** Seconds */
            seconds: number;
            /** Increment */
            increment: number;
            /**
             * Flag
             * @enum {string}
             */
            flag: "loses" | "plays";
        };
        /**
         * ClockWish
         * @description A clock: seconds for each move, seconds in all with an increment, or days for each move (in seconds too).
         *
         *     `flag`: what happens when a seat has none left. It loses (with three seats or more it leaves, and the others play
         *     on), or the clock plays a simple move for it.
         */
        ClockWish: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "move" | "total" | "days";
            /** Seconds */
            seconds: number;
            /**
             * Increment
             * @default 0
             */
            increment?: number;
            /**
             * Flag
             * @default loses
             * @enum {string}
             */
            flag?: "loses" | "plays";
        };
        /**
         * CommentThere
         * @description Say something about a line.
         */
        CommentThere: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "comment";
            /** Node */
            node: number;
            /** Text */
            text: string;
        };
        /**
         * Decline
         * @description Turn an offer down, or take one's own back.
         */
        Decline: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "decline";
            /** Seat */
            seat: number;
            /**
             * What
             * @enum {string}
             */
            what: "draw" | "undo" | "rematch";
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * DeviceLine
         * @description A device of mine. `added`: when, in ms since 1970; null for the first. `until`: nobody has opened its link.
         */
        DeviceLine: {
            /** Device */
            device: string;
            /** Name */
            name: string;
            /** Added */
            added: number | null;
            /** Until */
            until: number | null;
            /** Here */
            here: boolean;
        };
        /**
         * DeviceLink
         * @description A link that opens all my games on one more device, once, up to `until` (ms since 1970).
         */
        DeviceLink: {
            /** Device */
            device: string;
            /** Link */
            link: string;
            /** Until */
            until: number;
        };
        /**
         * DeviceWish
         * @description The code of a link, and what the device is called.
         */
        DeviceWish: {
            /** Code */
            code: string;
            /** Name */
            name?: string | null;
        };
        /**
         * Devices
         * @description All of mine.
         */
        Devices: {
            /** Devices */
            devices: components["schemas"]["DeviceLine"][];
        };
        /**
         * DrawThere
         * @description Mark cells at a line, and draw arrows, in place of those that were there.
         */
        DrawThere: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "draw";
            /** Node */
            node: number;
            /**
             * Marks
             * @default []
             */
            marks?: string[];
            /**
             * Arrows
             * @default []
             */
            arrows?: string[][];
        };
        /**
         * Drawn
         * @description A draw that changed much for a seat: the ply of its first line, and what it changed.
         */
        Drawn: {
            /** Ply */
            ply: number;
            says: components["schemas"]["Sentence"];
        };
        /**
         * EngineLine
         * @description An action, what it promises the seat to move, how often the search tried it, and how play might go on.
         */
        EngineLine: {
            /** Action */
            action: string;
            /** Value */
            value: number;
            /** Visits */
            visits: number;
            /** Line */
            line: string[];
            /** Says */
            says: components["schemas"]["Sentence"][];
            /** Targets */
            targets: string[][];
        };
        /**
         * EngineLines
         * @description What the search found about a position, by what `seat` knows. `values`: of each seat; together they are 1.
         *
         *     Each line of the answer is one of these, with more simulations than the one before, until one is `done`.
         */
        EngineLines: {
            /** Seat */
            seat: number;
            /** Simulations */
            simulations: number;
            /** Values */
            values: number[];
            /** Proven */
            proven: string | null;
            /** Lines */
            lines: components["schemas"]["EngineLine"][];
            /** Done */
            done: boolean;
        };
        /**
         * FieldChoice
         * @description A value of a field, or a piece of the board by its letter, and what it is called.
         */
        FieldChoice: {
            /** Value */
            value: string | number | null;
            says: components["schemas"]["Sentence"];
        };
        /**
         * GameInfo
         * @description A game, with all that can be chosen.
         */
        GameInfo: {
            /** Name */
            name: string;
            /** Title */
            title: string;
            /** Credit */
            credit: string;
            /** Kind */
            kind: string;
            /** Minutes */
            minutes: number;
            /** Goal */
            goal: string;
            /** Seats */
            seats: number[];
            /** Seat Names */
            seat_names: string[];
            /** Numbered */
            numbered: boolean;
            /** Options */
            options: components["schemas"]["OptionInfo"][];
            /** Series */
            series: components["schemas"]["SeriesChoice"][];
            /** Levels */
            levels: components["schemas"]["LevelInfo"][];
            /** Secrets */
            secrets: boolean;
        };
        /**
         * Health
         * @description Done, or well, in a sentence.
         */
        Health: {
            /** Ok */
            ok: boolean;
            says: components["schemas"]["Sentence"];
        };
        /**
         * Hint
         * @description Ask what a strong bot would play.
         */
        Hint: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hint";
            /** Seat */
            seat: number;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * HintCandidate
         * @description An action the bot considered: what it expects of it, and how often it would play it.
         */
        HintCandidate: {
            /** Action */
            action: string;
            /** Value */
            value: number;
            /** Share */
            share: number;
        };
        /**
         * Hinted
         * @description What a strong bot would play here, judged by what the seat can see.
         *
         *     `plan`: the action and those that follow it in private, where a seat rearranges much before others see it.
         */
        Hinted: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "hint";
            /** Action Id */
            action_id?: string | null;
            /** Action */
            action: string;
            /** Plan */
            plan: components["schemas"]["LegalAction"][];
            says: components["schemas"]["Sentence"];
            /** Candidates */
            candidates: components["schemas"]["HintCandidate"][];
        };
        /**
         * HookWish
         * @description To have a room of a chat program told, at the address of its webhook; a test goes there at once.
         */
        HookWish: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "hook";
            /** Address */
            address: string;
        };
        /**
         * Join
         * @description Take a seat: by its key, or any open one of a public table.
         */
        Join: {
            /** Seat */
            seat?: number | null;
            /** Key */
            key?: string | null;
            /** Name */
            name?: string | null;
        };
        /**
         * Leave
         * @description Go away from the table; the seat may come back, and a bot may sit in for it meanwhile.
         */
        Leave: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "leave";
            /** Seat */
            seat: number;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * LegalAction
         * @description An action that can be played now, and what it points at.
         */
        LegalAction: {
            /** Action */
            action: string;
            /** Verb */
            verb: string;
            /** Targets */
            targets: string[];
        };
        /**
         * LevelInfo
         * @description An opponent: what people call it, and how it plays.
         */
        LevelInfo: {
            /** Level */
            level: number;
            /** Name */
            name: string;
            /** Says */
            says: string;
        };
        /**
         * Links
         * @description Where people go: to watch, and to each seat that is a person's or open.
         */
        Links: {
            /** Watch */
            watch: string;
            /** Seats */
            seats: {
                [key: string]: string;
            };
        };
        /**
         * LogLine
         * @description A line of the story as a seat may read it.
         */
        LogLine: {
            /** N */
            n: number;
            /** Seat */
            seat: number | ("chance" | "all");
            /** Action */
            action: string;
            /** Says */
            says: components["schemas"]["Said"][];
        };
        /**
         * Made
         * @description A new table.
         */
        Made: {
            table: components["schemas"]["TableInfo"];
            links: components["schemas"]["Links"];
        };
        /**
         * MailWish
         * @description To be told by e-mail; a message there asks first whether that is wanted.
         */
        MailWish: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "mail";
            /** Address */
            address: string;
        };
        /**
         * Me
         * @description Who the asker is here.
         */
        Me: {
            /** Id */
            id: string;
            /** Name */
            name: string | null;
        };
        /**
         * MeWish
         * @description What I want to be called.
         */
        MeWish: {
            /** Name */
            name: string;
        };
        /**
         * Moment
         * @description A moment worth looking at again.
         *
         *     `gave`: what it gave away, and `line` what shows that, from the action on or from the better one; null and empty in
         *     what was stored before they were told.
         */
        Moment: {
            /** Ply */
            ply: number;
            /** Seat */
            seat: number;
            /** Action */
            action: string;
            /** Better */
            better: string;
            /** Loss */
            loss: number;
            says: components["schemas"]["Sentence"];
            gave?: components["schemas"]["Sentence"] | null;
            /**
             * Line
             * @default []
             */
            line?: string[];
        };
        /**
         * MyNotices
         * @description How I hear of my turns.
         */
        MyNotices: {
            /** Channels */
            channels: components["schemas"]["NoticeChannel"][];
            quiet: components["schemas"]["QuietHours"] | null;
            offers: components["schemas"]["NoticeOffers"];
        };
        /**
         * NameStudy
         * @description Call the study something, or nothing. `node` is the line that is looked at.
         */
        NameStudy: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "name";
            /** Node */
            node: number;
            /** Text */
            text: string;
        };
        /**
         * NodeInfo
         * @description A line of a study. `children`: what continues it, then the variations. The first node is the beginning.
         */
        NodeInfo: {
            /** Node */
            node: number;
            /** Parent */
            parent: number | null;
            /** Children */
            children: number[];
            /** Seat */
            seat: number | ("chance" | "all") | null;
            /** Action */
            action: string;
            /** Says */
            says: components["schemas"]["Said"][];
            /** Comment */
            comment: string;
            /** Marks */
            marks: string[];
            /** Arrows */
            arrows: string[][];
        };
        /**
         * NodePosition
         * @description The position at a line, seen with the eyes of a seat, or with nothing hidden.
         *
         *     `legal`: what the seat to move can play; `draws` if chance is to move instead.
         */
        NodePosition: {
            /** Node */
            node: number;
            /** View */
            view: {
                [key: string]: unknown;
            };
            /** Last */
            last: string[];
            /** To Move */
            to_move: number | "chance" | null;
            prompt: components["schemas"]["Sentence"] | null;
            /** Legal */
            legal: components["schemas"]["LegalAction"][];
            /** Draws */
            draws: components["schemas"]["PossibleDraw"][];
            result: components["schemas"]["Outcome"] | null;
        };
        /**
         * NoticeChannel
         * @description A channel of mine. `confirmed`: whoever has the address wants it; before that nothing is sent there.
         *
         *     `here`: it was asked for on this device. `problem`: why the last notice could not be sent.
         */
        NoticeChannel: {
            /** Channel */
            channel: string;
            /**
             * Kind
             * @enum {string}
             */
            kind: "mail" | "hook" | "push";
            /** Address */
            address: string;
            /** Made */
            made: number;
            /** Confirmed */
            confirmed: boolean;
            /** Here */
            here: boolean;
            problem: components["schemas"]["Sentence"] | null;
        };
        /**
         * NoticeLink
         * @description What a link in a message holds.
         */
        NoticeLink: {
            /** Token */
            token: string;
        };
        /**
         * NoticeOffers
         * @description In which ways this server can tell people.
         */
        NoticeOffers: {
            /** Mail */
            mail: boolean;
            /** Hook */
            hook: boolean;
        };
        /**
         * Offer
         * @description Offer a draw, to take a move back, or a rematch. An undo that table manners make free happens at once.
         */
        Offer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "offer";
            /** Seat */
            seat: number;
            /**
             * What
             * @enum {string}
             */
            what: "draw" | "undo" | "rematch";
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * OfferInfo
         * @description An offer on the table, and who has agreed so far.
         */
        OfferInfo: {
            /** Seat */
            seat: number;
            /**
             * What
             * @enum {string}
             */
            what: "draw" | "undo" | "rematch";
            /** Agreed */
            agreed: number[];
        };
        /**
         * OpenPlaces
         * @description Where a thing of a layout lies (or several that are alike), and the places it may go to next.
         */
        OpenPlaces: {
            /** Thing */
            thing: string;
            /** At */
            at: string;
            /** To */
            to: string[];
        };
        /**
         * OpeningMove
         * @description A move of the book. `share`: what the mover had of the win in the end, with its 95 % interval. `by`: which bots
         *     played it, and how often. `alike`: moves that lead to a position that is alike.
         */
        OpeningMove: {
            /** Action */
            action: string;
            says: components["schemas"]["Sentence"];
            /** Targets */
            targets: string[];
            /** Alike */
            alike: string[];
            /** Times */
            times: number;
            /** Share */
            share: number;
            /** Low */
            low: number;
            /** High */
            high: number;
            /** By */
            by: {
                [key: string]: number;
            };
        };
        /**
         * OpeningMoves
         * @description What the book of the game knows of a position, and of how many games it is; no games where there is no book.
         */
        OpeningMoves: {
            /** Games */
            games: number;
            /** Moves */
            moves: components["schemas"]["OpeningMove"][];
        };
        /**
         * OptionInfo
         * @description An option of a game; empty `seats` means it is for any number. `labels`: what people call the values.
         */
        OptionInfo: {
            /** Name */
            name: string;
            /** Values */
            values: (boolean | number | string)[];
            /** Labels */
            labels: string[];
            /** Default */
            default: boolean | number | string;
            /** Rule */
            rule: string;
            /** Says */
            says: string;
            /** Seats */
            seats: number[];
        };
        /**
         * Outcome
         * @description How the match ended. `reason`: that somebody's time ran out or somebody resigned, or that all agreed; null where
         *     the rules ended it. `why` says so in words, `margin` how close it was, and `highlights` are targets that decided it.
         */
        Outcome: {
            /** Winners */
            winners: number[];
            /** Scores */
            scores: number[];
            /** Places */
            places: number[];
            /** Rule */
            rule: string;
            /** Reason */
            reason?: ("time" | "resigned" | "agreed") | null;
            says: components["schemas"]["Sentence"];
            why: components["schemas"]["Sentence"] | null;
            margin: components["schemas"]["Sentence"];
            /** Highlights */
            highlights: string[];
        };
        /**
         * Ping
         * @description Is anybody there?
         */
        Ping: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "ping";
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * Play
         * @description Play an action. `seq`: the last one seen, so that nothing is played on a position that has changed.
         */
        Play: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "play";
            /** Seat */
            seat: number;
            /** Action */
            action: string;
            /** Seq */
            seq?: number | null;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * PlayThere
         * @description What follows a line if whoever is to move, or chance, does this. Without an action chance draws.
         */
        PlayThere: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "play";
            /** Node */
            node: number;
            /** Action */
            action?: string | null;
        };
        /**
         * Pong
         * @description Somebody is there.
         */
        Pong: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pong";
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * PositionField
         * @description What can be set of a position: where it lies, what it is called, and whose it is.
         *
         *     `follows`: it may be left out; `hint`: how it is written.
         */
        PositionField: {
            /** Path */
            path: (string | number)[];
            /**
             * Kind
             * @enum {string}
             */
            kind: "board" | "choice" | "number" | "letters" | "card" | "cards";
            says: components["schemas"]["Sentence"];
            /** Choices */
            choices: components["schemas"]["FieldChoice"][];
            /** Seat */
            seat: number | null;
            /** Follows */
            follows: boolean;
            hint: components["schemas"]["Sentence"] | null;
        };
        /**
         * PositionJudged
         * @description A position, what can be set of it, and either the whole of it or why it cannot be, with the rule it breaks.
         */
        PositionJudged: {
            /** Position */
            position: {
                [key: string]: unknown;
            };
            /** Fields */
            fields: components["schemas"]["PositionField"][];
            /** Whole */
            whole: {
                [key: string]: unknown;
            } | null;
            says: components["schemas"]["Sentence"] | null;
            /** Rule */
            rule: string | null;
        };
        /**
         * PositionWish
         * @description A position to be judged; without one, that of a new game. `tidy`: leave out what follows from the rest.
         */
        PositionWish: {
            /** Game */
            game: string;
            /**
             * Seats
             * @default 2
             */
            seats?: number;
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string;
            };
            /** Position */
            position?: {
                [key: string]: unknown;
            } | null;
            /**
             * Tidy
             * @default false
             */
            tidy?: boolean;
        };
        /**
         * PossibleDraw
         * @description A draw that can be made, how likely it is, and in words.
         */
        PossibleDraw: {
            /** Action */
            action: string;
            /** Share */
            share: number;
            says: components["schemas"]["Sentence"];
        };
        /**
         * Preview
         * @description Ask what an action would change.
         */
        Preview: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "preview";
            /** Seat */
            seat: number;
            /** Action */
            action: string;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * Previewed
         * @description What an action is in words, what it would change, and the view afterwards; null if the seat cannot know it.
         */
        Previewed: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "preview";
            /** Action Id */
            action_id?: string | null;
            /** Action */
            action: string;
            instruction: components["schemas"]["Sentence"];
            /** Says */
            says: components["schemas"]["Said"][];
            /** View */
            view: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * PuzzleAnswer
         * @description What came of an answer: whether it is right and why, how play goes on, and what it changed.
         *
         *     `solution`: told where the answer is right, or was asked for. `again`: when the puzzle is asked again, in ms since
         *     1970, if it was missed.
         */
        PuzzleAnswer: {
            /** Right */
            right: boolean;
            /** Says */
            says: components["schemas"]["Sentence"][];
            /** Steps */
            steps: components["schemas"]["PuzzleStep"][];
            solution: components["schemas"]["PuzzleSolution"] | null;
            /** Themes */
            themes: components["schemas"]["Sentence"][];
            rating: components["schemas"]["PuzzleRating"] | null;
            /** Again */
            again: number | null;
        };
        /**
         * PuzzleGame
         * @description The puzzles of a game. `solved`: at the first attempt. `due`: missed ones to be asked again now.
         *
         *     `rating`: null until the asker has answered one. `best`: how many the best run against the clock solved.
         */
        PuzzleGame: {
            /** Game */
            game: string;
            /** Puzzles */
            puzzles: number;
            /** Solved */
            solved: number;
            /** Due */
            due: number;
            /** Rating */
            rating: number | null;
            /** Best */
            best: number | null;
            /** Themes */
            themes: components["schemas"]["PuzzleTheme"][];
        };
        /**
         * PuzzleInfo
         * @description A puzzle as it is asked: what its seat sees, and what it can play. `solved` is null until it was answered.
         */
        PuzzleInfo: {
            /** Puzzle */
            puzzle: string;
            /** Game */
            game: string;
            /** Seats */
            seats: number;
            /** Seat */
            seat: number;
            /** View */
            view: {
                [key: string]: unknown;
            };
            /** Legal */
            legal: components["schemas"]["LegalAction"][];
            prompt: components["schemas"]["Sentence"];
            task: components["schemas"]["Sentence"];
            /** Rating */
            rating: number;
            /** Solved */
            solved: boolean | null;
        };
        /**
         * PuzzleNames
         * @description The puzzles of a lesson, in their order.
         */
        PuzzleNames: {
            /** Puzzles */
            puzzles: string[];
        };
        /**
         * PuzzleOfDay
         * @description The puzzle of the day, the same for everybody; `solved` is null until the asker has answered it.
         */
        PuzzleOfDay: {
            /** Puzzle */
            puzzle: string;
            /** Game */
            game: string;
            /** Solved */
            solved: boolean | null;
        };
        /**
         * PuzzleRating
         * @description The asker's rating before and after an answer that counted.
         */
        PuzzleRating: {
            /** Before */
            before: number;
            /** After */
            after: number;
        };
        /**
         * PuzzleShelf
         * @description All puzzles. `due`: missed ones to be asked again now; `later`: when the next of them is, in ms since 1970.
         */
        PuzzleShelf: {
            day: components["schemas"]["PuzzleOfDay"] | null;
            /** Games */
            games: components["schemas"]["PuzzleGame"][];
            /** Due */
            due: number;
            /** Later */
            later: number | null;
            /** Best */
            best: number | null;
        };
        /**
         * PuzzleSolution
         * @description The one action that solves a puzzle, and the same in words.
         */
        PuzzleSolution: {
            /** Action */
            action: string;
            says: components["schemas"]["Sentence"];
        };
        /**
         * PuzzleStep
         * @description One action that was played after an answer: what happened, and what the seat that solves then sees.
         */
        PuzzleStep: {
            /** Seat */
            seat: number;
            /** Says */
            says: components["schemas"]["Sentence"][];
            /** View */
            view: {
                [key: string]: unknown;
            };
            /** Last */
            last: string[];
        };
        /**
         * PuzzleTheme
         * @description What puzzles of a game are about, and how many there are.
         */
        PuzzleTheme: {
            /** Theme */
            theme: string;
            says: components["schemas"]["Sentence"];
            /** Puzzles */
            puzzles: number;
        };
        /**
         * PuzzleTry
         * @description An answer; without an action whoever asks gives up, and is told the solution.
         */
        PuzzleTry: {
            /** Action */
            action?: string | null;
        };
        /**
         * QuietHours
         * @description When I want to hear nothing: minutes after midnight in a time zone, such as Europe/Berlin.
         */
        QuietHours: {
            /** Zone */
            zone: string;
            /** Begins */
            begins: number;
            /** Ends */
            ends: number;
        };
        /**
         * RecordKept
         * @description Where an imported record can be looked at.
         */
        RecordKept: {
            /** Id */
            id: string;
            /** Link */
            link: string;
        };
        /**
         * Refused
         * @description No, and why: a code for programs, one sentence for people, and the rule behind it if there is one.
         *
         *     `reason` is the sentence in English, `says` the same as data. `retry_s`: in how many seconds it is worth while to
         *     ask again, where time helps.
         */
        Refused: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "refused";
            /** Code */
            code: string;
            /** Reason */
            reason: string;
            says: components["schemas"]["Sentence"];
            /** Rule */
            rule?: string | null;
            /** Action Id */
            action_id?: string | null;
            /** Seq */
            seq?: number | null;
            /** Retry S */
            retry_s?: number | null;
        };
        /**
         * Replay
         * @description A finished match, line by line. `levels`: of the bot at each seat, null where a person sat.
         *
         *     `decisions`: the lines at which a seat had more than one choice. `yours`: the asker's seats.
         */
        Replay: {
            /** Game */
            game: string;
            /** Seats */
            seats: number;
            /** Names */
            names: (string | null)[];
            /** Levels */
            levels: (number | null)[];
            /** Yours */
            yours: number[];
            result: components["schemas"]["Outcome"] | null;
            /** Plies */
            plies: components["schemas"]["ReplayLine"][];
            /** Decisions */
            decisions: number[];
        };
        /**
         * ReplayLine
         * @description A line of a finished match, nothing hidden.
         */
        ReplayLine: {
            /** Ply */
            ply: number;
            /** Seat */
            seat: number | ("chance" | "all");
            /** Action */
            action: string;
            /** Says */
            says: components["schemas"]["Said"][];
        };
        /**
         * ReplayPosition
         * @description The position after so many lines.
         *
         *     `ahead`: once the match is analysed, what the seat to move would see after each of the first actions of the best
         *     line.
         */
        ReplayPosition: {
            /** Ply */
            ply: number;
            /** View */
            view: {
                [key: string]: unknown;
            };
            /** Last */
            last: string[];
            /**
             * Ahead
             * @default []
             */
            ahead?: {
                [key: string]: unknown;
            }[];
        };
        /**
         * Resign
         * @description Leave the match for good.
         */
        Resign: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "resign";
            /** Seat */
            seat: number;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * ResignThere
         * @description What follows a line if a seat leaves.
         */
        ResignThere: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "resign";
            /** Node */
            node: number;
            /** Seat */
            seat: number;
        };
        /**
         * RetryPosition
         * @description A decision to try again: what its seat saw, and what it could do.
         */
        RetryPosition: {
            /** Ply */
            ply: number;
            /** Seat */
            seat: number;
            /** View */
            view: {
                [key: string]: unknown;
            };
            /** Last */
            last: string[];
            /** Legal */
            legal: components["schemas"]["LegalAction"][];
            prompt: components["schemas"]["Sentence"];
        };
        /**
         * RetryWish
         * @description What somebody would rather have played.
         */
        RetryWish: {
            /** Action */
            action: string;
        };
        /**
         * RollThere
         * @description What follows a line if chance makes all draws that come before somebody's move.
         */
        RollThere: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "roll";
            /** Node */
            node: number;
        };
        /**
         * RuleSection
         * @description A part of a rules page, by its heading.
         */
        RuleSection: {
            /** Id */
            id: string;
            /** Heading */
            heading: string;
            /** Level */
            level: number;
            /** Html */
            html: string;
        };
        /**
         * RulesPage
         * @description The rules of a game; `anchors` leads from a rule's number to its place.
         */
        RulesPage: {
            /** Game */
            game: string;
            /** Title */
            title: string;
            /** Sections */
            sections: components["schemas"]["RuleSection"][];
            /** Anchors */
            anchors: {
                [key: string]: string;
            };
        };
        /**
         * RunAnswer
         * @description Whether an answer in a run was right, and how the run goes on.
         */
        RunAnswer: {
            /** Right */
            right: boolean;
            run: components["schemas"]["RunInfo"];
        };
        /**
         * RunInfo
         * @description A run against the clock. `left_ms`: the time left; `lives`: how many may still be missed.
         *
         *     `next` is null once it is over.
         */
        RunInfo: {
            /** Game */
            game: string | null;
            /** Left Ms */
            left_ms: number;
            /** Solved */
            solved: number;
            /** Missed */
            missed: number;
            /** Lives */
            lives: number;
            /** Best */
            best: number;
            next: components["schemas"]["PuzzleInfo"] | null;
        };
        /**
         * RunTry
         * @description An answer to the puzzle of a run that is asked now.
         */
        RunTry: {
            /** Game */
            game?: string | null;
            /** Puzzle */
            puzzle: string;
            /** Action */
            action: string;
        };
        /**
         * RunWish
         * @description Puzzles of one game against the clock, or of all.
         */
        RunWish: {
            /** Game */
            game?: string | null;
        };
        /**
         * Said
         * @description Something that happened or would happen, and the sentence about it.
         *
         *     `detail`: it leads up to an event that tells how it ended, and a log can fold it under that.
         */
        Said: {
            /** Kind */
            kind: string;
            /** Args */
            args: {
                [key: string]: unknown;
            };
            /** Rule */
            rule: string;
            says: components["schemas"]["Sentence"];
            /**
             * Detail
             * @default false
             */
            detail?: boolean;
        };
        /**
         * Say
         * @description Say something to the others, from the list of phrases.
         */
        Say: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "say";
            /** Seat */
            seat: number;
            /**
             * Phrase
             * @enum {string}
             */
            phrase: "hello" | "good-luck" | "have-fun" | "thanks" | "you-are-welcome" | "sorry" | "well-played" | "good-move" | "clever" | "close" | "unlucky" | "good-game" | "one-minute" | "back" | "thinking" | "take-your-time" | "connection" | "later" | "must-go" | "last-one" | "misclick" | "what-rule" | "who-leads" | "draw" | "again" | "bravo" | "oh" | "ha" | "phew" | "ouch";
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * SeatBot
         * @description The host gives an open seat to a bot, for good.
         */
        SeatBot: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "seat_bot";
            /** Seat */
            seat: number;
            /**
             * Level
             * @default 2
             */
            level?: number;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * SeatInfo
         * @description Who sits where: people by their name, if they gave one, bots by their level.
         *
         *     `numbered`: the seat has no colour, so people read who sits there instead of what the game calls it. `clock_ms` is
         *     the time left now; it becomes less while `clock_runs`.
         */
        SeatInfo: {
            /** Seat */
            seat: number;
            /** Name */
            name: string | null;
            /**
             * Kind
             * @enum {string}
             */
            kind: "person" | "bot" | "open";
            /** Level */
            level: number | null;
            /** Here */
            here: boolean;
            /** Gone */
            gone: boolean;
            /** Away */
            away: boolean;
            /** Numbered */
            numbered: boolean;
            /** Clock Ms */
            clock_ms: number | null;
            /** Clock Runs */
            clock_runs: boolean;
        };
        /**
         * SeatSync
         * @description What a seat, or a spectator (seat null), sees. The log's lines from `log_from` on replace what was there.
         *
         *     `prompt`: what the seat is asked to decide now, or for whom it waits. `taken_back`: what stood in the log and was
         *     taken back; left out where it is as it was. `sealed`: the choice this seat has made in secret, kept until all are
         *     in. `forced`: everybody can see that this seat has one legal action. `key`: opens the seat on another device.
         */
        SeatSync: {
            /** Seat */
            seat: number | null;
            /** View */
            view: {
                [key: string]: unknown;
            };
            prompt: components["schemas"]["Sentence"];
            /** Legal */
            legal: components["schemas"]["LegalAction"][];
            /** Log From */
            log_from: number;
            /** Log */
            log: components["schemas"]["LogLine"][];
            /** Since Last Turn */
            since_last_turn: number;
            /** Last */
            last: string[];
            /**
             * Taken Back
             * @default []
             */
            taken_back?: components["schemas"]["TakenBack"][];
            /** Sealed */
            sealed?: string | null;
            /**
             * Forced
             * @default false
             */
            forced?: boolean;
            /** Key */
            key?: string | null;
        };
        /**
         * SeatWish
         * @description Who shall sit there: the asker, whoever comes, or a bot.
         */
        SeatWish: {
            /**
             * Kind
             * @enum {string}
             */
            kind: "me" | "open" | "bot";
            /** Level */
            level?: number | null;
            /** Name */
            name?: string | null;
        };
        /**
         * Sentence
         * @description A sentence in no language: `GET /api/text/{language}` has the words for its code (docs/languages.md).
         */
        Sentence: {
            /** Code */
            code: string;
            /** Args */
            args: {
                [key: string]: unknown;
            };
            /** Rule */
            rule?: string | null;
        };
        /** SeriesChoice */
        SeriesChoice: {
            /** Name */
            name: string;
            /** Says */
            says: string;
        };
        /**
         * SeriesInfo
         * @description A series of matches: totals in half towers.
         */
        SeriesInfo: {
            /** Name */
            name: string;
            /** Match */
            match: number;
            /** Totals */
            totals: number[];
            /** Target */
            target: number;
            /** Over */
            over: boolean;
            /** Winners */
            winners: number[];
        };
        /**
         * SitIn
         * @description A bot plays for a seat that is away, or for one's own.
         */
        SitIn: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sit_in";
            /** Seat */
            seat: number;
            /**
             * Level
             * @default 2
             */
            level?: number;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * SpokenInfo
         * @description A phrase that a seat said; `n`: so many were said before.
         */
        SpokenInfo: {
            /** N */
            n: number;
            /** Seat */
            seat: number;
            /**
             * Phrase
             * @enum {string}
             */
            phrase: "hello" | "good-luck" | "have-fun" | "thanks" | "you-are-welcome" | "sorry" | "well-played" | "good-move" | "clever" | "close" | "unlucky" | "good-game" | "one-minute" | "back" | "thinking" | "take-your-time" | "connection" | "later" | "must-go" | "last-one" | "misclick" | "what-rule" | "who-leads" | "draw" | "again" | "bravo" | "oh" | "ha" | "phew" | "ouch";
        };
        /**
         * StudyChange
         * @description What a change led to: the line to look at, and the study as it is now.
         */
        StudyChange: {
            /** Node */
            node: number;
            study: components["schemas"]["StudyInfo"];
        };
        /**
         * StudyInfo
         * @description A whole study. `yours`: whether the asker may change it. `cells`: whether there are any to mark.
         */
        StudyInfo: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            /** Name */
            name: string;
            /** Seats */
            seats: number;
            /** Options */
            options: {
                [key: string]: boolean | number | string;
            };
            /** Names */
            names: string[] | null;
            /** Yours */
            yours: boolean;
            /** Cells */
            cells: boolean;
            /** Nodes */
            nodes: components["schemas"]["NodeInfo"][];
            /** Can Undo */
            can_undo: boolean;
            /** Can Redo */
            can_redo: boolean;
        };
        /**
         * StudyLine
         * @description A study in the list of mine. `changed`: when, in ms since 1970.
         */
        StudyLine: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            /** Name */
            name: string;
            /** Changed */
            changed: number;
        };
        /**
         * StudyList
         * @description My studies, those that changed last first.
         */
        StudyList: {
            /** Studies */
            studies: components["schemas"]["StudyLine"][];
        };
        /**
         * StudyMade
         * @description A new study and its link.
         */
        StudyMade: {
            /** Id */
            id: string;
            /** Link */
            link: string;
        };
        /**
         * StudyWhy
         * @description Ask why nothing that points at these targets can be played.
         */
        StudyWhy: {
            /**
             * Targets
             * @default []
             */
            targets?: string[];
            /** Verb */
            verb?: string | null;
        };
        /**
         * StudyWish
         * @description A study to be made: of a record, of a table that is over, of a position, or of a game from its beginning.
         */
        StudyWish: {
            /** Record */
            record?: string | null;
            /** Table */
            table?: string | null;
            /** Game */
            game?: string | null;
            /**
             * Seats
             * @default 2
             */
            seats?: number;
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string;
            };
            /** Position */
            position?: {
                [key: string]: unknown;
            } | null;
        };
        /**
         * Sync
         * @description Everything an asker may know: its seats, or "watch" for a spectator.
         */
        Sync: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "sync";
            /** Seq */
            seq: number;
            table: components["schemas"]["TableInfo"];
            /** Seats */
            seats: {
                [key: string]: components["schemas"]["SeatSync"];
            };
        };
        /**
         * TableChange
         * @description The parts of a table that may have changed.
         */
        TableChange: {
            /**
             * Seats
             * @default []
             */
            seats?: components["schemas"]["SeatInfo"][];
            /**
             * Waiting
             * @default []
             */
            waiting?: number[];
            /**
             * @default {
             *       "code": "turn-nobody",
             *       "args": {}
             *     }
             */
            turn?: components["schemas"]["Sentence"];
            /**
             * Over
             * @default false
             */
            over?: boolean;
            result?: components["schemas"]["Outcome"] | null;
            series?: components["schemas"]["SeriesInfo"] | null;
            /**
             * Offers
             * @default []
             */
            offers?: components["schemas"]["OfferInfo"][];
            /**
             * Undo
             * @default {}
             */
            undo?: {
                [key: string]: "free" | "ask" | "no";
            };
            /**
             * Hints
             * @default false
             */
            hints?: boolean;
            /**
             * Awaited
             * @default []
             */
            awaited?: number[];
            /** Next */
            next?: string | null;
            /** Seed */
            seed?: string | null;
            notice?: components["schemas"]["Sentence"] | null;
            /**
             * Talk
             * @default []
             */
            talk?: components["schemas"]["SpokenInfo"][];
        };
        /**
         * TableInfo
         * @description What everybody may know of a table. In an update what is left out is as it was.
         *
         *     `begun_from`: the host chose how it began, and so perhaps what lies hidden; such a table has no `seed_hash`.
         *     `hints`: whether seats may ask for hints. `awaited`: seats whose people have not looked at the table yet; no clock
         *     runs before they have.
         */
        TableInfo: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            /** Seats */
            seats: components["schemas"]["SeatInfo"][];
            /** Options */
            options: {
                [key: string]: boolean | number | string;
            };
            /** Public */
            public: boolean;
            clock: components["schemas"]["ClockInfo"] | null;
            series: components["schemas"]["SeriesInfo"] | null;
            /** Waiting */
            waiting: number[];
            turn: components["schemas"]["Sentence"];
            /** Over */
            over: boolean;
            result: components["schemas"]["Outcome"] | null;
            /** Offers */
            offers: components["schemas"]["OfferInfo"][];
            /** Undo */
            undo: {
                [key: string]: "free" | "ask" | "no";
            };
            /** Hints */
            hints: boolean;
            /** Awaited */
            awaited: number[];
            /** Next */
            next: string | null;
            /** Seed Hash */
            seed_hash: string | null;
            /** Seed */
            seed: string | null;
            /** Begun From */
            begun_from: ("position" | "record") | null;
            /** Host */
            host: boolean;
            /** Archive */
            archive: boolean;
            notice: components["schemas"]["Sentence"] | null;
            /** Talk */
            talk: components["schemas"]["SpokenInfo"][];
        };
        /**
         * TableLine
         * @description A table in a list. `changed`: when something happened last that everybody may know of, in ms since 1970.
         *     `record`: it is a record to look at. `alone`: nobody else has it; thrown away, it is gone.
         */
        TableLine: {
            /** Id */
            id: string;
            /** Game */
            game: string;
            /** Seats */
            seats: components["schemas"]["SeatInfo"][];
            /** Options */
            options: {
                [key: string]: boolean | number | string;
            };
            clock: components["schemas"]["ClockInfo"] | null;
            /** Series */
            series: string | null;
            /** Over */
            over: boolean;
            result: components["schemas"]["Outcome"] | null;
            /** Changed */
            changed: number;
            turn: components["schemas"]["Sentence"];
            /** Yours */
            yours: number[];
            /** To Act */
            to_act: boolean;
            /** Record */
            record: boolean;
            /** Alone */
            alone: boolean;
        };
        /**
         * TablePage
         * @description A part of a list of tables; `next` asks for the part after it as `after`, null at the end.
         */
        TablePage: {
            /** Tables */
            tables: components["schemas"]["TableLine"][];
            /** Next */
            next: string | null;
        };
        /**
         * TableWish
         * @description A table to be made. `start`: who begins, null is drawn. `record` and `ply`: play on from there.
         *
         *     `hints`: whether anybody may ask for them. Null: as long as nobody plays against people elsewhere.
         *     `lesson`: it is a step of a lesson; no list has it, and it is deleted soon after its last use.
         */
        TableWish: {
            /** Game */
            game: string;
            /** Seats */
            seats: components["schemas"]["SeatWish"][];
            /**
             * Options
             * @default {}
             */
            options?: {
                [key: string]: boolean | number | string;
            };
            /** Start */
            start?: number | null;
            /**
             * Public
             * @default false
             */
            public?: boolean;
            /**
             * Lesson
             * @default false
             */
            lesson?: boolean;
            clock?: components["schemas"]["ClockWish"] | null;
            /** Hints */
            hints?: boolean | null;
            /** Series */
            series?: string | null;
            /** Position */
            position?: {
                [key: string]: unknown;
            } | null;
            /** Record */
            record?: string | null;
            /** Ply */
            ply?: number | null;
        };
        /**
         * TakeBack
         * @description Take one's seat back from the bot.
         */
        TakeBack: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "take_back";
            /** Seat */
            seat: number;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * TakenBack
         * @description Lines that stood in the log before line `n`, until `seat` took them back.
         */
        TakenBack: {
            /** N */
            n: number;
            /** Seat */
            seat: number;
            /** Says */
            says: components["schemas"]["Said"][];
        };
        /**
         * UndoChange
         * @description Undo the last change of the study, or do it again.
         */
        UndoChange: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            do: "undo" | "redo";
        };
        /**
         * Update
         * @description News: the same as a sync, with what has changed.
         */
        Update: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "update";
            /** Seq */
            seq: number;
            table: components["schemas"]["TableChange"];
            /** Seats */
            seats: {
                [key: string]: components["schemas"]["SeatSync"];
            };
        };
        /**
         * Waiting
         * @description Not yet: a hint, or with `seat` the bot there, waits in line to think, at this place at the latest; 1 is next.
         */
        Waiting: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "waiting";
            /** Action Id */
            action_id?: string | null;
            /** Seat */
            seat?: number | null;
            /** Place */
            place: number;
        };
        /**
         * WaitingTables
         * @description How many tables at which other people sit wait for me.
         */
        WaitingTables: {
            /** Tables */
            tables: number;
        };
        /**
         * Weigh
         * @description Ask whether an action gives away more than a share of the win, in percent: only where all others are bots.
         */
        Weigh: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "weigh";
            /** Seat */
            seat: number;
            /** Action */
            action: string;
            /** Share */
            share: number;
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * Weighed
         * @description Whether an action gives away more than the share that was asked about, judged by what the seat can see.
         *
         *     `says`: what it gives away, null if it does not.
         */
        Weighed: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "weigh";
            /** Action Id */
            action_id?: string | null;
            /** Action */
            action: string;
            /** Holds */
            holds: boolean;
            says: components["schemas"]["Sentence"] | null;
        };
        /**
         * Why
         * @description Ask why an action, or anything at some targets, cannot be played.
         */
        Why: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "why";
            /** Seat */
            seat: number;
            /** Action */
            action?: string | null;
            /** Verb */
            verb?: string | null;
            /**
             * Targets
             * @default []
             */
            targets?: string[];
            /** Action Id */
            action_id?: string | null;
        };
        /**
         * WhyNot
         * @description Why something cannot be played; `ok` if it can.
         */
        WhyNot: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "why";
            /** Action Id */
            action_id?: string | null;
            /** Ok */
            ok: boolean;
            /** Action */
            action?: string | null;
            /** Reason */
            reason?: string | null;
            /** Rule */
            rule?: string | null;
            sentence?: components["schemas"]["Sentence"] | null;
        };
        Act: components["schemas"]["Play"] | components["schemas"]["Arrange"] | components["schemas"]["Preview"] | components["schemas"]["Why"] | components["schemas"]["Hint"] | components["schemas"]["Weigh"] | components["schemas"]["Resign"] | components["schemas"]["Offer"] | components["schemas"]["Accept"] | components["schemas"]["Decline"] | components["schemas"]["Leave"] | components["schemas"]["SitIn"] | components["schemas"]["SeatBot"] | components["schemas"]["TakeBack"] | components["schemas"]["Say"] | components["schemas"]["Ping"];
        Told: components["schemas"]["Sync"] | components["schemas"]["Update"] | components["schemas"]["Answer"] | components["schemas"]["Refused"] | components["schemas"]["Previewed"] | components["schemas"]["WhyNot"] | components["schemas"]["Arranged"] | components["schemas"]["Hinted"] | components["schemas"]["Weighed"] | components["schemas"]["Waiting"] | components["schemas"]["Pong"];
        /**
         * First
         * @description What the page of a table comes with: all that the first calls would answer, and the words of each place.
         */
        First: {
            sync: components["schemas"]["Sync"];
            game: components["schemas"]["GameInfo"];
            /** Words */
            words: {
                [key: string]: string;
            };
            /** Language */
            language: string;
        };
        /**
         * Common
         * @description What every view tells; the rest is the `View` of the game's `position.py`.
         */
        CommonView: {
            /** Seats */
            seats: number;
            /** Options */
            options: {
                [key: string]: boolean | number | string;
            };
            /** To Move */
            to_move: number | "chance" | null;
            /** Gone */
            gone: number[];
            /** Agreed */
            agreed?: number | "chance" | null;
        };
        SiegestonesView: components["schemas"]["CommonView"] & {
            /** Board */
            board: string;
            /** Start */
            start: number | null;
            /** Control */
            control: {
                [key: string]: number | null;
            };
            /** Threat */
            threat: {
                [key: string]: number[];
            };
            /** Pool */
            pool: number;
            /** Supply */
            supply: number[];
        };
        NoblesView: components["schemas"]["CommonView"] & {
            /** Start */
            start: number | null;
            /** Board */
            board: string;
            /** Row */
            row: string;
            /** Scores */
            scores: number[];
            /**
             * Phase
             * @enum {string}
             */
            phase: "turn" | "row";
            /** Quiet */
            quiet: number;
            /** Sight */
            sight: {
                [key: string]: string[];
            };
            /** Reserve */
            reserve: number[];
        };
        /**
         * Pile
         * @description The stones of each colour that a seat has left.
         */
        BluffstonesPile: {
            /** B */
            b: number;
            /** Y */
            y: number;
            /** G */
            g: number;
            /** R */
            r: number;
        };
        BluffstonesView: components["schemas"]["CommonView"] & {
            /** Board */
            board: string;
            /** Piles */
            piles: components["schemas"]["BluffstonesPile"][];
            /** Scored */
            scored: number[];
            /** Turn Tower */
            turn_tower: number | null;
            /**
             * Phase
             * @enum {string}
             */
            phase: "bid" | "remove" | "place";
            /** Bids */
            bids: (string | null)[];
            /** Held */
            held: (string | null)[];
            /** Revealed */
            revealed: (string | null)[];
            /** Matching */
            matching: {
                [key: string]: number;
            };
        };
        /** Charge */
        ChargeCharge: {
            /** From */
            from: string;
            /** Target */
            target: string;
            /** Strength */
            strength: number;
            /** Owed */
            owed: number;
            /** Support */
            support: string[];
            /** Linked */
            linked: boolean;
        };
        /**
         * Group
         * @description C-28. Stones of a seat that support each other.
         */
        ChargeGroup: {
            /** Seat */
            seat: number;
            /** Cells */
            cells: string[];
            /** Linked */
            linked: boolean;
        };
        /** Price */
        ChargePrice: {
            /** Yield */
            yield: number;
            /** Hold */
            hold: number | null;
        };
        ChargeView: components["schemas"]["CommonView"] & {
            /** Board */
            board: string;
            /** Supply */
            supply: number[];
            /** Discard */
            discard: number[];
            /** Stock */
            stock: number;
            /** Alive */
            alive: boolean[];
            /** Start */
            start: number | null;
            /** Turn */
            turn: number | null;
            /**
             * Phase
             * @enum {string}
             */
            phase: "start" | "moving" | "deploying" | "defend" | "pick";
            /** Budget */
            budget: number;
            /** Moved */
            moved: string[];
            /** Deployed */
            deployed: string[];
            charge: components["schemas"]["ChargeCharge"] | null;
            /** Quiet */
            quiet: number;
            /** Progress */
            progress: boolean;
            /** Passes */
            passes: number;
            /** Leaving */
            leaving: number[];
            /** Out */
            out: number[];
            /** Groups */
            groups: components["schemas"]["ChargeGroup"][];
            price: components["schemas"]["ChargePrice"] | null;
        };
        /**
         * Attack
         * @description The running attack; `fought` are defender, where it came from, and who answered it.
         */
        SiegeAttack: {
            /** Attacker */
            attacker: number;
            /** Defender */
            defender: number;
            /**
             * Quarter
             * @enum {string}
             */
            quarter: "H" | "D" | "S" | "C";
            /** Siege */
            siege: string | null;
            /** Wall */
            wall: string | null;
            taken: components["schemas"]["SiegeTaken"];
            /** Fought */
            fought: [
                string,
                "hand" | "keep",
                string | null
            ][];
            /** Prize */
            prize: boolean;
        };
        /**
         * City
         * @description One city; `forts` and `garrisons` by the quarter's suit, where there are any.
         */
        SiegeCity: {
            /** Line */
            line: ("H" | "D" | "S" | "C") | null;
            /** Hand */
            hand: string[] | components["schemas"]["SiegeHidden"];
            /** Keep */
            keep: string[];
            /** Forts */
            forts: {
                [key: string]: string;
            };
            /** Garrisons */
            garrisons: {
                [key: string]: string[] | components["schemas"]["SiegeHidden"];
            };
            /** Tricks */
            tricks: string[];
            /** Captured */
            captured: string[] | components["schemas"]["SiegeHidden"];
        };
        /**
         * Hidden
         * @description A pile that the reader may not look through: how many cards, and those of them that are known.
         */
        SiegeHidden: {
            /** Count */
            count: number;
            /** Known */
            known: string[];
        };
        /**
         * Taken
         * @description What the garrisons brought to an attack.
         */
        SiegeTaken: {
            /** Attacker */
            attacker: string[] | components["schemas"]["SiegeHidden"];
            /** Defender */
            defender: string[] | components["schemas"]["SiegeHidden"];
        };
        SiegeView: components["schemas"]["CommonView"] & {
            /** Phase */
            phase: ("setup" | "autumn" | "winter" | "recall" | "stow" | "discard" | "spring") | ("siege" | "defend" | "assault" | "prize" | "summer");
            /** Year */
            year: number;
            /** Dealer */
            dealer: number | null;
            /** Initiator */
            initiator: number | null;
            /** Next Initiator */
            next_initiator: number | null;
            /** Trick */
            trick: [
                number,
                string
            ][];
            /** Tricks Won */
            tricks_won: number[];
            /** Deck */
            deck: string[] | components["schemas"]["SiegeHidden"];
            /** Discard */
            discard: string[] | components["schemas"]["SiegeHidden"];
            attack: components["schemas"]["SiegeAttack"] | null;
            /** Attacked */
            attacked: [
                number,
                number,
                "H" | "D" | "S" | "C"
            ][];
            /** Barred */
            barred: [
                number,
                number
            ][];
            /** Cities */
            cities: components["schemas"]["SiegeCity"][];
            /** Void */
            void: ("H" | "D" | "S" | "C")[][];
            /** Hidden */
            hidden: [
                number,
                number,
                "H" | "D" | "S" | "C",
                string[] | components["schemas"]["SiegeHidden"]
            ][];
        };
        /**
         * Layout
         * @description A whole Winter: where every card shall be. A part that is left out stays as it stands.
         */
        SiegeLayout: {
            /** Hand */
            hand?: string[];
            /** Keep */
            keep?: string[];
            /** Forts */
            forts?: {
                [key: string]: string;
            };
            /** Garrisons */
            garrisons?: {
                [key: string]: string[];
            };
            /** Discard */
            discard?: string[];
        };
        Views: {
            siegestones: components["schemas"]["SiegestonesView"];
            nobles: components["schemas"]["NoblesView"];
            bluffstones: components["schemas"]["BluffstonesView"];
            charge: components["schemas"]["ChargeView"];
            siege: components["schemas"]["SiegeView"];
        };
        Layouts: {
            siege: components["schemas"]["SiegeLayout"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    me_api_me_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    rename_api_me_put: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    forget_api_me_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    my_tables_api_me_tables_get: {
        parameters: {
            query?: {
                over?: boolean | null;
                /** @description `next` of the part before */
                after?: string | null;
                most?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TablePage"];
                };
            };
        };
    };
    waiting_api_me_waiting_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingTables"];
                };
            };
        };
    };
    public_tables_api_tables_get: {
        parameters: {
            query?: {
                /** @description `next` of the part before */
                after?: string | null;
                most?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TablePage"];
                };
            };
        };
    };
    make_api_tables_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Made"];
                };
            };
        };
    };
    look_api_tables__table__get: {
        parameters: {
            query?: {
                since?: number | null;
                seats?: string | null;
                wait?: number;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sync"];
                };
            };
        };
    };
    throw_away_api_tables__table__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    mine_api_me_devices_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Devices"];
                };
            };
        };
    };
    link_api_me_devices_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLink"];
                };
            };
        };
    };
    carried_api_me_carried_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    shut_out_api_me_devices__device__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                device: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    mine_api_me_notices_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyNotices"];
                };
            };
        };
    };
    add_api_me_notices_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailWish"] | components["schemas"]["HookWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MyNotices"];
                };
            };
        };
    };
    drop_api_me_notices__channel__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                channel: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    keep_quiet_api_me_quiet_put: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuietHours"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuietHours"];
                };
            };
        };
    };
    end_quiet_api_me_quiet_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    confirm_api_notices_confirm_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoticeLink"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    stop_api_notices_stop__token__post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    shared_text_api_text__language__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    game_text_api_games__game__text__language__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
                language: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    address_api_address_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Address"];
                };
            };
        };
    };
    make_api_studies_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyMade"];
                };
            };
        };
    };
    mine_api_me_studies_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyList"];
                };
            };
        };
    };
    judge_api_positions_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PositionWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PositionJudged"];
                };
            };
        };
    };
    look_api_studies__study__get: {
        parameters: {
            query?: {
                /** @description the seat whose eyes to look through; all is shown without */
                seat?: number | null;
            };
            header?: never;
            path: {
                study: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyInfo"];
                };
            };
        };
    };
    throw_away_api_studies__study__delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    act_api_studies__study__act_post: {
        parameters: {
            query?: {
                /** @description the seat whose eyes to look through; all is shown without */
                seat?: number | null;
            };
            header?: never;
            path: {
                study: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlayThere"] | components["schemas"]["RollThere"] | components["schemas"]["ResignThere"] | components["schemas"]["ChangeThere"] | components["schemas"]["CommentThere"] | components["schemas"]["DrawThere"] | components["schemas"]["NameStudy"] | components["schemas"]["UndoChange"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StudyChange"];
                };
            };
        };
    };
    record_api_studies__study__record_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    position_api_studies__study__nodes__node__get: {
        parameters: {
            query?: {
                /** @description the seat whose eyes to look through; all is shown without */
                seat?: number | null;
            };
            header?: never;
            path: {
                study: string;
                node: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NodePosition"];
                };
            };
        };
    };
    why_api_studies__study__nodes__node__why_post: {
        parameters: {
            query?: {
                /** @description the seat whose eyes to look through; all is shown without */
                seat?: number | null;
            };
            header?: never;
            path: {
                study: string;
                node: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyWhy"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhyNot"];
                };
            };
        };
    };
    openings_api_studies__study__nodes__node__openings_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                study: string;
                node: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpeningMoves"];
                };
            };
        };
    };
    picture_api_studies__study__nodes__node__picture_get: {
        parameters: {
            query?: {
                /** @description the seat whose eyes to look through; all is shown without */
                seat?: number | null;
                moving?: boolean;
                language?: string;
            };
            header?: never;
            path: {
                study: string;
                node: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    engine_api_studies__study__nodes__node__engine_get: {
        parameters: {
            query?: {
                simulations?: number | null;
                /** @description the seat whose eyes to look through; all is shown without */
                seat?: number | null;
            };
            header?: never;
            path: {
                study: string;
                node: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EngineLines"];
                };
            };
        };
    };
    shelf_api_puzzles_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleShelf"];
                };
            };
        };
    };
    next_puzzle_api_puzzles_next_get: {
        parameters: {
            query?: {
                game?: string | null;
                theme?: string | null;
                way?: "near" | "missed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleInfo"];
                };
            };
        };
    };
    begin_run_api_puzzles_run_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunInfo"];
                };
            };
        };
    };
    answer_run_api_puzzles_run_answer_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RunTry"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunAnswer"];
                };
            };
        };
    };
    lesson_api_puzzles_lessons__game___theme__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
                theme: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleNames"];
                };
            };
        };
    };
    look_api_puzzles__puzzle__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                puzzle: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleInfo"];
                };
            };
        };
    };
    answer_api_puzzles__puzzle__answer_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                puzzle: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PuzzleTry"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PuzzleAnswer"];
                };
            };
        };
    };
    why_api_puzzles__puzzle__why_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                puzzle: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyWhy"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhyNot"];
                };
            };
        };
    };
    look_api_tables__table__retry__ply__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
                ply: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetryPosition"];
                };
            };
        };
    };
    judge_api_tables__table__retry__ply__post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
                ply: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryWish"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attempt"];
                };
            };
        };
    };
    health_api_health_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    ready_api_ready_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    games_api_games_get: {
        parameters: {
            query?: {
                language?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GameInfo"][];
                };
            };
        };
    };
    rules_api_rules__game__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                game: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesPage"];
                };
            };
        };
    };
    rules_picture_api_rules_img__name__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    join_api_tables__table__join_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Join"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sync"];
                };
            };
        };
    };
    act_api_tables__table__act_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Play"] | components["schemas"]["Arrange"] | components["schemas"]["Preview"] | components["schemas"]["Why"] | components["schemas"]["Hint"] | components["schemas"]["Weigh"] | components["schemas"]["Resign"] | components["schemas"]["Offer"] | components["schemas"]["Accept"] | components["schemas"]["Decline"] | components["schemas"]["Leave"] | components["schemas"]["SitIn"] | components["schemas"]["SeatBot"] | components["schemas"]["TakeBack"] | components["schemas"]["Say"] | components["schemas"]["Ping"];
            };
        };
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sync"] | components["schemas"]["Update"] | components["schemas"]["Answer"] | components["schemas"]["Refused"] | components["schemas"]["Previewed"] | components["schemas"]["WhyNot"] | components["schemas"]["Arranged"] | components["schemas"]["Hinted"] | components["schemas"]["Weighed"] | components["schemas"]["Waiting"] | components["schemas"]["Pong"];
                };
            };
        };
    };
    record_api_tables__table__record_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    picture_api_tables__table__picture_get: {
        parameters: {
            query?: {
                ply?: number | null;
                language?: string;
            };
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    keep_record_api_records_post: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/plain": string;
            };
        };
        responses: {
            /** @description Successful Response */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordKept"];
                };
            };
        };
    };
    replay_api_tables__table__replay_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    replay_position_api_tables__table__replay__ply__get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
                ply: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayPosition"];
                };
            };
        };
    };
    analysis_api_tables__table__analysis_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisInfo"];
                };
            };
        };
    };
    analyse_api_tables__table__analysis_post: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisInfo"];
                };
            };
        };
    };
    call_off_analysis_api_tables__table__analysis_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                table: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Successful Response */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisInfo"];
                };
            };
        };
    };
}
