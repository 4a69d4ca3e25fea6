import { INVESTMENT_TYPES } from '#contract/tokens.ts';
import { answersWith, countNarrowings, type TokenQuery } from '#dashboard/api/tokens/token-query.ts';
import { OneChip, TextChip } from '#dashboard/list/filter-chips.tsx';
import { FilterBar } from '#dashboard/table/filter-bar.tsx';
import { SearchField } from './search-field.tsx';

interface ListFiltersProps {
  query: TokenQuery;
  narrow: (change: Partial<TokenQuery>, replace?: boolean) => void;
  clear: () => void;
}

type FlagName = {
  [Name in keyof TokenQuery]: TokenQuery[Name] extends boolean | null ? Name : never;
}[keyof TokenQuery];

/** Everything that the two lists are narrowed by; those that the list which answers doesn't know aren't offered. */
export function ListFilters({ query, narrow, clear }: ListFiltersProps) {
  const flag = (name: FlagName, label: string, yes: string, no: string) => (
    <OneChip
      label={label}
      choices={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
      chosen={query[name] === null ? null : String(query[name])}
      onChange={(value) => narrow({ [name]: value === null ? null : value === 'true' })}
    />
  );
  const active = answersWith(query) === 'listTokens';
  return (
    <>
      <SearchField
        label="Search tokens by name"
        placeholder="Part of a name"
        text={query.name}
        onChange={(name) => narrow({ name }, query.name !== '' && name !== '')}
      />
      {/* A line of its own, as All tokens has it: whether it fits beside the search would hang on the font. */}
      <span className="basis-full max-md:hidden" />
      <FilterBar label="Filter tokens" count={countNarrowings(query)} onClear={clear}>
        <TextChip
          label="Symbol"
          text={query.symbol}
          onChange={(text) => narrow({ symbol: text.slice(0, 50) })}
        />
        <OneChip
          label="Investment type"
          choices={INVESTMENT_TYPES.map((value) => ({ value, label: value }))}
          chosen={query.investment_type}
          onChange={(value) =>
            narrow({ investment_type: INVESTMENT_TYPES.find((type) => type === value) ?? null })
          }
        />
        {flag('private', 'Private', 'Private', 'Not private')}
        {active && flag('primary_raise', 'Market', 'Primary raise', 'Secondaries')}
        {flag('completed_raise', 'Raise', 'Completed', 'Not completed')}
        {flag('exited', 'Exited', 'Exited', 'Not exited')}
        {active && flag('closed', 'Closed', 'Closed', 'Not closed')}
      </FilterBar>
    </>
  );
}
