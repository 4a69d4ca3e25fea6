import { useEffect, useEffectEvent, useState } from 'react';

/** A text that `tell` receives when typing pauses for 200 ms or `send` is called. A text from elsewhere (Back) replaces it. */
export function useTyped(text: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  /** Texts that were passed to `tell` and have not come back as `text` yet; meanwhile typing may continue. */
  const [known, setKnown] = useState({ text, told: [] as string[] });
  if (known.text !== text) {
    const place = known.told.indexOf(text);
    setKnown({ text, told: place < 0 ? [] : known.told.slice(place + 1) });
    if (place < 0) setTyped(text);
  }
  const send = (last = typed) => {
    if (last === (known.told.at(-1) ?? text)) return;
    setKnown({ text, told: [...known.told, last] });
    tell(last);
  };
  const sendRested = useEffectEvent(send);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the wait again
  useEffect(() => {
    const timer = setTimeout(() => sendRested(), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, send };
}
