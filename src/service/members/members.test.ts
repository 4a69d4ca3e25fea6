import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract } from '#contract/contract.ts';
import { HARBOUR, startTestService, type TestService } from '#tests/support/service.ts';

interface Member {
  _id: string;
  organisation: string;
  createdAt: string;
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function page(query: Record<string, number> = {}, token?: string) {
  const { status, body } = await service.call('listMembers', { query, ...(token && { token }) });
  expect(status).toBe(200);
  return body.data;
}

describe('members', () => {
  it('are answered as the contract has them, ten to a page', async () => {
    const { body } = await service.call('listMembers');
    expect(body).toMatchObject({ status: 'success', message: 'Members retrieved.' });
    expect(z.parse(contract.listMembers.reply, body.data)).toEqual(body.data);
    expect(body.data).toMatchObject({ page: 1, pages: 10, count: 10, total: 96 });
    for (const member of body.data.members) {
      expect(member.user._id).not.toBe(member._id);
      expect(member.user.email).toMatch(/@example\.com$/);
    }
  });

  it.each([7, 10, 100])('are each on exactly one page, newest first, with %d to a page', async (limit) => {
    const members: Member[] = [];
    for (let number = 1; number <= Math.ceil(96 / limit); number++) {
      const data = await page({ page: number, limit });
      expect(data).toMatchObject({ page: number, pages: Math.ceil(96 / limit), total: 96 });
      expect(data.count).toBe(data.members.length);
      members.push(...data.members);
    }
    expect(new Set(members.map((member) => member._id)).size).toBe(96);
    const times = members.map((member) => member.createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('come a hundred to a page at most, and none past the end', async () => {
    expect(await page({ limit: 1000 })).toMatchObject({ pages: 1, count: 96 });
    expect(await page({ page: 2_147_483_647, limit: 100 })).toEqual({
      page: 2_147_483_647,
      pages: 1,
      count: 0,
      total: 96,
      members: [],
    });
  });

  it('come without their secrets, stored or not', async () => {
    await service.database.pool.query(
      `update service.member set profile = profile ||
       '{"two_factor_secret": "SECRET-1", "temp_two_factor_secret": "SECRET-2"}'`,
    );
    const { body } = await service.call('listMembers', { query: { limit: 100 } });
    expect(JSON.stringify(body)).not.toContain('SECRET');
    for (const { user } of body.data.members) {
      expect(user).toMatchObject({ two_factor_secret: '', temp_two_factor_secret: '' });
    }
  });

  it('are those of the own organisation only', async () => {
    const crestline: Member[] = (await page({ limit: 100 })).members;
    const harbour: Member[] = (await page({ limit: 100 }, HARBOUR)).members;
    expect(harbour).toHaveLength(18);
    expect(new Set(crestline.map((member) => member.organisation)).size).toBe(1);
    expect(new Set(harbour.map((member) => member.organisation)).size).toBe(1);
    expect(harbour[0]?.organisation).not.toBe(crestline[0]?.organisation);
  });
});
