import { useState } from 'react';
import { FIELD_GROUPS, fieldOf, NUMBER_FIELDS } from '#dashboard/api/tokens/token-fields.ts';
import { type Bounds, NO_BOUNDS } from '#dashboard/lib/bounds.ts';
import { RangeForm } from '#dashboard/table/range-form.tsx';
import { inputClass } from '#dashboard/ui/field.tsx';

interface RangePanelProps {
  ranges: Readonly<Record<string, Bounds>>;
  /** The one field that it is about; otherwise any may be chosen. */
  only?: string;
  onChange: (id: string, bounds: Bounds) => void;
  close: () => void;
}

export function RangePanel({ ranges, only, onChange, close }: RangePanelProps) {
  const [id, setId] = useState(only ?? 'price.sell');
  const field = fieldOf(id);
  return (
    <RangeForm
      // The fields start again with the bounds of another figure.
      key={id}
      label={field.label}
      head={only === undefined && <Figure id={id} onChange={setId} />}
      bounds={ranges[id] ?? NO_BOUNDS}
      unit={field.kind === 'share' ? '%' : field.unit === 'unstated' ? undefined : field.unit}
      help={helpOf(field)}
      signed
      onApply={(bounds) => {
        onChange(id, bounds);
        close();
      }}
    />
  );
}

function Figure({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  return (
    <label className="mb-3 block">
      <span className="mb-1.5 block font-medium">Field</span>
      <select value={id} onChange={(event) => onChange(event.target.value)} className={inputClass}>
        {FIELD_GROUPS.map((group) => (
          <optgroup key={group} label={group}>
            {NUMBER_FIELDS.filter((each) => each.group === group).map((each) => (
              <option key={each.id} value={each.id}>
                {each.label}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

function helpOf({ kind, unit, formula }: ReturnType<typeof fieldOf>): string | undefined {
  if (kind === 'money') return 'In the token’s currency. Filter by currency to compare.';
  return unit === 'unstated' ? 'Unit not stated.' : formula;
}
