import type { MemberRow } from '#service/members/handler.ts';
import type { Day } from './day.ts';
import { countryOf, plain } from './names.ts';
import type { Plan } from './plans.ts';
import { at, createRandom, demoId, type Random } from './random.ts';

const REVIEW = [
  'Approved',
  'Approved',
  'Approved',
  'Approved',
  'Pending',
  'Rejected',
  'Not Submitted',
] as const;

/** The members of a demo organisation, newest first: the first one is the first that the service lists. */
export function demoMembers(plan: Plan, organisationId: string, day: Day): MemberRow[] {
  const random = createRandom(`${plan.key}/members`);
  return Array.from({ length: plan.members }, (_, index) => {
    const joined = day.before(41 + index * 8 + random.next() * 6);
    return {
      id: demoId(plan.key, 'member', index),
      organisation_id: organisationId,
      user_id: demoId(plan.key, 'user', index),
      status: index % 17 === 9 ? 'Pending' : index % 31 === 20 ? 'Suspended' : 'Active',
      profile: profile(plan, index, day, random),
      created_at: joined,
      updated_at: new Date(joined.getTime() + random.int(0, 40 * 86_400) * 1000),
    };
  });
}

function profile(plan: Plan, index: number, day: Day, random: Random): MemberRow['profile'] {
  const people = countryOf(random);
  const first = random.pick(people.first);
  const last = random.pick(people.last);
  const [city, state] = random.pick(people.places);
  const email = `${plain(first)}.${plain(last)}${index + 1}@${plan.domain}`;
  const verified = index === 0 || random.chance(0.8);
  const signedUp = day.before(random.between(900, 1_800));
  // Some people never gave an address, some gave a part of it.
  const knows = (every: number) => index % every !== every - 1;
  return {
    type: index % 6 === 5 ? 'business' : 'individual',
    entity_type: index % 6 === 5 ? 'company' : 'person',
    fname: first,
    lname: last,
    email,
    username: `${plain(first)}${plain(last).slice(0, 3)}${index + 1}`,
    phone: people.phone + String(random.int(0, 9_999_999)).padStart(13 - people.phone.length, '0'),
    city: knows(7) ? city : null,
    state: knows(5) ? state : null,
    country: knows(11) ? people.country : null,
    homeAddress: knows(4) ? `${random.int(1, 190)} ${random.pick(people.streets)}, ${city}` : null,
    kyc: {
      bank: random.chance(0.85),
      identityDocument: verified ? 'Approved' : random.pick(REVIEW),
      selfie: verified ? 'Approved' : random.pick(REVIEW),
      address: random.pick(REVIEW),
      accredited: random.pick(REVIEW),
      email: random.chance(0.95),
      terms: random.chance(0.97),
    },
    activated: index % 19 !== 18,
    verified,
    pin_set: random.chance(0.9),
    biometrics_auth: random.chance(0.5),
    self_activated: random.chance(0.7),
    two_factor_enabled: index % 3 === 0,
    dealroom_member: random.chance(0.3),
    ...confidential(plan, index),
    tour: {
      introduction_tour: random.chance(0.8),
      wallet_tour: random.chance(0.5),
      secondary_tour: random.chance(0.3),
    },
    createdAt: signedUp.toISOString(),
    updatedAt: day.before(random.between(1, 40)).toISOString(),
  };
}

/** Values that must never reach a browser; their beginning is what tests search for. */
function confidential(plan: Plan, index: number) {
  const reference = (name: string) => `prov-ref-${demoId(plan.key, name, index)}`;
  return {
    temp_two_factor_secret: '',
    two_factor_secret: '',
    provider1_baas_reference: index % 2 === 0 ? reference('provider1') : '',
    provider2_reference: index % 5 === 0 ? reference('provider2') : '',
    provider3_reference: index % 8 === 0 ? reference('provider3') : '',
    manual_reference: at(['', '', reference('manual')], index + 2),
  };
}
