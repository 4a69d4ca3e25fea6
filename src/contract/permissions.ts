import type { JournalKind } from './operations.ts';

/** Who may do what: the one table that the gateway enforces and the dashboard reflects (docs/people.md). */

export const ROLES = ['analyst', 'creditor', 'operations', 'approver', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that have each permission. A person has the permissions of all of their roles. */
const GRANTED = {
  /** Loans, terms, tokens, customers, members, one's own activity. */
  read: ROLES,
  /** Members' email addresses, phone numbers and home addresses unmasked; each look is on record. */
  'see-contacts': ['creditor', 'operations', 'approver'],
  'create-loan': ['creditor'],
  /** One or many. */
  'cancel-orders': ['operations'],
  'see-all-activity': ['approver', 'administrator'],
  /** Other people's requests, never one's own. */
  approve: ['approver'],
  /** Runs are the shared work of those who make or audit them. */
  'see-runs': ['operations', 'approver', 'administrator'],
  /** People, their roles and sessions, the rules of approval. */
  'manage-people': ['administrator'],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof GRANTED;

/** What it takes to make a write of each kind, and to act on its entry. */
export const KIND_PERMISSIONS = {
  createLoan: 'create-loan',
  cancelOrder: 'cancel-orders',
} as const satisfies Record<JournalKind, Permission>;

/** Whether a person with these roles has a permission. */
export function isPermitted(roles: readonly Role[], permission: Permission): boolean {
  return roles.some((role) => (GRANTED[permission] as readonly Role[]).includes(role));
}

/** The roles that give a permission; one is enough. */
export function rolesWith(permission: Permission): readonly Role[] {
  return GRANTED[permission];
}
