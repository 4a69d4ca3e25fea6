import type { CustomersAnswer, CustomersQuestion } from './customers-worker.ts';
import workerUrl from './customers-worker.ts?worker&url';

/** A question for all customers that a worker has under way. */
export interface CustomersUnderWay {
  /** Undefined where there can be no worker, or its code could not be fetched. Never rejects. */
  answer: Promise<CustomersAnswer | undefined>;
  cancel: () => void;
}

/** Has a worker ask for all customers. */
export function askInWorker(question: CustomersQuestion): CustomersUnderWay {
  const worker = startWorker();
  if (!worker) return { answer: Promise.resolve(undefined), cancel: () => {} };
  const answer = new Promise<CustomersAnswer | undefined>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CustomersAnswer>) => resolve(data));
    worker.addEventListener('error', (event) => {
      // Another caller asks in its place: it is no failure yet.
      event.preventDefault();
      resolve(undefined);
    });
  }).finally(() => worker.terminate());
  worker.postMessage(question);
  return { answer, cancel: () => worker.terminate() };
}

interface ScriptUrls {
  createScriptURL: (url: string) => string;
}

/** The page's policy takes a script's address only from a named policy. */
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
