import { useMemo, useSyncExternalStore } from 'react';
import type { WriteNote } from '#contract/journal.ts';
import type { LoanRequest } from '#contract/loans.ts';
import { localId } from '#dashboard/lib/draft.ts';

/** How often, and over what time, a lost loan was looked for. */
export interface Looks {
  /** Those that could see the whole time since it was sent. */
  done: number;
  firstAt: number | null;
  lastAt: number | null;
  /** The loans read in the last look. */
  read: number;
  /** What the desk's journal said in the last look. */
  journal: 'silent' | 'unknown' | 'unreadable';
}

/** A loan that was sent from this browser, from just before it went out until it is settled. */
export interface Send {
  id: string;
  holder: string;
  /** The tab that sent it. */
  tab: string;
  at: number;
  /** Without bank details: they are nobody's history. */
  body: LoanRequest;
  note: WriteNote;
  reference: string | null;
  fingerprint: string;
  draft: string;
  /**
   * `sending` until there is an answer; `unknown` where there is none; `not-seen` where the looks found nothing;
   * `closed` where nothing was created, or nobody needs to be told any more.
   */
  state: 'sending' | 'unknown' | 'candidates' | 'not-seen' | 'created' | 'refused' | 'closed';
  /** The journal's entry, where the answer named it. */
  entry?: string | undefined;
  /** Why the outcome is unknown, or what the refusal said. */
  message?: string | undefined;
  looks: Looks;
  loan?: { id: string; createdAt: string | undefined } | undefined;
  /** Found by a look, not by the answer: somebody is to be told. */
  found?: boolean | undefined;
  candidates?: Candidate[] | undefined;
}

/** A loan that could be the one whose answer was lost. */
export interface Candidate {
  id: string;
  createdAt: string | undefined;
  repaymentAmount: number | undefined;
  reason: string | undefined;
}

export const NO_LOOKS: Looks = { done: 0, firstAt: null, lastAt: null, read: 0, journal: 'silent' };

const KEY = 'pledge-loan-sends';
const MOST = 40;
/** A page that was sending this long ago can't be doing so any more. */
const LONGEST_SEND_MS = 60_000;

/** Those whose answer this very page awaits. */
const awaited = new Set<string>();
const listeners = new Set<() => void>();
/** What the browser would not keep. */
let unkept: string | null = null;

/** This tab, through reloads. */
export function thisTab(): string {
  try {
    const known = sessionStorage.getItem('pledge-tab');
    if (known) return known;
    const id = localId();
    sessionStorage.setItem('pledge-tab', id);
    return id;
  } catch {
    return fallbackTab;
  }
}

const fallbackTab = localId();

export function isAwaited(id: string): boolean {
  return awaited.has(id);
}

export function awaitSend(id: string): () => void {
  awaited.add(id);
  return () => {
    awaited.delete(id);
    tell();
  };
}

/** Every loan that was sent by a holder, newest first. */
export function sendsOf(holder: string): Send[] {
  return parsed(raw())
    .filter((send) => send.holder === holder)
    .sort((a, b) => b.at - a.at);
}

/** Keeps how a loan stands; false where the browser keeps nothing beyond this page. */
export function keepSend(send: Send): boolean {
  const others = parsed(raw()).filter(({ id }) => id !== send.id);
  const { bank_name: _n, bank_code: _c, account_number: _a, ...body } = send.body;
  const text = JSON.stringify([...others, { ...send, body }].slice(-MOST));
  try {
    localStorage.setItem(KEY, text);
    unkept = null;
  } catch {
    unkept = text;
  }
  tell();
  return unkept === null;
}

/** Changes how a loan stands, if it is still there. */
export function changeSend(id: string, change: Partial<Send>): void {
  const send = parsed(raw()).find((kept) => kept.id === id);
  if (send) keepSend({ ...send, ...change });
}

/** Whether a loan that is `sending` may still be, in another tab. */
export function isSentElsewhere(send: Send, now: number): boolean {
  return send.state === 'sending' && send.tab !== thisTab() && now - send.at < LONGEST_SEND_MS;
}

/** The loans of a holder as they stand, in this tab and as other tabs change them. */
export function useSends(holder: string): Send[] {
  const text = useSyncExternalStore(subscribe, snapshot);
  // The awaited ones change without the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for what is read
  return useMemo(() => sendsOf(holder), [text, holder]);
}

let turn = 0;

function tell(): void {
  turn += 1;
  for (const listener of listeners) listener();
}

function snapshot(): string {
  return `${turn} ${raw()}`;
}

function subscribe(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === KEY || key === null) tell();
  };
  listeners.add(listener);
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}

function raw(): string {
  if (unkept !== null) return unkept;
  try {
    return localStorage.getItem(KEY) ?? '[]';
  } catch {
    return '[]';
  }
}

function parsed(text: string): Send[] {
  try {
    const sends: unknown = JSON.parse(text);
    return Array.isArray(sends) ? sends.filter(isSend) : [];
  } catch {
    return [];
  }
}

function isSend(value: unknown): value is Send {
  const { id, holder, at, body, state, looks, fingerprint } = (value ?? {}) as Partial<Send>;
  return (
    typeof id === 'string' &&
    typeof holder === 'string' &&
    typeof fingerprint === 'string' &&
    Number.isFinite(at) &&
    Array.isArray(body?.collaterals) &&
    typeof state === 'string' &&
    typeof looks?.done === 'number'
  );
}
