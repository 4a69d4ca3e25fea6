import { GATEWAY_CODES, SIGN_IN_CODES } from '#contract/session.ts';
import type { Failure } from './parts.ts';

/** Failures of the gateway's addresses, by name; each operation lists its own by status. */
export const FAILURES = {
  malformed: {
    text: 'The request is malformed. The message names the parameter or says what is wrong.',
    message: 'limit: can’t be read',
    code: GATEWAY_CODES.malformed,
  },
  signedOut: {
    text: 'No one is signed in, the session has ended, or the service refuses its access token.',
    message: 'No one is signed in, or the session has ended.',
    code: GATEWAY_CODES.sessionRequired,
  },
  tokenRefused: {
    text: 'The service does not accept the access token.',
    message: 'That access token isn’t valid.',
    code: GATEWAY_CODES.tokenRefused,
  },
  foreignOrigin: {
    text: 'The request does not come from a page of Pledge.',
    message: 'This request does not come from a page of Pledge, so it is refused.',
    code: GATEWAY_CODES.foreignOrigin,
  },
  permissionRequired: {
    text: '`PERMISSION_REQUIRED`: the person’s roles lack the permission that `data.permission` names. Nothing was sent. Or `FOREIGN_ORIGIN`: the request changes something and does not come from a page of Pledge.',
    message: 'Your roles do not include the permission cancel-orders. Nothing was sent.',
    code: GATEWAY_CODES.permissionRequired,
  },
  personDisabled: {
    text: '`PERSON_DISABLED`: an administrator has disabled this person’s sign-in. `TOKEN_SIGN_IN_OFF`: access tokens are not taken. Or `FOREIGN_ORIGIN`: the request does not come from a page of Pledge.',
    message:
      'An administrator of your organisation has disabled the sign-in of Ruth Kamau. Ask them to enable it.',
    code: GATEWAY_CODES.personDisabled,
  },
  recentSignIn: {
    text: '`RECENT_SIGN_IN_REQUIRED`: this takes a sign-in of the last 15 minutes at the identity provider, if people sign in there; `data.signInAt` leads to it. `PERMISSION_REQUIRED`: the person’s roles lack the permission that `data.permission` names. Or `FOREIGN_ORIGIN`: the request does not come from a page of Pledge.',
    message: 'This takes a sign-in of the last 15 minutes. Sign in again, then repeat it. Nothing was sent.',
    code: SIGN_IN_CODES.recentSignInRequired,
  },
  ownAccess: {
    text: '`OWN_ACCESS`: an administrator can’t disable themselves or take this role from themselves. `CHANGED_MEANWHILE`: the person is of another version by now. Nothing was changed.',
    message: 'You cannot take your own access as an administrator. Another administrator can.',
    code: GATEWAY_CODES.ownAccess,
  },
  ownRequest: {
    text: '`OWN_REQUEST`: no one decides about their own request, and only its requester withdraws it. `OTHER_CREDITOR`: a loan is approved by someone who is signed in for the creditor that lends. `RECENT_SIGN_IN_REQUIRED`: approving takes a sign-in of the last 15 minutes at the identity provider, if people sign in there; `data.signInAt` leads to it. `PERMISSION_REQUIRED`: the person’s roles lack the permission that `data.permission` names. Or `FOREIGN_ORIGIN`: the request does not come from a page of Pledge.',
    message: 'This is your own request. Someone else has to decide about it.',
    code: GATEWAY_CODES.ownRequest,
  },
  approvalDecided: {
    text: '`ALREADY_DECIDED`: someone else has decided, or the request has expired. `APPROVAL_CHANGED`: what was shown has changed meanwhile, so nothing was decided. `PERSON_DISABLED`: its requester has been disabled or lost the role for it, so it can’t be approved. `CONTENT_UNREADABLE`: the session secret that it was encrypted under is no longer known, so it can’t be approved.',
    message: 'This request has been rejected by Samuel Adeleke already. Nothing was changed.',
    code: GATEWAY_CODES.decided,
  },
  otherChange: {
    text: '`ALREADY_DECIDED`: another change of the rules waits for approval. `CHANGED_MEANWHILE`: the rules are of another version by now. Nothing was changed.',
    message: 'Another change of the rules waits for approval. Decide about it or withdraw it first.',
    code: GATEWAY_CODES.decided,
  },
  rulesUnchecked: {
    text: 'The service did not answer what the rules ask, so nothing was decided or sent. Or `JOURNAL_UNAVAILABLE`: this gateway may send nothing just now, so nothing was decided.',
    message:
      'It could not be checked whether this loan needs approval, so nothing was sent. Try again in a moment.',
    code: GATEWAY_CODES.rulesUnchecked,
    headers: ['Retry-After'],
  },
  notFound: {
    text: 'There is no such record in this organisation.',
    message: 'There is no such entry that you may see.',
    code: GATEWAY_CODES.notFound,
  },
  notFoundByService: {
    text: 'The service knows no such record.',
    message: 'orderId: no such order',
  },
  notAllowed: {
    text: 'The address has no such method.',
    message: 'PUT is not allowed at /session, only GET, POST, DELETE.',
    code: GATEWAY_CODES.wrongMethod,
    headers: ['Allow'],
  },
  tooLarge: {
    text: 'The body is larger than 64 KB.',
    message: 'The body is larger than the 65536 bytes that are accepted.',
    code: GATEWAY_CODES.tooLarge,
  },
  notJson: {
    text: 'The body is not JSON.',
    message: 'The body must be JSON, with the header Content-Type: application/json.',
    code: GATEWAY_CODES.malformed,
  },
  keyRequired: {
    text: 'The `Idempotency-Key` is missing or no UUID, or the request is malformed. Nothing was sent. Or the service refused the write as malformed.',
    message: 'Idempotency-Key: a write needs this header with a UUID. Nothing was sent.',
    code: GATEWAY_CODES.keyRequired,
  },
  keyReused: {
    text: 'The key was used for a different request; nothing was sent. Or the service refused the write.',
    message: 'This idempotency key was used for another request. Nothing was sent.',
    code: GATEWAY_CODES.keyReused,
  },
  sameLoan: {
    text: '`SAME_LOAN`: someone requested the same loan in the last 24 hours, or it still waits for approval or is unknown, under another key; nothing was sent. Or `WRITE_NOT_DONE`: an earlier request with this key ended without being carried out. `data.entry` names the entry, and `data.who` the person who requested the same loan.',
    message: 'Grace Okafor requested the same loan before. Nothing was sent. Confirm to create another.',
    code: GATEWAY_CODES.sameLoan,
  },
  notDone: {
    text: 'An earlier request with this key ended without being carried out. `data.entry` names the entry.',
    message: 'An earlier request with this key ended without being carried out, as far as is known.',
    code: GATEWAY_CODES.notDone,
  },
  decided: {
    text: 'The outcome is known already, the loan is not one of the candidates, or another entry is known to have created it: `data.entry` names that one.',
    message: 'The outcome is known already.',
    code: GATEWAY_CODES.decided,
  },
  runState: {
    text: 'The run does not take this action in its state, or no line of it can be retried.',
    message: 'This run is done, so it can’t be paused. Nothing was changed.',
    code: GATEWAY_CODES.runState,
  },
  runChanged: {
    text: 'A run with this id exists with other content. Nothing was changed.',
    message: 'A run with this ID exists with other content. Nothing was changed.',
    code: GATEWAY_CODES.runChanged,
  },
  followUpChanged: {
    text: 'Someone has changed the follow-up since that version. Nothing was changed.',
    message: 'Someone has changed this follow-up in the meantime. Nothing was changed. Look at it again.',
    code: GATEWAY_CODES.followUpChanged,
  },
  collateralChanged: {
    text: 'Someone has changed the collateral since that version, or the loan was created in Pledge. Nothing was changed.',
    message: 'Someone has changed this collateral in the meantime. Nothing was changed.',
    code: GATEWAY_CODES.collateralChanged,
  },
  followUpTooLarge: {
    text: 'The body is larger than 1 MB.',
    message: 'The body is larger than the 1048576 bytes that are accepted.',
    code: GATEWAY_CODES.tooLarge,
  },
  tooManyViews: {
    text: '`TOO_MANY_VIEWS`: the person has as many saved views as there can be. `CHANGED_MEANWHILE`: the view is of another version by now. Nothing was changed.',
    message: 'You have 200 saved views, which is the most there can be. Delete one first.',
    code: GATEWAY_CODES.tooManyViews,
  },
  viewChanged: {
    text: 'Someone has changed the view since that version. Nothing was changed.',
    message: 'Someone has changed this view in the meantime. Nothing was changed.',
    code: GATEWAY_CODES.changedMeanwhile,
  },
  tooManyWatched: {
    text: 'The person watches as many tokens as there can be.',
    message: 'You watch 100 tokens, which is the most there can be. Remove one first.',
    code: GATEWAY_CODES.tooManyWatched,
  },
  runTooLarge: {
    text: 'The body is larger than 8 MB.',
    message: 'The body is larger than the 8388608 bytes that are accepted.',
    code: GATEWAY_CODES.tooLarge,
  },
  notRecorded: {
    text: 'The run could not be recorded. The request is safe to repeat.',
    message: 'The run could not be recorded. Try again in a moment.',
    code: GATEWAY_CODES.journalUnavailable,
    headers: ['Retry-After'],
  },
  exportNotRecorded: {
    text: 'The export could not be recorded, so nothing was exported.',
    message: 'This could not be recorded, so nothing was exported. Try again in a moment.',
    code: GATEWAY_CODES.journalUnavailable,
    headers: ['Retry-After'],
  },
  revealNotRecorded: {
    text: 'The service can’t be reached, or who sees whose contact data could not be recorded, so nothing was revealed.',
    message: 'This could not be recorded, so nothing was revealed. Try again in a moment.',
    code: GATEWAY_CODES.journalUnavailable,
    headers: ['Retry-After'],
  },
  tooManySignIns: {
    text: 'Too many refused sign-ins from this address in the last minute.',
    message: 'Too many sign-ins were refused. Try again in 42 s.',
    code: GATEWAY_CODES.tooManyAttempts,
    headers: ['Retry-After'],
  },
  tooManyStreams: {
    text: 'The session has ten streams open.',
    message: 'This session has 10 event streams open, which is the most it may have.',
    code: GATEWAY_CODES.tooManyStreams,
    headers: ['Retry-After'],
  },
  forged: {
    text: 'The signature of the webhook is missing, wrong or too old.',
    message: 'The signature of this webhook is not right.',
    code: GATEWAY_CODES.forgedWebhook,
  },
  databaseAway: {
    text: 'The database does not answer.',
    message: 'The database does not answer. Try again in a moment.',
    headers: ['Retry-After'],
  },
  failed: { text: 'The gateway failed.', message: 'The gateway failed.' },
  unreadable: {
    text: '`SERVICE_UNREADABLE`: the service’s response can’t be read. `SERVICE_INTERRUPTED`: the connection broke off before the response was complete. `SERVICE_FAILED`: it answered a write with a failure of its own. If it was a write, its outcome is not known and the gateway checks it.',
    message:
      'The service broke off its answer. It is not known whether it was carried out; Pledge is checking.',
    code: GATEWAY_CODES.serviceInterrupted,
  },
  unreachable: {
    text: 'The service can’t be reached, or the write could not be recorded, or it could not be checked whether it needs approval. Nothing was sent. Or `SERVICE_FAILED`: the service answered a write with 429 or 503, so its outcome is not known; then there is no `Retry-After`.',
    message: 'The service could not be reached. Nothing was sent to it.',
    code: GATEWAY_CODES.serviceUnreachable,
    headers: ['Retry-After'],
  },
  notReady: {
    text: 'The service does not answer, the database takes no writes, or the clock of this machine is more than 10 seconds from the database’s.',
    message: 'The service or the database does not answer, or the clock of this machine is wrong.',
  },
  timeout: {
    text: 'The service did not answer in time. If it was a write, its outcome is not known and the gateway checks it.',
    message:
      'The service did not answer within 30 seconds. It is not known whether it was carried out; Pledge is checking.',
    code: GATEWAY_CODES.serviceTimeout,
  },
  noSecret: {
    text: 'The request lacks the secret of the metrics.',
    message: 'The metrics need their secret as a bearer token.',
    headers: ['WWW-Authenticate'],
  },
} satisfies Record<string, Failure>;
