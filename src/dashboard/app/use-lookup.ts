import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Look, lookUp, placesFor, termOf } from '#dashboard/api/lookup.ts';

/** How long the keys have to rest before anything is asked for. */
const REST_MS = 250;

const NOTHING: Look[] = [];

/** What a look for the query has found so far, place by place; empty where the query is no id or e-mail. */
export function useLookup(query: string): { looks: Look[]; again: () => void } {
  const client = useQueryClient();
  const term = termOf(query);
  const [attempt, setAttempt] = useState(0);
  const asked = term && `${term.kind} ${term.text} ${attempt}`;
  const [found, setFound] = useState<{ asked: string | null; looks: Look[] }>({ asked: null, looks: [] });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is the term and the attempt in one
  useEffect(() => {
    if (term === null) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      const looks = new Map<string, Look>();
      lookUp(client, term, control.signal, (look) => {
        looks.set(look.place, look);
        setFound({ asked, looks: placesFor(term).flatMap((place) => looks.get(place) ?? []) });
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [client, asked]);

  return {
    looks: asked !== null && found.asked === asked ? found.looks : NOTHING,
    again: () => setAttempt(attempt + 1),
  };
}
