import type { CustomersAnswer, CustomersQuestion } from './customers-worker.ts';
import workerUrl from './customers-worker.ts?worker&url';
import { REQUEST_TIMEOUT } from './early.ts';
import { ALL_CUSTOMERS_ADDRESS } from './first-requests.ts';

/** A question for all customers that a worker has under way. */
export interface CustomersUnderWay {
  /** Undefined where there can be no worker, or its code could not be fetched. Never rejects. */
  answer: Promise<CustomersAnswer | undefined>;
  /** When it was asked, by the page's clock. */
  at: number;
  cancel: () => void;
}

let early: CustomersUnderWay | undefined;

/** Asks for all customers before the code that wants them is there. */
export function startCustomers(): void {
  early = askInWorker();
}

/** The question that is under way, the first time it is asked for; otherwise a new one. */
export function takeCustomers(): CustomersUnderWay {
  const taken = early ?? askInWorker();
  early = undefined;
  return taken;
}

function askInWorker(): CustomersUnderWay {
  const at = performance.now();
  const worker = startWorker();
  if (!worker) return { answer: Promise.resolve(undefined), at, cancel: () => {} };
  const answer = new Promise<CustomersAnswer | undefined>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CustomersAnswer>) => resolve(data));
    worker.addEventListener('error', (event) => {
      // Somebody else asks in its place: it is no failure yet.
      event.preventDefault();
      resolve(undefined);
    });
  }).finally(() => worker.terminate());
  worker.postMessage({ path: ALL_CUSTOMERS_ADDRESS, timeout: REQUEST_TIMEOUT } satisfies CustomersQuestion);
  return { answer, at, cancel: () => worker.terminate() };
}

interface ScriptUrls {
  createScriptURL: (url: string) => string;
}

/** The page's policy takes a script's address from nobody but who has said beforehand what it lets pass. */
const scriptUrls: ScriptUrls | undefined = (
  globalThis as { trustedTypes?: { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls } }
).trustedTypes?.createPolicy('pledge-customers-worker', { createScriptURL: () => workerUrl });

function startWorker(): Worker | undefined {
  try {
    return new Worker(scriptUrls?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  } catch {
    return undefined;
  }
}
