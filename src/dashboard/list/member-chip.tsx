import { type MemberRow, nameOfMember, useMemberIndex } from '#dashboard/api/members/members.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { FilterChip } from '#dashboard/table/filter-bar.tsx';
import { lazyPanel } from '#dashboard/ui/lazy-part.tsx';

const MemberFilter = lazyPanel(() => import('./member-filter.tsx').then((module) => module.MemberFilter));

/** As many members as are looked through for the name of the chosen one: the rest could take hundreds of requests. */
const MOST_NAMES = 2_000;

interface MemberChipProps {
  label: string;
  /** The chosen member's ID; empty if there is none. */
  text: string;
  /** The member's own ID is chosen, too, if requests have another. */
  isByBoth: boolean;
  onChange: (id: string) => void;
}

/** Narrows to one member, who is found by name. */
export function MemberChip({ label, text, isByBoth, onChange }: MemberChipProps) {
  const { memberIdInPath } = useDesk();
  const [first = ''] = text.split(',');
  const member = useMemberIndex(text !== '' && MOST_NAMES).byId.get(first);
  const idOf = ({ _id, user }: MemberRow) => {
    const inRequests = memberIdInPath === '_id' ? _id : user._id;
    return isByBoth && inRequests !== _id ? `${_id},${inRequests}` : inRequests;
  };
  return (
    <FilterChip
      label={label}
      summary={text === '' ? null : clip((member && nameOfMember(member.user)) ?? text, 80)}
      onClear={() => onChange('')}
      prepare={MemberFilter.approach}
      panel={(close) => (
        <MemberFilter
          idOf={idOf}
          onPick={(id) => {
            onChange(id);
            close();
          }}
        />
      )}
    />
  );
}
