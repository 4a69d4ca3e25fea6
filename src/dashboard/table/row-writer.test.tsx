import { cleanup, render } from '@testing-library/react';
import fc from 'fast-check';
import type { ReactElement, ReactNode } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { DateTime } from '#dashboard/ui/date-time.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { RowLink } from './row-link.tsx';
import { rewrite } from './row-writer.ts';

afterEach(cleanup);

// Few values, so that two rows often agree in some of them.
const text = fc.constantFrom('Ada', 'Bola', '<b>Chi</b>', '', '0', ' ');
const count = fc.constantFrom(0, 1, 1_000);

/** The ways in which a cell may show a name and a figure. */
const KINDS: ((name: string, at: number) => ReactNode)[] = [
  (name) => name,
  (_, at) => at,
  (name) => name === 'Ada' || null,
  (name) => <span title={name}>{name}</span>,
  (name) => (
    <RowLink href={`/customers/${name}`} className="truncate">
      <bdi>{name}</bdi>
    </RowLink>
  ),
  (name) => <a href={`javascript:${name}`}>away</a>,
  (_, at) => <DateTime at={at} />,
  (name) => <Unknown reason={name} />,
  (name) => <Stateful name={name} />,
  (name, at) => (
    <span className={at > 0 ? 'font-medium' : 'text-muted'}>
      {name} has {at} {at === 1 && <Stateful name={name} />}
    </span>
  ),
  (name, at) => [<b key="name">{name}</b>, <DateTime key="at" at={at} />],
];

/** A component of which the writer knows nothing. */
function Stateful({ name }: { name: string }) {
  return <i>{name}</i>;
}

const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: 2, maxLength: 2 });

/** A row whose cells show what they do in these ways. */
const rowOf = (ways: typeof KINDS) =>
  fc.record({ index: fc.nat(99), selected: fc.boolean(), name: text, at: count }).map((row) => (
    <tr
      key="row"
      data-index={row.index}
      data-selected={row.selected || undefined}
      aria-rowindex={row.index + 2}
      style={{ position: 'absolute', top: 0, translate: `0 ${row.index * 44}px` }}
    >
      <td>first</td>
      {ways.map((show, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
        <td key={place}>{show(row.name, row.at)}</td>
      ))}
    </tr>
  ));

/** Three rows of a list, most of the time of the same kind. */
const rows = fc
  .tuple(kinds, kinds, fc.nat(3))
  .chain(([ways, others, odd]) => fc.tuple(...[0, 1, 2].map((place) => rowOf(place === odd ? others : ways))))
  .map((three) => three as [ReactElement, ReactElement, ReactElement]);

const inTable = (row: ReactElement) => (
  <table>
    <tbody>{row}</tbody>
  </table>
);

/** A row as React shows it. */
function shown(row: ReactElement) {
  const { container, rerender } = render(inTable(row));
  return {
    // React may make another element of it.
    get element() {
      return container.querySelector('tr') as HTMLTableRowElement;
    },
    become: (other: ReactElement) => rerender(inTable(other)),
  };
}

/** Whether an element is, down to its nodes, what React makes of a row. */
const isAs = (element: Element, row: ReactElement) => element.isEqualNode(shown(row).element);

describe('writing one row over another', () => {
  test('comes to what React would have shown, or changes nothing', () => {
    let written = 0;
    fc.assert(
      fc.property(rows, ([before, next]) => {
        const { element } = shown(before);
        const isWritten = rewrite(element, before, next);
        expect(isAs(element, isWritten ? next : before)).toBe(true);
        written += isWritten ? 1 : 0;
        cleanup();
      }),
      { numRuns: 300 },
    );
    expect(written).toBeGreaterThan(10);
  });

  test('can be taken back, after which React goes on as if it had not been', () => {
    fc.assert(
      fc.property(rows, ([before, between, next]) => {
        const row = shown(before);
        if (rewrite(row.element, before, between)) expect(rewrite(row.element, between, before)).toBe(true);
        row.become(next);
        expect(isAs(row.element, next)).toBe(true);
        cleanup();
      }),
      { numRuns: 300 },
    );
  });

  const person = (name: string, at: number) => (
    <tr data-index={at}>
      <td>
        <RowLink href={`/customers/${name}`}>{name}</RowLink>
      </td>
      <td>
        <DateTime at={at} />
      </td>
    </tr>
  );

  test('is done where texts, links and instants are others', () => {
    const { element } = shown(person('Ada', 0));
    expect(rewrite(element, person('Ada', 0), person('Bola', 86_400_000))).toBe(true);
    expect(element).toHaveTextContent('Bola');
    expect(element.querySelector('a')).toHaveAttribute('href', '/customers/Bola');
    expect(element.querySelector('time')).toHaveAttribute('datetime', '1970-01-02T00:00:00.000Z');
  });

  const silent = () => {};
  const still = () => {};
  test.each<[string, { before: ReactElement; next: ReactElement }]>([
    [
      'another handler',
      { before: <i onPointerEnter={silent}>Ada</i>, next: <i onPointerEnter={still}>Ada</i> },
    ],
    [
      'an address that leads elsewhere',
      { before: <a href="/a">Ada</a>, next: <a href="https://example.com">Ada</a> },
    ],
    ['an attribute more', { before: <i>Ada</i>, next: <i title="Ada">Ada</i> }],
    ['no text any more', { before: <i>Ada</i>, next: <i>{''}</i> }],
    ['another component’s', { before: <Stateful name="Ada" />, next: <Stateful name="Bola" /> }],
  ])('is left to React where there is %s', (_, { before, next }) => {
    const inRow = (content: ReactElement) => (
      <tr>
        <td>{content}</td>
      </tr>
    );
    const { element } = shown(inRow(before));
    expect(rewrite(element, inRow(before), inRow(next))).toBe(false);
    expect(isAs(element, inRow(before))).toBe(true);
  });

  test('is left to React where a text is no more what it was', () => {
    const { element } = shown(person('Ada', 0));
    const link = element.querySelector('a') as HTMLAnchorElement;
    link.innerHTML = '<font>Translated</font>';
    expect(rewrite(element, person('Ada', 0), person('Bola', 0))).toBe(false);
  });
});
