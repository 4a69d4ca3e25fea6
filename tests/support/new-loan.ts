import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import { embeddedUpstream, type Upstream, UpstreamFault } from '#gateway/proxy/upstream.ts';
import { type Desk, deskOfFile, type Fault } from './desk.ts';
import { type Lending, lendingOf } from './lending.ts';
import { address, PATIENCE, renderDesk } from './render-desk.tsx';

/** The path that a loan is sent to. */
export const LOAN = /\/v1\/api\/credit\/loan$/;

/** The form of a loan on a desk of its own, and a person who fills it in. */
interface LoanDesk {
  desk: Desk;
  /** What the demo's terms accept. */
  lending: Lending;
  /** What `fill` pledges. */
  token: Lending['tokens'][number];
  /** How many loans the service has. */
  total(): Promise<number>;
  /** How many loans were sent since the last look at what was asked for. */
  posts(): number;
  open(): Promise<UserEvent>;
  /** Fills in a loan that the terms accept: 1,234.50 NGN against 1,000 of a token. */
  fill(user: UserEvent): Promise<void>;
  filledAndReviewed(): Promise<UserEvent>;
  /** The real service behind a connection that breaks on every write, after it was carried out or before. */
  loseWrites(when: 'after' | 'before'): void;
  /** The real service, which takes a write once it is let go. */
  holdWrites(): { arrived: Promise<void>; letGo: () => void };
}

/** One desk for the tests of a file; each begins with nothing sent, kept or signed in before. */
export function loanDeskOfFile(): LoanDesk {
  vi.setConfig({ testTimeout: 120_000 });
  const desk = deskOfFile();
  const real: Upstream = (request) => embeddedUpstream(desk.gateway.service.fetch)(request);
  const self = {
    desk,
    async total() {
      const { body } = await desk.gateway.service.call('listLoans', { query: { limit: 1 } });
      return body.data.totalDocs as number;
    },
    posts: () => desk.asked().filter((request) => request === 'POST /v1/api/credit/loan').length,
    async open() {
      const user = await renderDesk('/loans/new');
      await screen.findByRole('heading', { level: 1, name: 'New loan' }, PATIENCE);
      await screen.findByRole('combobox', { name: 'Add a token' }, PATIENCE);
      return user;
    },
    async fill(user: UserEvent) {
      const { userId } = self.lending;
      const who = screen.getByRole('combobox', { name: 'Borrower' });
      await user.click(who);
      await user.paste(userId);
      await user.click(await screen.findByRole('option', { name: new RegExp(userId) }, PATIENCE));
      await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
      await put(user, box('Amount'), '1,234.50');
      await put(user, box('Term'), '3');
      await put(user, box('Monthly interest rate'), '2.5');
      await put(user, box('Reason'), 'Stock');
      await addToken(user, self.token.name);
      await put(user, await screen.findByRole('textbox', { name: /^Quantity of/ }, PATIENCE), '1000');
    },
    async filledAndReviewed() {
      const user = await self.open();
      await self.fill(user);
      await review(user);
      desk.asked();
      return user;
    },
    loseWrites(when: 'after' | 'before') {
      desk.replaceService(async (request) => {
        const isWrite = request.method === 'POST';
        if (isWrite && when === 'before') throw new UpstreamFault('broken');
        const answer = await real(request);
        if (isWrite) throw new UpstreamFault('broken');
        return answer;
      });
    },
    holdWrites() {
      let arrive = () => {};
      let letGo = () => {};
      const arrived = new Promise<void>((resolve) => {
        arrive = resolve;
      });
      const released = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      desk.replaceService(async (request) => {
        if (request.method === 'POST') {
          arrive();
          await released;
        }
        return await real(request);
      });
      return { arrived, letGo };
    },
  } as LoanDesk;
  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    // The journal of the test before would know the same loan again.
    await desk.gateway.service.database.pool.query('delete from desk.journal');
    await desk.signIn();
    self.lending = await lendingOf(desk.gateway.service, 'Crestline', 'NGN');
    self.token = self.lending.tokens[0] as Lending['tokens'][number];
  });
  return self;
}

export const box = (name: string | RegExp) => screen.getByRole('textbox', { name });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The one button that sends a loan. */
export const send = () => button('Create loan');
/** The reference that the page shows. */
export const reference = () => /\[ref (\w{4}-\w{2})\]/.exec(document.body.textContent ?? '')?.[1] ?? '';
/** Waits for the page of a loan. */
export const opened = () => waitFor(() => expect(address()).toMatch(/^\/loans\/[^/?]+\?at=/), PATIENCE);

/** The answer is lost on its way back, or the request on its way there. */
export const cutAfter: Fault = async (_request, pass) => {
  await pass();
  throw new TypeError('fetch failed');
};
export const cutBefore: Fault = () => {
  throw new TypeError('fetch failed');
};

/** Puts a text into a field, as pasting does. */
export async function put(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

/** Finds a token by its name and adds it to the collateral. */
export async function addToken(user: UserEvent, name: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: 'Add a token' }));
  await user.paste(name);
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  await user.click(await screen.findByRole('option', { name: new RegExp(escaped) }, PATIENCE));
}

/** Goes on from the form to the review, and ticks what speaks against lending to the borrower. */
export async function review(user: UserEvent): Promise<void> {
  await wantReview(user);
  await screen.findByRole('heading', { level: 1, name: 'Review loan' }, PATIENCE);
  await recordIsWhole();
  const consent = screen.queryByRole('checkbox', { name: /^Lend although/ });
  if (consent) await user.click(consent);
}

/** Waits until all that is known about the borrower is there. */
export async function recordIsWhole(): Promise<void> {
  const record = await screen.findByRole('region', { name: 'Borrower’s record' }, PATIENCE);
  await waitFor(() => expect(record).toHaveAttribute('aria-busy', 'false'), PATIENCE);
}

/** Presses what leads to the review; what is wrong keeps it from coming. */
export async function wantReview(user: UserEvent): Promise<void> {
  await user.click(screen.getAllByRole('button', { name: 'Review loan' })[0] as HTMLElement);
}
