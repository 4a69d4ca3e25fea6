import { useQuery } from '@tanstack/react-query';
import { assigneesQuery } from '#dashboard/api/follow-ups/assignees.ts';
import { useMay } from '#dashboard/api/session/permissions.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { OneChip } from './filter-chips.tsx';

interface PersonChipProps {
  /** The people of the loaded rows: they may have been disabled since. */
  loaded: Iterable<{ id: string; name: string }>;
  chosen: string | null;
  onChange: (person: string | null) => void;
}

/** Narrows to what one person did. Only for those who see what everyone did. */
export function PersonChip({ loaded, chosen, onChange }: PersonChipProps) {
  const seesAll = useMay('see-all-activity');
  const { data: people = [] } = useQuery({ ...assigneesQuery, enabled: seesAll });
  if (!seesAll) return null;
  const names = new Map([...loaded, ...people].map(({ id, name }) => [id, clip(name, 80)]));
  const choices = [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
  return <OneChip label="Person" {...{ choices, chosen, onChange }} />;
}
