import {
  FIELD_GROUPS,
  type FieldGroup,
  TOKEN_FIELDS,
  type TokenRow,
} from '#dashboard/api/tokens/token-fields.ts';
import { headerOf } from '#dashboard/api/tokens/token-units.ts';
import { TokenValue } from '#dashboard/table/token-value.tsx';
import { type Definition, DefinitionPanel } from '#dashboard/ui/definition-list.tsx';

/** A field that another one of the same group says already, in the same figures. */
const DOUBLED = 'percentage';

/** Every field of a token, by group. */
export function TokenGroups({ token }: { token: TokenRow }) {
  return (
    <div className="grid items-start gap-3 p-3 lg:grid-cols-2">
      {[0, 1].map((column) => (
        <div key={column} className="flex min-w-0 flex-col gap-3">
          {FIELD_GROUPS.filter((_, place) => place % 2 === column).map((group) => (
            <DefinitionPanel key={group} title={group} items={itemsOf(group, token)} />
          ))}
        </div>
      ))}
    </div>
  );
}

function itemsOf(group: FieldGroup, token: TokenRow): Definition[] {
  const fields = TOKEN_FIELDS.filter((field) => field.group === group && field.id !== DOUBLED);
  return fields.map((field) => ({
    label: headerOf(field),
    value: <TokenValue {...{ field, token }} />,
    note: field.formula && field.read(token) !== undefined ? field.formula : undefined,
  }));
}
