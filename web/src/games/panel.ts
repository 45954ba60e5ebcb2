/**
 * What a game's panel is given and what it offers: the agreement between the table page and the boards.
 *
 * A panel draws a view and says what was pointed at. It knows no rules: what may be picked comes in `open`, what the
 * server said comes in `preview`, `story` and `arranged`. Targets are spelled as on the wire ("cell:d4", "card:QH",
 * "seat:1"). Colours follow `color-scheme` (light-dark() in board/tokens.css), so a theme switch sets only that.
 */
import type { Component } from 'svelte';
import type {
  Arranged as Judged,
  GameLayout,
  GameView,
  LegalAction,
  LogLine,
  Previewed,
  Said,
  Views,
} from '../api/types';
import type { Pieces } from '../board/pieces';
import type { Scene, Scenes } from '../choreography/scene';

export type { GameView, LegalAction, LogLine, Said };

/** What would happen: sentences, and the view afterwards as far as the seat can know. */
export type Preview<View = GameView> = Pick<Previewed, 'action'> & { says: Said[]; view: View | null };

/** The server's word on a layout. */
export type Arranged = Pick<Judged, 'ok' | 'reason' | 'rule' | 'open'>;

/** Targets that may be picked next, each with the verbs it would lead to; the picker makes it. */
export type Open = ReadonlyMap<string, readonly string[]>;

/** Marked cells, arrows from cell to cell, and the cells of the first action of each of an engine's lines. */
export interface Notes {
  marks: readonly string[];
  arrows: readonly (readonly string[])[];
  candidates: readonly (readonly string[])[];
}

export interface PanelProps<View = GameView> {
  view: View;
  /** The seat whose eyes these are; null for a spectator. */
  seat: number | null;
  legal: LegalAction[];
  open: Open;
  picked: string[];
  verb: string | null;
  preview: Preview<View> | null;
  /** Targets of the last move, to be outlined. */
  last: string[];
  /** How far the board is turned, in sixths. */
  turned: number;
  overlays: ReadonlySet<string>;
  /** Names to show for the seats, in seat order. */
  names: string[];
  /** The newest lines of the log, oldest first; enough for the running round or attack. */
  story: LogLine[];
  arranged: Arranged | null;
  /** An action that a hint proposes where the board itself offers it (see `hides`). */
  proposed?: readonly LegalAction[] | null;
  /** Why what was pointed at last cannot be. */
  refused?: { reason: string; rule: string | null } | null;
  /** This seat's own choice that lies sealed until all are in, as an action. */
  sealed?: string | null;
  /** The seats that are to act. */
  waiting?: readonly number[];
  /** What is shown just now of something that happened. */
  scene?: Scene | null;
  /** Targets that decided the match. */
  highlights?: readonly string[];
  /** Only the board or the table itself, as a small picture. */
  small?: boolean;
  /** A large screen shows the table to all: here is what this seat holds, and whatever it may point at. */
  hand?: boolean;
  /** What somebody noted on the board, and what an engine thinks of. */
  notes?: Notes | null;
  /** The views after each action of a line that starts here, e.g. the best one of an analysis. */
  ahead?: View[];
  /** Pointed at; several targets at once where one thing stands for them (a quarter: its seat and its suit). */
  onpick(...targets: string[]): void;
  /** Pointed at something no legal action names: the page asks the server why. */
  onrefuse(...targets: string[]): void;
  /** A verb was chosen on the board itself, where there is something to point at (a stone from the tray). */
  onverb?(verb: string | null): void;
  onarrange?(layout: GameLayout, confirm: boolean): void;
  /** A rule number beside the board was asked for. */
  onrule?(rule: string): void;
}

export type Colour = 'blue' | 'yellow' | 'green' | 'red';

/** A small picture for buttons and lists, drawn by board/Icon.svelte. */
export type Picture =
  | { kind: 'stone'; colour: Colour }
  | { kind: 'tower'; colour: Colour | null }
  | { kind: 'card'; card: string }
  | { kind: 'suit'; suit: string }
  | { kind: 'crown' }
  | { kind: 'sign'; sign: string };

export interface Holding {
  label: string;
  text: string;
  icon?: Picture;
  /** The same as small pictures with a number each; the text is then only heard. */
  pictures?: { icon: Picture; text: string }[];
  /** What stands for the text where there is little room; what has an empty one is left out there. */
  brief?: string;
}

/** How a seat is told apart: a letter, a shape and a colour; drawn by board/SeatMark.svelte. */
export interface SeatLook {
  letter: string;
  name: string;
  icon: Picture;
}

export interface VerbLook {
  label: string;
  icon?: Picture;
}

export interface Overlay {
  id: string;
  label: string;
  /** Shown unless switched off. */
  standard?: boolean;
}

/** The panel of a game, whose views have a shape of their own (`Views`). */
export interface Panel<View = GameView> {
  board: Component<PanelProps<View>>;
  overlays: Overlay[];
  /** Whether turning the board means anything. */
  turns: boolean;
  /** Wants all the width there is, not a square. */
  wide?: boolean;
  /** The piece on each cell, for a game that is played on the board alone. */
  pieces?(view: View): Pieces;
  /** What a seat holds, in words. */
  holdings(view: View, seat: number): Holding[];
  look(view: View, seat: number): SeatLook;
  /** Verbs the board itself offers in a better way just now, so that they need no button. */
  hides?(view: View, seat: number | null): readonly string[];
  /** The label and picture of a verb's button. */
  verb(verb: string, view: View): VerbLook;
  /** What is shown of each kind of event. */
  scenes: Scenes<View>;
  /** The one rule that matters once the first move is made. */
  tip: { text: string; rule: string };
  /** How far to turn the board so that this seat's side is near. */
  near(view: View, seat: number | null): number;
}

/** The panels by the game's name, each loaded when it is needed. */
export const panels: { [G in keyof Views]?: () => Promise<Panel<Views[G]>> } = {
  siegestones: async () => (await import('./siegestones')).panel,
  nobles: async () => (await import('./nobles')).panel,
  bluffstones: async () => (await import('./bluffstones')).panel,
  charge: async () => (await import('./charge')).panel,
  siege: async () => (await import('./siege')).panel,
};

/** A panel where any game's may stand. Whoever shows it hands it the views of its own game alone. */
export const anyGames = (panel: { [G in keyof Views]: Panel<Views[G]> }[keyof Views]): Panel => panel as Panel;

const loaded = new Map<string, Panel>();

/** The panel of a game; undefined for a game without one (the page then shows the server's picture). */
export async function panelOf(game: string): Promise<Panel | undefined> {
  const found = await panels[game as keyof Views]?.();
  const panel = found && anyGames(found);
  if (panel) loaded.set(game, panel);
  return panel;
}

/** The panel of a game if it has been loaded, without waiting. */
export const panelAtHand = (game: string): Panel | undefined => loaded.get(game);
