import * as z from 'zod/mini';
import type { Member } from '#contract/members.ts';
import { insertRows } from '../db/insert.ts';
import type { MemberRow } from '../members/handler.ts';
import { email, filledText, flag, id, instant, now, optional, required, sameAs, text } from './fields.ts';
import { all, flatten, type Kind, nest, valuesGiven } from './kind.ts';

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
    const { rows } = await client.query<MemberRow>(
      'select * from service.member where id = any($1::text[]) or user_id = any($2::text[])',
      [ids, userIds],
    );
    return rows.map((row) => ({
      isOwn: row.organisation_id === organisationId,
      values: flatten({
        _id: row.id,
        status: row.status,
        user: { ...row.profile, _id: row.user_id },
        createdAt: row.created_at.toISOString(),
        updatedAt: row.updated_at.toISOString(),
      }),
    }));
  },
  async write(client, { organisationId }, records) {
    const rows = records.map((values) => {
      const { _id, status, user, createdAt, updatedAt } = nest(values) as unknown as Member;
      const { _id: userId, ...profile } = user;
      const times = { created_at: createdAt, updated_at: updatedAt };
      return { id: _id, organisation_id: organisationId, user_id: userId, status, profile, ...times };
    });
    await insertRows(client, 'member', rows, 'replace');
  },
};
