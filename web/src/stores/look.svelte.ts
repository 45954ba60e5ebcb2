/** Whether the first look has been painted: what is not part of it comes after. */
import { painted } from '../board/motion';

let isPainted = $state(false);

export const look = {
  get isPainted(): boolean {
    return isPainted;
  },
};

/** The page was just begun. */
export async function awaitFirstLook(): Promise<void> {
  await painted();
  isPainted = true;
}
