import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { Person } from '#contract/people.ts';
import { browserAs, sendJson } from '#tests/support/approvals.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';

const desk = deskOfFile();
beforeEach(async () => {
  await desk.gateway.browser().signIn(undefined, { name: 'Kim' });
  await desk.signIn(undefined, { demoRole: 'administrator' });
});

async function change(name: string) {
  const user = await renderDesk('/people');
  await user.click(await screen.findByRole('button', { name: `Change ${name}` }, PATIENCE));
  const dialog = await screen.findByRole('dialog', { name: `Change ${name}` }, PATIENCE);
  const press = async (box: RegExp) => await user.click(within(dialog).getByRole('checkbox', { name: box }));
  const save = async () => await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const keepMine = async () =>
    await user.click(await within(dialog).findByRole('button', { name: 'Keep mine' }, PATIENCE));
  return { dialog, press, save, keepMine };
}

test('an administrator takes roles from a person and disables them', async () => {
  const { press, save } = await change('Kim');
  for (const role of [/^Approver/, /^Administrator/, /^Disable/]) await press(role);
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
  await waitFor(() => {
    const row = rowsShown().find(({ textContent }) => textContent?.startsWith('Kim'));
    expect(row).toHaveTextContent(/Analyst, Creditor, Operations\s*Disabled/);
  }, PATIENCE);
  const refused = await desk.gateway.browser().signIn(undefined, { name: 'Kim' });
  expect(refused.status).toBe(403);
});

test('who can’t disable themselves is told so, and nothing is lost', async () => {
  const { dialog, press, save } = await change('Nadia Haddad');
  await press(/^Disable/);
  await save();
  expect(
    await within(dialog).findByText(/You cannot take your own access/, undefined, PATIENCE),
  ).toBeVisible();
  expect(within(dialog).getByRole('checkbox', { name: /^Disable/ })).toBeChecked();
});

/** A person whom another administrator can change meanwhile. */
async function someone(called: string) {
  await desk.gateway.browser().signIn(undefined, { name: called });
  const read = async (): Promise<Person> => {
    const { data } = await (await fetch('/desk/people')).json();
    return data.people.find(({ name }: Person) => name === called);
  };
  const changeElsewhere = async () => {
    const other = await browserAs(desk.gateway, 'administrator');
    const theirs = { roles: ['analyst', 'creditor'], disabled: false };
    await sendJson(other, 'PUT', `/desk/people/${(await read()).id}`, theirs);
  };
  return { read, changeElsewhere };
}

test('is told what another administrator changed meanwhile, and replaces it only then', async () => {
  const { read, changeElsewhere } = await someone('Lee');
  const { dialog, press, save, keepMine } = await change('Lee');
  await changeElsewhere();
  await press(/^Approver/);
  await save();
  await within(dialog).findByText(
    /^Nothing was changed\. Someone has changed this person’s access/,
    {},
    PATIENCE,
  );
  // One message says it all.
  const told = within(dialog).getByRole('alert');
  expect(within(dialog).queryByRole('status')).toBeNull();
  expect(within(told).getByText(/Their roles are now: Analyst, Creditor\. .* allowed/)).toBeVisible();
  expect(await read()).toMatchObject({ roles: ['analyst', 'creditor'] });
  expect(within(dialog).getByRole('checkbox', { name: /^Approver/ })).not.toBeChecked();
  expect(within(dialog).getByRole('checkbox', { name: /^Operations/ })).toBeChecked();
  await keepMine();
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
  expect(await read()).toMatchObject({ roles: ['analyst', 'creditor', 'operations', 'administrator'] });
});

test('a save at the moment that another administrator’s change comes replaces nothing', async () => {
  const { read, changeElsewhere } = await someone('Uma');
  const { dialog, press, save, keepMine } = await change('Uma');
  await press(/^Approver/);
  await changeElsewhere();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh', hidden: true }));
  await within(dialog).findByText(/^Someone has changed this person’s access/, {}, PATIENCE);
  await save();
  await within(dialog).findByText(/^Nothing was changed\. Someone has changed/, {}, PATIENCE);
  expect(await read()).toMatchObject({ roles: ['analyst', 'creditor'] });
  await keepMine();
  expect(within(dialog).queryByText(/Someone has changed/)).toBeNull();
  expect(within(dialog).getByRole('checkbox', { name: /^Analyst/ })).toHaveFocus();
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
  expect(await read()).toMatchObject({ roles: ['analyst', 'creditor', 'operations', 'administrator'] });
});

test('a change whose answer was lost counts as made, once it is seen', async () => {
  await desk.gateway.browser().signIn(undefined, { name: 'Ana' });
  const { dialog, press, save } = await change('Ana');
  desk.fault(/^\/desk\/people\/./, async (_request, pass) => {
    await pass();
    throw new TypeError('The connection was reset.');
  });
  await press(/^Approver/);
  await save();
  await waitFor(() => expect(dialog).not.toBeInTheDocument(), PATIENCE);
  const row = rowsShown().find(({ textContent }) => textContent?.startsWith('Ana'));
  expect(row).toHaveTextContent('Analyst, Creditor, Operations, Administrator');
});

test('takes no more changes while they are saved, which would be lost', async () => {
  await desk.gateway.browser().signIn(undefined, { name: 'Mo' });
  const { dialog, press, save } = await change('Mo');
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  desk.fault(/^\/desk\/people\/./, async (_request, pass) => {
    await released;
    return await pass();
  });
  await press(/^Approver/);
  await save();
  const disable = within(dialog).getByRole('checkbox', { name: /^Disable/ });
  await press(/^Disable/);
  expect(disable).not.toBeChecked();
  letGo();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
});

test('roles that were not chosen stay those of the sign-in, also of one that comes meanwhile', async () => {
  const { read } = await someone('Ola');
  const { press, save } = await change('Ola');
  const { pool } = desk.gateway.service.database;
  await pool.query(`update desk.person set roles = '{analyst}' where name = 'Ola'`);
  fireEvent.click(screen.getByRole('button', { name: 'Refresh', hidden: true }));
  await waitFor(() => {
    const row = rowsShown().find(({ textContent }) => textContent?.startsWith('Ola'));
    expect(row).toHaveTextContent(/Self-declared\s*Analyst\s*Allowed/);
  }, PATIENCE);
  await press(/^Disable/);
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE);
  expect(await read()).toMatchObject({ roles: ['analyst'], rolesSetHere: false, disabled: true });
});
