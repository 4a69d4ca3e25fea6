import { contract, type EndpointName, endpointNames } from './contract.ts';
import { KIND_PERMISSIONS, type Permission } from './permissions.ts';

/** What each endpoint of the service requires. */
const ENDPOINT_PERMISSIONS: Record<EndpointName, Permission> = {
  ...KIND_PERMISSIONS,
  listLoans: 'read',
  getLoanConfiguration: 'read',
  listMembers: 'read',
  listTokens: 'read',
  searchTokens: 'read',
  getToken: 'read',
  listCustomers: 'read',
  listTransactions: 'read',
};

/**
 * What each of the gateway's own addresses requires; null where it is enough to be signed in. A test holds it
 * against the gateway's document.
 */
const ADDRESS_PERMISSIONS: Record<string, Permission | null> = {
  'GET /journal': 'read',
  'GET /journal/{id}': 'read',
  'POST /journal/{id}/check': 'read',
  'POST /journal/{id}/choose': 'read',
  'POST /journal/{id}/close': 'read',
  'GET /events': 'read',
  'GET /events/log': 'read',
  'GET /runs': 'see-runs',
  'PUT /runs/{id}': 'cancel-orders',
  'GET /runs/{id}': 'see-runs',
  'GET /runs/{id}/lines': 'see-runs',
  'GET /runs/{id}/report.csv': 'see-runs',
  'POST /runs/{id}/pause': 'cancel-orders',
  'POST /runs/{id}/resume': 'cancel-orders',
  'POST /runs/{id}/stop': 'cancel-orders',
  'POST /runs/{id}/now': 'cancel-orders',
  'POST /runs/{id}/again': 'cancel-orders',
  'GET /desk/log': 'read',
  'GET /desk/log.csv': 'read',
  'POST /desk/exports': 'read',
  'POST /desk/reveals': 'see-contacts',
  'POST /desk/member-search': 'see-contacts',
  'GET /desk/people': 'manage-people',
  'PUT /desk/people/{id}': 'manage-people',
  'GET /desk/follow-ups': 'read',
  // Everyone may add one; who may change what is decided for each of them.
  'PUT /desk/follow-ups/{id}': 'read',
  'DELETE /desk/follow-ups/{id}': 'manage-people',
  'GET /desk/assignees': 'read',
  'GET /desk/collateral': 'read',
  // It belongs to the loans that they make.
  'PUT /desk/collateral/{loan}': 'create-loan',
  'GET /desk/approvals': 'read',
  'GET /desk/approvals/{id}': 'read',
  // Who may approve or reject depends on the kind of the request: never its own requester.
  'POST /desk/approvals/{id}/approve': 'read',
  'POST /desk/approvals/{id}/reject': 'read',
  'POST /desk/approvals/{id}/withdraw': 'read',
  'GET /desk/rules': 'read',
  'PUT /desk/rules': 'manage-people',
  'GET /desk/views': 'read',
  'PUT /desk/views/{id}': 'read',
  'DELETE /desk/views/{id}': 'read',
  'PUT /desk/visit': 'read',
  'GET /desk/watchlist': 'read',
  'PUT /desk/watchlist/{id}': 'read',
  'DELETE /desk/watchlist/{id}': 'read',
  'PUT /desk/settings': null,
  'GET /desk/sessions': null,
  'DELETE /desk/sessions': null,
  'DELETE /desk/sessions/{id}': null,
};

const REQUIRED: Record<string, Permission | null> = {
  ...ADDRESS_PERMISSIONS,
  ...Object.fromEntries(
    endpointNames.map((name) => [
      `${contract[name].method} ${contract[name].path}`,
      ENDPOINT_PERMISSIONS[name],
    ]),
  ),
};

/**
 * What a request requires, by its method and its path with the names of parameters in braces: a permission; null if
 * being signed in is enough; undefined if the address isn't in the table.
 */
export function requiredPermission(method: string, path: string): Permission | null | undefined {
  return REQUIRED[`${method} ${path}`];
}
