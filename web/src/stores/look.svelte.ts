/** Whether the first look has been painted: what is not part of it comes after. */
import { painted } from '../board/motion';

let isPainted = $state(false);
let settle = (): void => {};
const settled = new Promise<void>((done) => (settle = done));

export const look = {
  get isPainted(): boolean {
    return isPainted;
  },
  /** Until everything is there. */
  settled,
};

/** The page was just begun. */
export async function awaitFirstLook(): Promise<void> {
  await painted();
  isPainted = true;
  settle();
}
