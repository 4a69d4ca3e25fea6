import { or } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import * as z from 'zod/mini';
import type { Member } from '#contract/members.ts';
import { insertRows } from '../db/insert.ts';
import { member } from '../db/schema.ts';
import { email, filledText, flag, id, instant, now, optional, required, sameAs, text } from './fields.ts';
import { all, flatten, isAmong, type Kind, nest, valuesGiven } from './kind.ts';

const REVIEWS = ['identityDocument', 'selfie', 'address', 'accredited'].map((name) => `user.kyc.${name}`);
const CHECKS = ['bank', 'email', 'terms'].map((name) => `user.kyc.${name}`);
const TOURS = ['introduction_tour', 'wallet_tour', 'secondary_tour'].map((name) => `user.tour.${name}`);

const user = (names: string) => names.split(' ').map((name) => `user.${name}`);

/** Members with their users. Two-factor secrets can't be imported: Pledge answers with none (decisions, row 20). */
export const members: Kind = {
  noun: 'member',
  unique: ['_id', 'user._id'],
  fixed: ['user._id'],
  isSingle: false,
  fields: {
    _id: required(id),
    status: optional(filledText(50), 'Active'),
    'user._id': required(id),
    'user.type': optional(text(50), 'individual'),
    'user.entity_type': optional(text(50), 'person'),
    'user.fname': required(filledText()),
    'user.lname': required(filledText()),
    'user.email': required(email),
    'user.username': sameAs(text(), 'user.email'),
    'user.phone': optional(text(50), ''),
    ...all(user('city state country homeAddress'), z.nullable(text(500)), null),
    ...all(CHECKS, flag, false),
    ...all(REVIEWS, filledText(50), 'Not Submitted'),
    ...all(user('activated verified pin_set biometrics_auth self_activated'), flag, false),
    ...all(user('two_factor_enabled dealroom_member'), flag, false),
    ...all(
      user('provider1_baas_reference provider2_reference provider3_reference manual_reference'),
      text(),
      '',
    ),
    ...all(TOURS, flag, false),
    'user.createdAt': sameAs(instant, 'createdAt'),
    'user.updatedAt': sameAs(instant, 'updatedAt'),
    createdAt: now(instant),
    updatedAt: sameAs(instant, 'createdAt'),
  },
  async find(client, { organisationId }, records) {
    const ids = valuesGiven(records, '_id');
    const userIds = valuesGiven(records, 'user._id');
    const rows = await drizzle(client)
      .select()
      .from(member)
      .where(or(isAmong(member.id, ids), isAmong(member.userId, userIds)));
    return rows.map(({ id: _id, userId, status, profile, createdAt, updatedAt, ...row }) => ({
      isOwn: row.organisationId === organisationId,
      values: flatten({
        _id,
        status,
        user: { ...profile, _id: userId },
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }),
    }));
  },
  async write(client, { organisationId }, records) {
    const rows = records.map((values) => {
      const { _id, status, user, createdAt, updatedAt } = nest(values) as unknown as Member;
      const { _id: userId, ...profile } = user;
      const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
      return { id: _id, organisationId, userId, status, profile, ...times };
    });
    await insertRows(client, member, rows, 'replace');
  },
};
