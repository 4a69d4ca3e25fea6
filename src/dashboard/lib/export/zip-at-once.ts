import { type AsyncZippable, strToU8, type Zippable, zipSync } from 'fflate/browser';

/**
 * Takes the place of fflate in the built app (vite.config.ts): its own `zip` starts workers from addresses that the
 * content security policy refuses. What calls it is in a worker already.
 */
export function zip(
  files: AsyncZippable,
  done: (error: Error | null, archive?: ReturnType<typeof zipSync>) => void,
): void {
  try {
    done(null, zipSync(files as Zippable));
  } catch (error) {
    done(error as Error);
  }
}

export { strToU8, zipSync };
