import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { approach } from './page-parts.ts';

/**
 * Prefetches a page's code and data when the pointer or the focus reaches any link to it. `onReady` is called when they
 * are there, unless another link has been reached since.
 */
export function useApproach(onReady: (url: URL) => void): void {
  const client = useQueryClient();
  const tellReady = useEffectEvent(onReady);
  useEffect(() => {
    let last = '';
    const onIntent = ({ type, target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link?.href || link.origin !== location.origin || link.target || link.hash) return;
      const occasion = `${type} ${link.href}`;
      if (occasion === last) return;
      last = occasion;
      const url = new URL(link.href);
      approach(url, client, type === 'pointerdown').then((ready) => {
        if (ready && last === occasion) tellReady(url);
      });
    };
    const occasions = ['pointerover', 'focusin', 'pointerdown'];
    for (const type of occasions) document.addEventListener(type, onIntent, { passive: true });
    return () => {
      for (const type of occasions) document.removeEventListener(type, onIntent);
    };
  }, [client]);
}
