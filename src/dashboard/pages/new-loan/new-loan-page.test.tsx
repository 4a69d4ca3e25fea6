import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { UpstreamFault } from '#gateway/upstream.ts';
import { deskOfFile, type Fault } from '#tests/support/desk.ts';
import { type Lending, lendingOf } from '#tests/support/lending.ts';
import { address, loansOf, PATIENCE, renderDesk } from '#tests/support/render-desk.tsx';
import { CRESTLINE } from '#tests/support/service.ts';

// A minute of looks in a few moments; what they do is the same.
vi.mock('./look-pauses.ts', () => ({ LOOK_PAUSES_MS: [10, 10, 10], AGAIN_MS: 10 }));
vi.setConfig({ testTimeout: 60_000 });

const desk = deskOfFile();
const LOAN = /\/v1\/api\/credit\/loan$/;
const CONFIGURATION = /loan-configuration/;
let lending: Lending;
let token: Lending['tokens'][number];

Element.prototype.scrollIntoView = () => {};

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  // Journal and loans of the test before would be the same loans again.
  await desk.gateway.service.database.pool.query('delete from desk.journal');
  await desk.signIn();
  lending = await lendingOf(desk.gateway.service, 'Crestline', 'NGN');
  token = lending.tokens[0] as typeof token;
});

const box = (name: string | RegExp) => screen.getByRole('textbox', { name });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const posts = (asked: string[]) => asked.filter((request) => request === 'POST /v1/api/credit/loan');
const total = async () =>
  (await desk.gateway.service.call('listLoans', { query: { limit: 1 } })).body.data.totalDocs as number;

async function open(): Promise<UserEvent> {
  const user = await renderDesk('/loans/new');
  await screen.findByRole('heading', { level: 1, name: 'New loan' }, PATIENCE);
  await screen.findByRole('combobox', { name: 'Add a token' }, PATIENCE);
  return user;
}

async function put(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

async function addToken(user: UserEvent, name: string): Promise<void> {
  const search = screen.getByRole('combobox', { name: 'Add a token' });
  await user.click(search);
  await user.paste(name);
  const option = await screen.findByRole('option', { name: new RegExp(escaped(name)) }, PATIENCE);
  await user.click(option);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Fills in a loan that the terms accept, by hand: 1,234.50 NGN against 1,000 of a token. */
async function fill(user: UserEvent, amount = '1,234.50'): Promise<void> {
  const who = screen.getByRole('combobox', { name: 'Who borrows' });
  await user.click(who);
  await user.paste(lending.userId);
  await user.click(await screen.findByRole('option', { name: new RegExp(lending.userId) }, PATIENCE));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
  await put(user, box('Amount'), amount);
  await put(user, box('Duration'), '3');
  await put(user, box('Interest a month'), '2.5');
  await put(user, box('Reason'), 'Stock');
  await addToken(user, token.name);
  await put(user, await screen.findByRole('textbox', { name: /^Quantity of/ }, PATIENCE), '1000');
}

async function review(user: UserEvent): Promise<void> {
  await user.click(screen.getAllByRole('button', { name: 'Review the loan' })[0] as HTMLElement);
  await screen.findByRole('heading', { level: 1, name: 'Review the loan' }, PATIENCE);
}

async function filledAndReviewed(): Promise<UserEvent> {
  const user = await open();
  await fill(user);
  await review(user);
  desk.asked();
  return user;
}

const send = () => button('Create the loan');
const opened = () => waitFor(() => expect(address()).toMatch(/^\/loans\/[^/?]+\?at=/), PATIENCE);
const reference = () => /\[ref (\w{4}-\w{2})\]/.exec(document.body.textContent ?? '')?.[1] ?? '';

const cutAfter: Fault = async (_request, pass) => {
  await pass();
  throw new TypeError('fetch failed');
};
const cutBefore: Fault = () => {
  throw new TypeError('fetch failed');
};

describe('a loan', () => {
  test('goes out with just the body of the review, opens its page, and leaves no draft', async () => {
    const user = await open();
    await fill(user);
    expect(screen.getByText('Sent as 0.025')).toBeInTheDocument();
    expect(box('To repay')).toHaveValue('1,327.09');
    const shown = reference();
    await review(user);
    const bodies: unknown[] = [];
    desk.fault(LOAN, async (request, pass) => {
      bodies.push(await request.clone().json());
      return await pass();
    });
    const before = await total();
    desk.asked();
    await user.click(send());
    await opened();
    expect(bodies).toEqual([
      {
        user_id: lending.userId,
        duration: 3,
        currency: 'NGN',
        interest_rate: 0.025,
        amount: '1234.50',
        repayment_amount: '1327.09',
        collaterals: [{ token_id: token.id, quantity: 1000 }],
        loan_configuration_id: lending.configurationId,
        reason: `Stock [ref ${shown}]`,
      },
    ]);
    expect(posts(desk.asked())).toHaveLength(1);
    expect(await total()).toBe(before + 1);
    const [loan] = await loansOf(desk, 1, 1);
    expect(address()).toBe(`/loans/${loan?.id}?at=${encodeURIComponent(loan?.created_at ?? '')}`);
    expect(localStorage.getItem('pledge-drafts:new-loan') ?? '[]').toBe('[]');
    const journal = await (await fetch(`/journal?loan=${loan?.id}`)).json();
    expect(journal.data.entries[0]).toMatchObject({
      outcome: 'done',
      note: {
        reference: shown,
        collateral: [{ token_id: token.id, quantity: 1000, name: token.name, sell_price: token.cents / 100 }],
      },
    });
  });

  test('goes out once, however often and however it is pressed', async () => {
    const user = await filledAndReviewed();
    desk.fault(LOAN, async (_request, pass) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return await pass();
    });
    const before = await total();
    const press = send();
    press.focus();
    await Promise.all([user.dblClick(press), user.keyboard('{Enter}'), user.click(press)]);
    press.click();
    await opened();
    expect(posts(desk.asked())).toHaveLength(1);
    expect(await total()).toBe(before + 1);
  });

  test('asks before the same one goes out again within fifteen minutes', async () => {
    const user = await filledAndReviewed();
    await user.click(send());
    await opened();
    cleanup();
    // Another browser remembers nothing: the desk's journal does.
    localStorage.clear();
    const again = await open();
    await fill(again);
    await review(again);
    desk.asked();
    await again.click(send());
    const dialog = await screen.findByRole('dialog', { name: 'The same loan was sent already' }, PATIENCE);
    expect(dialog).toHaveTextContent('and were created');
    expect(posts(desk.asked())).toHaveLength(0);
    await again.click(within(dialog).getByRole('button', { name: 'Don’t send' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const before = await total();
    await again.click(send());
    await again.click(await screen.findByRole('button', { name: 'Create a second one' }, PATIENCE));
    await opened();
    expect(await total()).toBe(before + 1);
  });

  test('goes out without its reference where that is turned off', async () => {
    const user = await open();
    await fill(user);
    await user.click(screen.getByRole('checkbox', { name: /^Add/ }));
    await review(user);
    await user.click(send());
    await opened();
    const [loan] = await loansOf(desk, 1, 1);
    expect(loan?.reason).toBe('Stock');
  });
});

describe('what is typed wrong', () => {
  test.each([
    ['60000000', 'The limit is 50,000,000 NGN. Lend that much or less.'],
    ['0.001', 'It must have at most 2 decimal places: NGN has no smaller unit.'],
    [
      '1234567890123456789012345678901234567890',
      'It has 40 digits; 15 are the most that can be sent exactly.',
    ],
    ['-5', 'Write it without a minus.'],
    ['a lot', 'Use digits only, no letters.'],
    ['0', 'It must be greater than 0.'],
    ['1.234', '“1.234” could be 1,234 or a fraction of three digits. Write 1,234, or 1.23.'],
    ['$5', 'That names another currency than NGN, the loan’s.'],
    ['', 'Enter the amount to lend.'],
  ])('an amount of “%s” is told at its field, and nothing is asked for', async (text, message) => {
    const user = await open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
    const amount = box('Amount');
    if (text !== '') await put(user, amount, text);
    desk.asked();
    await user.click(screen.getAllByRole('button', { name: 'Review the loan' })[0] as HTMLElement);
    const summary = await screen.findByRole('alert', { name: /to put right/ });
    await waitFor(() => expect(summary).toHaveFocus());
    expect(amount).toHaveAttribute('aria-invalid', 'true');
    expect(amount).toHaveAccessibleDescription(expect.stringContaining(message));
    expect(posts(desk.asked())).toEqual([]);
    await user.click(within(summary).getByRole('button', { name: `Amount: ${message}` }));
    expect(amount).toHaveFocus();
  });

  test.each([
    ['1 234,50', '1,234.50'],
    ['₦1,234.50', '1,234.50'],
    ['１，２３４．５０', '1,234.50'],
    ['1’234.50', '1,234.50'],
  ])('%s is pasted as %s', async (text, shown) => {
    const user = await open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
    await put(user, box('Amount'), text);
    await user.tab();
    expect(box('Amount')).toHaveValue(shown);
    expect(box('Amount')).not.toHaveAttribute('aria-invalid');
  });

  test('“1,234” is taken as the field writes it, and that is said', async () => {
    const user = await open();
    await put(user, box('Amount'), '1,234');
    expect(screen.getByText(/Understood as 1,234/)).toBeInTheDocument();
  });

  test('a quantity of zero, a token twice and a fifty-first line are refused', async () => {
    const user = await open();
    await fill(user);
    await put(user, box(/^Quantity of/), '0');
    await user.tab();
    expect(box(/^Quantity of/)).toHaveAccessibleDescription(
      expect.stringContaining('It must be greater than 0'),
    );
    await addToken(user, token.name);
    expect(await screen.findByText(/is on line 1 already/, { selector: 'p' })).toBeInTheDocument();
    expect(screen.getAllByRole('textbox', { name: /^Quantity of/ })).toHaveLength(1);
    cleanup();

    const drafts = JSON.parse(localStorage.getItem('pledge-drafts:new-loan') ?? '[]');
    const { values } = drafts[0][1][0];
    const [line] = values.collateral;
    values.collateral = Array.from({ length: 51 }, (_, at) => ({
      ...line,
      quantity: '1',
      token: { ...line.token, id: at === 50 ? `${line.token.id}-49` : `${line.token.id}-${at}` },
    }));
    localStorage.setItem('pledge-drafts:new-loan', JSON.stringify(drafts));
    const again = await open();
    await again.click(screen.getAllByRole('button', { name: 'Review the loan' })[0] as HTMLElement);
    const summary = await screen.findByRole('alert', { name: /to put right/ });
    expect(summary).toHaveTextContent('A loan takes 50 lines; there are 51. Remove 1 line.');
    expect(summary).toHaveTextContent('The same token is on line 50.');
  });

  test('too little collateral says what is missing, and can be filled up to the limit', async () => {
    const user = await open();
    await fill(user);
    await put(user, box(/^Quantity of/), '1');
    expect(screen.getByText(/^Not covered: .* NGN of value is missing\./)).toBeInTheDocument();
    await user.click(button(/^Fill to reach the limit/));
    expect(await screen.findByText(/^Covered/)).toBeInTheDocument();
    expect(screen.getByRole('meter', { name: 'Loan-to-value' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('the limit is 70.0%'),
    );
  });
});

describe('a refusal of the service', () => {
  test.each([
    [400, 'amount: must be greater than 0', 'Amount'],
    [422, 'amount: is above the limit of 5 NGN', 'Amount'],
    [422, 'duration: is above the 2 months of this configuration', 'Duration'],
    [400, 'interest_rate: must be from 0 to 1 (0.05 means 5 %)', 'Interest a month'],
    [400, 'repayment_amount: must not be below the amount, 1234.5', 'To repay'],
    [400, 'reason: must have at most 2000 characters', 'Reason'],
    [400, 'bank_name: must have at most 200 characters', 'Bank name'],
    [400, 'account_number: must have at most 50 characters', 'Account number'],
    [400, 'collaterals[0].quantity: must be at most 10^15', /^Quantity of/],
  ] as [number, string, string | RegExp][])(
    '%i “%s” stands at its field until that is changed',
    async (status, message, name) => {
      const user = await filledAndReviewed();
      desk.fault(LOAN, () => Response.json({ status: 'error', message }, { status }));
      await user.click(send());
      const summary = await screen.findByRole('alert', { name: /to put right/ }, PATIENCE);
      await waitFor(() => expect(summary).toHaveFocus());
      expect(summary).toHaveTextContent('Nothing was created.');
      const said = message.replace(/^[^:]+: /, '');
      const field = box(name);
      expect(field).toHaveAccessibleDescription(expect.stringContaining(said));
      expect(posts(desk.asked())).toHaveLength(1);
      await user.type(field, '1');
      await waitFor(() => expect(field).not.toHaveAccessibleDescription(expect.stringContaining(said)));
    },
  );

  test('that names several fields stands at each, and one about collateral at its line', async () => {
    const user = await filledAndReviewed();
    const message = `user_id: no member has this user id; collaterals[0].token_id: ${token.name} has exited and can no longer be pledged; collaterals: is worth 1 NGN; and 2 more`;
    desk.fault(LOAN, () => Response.json({ status: 'error', message }, { status: 422 }));
    await user.click(send());
    const summary = await screen.findByRole(
      'alert',
      { name: '3 things to put right before this can go on' },
      PATIENCE,
    );
    expect(summary).toHaveTextContent('Borrower: The service says: “no member has this user id”');
    expect(summary).toHaveTextContent('and 2 more');
    expect(screen.getByRole('combobox', { name: 'Add a token' })).toHaveAccessibleDescription(
      /is worth 1 NGN/,
    );
  });

  test('is the real one’s own, too', async () => {
    const user = await filledAndReviewed();
    const { pool } = desk.gateway.service.database;
    desk.fault(LOAN, async (_request, pass) => {
      await pool.query('update service.token set exited = true where id = $1', [token.id]);
      const response = await pass();
      await pool.query('update service.token set exited = false where id = $1', [token.id]);
      return response;
    });
    const before = await total();
    await user.click(send());
    const summary = await screen.findByRole('alert', { name: /to put right/ }, PATIENCE);
    expect(summary).toHaveTextContent('has exited and can no longer be pledged');
    expect(await total()).toBe(before);
  });

  test('for too many requests leaves the review as it is, to be sent again by hand', async () => {
    const user = await filledAndReviewed();
    const end = desk.fault(LOAN, () =>
      Response.json({ status: 'error', message: 'Slow down' }, { status: 429 }),
    );
    await user.click(send());
    expect(
      await screen.findByText('The service did not take this loan. Nothing was created.', {}, PATIENCE),
    ).toBeVisible();
    end();
    await user.click(send());
    await opened();
  });
});

describe('a service that can’t be reached', () => {
  test('got nothing, and the loan can be sent again by hand', async () => {
    const user = await filledAndReviewed();
    const before = await total();
    desk.replaceService(async (request) => {
      if (request.method === 'POST') throw new UpstreamFault('unreachable');
      return await desk.gateway.service
        .fetch(new Request(`http://s.test${request.target}`, { headers: request.headers }))
        .then(async (response) => ({
          status: response.status,
          contentType: response.headers.get('content-type') ?? '',
          retryAfter: null,
          body: new Uint8Array(await response.arrayBuffer()),
        }));
    });
    await user.click(send());
    expect(await screen.findByText('Nothing was sent', {}, PATIENCE)).toBeVisible();
    desk.replaceService(null);
    await user.click(send());
    await opened();
    expect(await total()).toBe(before + 1);
  });
});

describe('a lost answer', () => {
  test('of a loan that was created ends in that loan, and settles the journal', async () => {
    const user = await filledAndReviewed();
    const before = await total();
    const end = desk.fault(LOAN, cutAfter);
    await user.click(send());
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    end();
    const [loan] = await loansOf(desk, 1, 1);
    expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute(
      'href',
      `/loans/${loan?.id}?at=${encodeURIComponent(loan?.created_at ?? '')}`,
    );
    expect(posts(desk.asked())).toHaveLength(1);
    expect(await total()).toBe(before + 1);
    await user.click(button('Close'));
    expect(screen.queryByText('The loan you sent was created')).toBeNull();
  });

  test('that the gateway lost is found by its reference, and settled there', async () => {
    const user = await filledAndReviewed();
    desk.replaceService(lossyUpstream(true));
    await user.click(send());
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    const [loan] = await loansOf(desk, 1, 1);
    const { data } = await (await fetch(`/journal?loan=${loan?.id}`)).json();
    expect(data.entries).toHaveLength(1);
    expect(data.entries[0]).toMatchObject({
      outcome: 'found-done',
      message: expect.stringContaining(loan?.id ?? '?'),
    });
  });

  test('of a loan that never arrived ends in “not seen”, and is sent again by choice: one loan', async () => {
    const user = await filledAndReviewed();
    const before = await total();
    const first = reference();
    const end = desk.fault(LOAN, cutBefore);
    await user.click(send());
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Was the loan created?' }, PATIENCE),
    ).toBeVisible();
    expect(
      await screen.findByText('It was not seen: it is safe to send it again', {}, PATIENCE),
    ).toBeVisible();
    expect(document.body.textContent).toMatch(
      /The newest \d+ loans were read 3 times between .* none carries the reference/,
    );
    expect(document.body.textContent).toContain('it never left this desk');
    end();
    expect(posts(desk.asked())).toHaveLength(1);
    await user.click(button('Go back to send it again'));
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('1,234.50');
    expect(reference()).not.toBe(first);
    await review(user);
    await user.click(send());
    await opened();
    expect(await total()).toBe(before + 1);
  });

  test('that the gateway lost before the service is “not seen”, and settled as such', async () => {
    const user = await filledAndReviewed();
    desk.replaceService(lossyUpstream(false));
    await user.click(send());
    expect(
      await screen.findByText('It was not seen: it is safe to send it again', {}, PATIENCE),
    ).toBeVisible();
    const { data } = await (await fetch('/journal?kind=createLoan')).json();
    expect(data.entries[0]).toMatchObject({ outcome: 'found-not-done' });
  });

  test('survives a reload, and goes on looking', async () => {
    const user = await filledAndReviewed();
    const before = await total();
    let blind = () => {};
    const end = desk.fault(LOAN, async (_request, pass) => {
      await pass();
      blind = desk.fault(/\/journal|credit\/loans/, cutBefore);
      throw new TypeError('fetch failed');
    });
    await user.click(send());
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Was the loan created?' }, PATIENCE),
    ).toBeVisible();
    cleanup();
    end();
    blind();
    await renderDesk('/loans/new');
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    expect(posts(desk.asked())).toHaveLength(1);
    expect(await total()).toBe(before + 1);
  });

  test('of a page that was closed in the middle is looked for, too', async () => {
    const user = await filledAndReviewed();
    let release = () => {};
    desk.fault(LOAN, async (_request, pass) => {
      const response = await pass();
      await new Promise<void>((resolve) => (release = resolve));
      return response;
    });
    await user.click(send());
    await waitFor(() => expect(release.toString()).not.toBe('() => {}'), PATIENCE);
    cleanup();
    // A page that is loaded anew awaits nothing.
    vi.resetModules();
    const { renderDesk: renderAnew } = await import('#tests/support/render-desk.tsx');
    await renderAnew('/loans/new');
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    release();
    expect(posts(desk.asked())).toHaveLength(1);
  });

  test('of a loan without a reference leaves those to choose from that look like it', async () => {
    const user = await open();
    await fill(user);
    await user.click(screen.getByRole('checkbox', { name: /^Add/ }));
    await review(user);
    desk.replaceService(lossyUpstream(true));
    await user.click(send());
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Is it one of these?' }, PATIENCE),
    ).toBeVisible();
    const choices = screen.getAllByRole('button', { name: 'This is it' });
    await user.click(choices[0] as HTMLElement);
    expect(await screen.findByText('The loan you sent was created', {}, PATIENCE)).toBeVisible();
    const [loan] = await loansOf(desk, 1, 1);
    const { data } = await (await fetch(`/journal?loan=${loan?.id}`)).json();
    expect(data.entries[0]).toMatchObject({ outcome: 'found-done' });
  });
});

describe('what changes while the form is open', () => {
  test('terms: the new ones stand beside the old, and what was typed stays', async () => {
    const user = await filledAndReviewed();
    desk.fault(CONFIGURATION, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.max_amount = { ...answer.data.max_amount, NGN: 1000 };
      return Response.json(answer);
    });
    await user.click(send());
    expect(
      await screen.findByText('Your terms changed while this form was open', {}, PATIENCE),
    ).toBeVisible();
    const row = screen.getByRole('row', { name: /Most in NGN/ });
    expect(row).toHaveTextContent('50,000,000 NGN');
    expect(row).toHaveTextContent('1,000 NGN');
    expect(box('Amount')).toHaveValue('1,234.50');
    expect(posts(desk.asked())).toEqual([]);
    expect(screen.getByRole('alert', { name: /to put right/ })).toHaveTextContent('The limit is 1,000 NGN.');
    await user.click(button('Go on under the new terms'));
    expect(screen.queryByText('Your terms changed while this form was open')).toBeNull();
    await put(user, box('Amount'), '900');
    await review(user);
  });

  test('a token that exits is told at its line before the review', async () => {
    const user = await open();
    await fill(user);
    const { pool } = desk.gateway.service.database;
    await pool.query('update service.token set exited = true where id = $1', [token.id]);
    await user.click(screen.getAllByRole('button', { name: 'Review the loan' })[0] as HTMLElement);
    const summary = await screen.findByRole('alert', { name: /to put right/ }, PATIENCE);
    expect(summary).toHaveTextContent('has exited and can no longer be pledged. Remove the line.');
    await pool.query('update service.token set exited = false where id = $1', [token.id]);
    await review(user);
  });

  test('a price is shown old → new in the review', async () => {
    const user = await open();
    await fill(user);
    desk.fault(/\/v1\/api\/token\/(?!search)/, async (_request, pass) => {
      const answer = await (await pass()).json();
      answer.data.price.sell = 123456.78;
      return Response.json(answer);
    });
    await review(user);
    const banner = screen.getByText('Prices changed since you picked the collateral').parentElement;
    expect(banner).toHaveTextContent('→ 123,456.78');
  });

  test('a session that ends at the very press: sign in over it, nothing lost, nothing sent by itself', async () => {
    const user = await filledAndReviewed();
    const before = await total();
    desk.endSession();
    await user.click(send());
    const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
    await user.type(within(dialog).getByLabelText('Access token'), `${CRESTLINE}{Enter}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
    expect(screen.getByText('Your session ended before this loan was sent')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await total()).toBe(before);
    await user.click(send());
    await opened();
    expect(await total()).toBe(before + 1);
  });

  test('a session that ends between the look at the terms and the loan itself', async () => {
    const user = await filledAndReviewed();
    const before = await total();
    desk.fault(LOAN, async (_request, pass) => {
      desk.endSession();
      return await pass();
    });
    await user.click(send());
    await screen.findByRole('dialog', { name: 'Your session has ended' }, PATIENCE);
    expect(await total()).toBe(before);
    expect(screen.queryByRole('heading', { name: 'Was the loan created?' })).toBeNull();
  });
});

describe('a draft', () => {
  test('is there again after a reload, as it was typed', async () => {
    const user = await open();
    await fill(user);
    await put(user, box('Amount'), '1,234.5');
    cleanup();
    await open();
    expect(box('Amount')).toHaveValue('1,234.5');
    expect(box('Reason')).toHaveValue('Stock');
    expect(screen.getByText(/is back as you left it/)).toBeVisible();
    expect(localStorage.getItem('pledge-drafts:new-loan')).not.toContain(CRESTLINE);
  });

  test('is offered to another tab, and goes by choice', async () => {
    const user = await open();
    await put(user, box('Reason'), 'Rent');
    cleanup();
    sessionStorage.clear();
    const other = await open();
    expect(box('Reason')).toHaveValue('');
    await other.click(button('Continue with it'));
    expect(box('Reason')).toHaveValue('Rent');
    await other.click(button('Clear the form'));
    expect(box('Reason')).toHaveValue('');
    expect(JSON.parse(localStorage.getItem('pledge-drafts:new-loan') ?? '[]')).toEqual([]);
  });

  test('of one organisation is not another’s', async () => {
    const user = await open();
    await put(user, box('Reason'), 'Secret');
    cleanup();
    await desk.signIn('pledge_demo_harbour');
    await open();
    expect(screen.queryByText(/A draft of/)).toBeNull();
    expect(box('Reason')).toHaveValue('');
  });
});

describe('terms that nothing can be lent under', () => {
  test('are said', async () => {
    desk.fault(CONFIGURATION, () =>
      Response.json({ status: 'error', message: 'No creditor.' }, { status: 403 }),
    );
    await renderDesk('/loans/new');
    expect(await screen.findByText('There are no terms to lend under', {}, PATIENCE)).toBeVisible();
  });

  test('lack something, and that is named', async () => {
    desk.fault(CONFIGURATION, async (_request, pass) => {
      const answer = await (await pass()).json();
      delete answer.data.collateral_ratio;
      answer.data.max_amount = {};
      return Response.json(answer);
    });
    await renderDesk('/loans/new');
    expect(await screen.findByText(/lacks max_amount, collateral_ratio/, {}, PATIENCE)).toBeVisible();
  });
});

/** The real service behind a connection that breaks on every write, after it was carried out or before. */
function lossyUpstream(carriesOut: boolean): Parameters<typeof desk.replaceService>[0] {
  return async ({ method, target, headers, body }) => {
    if (method === 'POST' && !carriesOut) throw new UpstreamFault('broken');
    const response = await desk.gateway.service.fetch(
      new Request(`http://service.test${target}`, {
        method,
        headers,
        body: body as Uint8Array<ArrayBuffer> | null,
      }),
    );
    if (method === 'POST') throw new UpstreamFault('broken');
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: null,
      body: new Uint8Array(await response.arrayBuffer()),
    };
  };
}
