/** What the random points of a run of this suite follow from: CRASH_SEED, so that one can be had again. */
export function chosenSeed(): string {
  return process.env.CRASH_SEED || String(Math.floor(Math.random() * 1_000_000));
}
