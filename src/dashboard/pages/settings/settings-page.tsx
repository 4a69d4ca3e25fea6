import type { QueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { type ReactNode, useId, useState } from 'react';
import { CHOICES, DEFAULT_SETTINGS, LANGUAGES, type Settings } from '#contract/settings.ts';
import { sessionsQuery } from '#dashboard/api/people/people.ts';
import { countOf, formatCount, formatRate } from '#dashboard/lib/figures.ts';
import { rendering } from '#dashboard/lib/rendering.ts';
import { changeSettings, type Kept } from '#dashboard/lib/settings.ts';
import { formatMonth, monthOf, zoneName } from '#dashboard/lib/times.ts';
import { useSettings } from '#dashboard/lib/use-settings.ts';
import { Button } from '#dashboard/ui/button.tsx';
import { Checkbox } from '#dashboard/ui/checkbox.tsx';
import { Choice } from '#dashboard/ui/choice.tsx';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Field, inputClass } from '#dashboard/ui/field.tsx';
import { KeyList } from '#dashboard/ui/key-list.tsx';
import { Money } from '#dashboard/ui/money.tsx';
import { PageHead } from '#dashboard/ui/page-title.tsx';
import { useNow } from '#dashboard/ui/use-now.ts';
import { Sessions } from './sessions.tsx';

const THEMES = CHOICES.theme.map((value) => {
  return { value, label: { system: 'System', light: 'Light', dark: 'Dark' }[value] };
});
const DENSITIES = CHOICES.density.map((value) => {
  return { value, label: { comfortable: 'Comfortable', compact: 'Compact' }[value] };
});
const ZONES = CHOICES.timeZone.map((value) => {
  return { value, label: { mine: 'Local', business: 'Business', utc: 'UTC' }[value] };
});
const ROWS = CHOICES.listRows.toSorted((a, b) => a - b);

/** A language by its own name; the desk's own and the browser's by ours. */
function languageName(language: string): string {
  if (language === 'en') return 'Pledge default (English)';
  const own = () => rendering()?.reader.locale ?? new Intl.NumberFormat().resolvedOptions().locale;
  // A browser's may have extensions, as en-US-u-rg-gbzzzz does. Firefox and Safari throw for the name of such a one.
  const tag = language === 'auto' ? own().replace(/-u-.*$/, '') : language;
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return language === 'auto'
    ? `The browser’s (${name})`
    : name.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-panel border border-hairline bg-panel p-4 md:p-6">
      <h2 id={id} className="mb-4 font-semibold text-section">
        {title}
      </h2>
      <div className="flex flex-col gap-6">{children}</div>
    </section>
  );
}

type Outcome = Kept | 'reset';

const sentences: Record<Outcome, string> = {
  saved: 'Saved.',
  reset: 'All settings have their defaults.',
  'in-browser': 'Not saved yet. Your choice is kept in this browser and saved with the next one.',
  nowhere: 'Not saved. Your choice applies until the page is reloaded.',
};

export async function loader(client: QueryClient): Promise<void> {
  await client.prefetchQuery(sessionsQuery);
}

export default function SettingsPage() {
  const settings = useSettings();
  const now = useNow();
  const [outcome, setOutcome] = useState<{ kind: Outcome; count: number } | null>(null);
  async function change(wanted: Partial<Settings>, done: Outcome = 'saved') {
    const kept = await changeSettings(wanted);
    setOutcome((before) => ({ kind: kept === 'saved' ? done : kept, count: (before?.count ?? 0) + 1 }));
  }
  const held = <Name extends keyof Settings>(name: Name) => ({
    value: settings[name],
    onChange: (value: Settings[Name]) => void change({ [name]: value }),
  });
  return (
    // What has the focus stops short of the line that stays over the page.
    <div className="mx-auto flex max-w-180 flex-col gap-4 px-4 py-4 md:px-6 [&_:is(button,input,select,a)]:scroll-mt-16">
      <PageHead title="Settings">
        <Button onClick={() => void change(DEFAULT_SETTINGS, 'reset')}>Reset all</Button>
      </PageHead>
      <div className="sticky top-14 z-10 max-md:top-16.5 desk:top-0 -mx-1 flex min-h-7 items-center bg-page px-1">
        <p role="status" className="flex items-center gap-1.5 text-muted text-table">
          {outcome === null ? (
            'Changes save automatically and apply in every browser you use.'
          ) : (
            <span key={outcome.count} className="flex items-center gap-1.5">
              {outcome.kind === 'in-browser' || outcome.kind === 'nowhere' ? (
                <TriangleAlert size={16} aria-hidden className="shrink-0 text-warning" />
              ) : (
                <Check size={16} aria-hidden className="shrink-0 text-success" />
              )}
              {sentences[outcome.kind]}
            </span>
          )}
        </p>
      </div>
      <Section title="Sign-in">
        <Sessions />
      </Section>
      <Section title="Appearance">
        <Choice label="Theme" options={THEMES} {...held('theme')} />
        <Choice label="Density" help="Table row height." options={DENSITIES} {...held('density')} />
        <Choice
          label="Rows loaded automatically"
          help="For loans, cover, tokens, members and transactions. Longer lists have a button that loads the rest."
          options={ROWS.map((value) => ({ value, label: formatCount(value) }))}
          {...held('listRows')}
        />
      </Section>
      <Section title="Numbers and dates">
        <Choice
          label="Time zone"
          help="Used for all dates. Repayment dates are set in the business time zone."
          options={ZONES.map((zone) => ({
            ...zone,
            detail: zone.value === 'utc' ? '' : zoneName(zone.value),
          }))}
          {...held('timeZone')}
        />
        <Field label="Number and date format" help="Interface text stays in English.">
          {(wiring) => (
            <select
              {...wiring}
              value={settings.language}
              onChange={(event) => void change({ language: event.target.value })}
              className={`${inputClass} md:max-w-80`}
            >
              {LANGUAGES.map((language) => (
                <option key={language} value={language}>
                  {languageName(language)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Sample now={now} />
      </Section>
      <Section title="Keyboard">
        <Checkbox
          checked={settings.shortcuts}
          onChange={({ target }) => void change({ shortcuts: target.checked })}
          className="flex min-h-9 cursor-pointer items-start gap-2.5 *:first:mt-0.5 max-md:min-h-11"
        >
          <span>
            <span className="block font-medium">Single-key shortcuts</span>
            <span className="block text-label text-muted">
              Turn off if they interfere with assistive tools. Keys with Ctrl, Escape, Enter and the arrows
              still work.
            </span>
          </span>
        </Checkbox>
        <KeyList />
      </Section>
    </div>
  );
}

function Sample({ now }: { now: number }) {
  const entries = [
    ['An amount', <Money key="amount" amount={1_596_000.5} currency="NGN" />],
    ['A rate', formatRate(0.0525)],
    ['A count', countOf(12_500, 'loan')],
    ['A date', <DateTime key="date" at={now} />],
    ['A month', formatMonth(monthOf(now))],
  ] as const;
  return (
    <dl aria-label="Sample" className="rounded-panel border border-hairline bg-page px-4 py-1">
      {entries.map(([name, text]) => (
        <div
          key={name}
          className="flex min-h-9 items-center justify-between gap-4 border-hairline not-first:border-t"
        >
          <dt className="text-muted">{name}</dt>
          <dd className="tabular">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
