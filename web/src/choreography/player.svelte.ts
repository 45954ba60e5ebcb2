/** Shows news one after the other, each with its scenes, in order: the one clock of everything that is shown slowly. */
import { sound } from '../sound/sound';
import type { Scene } from './scene';

/** How a piece of news is to be shown: how long after the one before it, and with which scenes. */
export interface Plan {
  pause: number;
  scenes: readonly Scene[];
}

export const AT_ONCE: Plan = { pause: 0, scenes: [] };

interface Stage<News> {
  plan(news: News): Plan;
  show(news: News): void;
}

/** Does something and says how long to wait then. */
type Step = () => number;

export class Player<News extends { seq: number }> {
  /** What is shown just now. */
  scene = $state.raw<Scene | null>(null);
  /** How much has been told and not yet shown. */
  behind = $state(0);
  readonly #stage: Stage<News>;
  #queue: News[] = [];
  #steps: Step[] = [];
  #timer = 0;
  #showedAt = 0;

  constructor(stage: Stage<News>) {
    this.#stage = stage;
  }

  /** The newest news, shown or not. */
  get newest(): News | undefined {
    return this.#queue.at(-1);
  }

  get isPlaying(): boolean {
    return this.scene !== null || this.behind > 0;
  }

  add(news: News): void {
    this.#queue.push(news);
    this.#run();
  }

  /** Everything as it is in the end, now. */
  skip(): void {
    this.stop();
    while (this.#queue.length > 0) this.#show();
    this.#run();
  }

  /** What is not newer than an event is shown now; what is to be seen of it afterwards still is. */
  hasten(seq: number): void {
    if (!(this.#queue[0] && this.#queue[0].seq <= seq)) return;
    this.stop();
    while (this.#queue[0] && this.#queue[0].seq <= seq) {
      const { scenes } = this.#stage.plan(this.#queue[0]);
      this.#show();
      this.#steps.push(...scenes.map((scene) => this.#play(scene)));
    }
    this.#run();
  }

  /** Nothing goes on. */
  stop(): void {
    window.clearTimeout(this.#timer);
    this.#timer = 0;
    this.#steps = [];
    this.scene = null;
  }

  #show(): void {
    this.#stage.show(this.#queue.shift()!);
    this.#showedAt = Date.now();
  }

  #play(scene: Scene): Step {
    return () => {
      this.scene = scene;
      if (scene.sound) sound(scene.sound);
      return scene.ms;
    };
  }

  /** The steps of the next news: a pause, scenes on the old position, the new position, scenes on that. */
  #staged(): Step[] {
    const { pause, scenes } = this.#stage.plan(this.#queue[0]!);
    const wait = () => {
      this.scene = null;
      return this.#showedAt + pause - Date.now();
    };
    const show = () => {
      this.#show();
      return 0;
    };
    const played = (view: Scene['view']) => scenes.filter((each) => each.view === view).map((each) => this.#play(each));
    return [wait, ...played('before'), show, ...played('after')];
  }

  #run(): void {
    while (!this.#timer && (this.#steps.length > 0 || this.#queue.length > 0)) {
      if (this.#steps.length === 0) this.#steps = this.#staged();
      const wait = this.#steps.shift()!();
      if (wait > 0) this.#timer = window.setTimeout(() => this.#on(), wait);
    }
    if (!this.#timer) this.scene = null;
    this.behind = this.#queue.length;
  }

  #on(): void {
    this.#timer = 0;
    this.#run();
  }
}
