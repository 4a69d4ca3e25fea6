import { asSent } from '#contract/reading.ts';
import type { CustomerRow } from '#dashboard/api/customers/customer-rows.ts';
import { FollowUpsPanel, RecordHistoryPanel } from '#dashboard/forms/record-panels.tsx';
import { RawJson } from '#dashboard/ui/raw-json.tsx';

export function CustomerRecord({ id, name, customer }: { id: string; name: string; customer: CustomerRow }) {
  return (
    <>
      <FollowUpsPanel kind="customer" id={id} name={name} />
      <RecordHistoryPanel kind="customer" id={id} />
      <RawJson value={asSent(customer)} name="this customer" />
    </>
  );
}
