import { type AsyncZippable, strToU8, type Zippable, zipSync } from 'fflate/browser';

/** Takes fflate's place in the app (vite.config.ts): the policy refuses the workers that its `zip` starts. */
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
