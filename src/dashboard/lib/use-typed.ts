import { useEffect, useEffectEvent, useState } from 'react';

/** How long the typing rests before what depends on it follows. */
const REST_MS = 200;

/**
 * A text that is shown as it is typed, and told to `tell` when the typing rests or `send` is called. Another text than
 * the one told last takes the place of what is typed: it comes from Back, say, or from clearing the filters.
 */
export function useTyped(text: string, tell: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState({ text, told: text });
  if (known.text !== text) {
    setKnown({ text, told: text });
    if (text !== known.told) setTyped(text);
  }
  const send = () => {
    if (typed === text) return;
    setKnown({ text, told: typed });
    tell(typed);
  };
  const sendRested = useEffectEvent(send);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key starts the wait again
  useEffect(() => {
    const timer = setTimeout(() => sendRested(), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, send };
}
