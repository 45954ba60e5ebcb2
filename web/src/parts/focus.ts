/** Where the keys are now; the answer leads them back there, if that is still on the page. */
export function focusNow(): () => void {
  const before = document.activeElement as HTMLElement | null;
  return () => before?.focus();
}

/** Whether what had the focus is gone. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body;
