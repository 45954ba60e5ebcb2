/** A study: its tree, the line that is looked at, and its position. What is known of a line's position stays true. */
import { text } from '../text';
import { get, post, Refusal } from '../api/client';
import type { NodePosition, Sentence, StudyAct, StudyInfo, StudyNode } from '../api/types';

/** A line of the tree as it is listed: how far it is indented. */
export interface Row {
  node: StudyNode;
  depth: number;
}

/**
 * Whether there is nothing to see or choose at a line: a draw between other draws, or what the eyes that are looked
 * through do not see. Such are not listed.
 */
export function isPassing(
  study: StudyInfo,
  { node, seat, action, parent, children, comment, marks, arrows }: StudyNode,
): boolean {
  const at = (number: number | null | undefined) => study.nodes.find((each) => each.node === number);
  if (children.length !== 1 || comment || marks.length || arrows.length) return false;
  if (!action && node !== 0) return at(parent)?.children.length === 1;
  if (seat !== 'chance') return false;
  return at(children[0])?.seat === 'chance' && at(parent)?.children.length === 1 && node !== 0;
}

/** The lines in the order of a record. A variation is one step further in than the line it replaces. */
export function rows(study: StudyInfo): Row[] {
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only read
  const known = new Map(study.nodes.map((node) => [node.node, node]));
  const found: Row[] = [];
  const waiting: [number[], number, number][] = [[known.get(0)?.children ?? [], 0, 0]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [siblings, at, depth] = next;
    const node = known.get(siblings[at] ?? -1);
    if (!node) continue;
    if (!isPassing(study, node)) found.push({ node, depth });
    waiting.push([node.children, 0, depth], [siblings, at + 1, depth + 1]);
  }
  return found;
}

export class StudyStore {
  readonly id: string;
  study = $state.raw<StudyInfo | null>(null);
  at = $state(0);
  eyes = $state<number | null>(null);
  position = $state.raw<NodePosition | null>(null);
  problem = $state('');
  rule = $state<string | null>(null);
  /** Why what was pointed at last cannot be. */
  refused = $state.raw<{ says: Sentence; rule: string | null } | null>(null);
  busy = $state(false);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- a cache; nothing is drawn from it
  readonly #known = new Map<string, Promise<NodePosition>>();

  constructor(id: string, at: number) {
    this.id = id;
    this.at = at;
  }

  rows = $derived(this.study ? rows(this.study) : []);
  node = $derived(this.study?.nodes.find((each) => each.node === this.at) ?? null);

  async load(): Promise<void> {
    this.problem = '';
    try {
      const { eyes } = this;
      const study = await get('/api/studies/{study}', { study: this.id, seat: eyes });
      if (eyes !== this.eyes) return; // others look by now
      this.study = study;
      if (!this.#nodeAt(this.at)) this.at = 0;
    } catch (refusal) {
      if (!this.study && (refusal as Refusal).code === 'no_table') this.problem = text.study.missing;
      else this.#complain(refusal);
    }
  }

  #nodeAt(number: number | null | undefined): StudyNode | undefined {
    return this.study?.nodes.find((each) => each.node === number);
  }

  #complain(refusal: unknown): void {
    this.problem = (refusal as Refusal).message;
    this.rule = refusal instanceof Refusal ? refusal.rule : null;
  }

  /** The position at a line, asked for once. */
  positionAt(node: number, eyes: number | null): Promise<NodePosition> {
    const key = `${node} ${eyes}`;
    let found = this.#known.get(key);
    if (!found) {
      found = get('/api/studies/{study}/nodes/{node}', { study: this.id, node, seat: eyes });
      this.#known.set(key, found);
      found.catch(() => this.#known.delete(key));
    }
    return found;
  }

  /** Look through the eyes of a seat; through nobody's all is shown. */
  look(eyes: number | null): Promise<void> {
    this.eyes = eyes;
    return this.load();
  }

  /** Why nothing that points at these targets can be played. */
  async ask(targets: readonly string[], verb: string | null): Promise<void> {
    const { at, eyes } = this;
    try {
      const place = { study: this.id, node: at, seat: eyes };
      const answer = await post('/api/studies/{study}/nodes/{node}/why', { targets: [...targets], verb }, place);
      if (at !== this.at || !answer.sentence) return;
      this.refused = { says: answer.sentence, rule: answer.rule ?? null };
    } catch (refusal) {
      this.#complain(refusal);
    }
  }

  async act(act: StudyAct): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.problem = '';
    this.refused = null;
    this.rule = null;
    try {
      const changed = await post('/api/studies/{study}/act', act, { study: this.id, seat: this.eyes });
      if (act.do === 'undo' || act.do === 'redo' || act.do === 'delete') this.#known.clear(); // numbers may come again
      this.study = changed.study;
      this.at = changed.node;
      return true;
    } catch (refusal) {
      this.#complain(refusal);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Look at another line. */
  go(node: number | null | undefined): void {
    if (!this.#nodeAt(node)) return;
    this.at = node!;
    this.problem = '';
    this.refused = null;
  }

  back = (): void => this.#walk((node) => node.parent);
  forth = (): void => this.#walk((node) => node.children[0]);

  /** One step; draws that are not listed go by. */
  #walk(step: (node: StudyNode) => number | null | undefined): void {
    let next = this.node && this.#nodeAt(step(this.node));
    while (next && isPassing(this.study!, next)) next = this.#nodeAt(step(next));
    this.go(next?.node);
  }

  first = (): void => this.go(0);
  last(): void {
    let node = this.node;
    while (node?.children.length) node = this.#nodeAt(node.children[0]) ?? null;
    this.go(node?.node);
  }

  /** To the variation before or after this one, at the same place. */
  beside(step: number): void {
    const siblings = this.#nodeAt(this.node?.parent)?.children ?? [];
    this.go(siblings[siblings.indexOf(this.at) + step]);
  }

  /** What keys do that walk along the lines. */
  readonly walks: Readonly<Record<string, () => void>> = {
    ArrowLeft: this.back,
    ArrowRight: this.forth,
    ArrowUp: () => this.beside(-1),
    ArrowDown: () => this.beside(1),
    Home: this.first,
    End: () => this.last(),
  };

  /** Mark a cell, or draw an arrow to another; once more takes it away. */
  draw(from: string, to: string): Promise<boolean> {
    const { marks, arrows } = this.node!;
    const isMark = from === to;
    const isThere = (arrow: readonly string[]) => arrow[0] === from && arrow[1] === to;
    return this.act({
      do: 'draw',
      node: this.at,
      marks: !isMark ? marks : marks.includes(from) ? marks.filter((cell) => cell !== from) : [...marks, from],
      arrows: isMark
        ? arrows
        : arrows.some(isThere)
          ? arrows.filter((arrow) => !isThere(arrow))
          : [...arrows, [from, to]],
    });
  }
}
