import type { MemberRow } from '#dashboard/api/members.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { Unknown } from '#dashboard/ui/unknown.tsx';

const CHECKS = {
  identityDocument: 'Identity document',
  selfie: 'Selfie',
  address: 'Address',
  accredited: 'Accredited',
  bank: 'Bank',
  email: 'E-mail',
  terms: 'Terms',
} as const;

/** The checks of a member, each with the value that the service gives it; nothing is decided from them. */
export function KycSummary({ kyc }: { kyc: NonNullable<MemberRow['user']>['kyc'] }) {
  if (!kyc) return <Unknown reason="The service gave no checks." />;
  return (
    <ul className="flex flex-col">
      {Object.entries(CHECKS).map(([name, label]) => {
        const value = kyc[name as keyof typeof CHECKS];
        return (
          <li key={name} className="flex justify-between gap-4">
            <span className="text-muted">{label}</span>
            <span className="text-right">
              {value === undefined || value === '' ? (
                <Unknown reason="The service gave no value." />
              ) : typeof value === 'boolean' ? (
                value ? (
                  'Yes'
                ) : (
                  'No'
                )
              ) : (
                <bdi>{clip(value, 60)}</bdi>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
