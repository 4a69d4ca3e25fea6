import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { loanDeskOfFile } from '#tests/support/new-loan.ts';
import { PATIENCE } from '#tests/support/render-desk.tsx';

const lender = loanDeskOfFile();
const { desk } = lender;

const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const who = () => screen.getByRole('combobox', { name: 'Borrower' });

/** Something that waits until a test lets it go on. */
function held() {
  let letGo = () => {};
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { gone, letGo };
}

describe('whoever borrows', () => {
  test('is the one that the keyboard marks, wherever the pointer comes to lie', async () => {
    const user = await lender.open();
    await user.type(who(), 'a');
    const marked = () => document.getElementById(who().getAttribute('aria-activedescendant') ?? '');
    await waitFor(() => expect(options().length).toBeGreaterThan(2), PATIENCE);
    await waitFor(() => expect(marked()).toBe(options()[0]));
    await user.hover(options()[2] as HTMLElement);
    await user.unhover(options()[2] as HTMLElement);
    expect(marked()).toBe(options()[0]);
    const name = (marked() as HTMLElement).querySelector('.font-medium')?.textContent as string;
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Member of your syndicate')).toBeInTheDocument();
    const chosen = screen.getByText('Member of your syndicate').parentElement as HTMLElement;
    expect(within(chosen).getByText(name)).toBeInTheDocument();
  });

  test('is never preselected by the middle of a name', async () => {
    const rename = (fname: string) =>
      desk.gateway.service.database.pool.query(
        `update service.member set profile = jsonb_set(profile, '{fname}', to_jsonb($2::text)) where user_id = $1`,
        [lender.lending.userId, fname],
      );
    await rename('Yeqwertyn');
    const user = await lender.open();
    await user.type(who(), 'qwert');
    const option = await screen.findByRole('option', { name: /^Yeqwertyn/ }, PATIENCE);
    const strip = screen.getByRole('listbox').previousElementSibling;
    await waitFor(() => expect(strip).toBeEmptyDOMElement(), PATIENCE);
    await user.keyboard('{Enter}');
    expect(screen.queryByText('Member of your syndicate')).toBeNull();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByText('Member of your syndicate')).toBeInTheDocument();
    expect(option).not.toBeInTheDocument();
  });

  test('keeps their place in the list while members before them are still on their way', async () => {
    await desk.gateway.service.database.pool.query(
      `insert into service.member (id, organisation_id, user_id, status, profile, created_at, updated_at)
       select 'many-' || n, organisation_id, 'many-user-' || n, status,
         profile || jsonb_build_object('fname', case when n % 50 = 0 then 'Zuzanna' else 'Other' end, 'lname', n::text),
         created_at - n * interval '1 day', updated_at
       from service.member, generate_series(1, 300) n
       where user_id = $1`,
      [lender.lending.userId],
    );
    const second = held();
    const here = new Set<string | null>();
    desk.fault(/\/member\?/, async ({ url }, pass) => {
      const page = new URL(url).searchParams.get('page');
      if (page === '2') await second.gone;
      const answer = await pass();
      here.add(page);
      return answer;
    });
    const user = await lender.open();
    await user.type(who(), 'Zuzanna');
    await waitFor(() => expect(here).toContain('4'), PATIENCE);
    await screen.findByRole('option', { name: /^Zuzanna 300/ }, PATIENCE);
    const names = () =>
      screen.getAllByRole('option', { name: /^Zuzanna/ }).map(({ textContent }) => textContent);
    const before = names();
    expect(before.length).toBeLessThan(6);
    second.letGo();
    await waitFor(() => expect(names()).toHaveLength(6), PATIENCE);
    expect(names().slice(0, before.length)).toEqual(before);
  });
});

describe('a token', () => {
  test('that is eligible is offered before anything is typed, and all of a category by its name', async () => {
    const user = await lender.open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
    const search = screen.getByRole('combobox', { name: 'Add a token' });
    await user.click(search);
    await screen.findByRole('listbox', {}, PATIENCE);
    const status = await screen.findByText(/^\d+ eligible tokens$/, {}, PATIENCE);
    expect(Number.parseInt(status.textContent ?? '', 10)).toBeGreaterThan(2);
    for (const option of options()) {
      expect(option).toHaveTextContent('NGN');
      expect(option).not.toHaveTextContent('Not eligible');
    }
    const [first] = options() as [HTMLElement];
    const category =
      / · /.exec(first.textContent ?? '') && first.querySelector('.text-label')?.textContent?.split(' · ')[0];
    await user.type(search, category ?? '');
    await waitFor(() => expect(options().length).toBeGreaterThan(0), PATIENCE);
    expect(options()[0]).toHaveTextContent(category ?? '-');
    expect(options()[0]).not.toHaveTextContent('Not eligible');
  });

  test('that fits what stood in the field before is not added for what stands there now', async () => {
    const [first, other] = lender.lending.tokens;
    if (!first || !other) throw new Error('The demo has no two tokens that can be pledged.');
    const answer = held();
    // The list of tokens is still on its way: only the search finds any.
    desk.fault(/\/token\/search\?.*limit=100/, async (_request, pass) => {
      await answer.gone;
      return await pass();
    });
    const user = await lender.open();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'NGN');
    const search = screen.getByRole('combobox', { name: 'Add a token' });
    await user.click(search);
    await user.paste(first.name);
    const list = await screen.findByRole('listbox', {}, PATIENCE);
    await within(list).findAllByRole('option', { name: new RegExp(first.name) }, PATIENCE);
    desk.fault(/\/token\/search\?/, async (_request, pass) => {
      await answer.gone;
      return await pass();
    });
    await user.clear(search);
    await user.paste(other.name);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('textbox', { name: /^Quantity of/ })).toBeNull();
    expect(search).toHaveValue(other.name);
    answer.letGo();
    await screen.findAllByRole('option', { name: new RegExp(other.name) }, PATIENCE);
    await user.keyboard('{Enter}');
    await screen.findByRole('textbox', { name: /^Quantity of/ }, PATIENCE);
    expect(screen.getByTitle(other.name)).toBeInTheDocument();
  });
});
