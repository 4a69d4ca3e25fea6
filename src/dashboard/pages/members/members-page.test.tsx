import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { address, PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();

async function membersOf(limit = 25, page = 1) {
  const { body } = await desk.gateway.service.call('listMembers', { query: { page, limit } });
  return body.data as { total: number; members: { _id: string; user: { email: string; fname: string } }[] };
}

test('shows members with their e-mails masked until somebody asks', async () => {
  const { members } = await membersOf();
  const email = members[0]?.user.email ?? '';
  await desk.signIn();
  const user = await renderDesk('/members');
  await waitFor(() => expect(rowsShown()).toHaveLength(25), PATIENCE);
  expect(document.body.textContent).not.toContain(email);
  const [first] = rowsShown() as [HTMLElement];
  await user.click(within(first).getByRole('button', { name: 'Reveal the e-mail address' }));
  expect(within(first).getByText(email)).toBeVisible();
  await user.click(screen.getByLabelText('Reveal e-mails and phones'));
  expect(screen.getByText(members[1]?.user.email ?? '')).toBeVisible();
  expect(document.body.innerHTML).not.toMatch(/SECRET-|prov-ref-/);
});

test('says how much of the list a filter has seen, and loads the rest', async () => {
  const { total } = await membersOf();
  await desk.signIn();
  const user = await renderDesk('/members?flags=verified:no');
  expect(
    await screen.findByText(new RegExp(`among the 25 of ${total} members`), undefined, PATIENCE),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Load all' }));
  expect((await screen.findAllByText(`All ${total} members`, undefined, PATIENCE))[0]).toBeVisible();
  expect(address()).toContain('all=1');
  const all = [];
  for (let page = 1; all.length < total; page += 1) all.push(...(await membersOf(100, page)).members);
  const wanted = all.filter((member) => !(member.user as unknown as { verified: boolean }).verified);
  await waitFor(
    () => expect(screen.getByText(`${wanted.length} of ${total} members`)).toBeVisible(),
    PATIENCE,
  );
});

test('takes nonsense in its address for nothing', async () => {
  await desk.signIn();
  await renderDesk('/members?kyc=x&flags=verified:perhaps&sort=nonsense&limit=1e9&page=-3&cols=,,');
  await waitFor(() => expect(rowsShown()).toHaveLength(25), PATIENCE);
});
