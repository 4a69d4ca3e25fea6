import {
  type FieldGroup,
  TOKEN_FIELDS,
  type TokenField,
  type TokenRow,
} from '#dashboard/lib/token-fields.ts';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { TokenValue } from '#dashboard/ui/token-value.tsx';

/** What a token says in the fields of a group. */
export function GroupPanel({ group, token }: { group: FieldGroup; token: TokenRow }) {
  const fields = TOKEN_FIELDS.filter((field) => field.group === group);
  return (
    <Panel title={group}>
      <div className="px-4 py-1">
        <DefinitionList
          items={fields.map((field) => ({
            label: field.label,
            value: <TokenValue {...{ field, token }} />,
            note: noteOf(field, token),
          }))}
        />
      </div>
    </Panel>
  );
}

function noteOf({ formula, read }: TokenField, token: TokenRow) {
  return formula && read(token) !== undefined ? formula : undefined;
}
