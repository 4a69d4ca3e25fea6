import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { sessionHolder, useDesk } from '#dashboard/api/session.ts';
import { isRecordPage, pageAt } from './paths.ts';
import { noteRecord } from './recent.ts';
import { useScrollMemory } from './scroll-memory.ts';

/**
 * What happens once the page that was navigated to is there. Stands after it, so that its own effects come first.
 * `arrived` says that the person has just signed in, not opened the address.
 */
export function Arrival({ arrived }: { arrived: boolean }) {
  const { pathname, search, key } = useLocation();
  /** The address as it was opened: there the reader begins at the top, not at the heading. */
  const opened = useRef(arrived ? null : pathname);
  const back = useNavigationType() === 'POP';
  const holder = sessionHolder(useDesk());
  useEffect(() => {
    if (opened.current === pathname) return;
    opened.current = null;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);
  useScrollMemory(pathname, key, back);
  useEffect(() => {
    const page = pageAt(pathname)?.page;
    if (!page || !isRecordPage(page)) return;
    // A record has its name once it is loaded: what the title says on leaving is the last word.
    const note = () => noteRecord(holder, { address: pathname + search, title: nameOf(document.title) });
    note();
    return note;
  }, [pathname, search, holder]);
  return null;
}

function nameOf(title: string): string {
  return title.replace(/ · Pledge$/, '');
}
