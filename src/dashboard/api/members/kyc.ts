export const KYC_CHECKS = [
  { field: 'bank', label: 'Bank account' },
  { field: 'identityDocument', label: 'Identity document' },
  { field: 'selfie', label: 'Selfie' },
  { field: 'address', label: 'Address' },
  { field: 'accredited', label: 'Accreditation' },
  { field: 'email', label: 'Email' },
  { field: 'terms', label: 'Terms' },
] as const;

export type KycField = (typeof KYC_CHECKS)[number]['field'];

/** The state of a check, if its value is known by name. Any other value is shown as it came. */
export type KycState = 'passed' | 'pending' | 'failed' | 'missing' | 'other' | 'unsaid';

const STATES = new Map<string, KycState>([
  ['approved', 'passed'],
  ['pending', 'pending'],
  ['rejected', 'failed'],
  ['not submitted', 'missing'],
  ['', 'missing'],
]);

/** Reads the value of a check. It is a reading of the word alone: the decision is the service's. */
export function kycState(value: string | boolean | undefined): KycState {
  if (value === undefined) return 'unsaid';
  if (typeof value === 'boolean') return value ? 'passed' : 'missing';
  return STATES.get(value.trim().toLowerCase()) ?? 'other';
}

const YES_OR_NO: Partial<Record<KycField, [yes: string, no: string]>> = {
  bank: ['Verified', 'Not verified'],
  email: ['Verified', 'Not verified'],
  terms: ['Accepted', 'Not accepted'],
};

/** The value of a check in words. A text is shown as it came. */
export function kycWord(field: KycField, value: string | boolean | undefined): string {
  if (value === undefined) return 'Not returned';
  if (typeof value === 'boolean') return (YES_OR_NO[field] ?? ['Yes', 'No'])[value ? 0 : 1];
  return value === '' ? 'Empty' : value;
}

/** The value of a check as it reads among labels: one that is known by name has no capitals within. */
export function kycLabel(field: KycField, value: string | boolean | undefined): string {
  const word = kycWord(field, value);
  return kycState(value) === 'other' ? word : word.charAt(0) + word.slice(1).toLowerCase();
}
