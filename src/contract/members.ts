import * as z from 'zod/mini';
import { id, openSet, timestamp } from './fields.ts';
import { essential } from './reading.ts';

/** The parts of a member user that a browser may see: all but secrets and provider references. Contact data is masked. */
const visibleUser = {
  _id: id,
  type: openSet,
  entity_type: openSet,
  fname: z.string(),
  lname: z.string(),
  email: z.string(),
  username: z.string(),
  phone: z.string(),
  city: z.nullable(z.string()),
  state: z.nullable(z.string()),
  country: z.nullable(z.string()),
  homeAddress: z.nullable(z.string()),
  kyc: z.object({
    bank: z.boolean(),
    identityDocument: openSet,
    selfie: openSet,
    address: openSet,
    accredited: openSet,
    email: z.boolean(),
    terms: z.boolean(),
  }),
  activated: z.boolean(),
  verified: z.boolean(),
  pin_set: z.boolean(),
  biometrics_auth: z.boolean(),
  self_activated: z.boolean(),
  two_factor_enabled: z.boolean(),
  dealroom_member: z.boolean(),
  tour: z.object({
    introduction_tour: z.boolean(),
    wallet_tour: z.boolean(),
    secondary_tour: z.boolean(),
  }),
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** The parts that never leave the gateway. */
const withheldUser = {
  temp_two_factor_secret: z.string(),
  two_factor_secret: z.string(),
  provider1_baas_reference: z.string(),
  provider2_reference: z.string(),
  provider3_reference: z.string(),
  manual_reference: z.string(),
};

/** The fields of the member list that a browser misses because the gateway keeps them back, not the service. */
export const WITHHELD_FIELDS: readonly string[] = Object.keys(withheldUser).map(
  (name) => `members[].user.${name}`,
);

const memberFields = {
  _id: id,
  status: openSet,
  organisation: id,
  createdAt: timestamp,
  updatedAt: timestamp,
};

/** A member as the service sends it (interface, "Member"). */
export const member = essential(
  z.object({ ...memberFields, user: essential(z.object({ ...visibleUser, ...withheldUser }), ['_id']) }),
  ['_id', 'status', 'user'],
);
export type Member = z.infer<typeof member>;

/** A member as it reaches a browser: the gateway's allow-list, so that a secret added tomorrow stays behind too. */
export const visibleMember = essential(
  z.object({ ...memberFields, user: essential(z.object(visibleUser), ['_id']) }),
  ['_id', 'status', 'user'],
);
export type VisibleMember = z.infer<typeof visibleMember>;
