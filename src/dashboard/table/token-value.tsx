import { type TokenField, type TokenRow, withUnit } from '#dashboard/api/tokens/token-fields.ts';
import { percentOf } from '#dashboard/api/tokens/token-figures.ts';
import { amountText, withPercent } from '#dashboard/lib/figures.ts';
import { readTimestamp } from '#dashboard/lib/times.ts';
import { clip } from '#dashboard/lib/truncate.ts';
import { CopyId } from '#dashboard/ui/copy-id.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';

type TokenValueProps = { field: TokenField; token: TokenRow; alignTo?: number; brief?: boolean };

/** What a token says in a field, written as fields of its kind are; as it came where it is of no kind. */
export function TokenValue({ field, token, alignTo = 0, brief = false }: TokenValueProps) {
  const value = field.read(token);
  if (value === undefined) return <Unknown reason={lackOf(field)} />;
  if (value === null) return <span className="text-muted">None</span>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field.kind === 'id') return <CopyId id={String(value)} name={field.label.toLowerCase()} />;
  if (typeof value === 'number') {
    if (field.kind === 'money') return <Money amount={value} currency={token.currency} alignTo={alignTo} />;
    const isShare = field.kind === 'share';
    return (
      <span className="tabular whitespace-nowrap">
        {isShare ? <Share value={value} signed={field.id === 'change'} /> : withUnit(value, field.unit)}
      </span>
    );
  }
  const at = field.kind === 'date' ? readTimestamp(value) : null;
  if (at !== null) return <DateTime at={at} brief={brief} />;
  if (value.trim() === '') return <span className="text-muted">Empty</span>;
  return (
    <bdi title={clip(value, 500)} className="inline-block max-w-full truncate align-bottom">
      {clip(value, 120)}
    </bdi>
  );
}

/** A share in percent. Signed, it says which way: by its sign, not by colour alone. */
export function Share({ value, signed = false }: { value: number; signed?: boolean }) {
  const rounded = percentOf(value);
  const text = withPercent(amountText(rounded, undefined));
  if (!signed) return text;
  const tone = rounded > 0 ? 'text-success' : rounded < 0 ? 'text-danger' : 'text-muted';
  return <span className={tone}>{rounded > 0 ? `+${text}` : text}</span>;
}

export function lackOf({ label, formula }: TokenField): string {
  return formula ? `Can’t be calculated: ${formula}.` : `${label}: not returned.`;
}
