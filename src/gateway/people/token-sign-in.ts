import { ROLES, type Role } from '#contract/permissions.ts';
import { GATEWAY_CODES } from '#contract/session.ts';
import { GatewayFailure } from '../http/failures.ts';
import type { Identity } from '../session/session.ts';
import type { SignInRequest } from '../session/sign-in.ts';
import { demoPeople } from './demo-people.ts';

/** A sign-in that the demo offers. */
export interface DemoSignIn {
  organisation: string;
  accessToken: string;
}

/**
 * Who signs in with an access token, and with what roles: one of the demo's people, or else a person with every role,
 * under the name that they give. Throws a 400 GatewayFailure if a role is asked for that
 * is not the demo's to give.
 */
export function tokenIdentity(
  { accessToken, demoRole, name }: SignInRequest,
  label: string,
  demoSignIns: readonly DemoSignIn[],
): { identity: Omit<Identity, 'id'>; roles: readonly Role[] } {
  if (demoRole !== null) {
    const organisation = demoSignIns.findIndex((signIn) => signIn.accessToken === accessToken);
    const people = organisation < 0 ? [] : demoPeople(organisation);
    const person = people.find(({ role }) => role === demoRole);
    if (!person) {
      const message = 'demoRole: only the access tokens of the demo take a role.';
      throw new GatewayFailure(400, GATEWAY_CODES.malformed, message);
    }
    const identity = { subject: `demo:${demoRole}`, name: person.name, verified: false };
    return { identity, roles: [demoRole] };
  }
  const called = name ?? label;
  const subject = `name:${called.toLowerCase()}`;
  return { identity: { subject, name: called, verified: false }, roles: ROLES };
}
