import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { customerAddress } from '#dashboard/api/customers/customer-keys.ts';
import { transactionCountQuery } from '#dashboard/api/customers/customer-transactions.ts';
import { isAbsence } from '#dashboard/api/http/api-error.ts';
import { explainRead } from '#dashboard/api/http/explain.ts';
import { customerSaltOf, useDesk } from '#dashboard/api/session/session.ts';
import { countOf } from '#dashboard/lib/figures.ts';
import { Unknown } from '#dashboard/ui/unknown.tsx';

/** The customer page of a member's email address, with the number of transactions there. */
export function MemberTransactions({ email }: { email: string }) {
  const salt = customerSaltOf(useDesk());
  const { data, error, isPending } = useQuery(transactionCountQuery(email));
  const isAbsent = isAbsence(error);
  if (error && !isAbsent) return <Unknown reason={explainRead(error)} />;
  if (isPending && !error) return <span className="text-muted">Counting…</span>;
  if (data === undefined && !isAbsent) return <Unknown reason="The number was not returned." />;
  if (!data) return 'None under this email address';
  return (
    <Link
      to={customerAddress(salt, email)}
      className="rounded-control text-accent-text hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {countOf(data, 'transaction')}
    </Link>
  );
}
