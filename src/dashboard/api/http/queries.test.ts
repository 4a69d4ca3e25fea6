import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readAgain } from './queries.ts';

const queryKey = ['progress'];

/** A query whose answers, numbered in the order of the questions, come when they are let go. */
function slowQuery() {
  const client = new QueryClient();
  const waiting: (() => void)[] = [];
  let asked = 0;
  const queryFn = () => {
    asked += 1;
    const number = asked;
    return new Promise<number>((resolve) => {
      waiting.push(() => resolve(number));
    });
  };
  onTestFinished(() => client.clear());
  return {
    client,
    options: { queryKey, queryFn },
    asked: () => asked,
    async answer() {
      await vi.waitFor(() => expect(waiting).not.toHaveLength(0));
      waiting.shift()?.();
    },
    shown: async (number: number) =>
      await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(number)),
  };
}

test.each(['first', 'later'])(
  'news during the %s read lets it end, and has one more follow',
  async (which) => {
    const { client, options, asked, answer, shown } = slowQuery();
    onTestFinished(new QueryObserver(client, options).subscribe(() => {}));
    let number = 1;
    if (which === 'later') {
      await answer();
      await shown(number);
      number += 1;
      void readAgain(client, { queryKey });
    }
    for (let news = 0; news < 5; news++) void readAgain(client, { queryKey });
    expect(asked()).toBe(number);
    await answer();
    await shown(number);
    await answer();
    await shown(number + 1);
    expect(client.isFetching()).toBe(0);
    expect(asked()).toBe(number + 1);
  },
);

test('what no page shows yet is called off, so that the page asks after the change', async () => {
  const { client, options, asked, answer, shown } = slowQuery();
  void client.prefetchQuery(options);
  await readAgain(client, { queryKey });
  onTestFinished(new QueryObserver(client, options).subscribe(() => {}));
  expect(asked()).toBe(2);
  await answer();
  await answer();
  await shown(2);
});
