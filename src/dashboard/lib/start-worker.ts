type ScriptUrls = { createScriptURL: (url: string) => string };

const trustedTypes = (
  globalThis as { trustedTypes?: { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls } }
).trustedTypes;

const policies = new Map<string, ScriptUrls | undefined>();

/** Starts a worker; undefined if there can be none. The page's policy takes its address only from a named policy. */
export function startWorker(name: string, url: string): Worker | undefined {
  try {
    if (!policies.has(name))
      policies.set(name, trustedTypes?.createPolicy(name, { createScriptURL: () => url }));
    return new Worker(policies.get(name)?.createScriptURL(url) ?? url, { type: 'module' });
  } catch {
    return undefined;
  }
}
