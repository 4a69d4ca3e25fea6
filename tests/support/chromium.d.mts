interface Options {
  full?: boolean;
}

export function findChromium(options?: Options): string | null;
export function ensureChromium(options?: Options): Promise<string>;
