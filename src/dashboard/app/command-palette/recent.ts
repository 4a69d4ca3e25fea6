import { fieldsOf } from '#dashboard/lib/json.ts';
import { readStored, store } from '#dashboard/lib/storage.ts';

/** Records that were opened in this tab, newest first, apart for each session holder. */

export interface RecentRecord {
  address: string;
  title: string;
}

const KEY = 'pledge-recent';

export function recentRecords(holder: string): RecentRecord[] {
  const { holder: of, records } = fieldsOf(readStored(KEY, 'sessionStorage'));
  return of === holder && Array.isArray(records) ? records.filter(isRecord) : [];
}

/** Notes a record as the newest. Only one holder's are kept: the next one's take their place. */
export function noteRecord(holder: string, record: RecentRecord): void {
  const others = recentRecords(holder).filter(({ address }) => pathOf(address) !== pathOf(record.address));
  store(KEY, { holder, records: [record, ...others].slice(0, 8) }, 'sessionStorage');
}

function pathOf(address: string): string {
  return address.replace(/[?#].*/s, '');
}

/** An address of ours: what the storage holds may have been put there by anything. */
function isRecord(entry: unknown): entry is RecentRecord {
  const { address, title } = fieldsOf(entry);
  return typeof address === 'string' && /^\/[^/\\]/.test(address) && typeof title === 'string';
}
