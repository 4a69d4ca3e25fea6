import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { useStandingError } from './use-standing-error.ts';

/** What has been asked for and is not answered yet, oldest first. */
let waiting: { page: number; answer(rows: string): Promise<void>; fail(why: string): Promise<void> }[] = [];

function List({ page }: { page: number }) {
  const query = useQuery({
    queryKey: ['rows', page],
    queryFn: () =>
      new Promise<string>((resolve, reject) => {
        waiting.push({
          page,
          answer: async (rows) => await act(async () => resolve(rows)),
          fail: async (why) => await act(async () => reject(new Error(why))),
        });
      }),
  });
  const { data } = query;
  const error = useStandingError(query);
  return (
    <>
      <output aria-label="rows">{data ?? 'none'}</output>
      <output aria-label="failure">{error?.message ?? 'none'}</output>
      <output aria-label="state">{query.isFetching ? 'asking' : 'rests'}</output>
      <button type="button" onClick={() => void query.refetch()}>
        Again
      </button>
    </>
  );
}

function open() {
  waiting = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: true } } });
  onTestFinished(() => client.clear());
  const { rerender } = render(<List page={1} />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
  return async (page: number) => await act(async () => rerender(<List page={page} />));
}

const next = () => waiting.shift() ?? expect.fail('Nothing was asked for.');
const again = async () => await act(async () => screen.getByRole('button').click());

/** Waits until the list says just this, in one moment. */
async function expectSaid(rows: string, failure: string, state: string): Promise<void> {
  const outputs = ['rows', 'failure', 'state'].map((name) => screen.getByRole('status', { name }));
  await waitFor(() => expect(outputs.map(({ textContent }) => textContent)).toEqual([rows, failure, state]));
}

test('a failure stands while the first load is asked for again, until there is something else to say', async () => {
  open();
  await expectSaid('none', 'none', 'asking');
  await next().fail('broken');
  await expectSaid('none', 'broken', 'rests');
  await again();
  await expectSaid('none', 'broken', 'asking');
  await next().fail('forbidden');
  await expectSaid('none', 'forbidden', 'rests');
  await again();
  await next().answer('loans');
  await expectSaid('loans', 'none', 'rests');
});

test('a refresh that failed stands beside what was there, and while it is asked for again', async () => {
  open();
  await next().answer('loans');
  await again();
  await expectSaid('loans', 'none', 'asking');
  await next().fail('broken');
  await expectSaid('loans', 'broken', 'rests');
  await again();
  await expectSaid('loans', 'broken', 'asking');
  await next().answer('more loans');
  await expectSaid('more loans', 'none', 'rests');
});

test('what one page failed with is not said of another, though that one has failed before', async () => {
  const turn = open();
  await next().fail('broken');
  await turn(2);
  await expectSaid('none', 'none', 'asking');
  await next().fail('forbidden');
  await expectSaid('none', 'forbidden', 'rests');
  await turn(1);
  await expectSaid('none', 'none', 'asking');
  await next().answer('page 1');
  await expectSaid('page 1', 'none', 'rests');
});
