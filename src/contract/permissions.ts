import type { JournalKind } from './operations.ts';

/** Who may do what: the one table that the gateway enforces and the dashboard reflects (docs/people.md). */

export const ROLES = ['analyst', 'creditor', 'operations', 'approver', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** The roles that have each permission. A person has the permissions of all of their roles. */
const GRANTED = {
  /** Loans, terms, tokens, customers, members, one's own activity. */
  read: ROLES,
  /** Members' e-mail, phone and address, unmasked. */
  'see-contacts': ['creditor', 'operations', 'approver'],
  'create-loan': ['creditor'],
  /** One or many. */
  'cancel-orders': ['operations'],
  /** Of other people. */
  'approve-requests': ['approver'],
  'see-all-activity': ['approver', 'administrator'],
  /** Runs are the shared work of those who make, approve or audit them. */
  'see-runs': ['operations', 'approver', 'administrator'],
  /** People, roles, sessions, the organisation's token, approval rules. */
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

/** The roles of which any one gives a permission. */
export function rolesWith(permission: Permission): readonly Role[] {
  return GRANTED[permission];
}
