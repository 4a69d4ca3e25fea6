/** The seed of the random points of a run. CRASH_SEED repeats a run. */
export function chosenSeed(): string {
  return process.env.CRASH_SEED || String(Math.floor(Math.random() * 1_000_000));
}
