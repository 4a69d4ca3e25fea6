import { nameOfMember, useMemberIndex } from '#dashboard/api/members/members.ts';
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
  /** It is the member's own ID, not the one that requests have. */
  isOwn: boolean;
  onChange: (id: string) => void;
}

/** Narrows to one member, who is found by name. */
export function MemberChip({ label, text, isOwn, onChange }: MemberChipProps) {
  const { memberIdInPath } = useDesk();
  const member = useMemberIndex(text !== '' && MOST_NAMES).byId.get(text);
  return (
    <FilterChip
      label={label}
      summary={text === '' ? null : clip((member && nameOfMember(member.user)) ?? text, 80)}
      onClear={() => onChange('')}
      prepare={MemberFilter.approach}
      panel={(close) => (
        <MemberFilter
          idIn={isOwn ? '_id' : memberIdInPath}
          onPick={(id) => {
            onChange(id);
            close();
          }}
        />
      )}
    />
  );
}
