import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { approach } from './page-parts.ts';

/** Fetches code and data of a page as soon as a link to it is approached, wherever on the desk that link stands. */
export function useApproach(): void {
  const client = useQueryClient();
  useEffect(() => {
    let last = '';
    const onIntent = ({ type, target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (!link?.href || link.origin !== location.origin || link.target || link.hash) return;
      const occasion = `${type} ${link.href}`;
      if (occasion === last) return;
      last = occasion;
      approach(new URL(link.href), client, type === 'pointerdown');
    };
    const occasions = ['pointerover', 'focusin', 'pointerdown'];
    for (const type of occasions) document.addEventListener(type, onIntent, { passive: true });
    return () => {
      for (const type of occasions) document.removeEventListener(type, onIntent);
    };
  }, [client]);
}
