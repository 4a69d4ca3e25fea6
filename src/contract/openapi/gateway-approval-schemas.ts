import {
  approval,
  approvalDecision,
  approvalPage,
  approvalRules,
  loanState,
  rulesChange,
  rulesState,
} from '#contract/approvals.ts';
import { SESSION_PERSON } from './gateway-people-schemas.ts';
import type { NamedSchema, SchemaText } from './schemas.ts';

export const approvalExample = {
  id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  kind: 'cancelOrders',
  state: 'waiting',
  requester: { id: '3f9a1c0b7d5e2a4c6f8091b2', name: 'Ruth Kamau', verified: false },
  requestedAt: '2026-11-23T09:58:01.120Z',
  reason: 'Duplicate orders',
  expiresAt: '2026-11-24T09:58:01.120Z',
  because: [{ rule: 'runLines', currency: null, above: '50', is: '60' }],
  entry: null,
  run: '0f8fad5b-d9cb-469f-a165-70867728950e',
  request: { lines: 60, note: '' },
  loan: null,
  asked: null,
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  decision: null,
  may: { decide: true, withdraw: false },
};

const LOAN_STATE: SchemaText = {
  text: 'What a loan was judged by.',
  fields: {
    collateralValue:
      'Sum of quantity × sell price, a decimal in the loan’s currency; null if it could not be found out.',
    loanToValue: 'The amount divided by that value; null if it could not be found out.',
    termsLimit: 'The loan-to-value that the terms allow; null if they could not be read.',
    late: 'How many loans of the borrower are late or defaulted; null if not all could be read.',
  },
};

const BECAUSE: SchemaText = {
  text: 'The rules that it matches.',
  fields: {
    rule: 'The rule: `runLines`, `loanAmount`, `loanToValue`, `lateBorrower` or `changedRules`.',
    currency: 'Currency of an amount; null otherwise.',
    above: 'The limit, a decimal; null if the rule has none.',
    is: 'What the request comes to, a decimal: the lines, the amount, the loan-to-value, the late loans. Null if the rule has no figure, or if it could not be found out.',
  },
};

const RULES: SchemaText = {
  text: 'The rules that say what waits for approval. Each keeps its limit while it is off.',
  fields: {
    runLines: {
      text: 'Runs of more lines than this.',
      fields: { on: 'Whether the rule is in force.', above: 'Number of lines.' },
    },
    loanAmount: {
      text: 'Loans above an amount.',
      fields: {
        on: 'Whether the rule is in force.',
        above:
          'The amounts by currency, as decimals within its minor unit. A currency that is absent has no limit.',
      },
    },
    loanToValue: {
      text: 'Loans above a loan-to-value.',
      fields: { on: 'Whether the rule is in force.', above: 'The loan-to-value: 0.6 means 60 %.' },
    },
    lateBorrower: {
      text: 'Loans to a borrower with a late or defaulted loan.',
      fields: { on: 'Whether the rule is in force.' },
    },
    changedRules: {
      text: 'Changes of these rules, which a second administrator approves.',
      fields: { on: 'Whether the rule is in force.' },
    },
    expiresAfterHours: 'After how many hours a request expires that no one decides about.',
  },
};

/** The schemas of approvals. */
export const APPROVAL_SCHEMAS: Record<string, NamedSchema> = {
  ApprovalRules: { schema: approvalRules, ...RULES },
  RulesChange: {
    schema: rulesChange,
    text: 'All rules as they are to be.',
    fields: {
      ...RULES.fields,
      version:
        'The version that this changes, as it was read. If it is another by now, nothing is changed (409). Without it, what is there is replaced.',
    },
  },
  RulesState: {
    schema: rulesState,
    text: 'The rules, and who changed them last.',
    fields: {
      rules: RULES,
      version: 'Grows by one with each change; 0 before the first.',
      changedAt: 'When they were last changed, ISO 8601 in UTC; null if they never were.',
      changedBy: 'Name of the administrator who changed them.',
      approval: 'Id of the change that waits for a second administrator; null if none does.',
    },
  },
  LoanState: { schema: loanState, ...LOAN_STATE },
  Approval: {
    schema: approval,
    text: 'A request that waits, or waited, for a second person.',
    fields: {
      id: 'Id of the approval, a UUID.',
      kind: 'What waits: `createLoan`, `cancelOrders` or `changeRules`.',
      state:
        '`waiting`, `approved`, `rejected`, `expired`: no one decided in time, or `withdrawn` by its requester.',
      requester: SESSION_PERSON,
      requestedAt: 'When it was requested, ISO 8601 in UTC.',
      reason: 'Why it was requested; null if nothing was said.',
      expiresAt: 'When it expires, ISO 8601 in UTC.',
      because: BECAUSE,
      entry: 'Id of the journal entry of a loan; null otherwise.',
      run: 'Id of the run of cancellations; null otherwise.',
      request:
        'What will be sent: the body of a loan, a run’s `lines` and `note`, or the new `rules`. Once it is decided, without bank details.',
      loan: LOAN_STATE,
      asked: {
        text: 'What a loan was judged by when it was requested; null unless it has been judged worse since.',
        fields: { because: BECAUSE, loan: LOAN_STATE },
      },
      hash: 'SHA-256 over the request and what it was judged by.',
      decision: {
        text: 'The decision; null while it waits.',
        fields: {
          by: SESSION_PERSON,
          at: 'When, ISO 8601 in UTC.',
          reason: 'The reason; null if it expired.',
        },
      },
      may: {
        text: 'What the person who asks may do now.',
        fields: { decide: 'Approve or reject it.', withdraw: 'Withdraw it.' },
      },
    },
  },
  ApprovalPage: {
    schema: approvalPage,
    text: 'One page of approvals, newest first.',
    fields: {
      approvals: 'The approvals of this page.',
      next: 'Value of `before` for the next page; null on the last.',
      total: 'Number of approvals that match.',
      waiting: 'How many wait that the person who asks may decide about.',
    },
  },
  ApprovalDecision: {
    schema: approvalDecision,
    text: 'A decision about a request.',
    fields: {
      reason: 'Why, at most 500 characters.',
      hash: 'The `hash` of what was shown: if it has changed meanwhile, nothing is decided.',
    },
  },
};
