import { countPage, pageWindow } from '#contract/paging.ts';
import type { Handler } from '../bind.ts';
import { Refusal } from '../refusal.ts';
import { classifiedReply, tokenReply } from './reply.ts';
import { tokenById, tokensPage } from './repository.ts';

/**
 * Endpoint 6. Active unless told otherwise: neither exited nor closed, where closed means that the deal was
 * cancelled; `primary_raise` is the opposite of trading in the secondary market.
 */
export const listTokens: Handler<'listTokens'> = async ({ context, client, query }) => {
  const window = pageWindow(query);
  const { rows, total } = await tokensPage(
    context.db,
    client.organisationId,
    {
      cancelled: query.closed ?? false,
      exited: query.exited ?? false,
      private: query.private,
      investmentType: query.investment_type,
      secondaries: query.primary_raise === undefined ? undefined : !query.primary_raise,
    },
    window,
  );
  return {
    message: 'Tokens gotten.',
    data: { ...countPage(window, total, rows.length), tokens: rows.map(tokenReply) },
  };
};

/** Endpoint 7. */
export const searchTokens: Handler<'searchTokens'> = async ({ context, client, query }) => {
  const window = pageWindow(query);
  const { rows, total } = await tokensPage(
    context.db,
    client.organisationId,
    {
      name: query.name,
      symbol: query.symbol,
      exited: query.exited,
      completed_raise: query.completed_raise,
      private: query.private,
      investmentType: query.investment_type,
    },
    window,
  );
  return {
    message: 'Tokens gotten.',
    data: { ...countPage(window, total, rows.length), tokens: rows.map(classifiedReply) },
  };
};

/** Endpoint 8. */
export const getToken: Handler<'getToken'> = async ({ context, client, params }) => {
  const row = await tokenById(context.db, client.organisationId, params.tokenId);
  if (!row) throw new Refusal(404, 'tokenId: no such token');
  return { message: 'Token gotten.', data: { ...classifiedReply(row), percentage: Number(row.percentage) } };
};
