import { type QueryClient, type QueryKey, queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Role } from '#contract/permissions.ts';
import { DESK_STATE_ELEMENT, type DeskState, deskState } from '#contract/session.ts';
import type { ChosenSettings } from '#contract/settings.ts';
import { adoptSettings, readAfterSaves } from '#dashboard/lib/settings.ts';
import { ApiError } from '../http/api-error.ts';
import { forgetCalls } from '../http/call-log.ts';
import { request } from '../http/client.ts';
import { driftSeen } from '../http/diagnostics.ts';
import { readAgain } from '../http/queries.ts';
import { getOwn, readOwn, sendFor } from '../own-data.ts';

interface Desk extends DeskState {
  /** The session ended while it was in use: what is on the page stays, and a sign-in comes over it. */
  ended: boolean;
}

const SESSION = '/session';

/** Who is signed in and where. The page brings the answer along; without it the gateway is asked. */
export const deskQuery = queryOptions({
  queryKey: ['desk'],
  queryFn: async ({ client }): Promise<Desk> => opened(client, readDeskElement() ?? (await fetchDeskState())),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

export function useDesk(): Desk {
  return useSuspenseQuery(deskQuery).data;
}

export interface SignIn {
  accessToken: string;
  name?: string;
  demoRole?: Role;
}

/** Signs in. Throws an ApiError where the token isn't accepted or can't be judged. */
export async function signIn(client: QueryClient, body: SignIn): Promise<void> {
  await changeSession(client, 'POST', body);
}

/** Signs out here, at the gateway and in the browser's other tabs, and goes on to where the identity provider does so. */
export async function signOut(client: QueryClient): Promise<void> {
  const { endSessionAt } = await changeSession(client, 'DELETE');
  if (endSessionAt) location.assign(endSessionAt);
}

/** Signs a holder out in every browser. Throws an ApiError if someone else is signed in, or the gateway can't be reached. */
export async function signOutEverywhere(client: QueryClient, holder: string): Promise<void> {
  await sendFor(holder, 'DELETE', '/desk/sessions');
  await followSession(client);
  announce();
}

/** Takes over a session that was opened elsewhere, if there is one, and tells the other tabs. */
export async function takeUpSession(client: QueryClient): Promise<void> {
  const state = await fetchDeskState().catch(() => null);
  if (!state?.session) return;
  await followSession(client);
  announce();
}

/** When this tab took on its session, in milliseconds since 1970. */
let openedAt = 0;

/** A refusal of what was asked before the session began is about an earlier one. */
export function endSession(client: QueryClient, askedAt = openedAt): void {
  if (askedAt < openedAt) return;
  client.setQueryData(deskQuery.queryKey, (desk) => (desk?.session ? { ...desk, ended: true } : desk));
}

export function isSessionOpen(client: QueryClient): boolean {
  const desk = client.getQueryData(deskQuery.queryKey);
  return Boolean(desk?.session) && !desk?.ended;
}

/** Who holds the session, so that nothing of one holder is ever shown to another. */
export function sessionHolder({ session }: Pick<DeskState, 'session'>): string {
  return session?.holder ?? '';
}

/** What the keys of customers' addresses are made with, the same for everybody of the organisation. */
export function customerSaltOf({ session }: Pick<DeskState, 'session'>): string {
  return session?.customerSalt ?? '';
}

/**
 * Follows sign-ins and sign-outs of the browser's other tabs, which share the cookie, and what a person changes there.
 * Returns how to stop.
 */
export function followOtherTabs(client: QueryClient): () => void {
  const follow = ({ data }: MessageEvent) =>
    void (Array.isArray(data) ? readAgain(client, { queryKey: data }) : followSession(client));
  const tabs = openChannel();
  tabs?.addEventListener('message', follow);
  return () => tabs?.removeEventListener('message', follow);
}

/** Has what the person has changed read again, in the browser's other tabs, too. */
export async function readInTabs(client: QueryClient, queryKey: QueryKey): Promise<void> {
  openChannel()?.postMessage(queryKey);
  await readAgain(client, { queryKey });
}

/** Counts the reads of a changed session and this tab's own changes: an earlier answer may come after a later one. */
let turns = 0;

/** Signs in or out. If the session was read meanwhile, that may be from before it or after it: it is read again. */
async function changeSession(
  client: QueryClient,
  method: 'POST' | 'DELETE',
  body?: SignIn,
): Promise<DeskState> {
  const before = turns;
  const state = readOwn(deskState, (await request(method, SESSION, { body })).data);
  const isRead = turns !== before;
  turns += 1;
  adopt(client, state);
  announce();
  if (isRead) void followSession(client);
  return state;
}

/** Takes on the session as it is now. If it can't be read, it may have ended, and counts as such. */
async function followSession(client: QueryClient): Promise<void> {
  turns += 1;
  const turn = turns;
  const state = await fetchDeskState().catch(() => null);
  if (turn !== turns) return;
  if (state) adopt(client, state);
  else endSession(client);
}

function adopt(client: QueryClient, state: DeskState): void {
  const before = client.getQueryData(deskQuery.queryKey);
  const data = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== 'desk' };
  const sameHolder = before !== undefined && sessionHolder(before) === sessionHolder(state);
  if (!sameHolder) {
    client.removeQueries(data);
    client.getMutationCache().clear();
    forgetCalls();
    driftSeen.clear();
  }
  openedAt = Date.now();
  client.setQueryData(deskQuery.queryKey, opened(client, state));
  if (sameHolder) client.invalidateQueries(data);
}

/** Takes on the settings of the person for whom the gateway has made the page, before anything of it is rendered. */
export function takeSettings(client: QueryClient): void {
  const state = readDeskElement();
  if (state) wearSettings(client, state);
}

function wearSettings(client: QueryClient, { session }: DeskState): void {
  if (!session) {
    adoptSettings(undefined);
    return;
  }
  const { holder, settings } = session;
  const save = async (body: ChosenSettings) => {
    try {
      await sendFor(holder, 'PUT', '/desk/settings', body);
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'session') endSession(client);
      throw error;
    }
  };
  adoptSettings({ holder, chosen: settings, save });
}

function opened(client: QueryClient, state: DeskState): Desk {
  wearSettings(client, state);
  return { ...state, ended: false };
}

async function fetchDeskState(): Promise<DeskState> {
  return await readAfterSaves(() => getOwn(SESSION, deskState));
}

function readDeskElement(): DeskState | undefined {
  const text = document.getElementById(DESK_STATE_ELEMENT)?.textContent;
  if (!text) return undefined;
  return z.safeParse(deskState, JSON.parse(text)).data;
}

let channel: BroadcastChannel | undefined;

/**
 * The browser's tabs say here that the session has changed, or name a query whose answer has. One channel for the tab: it
 * doesn't hear its own messages.
 */
function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel('pledge-session');
  return channel;
}

function announce(): void {
  openChannel()?.postMessage('changed');
}
