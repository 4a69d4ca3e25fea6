import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openPage } from '#dashboard/app/page-parts.ts';
import { createQueryClient } from '#dashboard/app/query-client.ts';
import { deskOfFile } from '#tests/support/desk.ts';
import { Around, PATIENCE } from '#tests/support/render-desk.tsx';
import { useAllMembers, useMemberIndex, useMemberNames } from './members.ts';

const desk = deskOfFile();
beforeEach(async () => await desk.signIn());

/** How many members the service is made to have; each page is of the real one's members under other ids. */
const MANY = 5_000;

function Names({ all }: { all: boolean }) {
  const nameOf = useMemberNames(true);
  const { rows, progress } = useAllMembers(all);
  const [first] = rows;
  return (
    <p>
      {progress.state}, {rows.length}, {first?.user?._id && nameOf(first.user._id)}
    </p>
  );
}

test('the names of a huge organisation are loaded as far as they help, and all of it once that is wanted', async () => {
  desk.fault(/\/v1\/api\/member\?/, async (request, pass) => {
    const page = Number(new URL(request.url).searchParams.get('page'));
    const body = await (await pass()).json();
    if (page === 1) members.push(...body.data.members);
    body.data.members = Array.from({ length: 100 }, (_, place) => {
      const member = structuredClone(members[place % members.length] as (typeof members)[number]);
      member._id = `member-${page}-${place}`;
      member.user._id = `user-${page}-${place}`;
      return member;
    });
    return Response.json({ ...body, data: { ...body.data, page, total: MANY, pages: MANY / 100 } });
  });
  const members: { _id: string; user: { _id: string } }[] = [];
  history.replaceState(null, '', '/settings');
  const client = createQueryClient();
  onTestFinished(() => client.clear());
  await openPage(client, true);
  const pages = () => desk.asked().filter((request) => request.includes('/v1/api/member?')).length;
  const { rerender } = render(<Names all={false} />, {
    wrapper: ({ children }) => <Around client={client}>{children}</Around>,
  });
  await waitFor(() => expect(screen.getByText(/^resting, 2\d00, ./)).toBeVisible(), PATIENCE);
  // Those that were under way when there were enough of them still come.
  expect(pages()).toBeLessThanOrEqual(26);
  rerender(<Names all />);
  await waitFor(() => expect(screen.getByText(/^complete, 5000, ./)).toBeVisible(), PATIENCE);
});

function Index() {
  const { byId, isWhole } = useMemberIndex(true);
  const { progress } = useAllMembers(true);
  return (
    <p>
      {progress.state}, {byId.size > 0 ? 'some' : 'none'}, {isWhole ? 'whole' : 'not whole'}
    </p>
  );
}

test.each([
  [false, 'whole'],
  [true, 'not whole'],
])(
  'whether an id is no member’s is known only if every row could be read: one couldn’t be: %s',
  async (isOdd, known) => {
    desk.fault(/\/v1\/api\/member\?/, async (_request, pass) => {
      const body = await (await pass()).json();
      if (isOdd) body.data.members[0].user = null;
      return Response.json(body);
    });
    history.replaceState(null, '', '/settings');
    const client = createQueryClient();
    onTestFinished(() => client.clear());
    await openPage(client, true);
    render(<Index />, { wrapper: ({ children }) => <Around client={client}>{children}</Around> });
    expect(await screen.findByText(`complete, some, ${known}`, {}, PATIENCE)).toBeVisible();
  },
);
