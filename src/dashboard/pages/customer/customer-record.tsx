import type { QueryClient } from '@tanstack/react-query';
import { asSent } from '#contract/reading.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { followUpsQuery } from '#dashboard/api/follow-ups/follow-ups.ts';
import { FollowUpsPanel, RecordHistoryPanel } from '#dashboard/forms/record-panels.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';

/** Fetches the follow-ups with the page. */
export async function prefetchRecord(client: QueryClient, key: string): Promise<void> {
  await client.prefetchQuery(followUpsQuery({ kind: 'customer', record: key }));
}

/** What is to be done about a customer, what was done, and the record as it came. */
export function CustomerRecord({ id, name, customer }: { id: string; name: string; customer: CustomerRow }) {
  return (
    <>
      <FollowUpsPanel kind="customer" id={id} name={name} />
      <RecordHistoryPanel kind="customer" id={id} />
      <RawJson value={asSent(customer)} name="this customer" />
    </>
  );
}
