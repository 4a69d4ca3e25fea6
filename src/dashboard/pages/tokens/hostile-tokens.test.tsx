import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { deskOfFile } from '#tests/support/desk.ts';
import { PATIENCE, renderDesk, rowsShown } from '#tests/support/render-desk.tsx';
import { type Token, tokensOf } from '#tests/support/tokens.ts';

const desk = deskOfFile();
beforeEach(async () => {
  localStorage.clear();
  await desk.signIn();
});

describe('a hostile token', () => {
  test('harms nothing, wherever it stands', async () => {
    const { pool } = desk.gateway.service.database;
    const [victim] = await tokensOf(desk, 'listTokens');
    const before = await pool.query('select name, symbol, image from service.token where id = $1', [
      victim?._id,
    ]);
    const name = `<img src=x onerror="window.harmed=1">\u202Egnp.exe ${'W'.repeat(10_000)}`;
    await pool.query('update service.token set name = $2, symbol = $3, image = $4 where id = $1', [
      victim?._id,
      name,
      '"><script>window.harmed=1</script>',
      'javascript:window.harmed=1',
    ]);
    for (const path of [
      '/tokens',
      '/tokens?status=all',
      `/tokens/${victim?._id}`,
      `/tokens/compare?ids=${victim?._id}`,
    ]) {
      await renderDesk(path);
      const main = (await screen.findAllByRole('main')).at(-1) as HTMLElement;
      await waitFor(() => expect(main.textContent).toContain('<img src=x onerror='), PATIENCE);
      expect(main.querySelector('script, img[src^="javascript" i], img[src="x"], [onerror]')).toBeNull();
      expect(document.title).not.toContain('\u202E');
      const shown = [...main.querySelectorAll('bdi, h1, a, button')];
      for (const element of shown) {
        expect(element.textContent?.length).toBeLessThan(1_000);
        expect(element.textContent).not.toContain('\u202E');
      }
      expect(window).not.toHaveProperty('harmed');
      document.body.replaceChildren();
    }
    const { rows } = before;
    await pool.query('update service.token set name = $2, symbol = $3, image = $4 where id = $1', [
      victim?._id,
      rows[0]?.name,
      rows[0]?.symbol,
      rows[0]?.image,
    ]);
  });

  test('with nothing but its identity and money still has its row; one without them is counted', async () => {
    // On every page they would be a list that changes while it is read.
    desk.fault(/\/v1\/api\/tokens\?page=1&/, async (_request, pass) => {
      const body = (await (await pass()).json()) as { data: Token };
      body.data.tokens[0] = { _id: 'bare', currency: 'NGN', price: { buy: 5 }, investment_type: 7 };
      body.data.tokens[1] = { _id: 'priceless', currency: 'NGN', price: null };
      return Response.json(body);
    });
    await renderDesk('/tokens');
    await waitFor(() => expect(rowsShown()[0]).toHaveTextContent('bare'), PATIENCE);
    expect(rowsShown()[0]).toHaveTextContent('Sell price: not returned.');
    expect(rowsShown()[0]).not.toHaveTextContent(/NaN|undefined|null/);
    expect(await screen.findByText(/1 row could not be read/, {}, PATIENCE)).toBeVisible();
  });
});
