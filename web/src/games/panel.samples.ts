/** A board at which nobody has pointed at anything yet, for tests. */
export const untouched = {
  open: new Map(),
  picked: [],
  verb: null,
  preview: null,
  last: [],
  turned: 0,
  overlays: new Set<string>(),
  story: [],
  arranged: null,
};
