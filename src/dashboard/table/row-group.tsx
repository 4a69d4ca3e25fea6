import { Component, createElement, createRef, Fragment, type ReactElement, type ReactNode } from 'react';
import { areSame } from '#dashboard/lib/are-same.ts';
import { GROUP, type RowWindow } from './row-window.ts';
import { rewrite } from './row-writer.ts';
import { bodyClass, type RowSource, rowProps } from './table-body.tsx';
import { HEADER_HEIGHT } from './table-look.ts';
import { type TableRowProps, tableRow } from './table-row.tsx';

interface RowGroupProps<Row> extends RowSource<Row> {
  id: number;
  shown: RowWindow;
  /** The height of a row. */
  height: number;
  busy: boolean;
}

interface RowGroupState {
  /** The place of its first row. */
  index: number;
  /** How often its element was made anew. */
  made: number;
}

/** A row, and what it was made from. */
interface MadeRow<Row> {
  given: TableRowProps<Row>;
  row: ReactElement;
}

/**
 * The rows of one element, which is moved as a whole: other rows as the list scrolls. They are written over what React
 * has put there, if that can be done; before React changes anything, it finds again what it has put there.
 */
export class RowGroup<Row> extends Component<RowGroupProps<Row>, RowGroupState> {
  static getDerivedStateFromProps({ id, shown }: RowGroupProps<unknown>): Partial<RowGroupState> {
    return { index: shown.placeOf(id) };
  }

  override state: RowGroupState = { index: 0, made: 0 };
  readonly #element = createRef<HTMLTableSectionElement>();
  /** What was rendered last, whether or not React has put it there yet. */
  #rendered: ReactElement | null = null;
  #rows: readonly MadeRow<Row>[] = [];
  /** What React has put there, and what stands there now. */
  #made: ReactElement | null = null;
  #stands: ReactElement | null = null;
  /** What the rows that stand there are from, and the place of the first. */
  #source = this.props;
  #index = 0;
  #unsubscribe = () => {};

  /** React isn't needed for rows that stand there already. */
  override shouldComponentUpdate(props: RowGroupProps<Row>, { index, made }: RowGroupState): boolean {
    return index !== this.#index || made !== this.state.made || !areSame(props, this.props);
  }

  override render(): ReactNode {
    const { index, made } = this.state;
    if (index >= this.props.rows.length) return null;
    // A row that is what it was is the same element, and React passes over it.
    this.#rows = placesFrom(index, this.props.rows.length).map((place, of) => {
      const given = rowProps(this.props, place);
      const had = this.#rows[of];
      return had && areSame(had.given, given) ? had : { given, row: tableRow(given) };
    });
    const rows = this.#rows.map(({ row }) => row);
    this.#rendered = this.#groupOf(this.props, index, rows);
    return <Fragment key={made}>{this.#rendered}</Fragment>;
  }

  override componentDidMount(): void {
    this.#unsubscribe = this.props.shown.subscribe(this.#follow);
    this.#begin();
  }

  /** Returns whether React finds what it has put there. */
  override getSnapshotBeforeUpdate(): boolean {
    const element = this.#element.current;
    return !element || !this.#made || !this.#stands || rewrite(element, this.#stands, this.#made);
  }

  override componentDidUpdate(_before: unknown, _state: unknown, isFound: boolean): void {
    // Something else has changed it: a browser that translates the page, say.
    if (!isFound) this.setState(({ made }) => ({ made: made + 1 }));
    this.#begin();
  }

  override componentWillUnmount(): void {
    this.#unsubscribe();
  }

  /** What React has put there is what stands there. The list may have scrolled on meanwhile. */
  #begin(): void {
    this.#source = this.props;
    this.#index = this.state.index;
    this.#made = this.#element.current && this.#rendered;
    this.#stands = this.#made;
    this.#follow();
  }

  readonly #follow = (): void => {
    const { shown, id } = this.#source;
    const index = shown.placeOf(id);
    if (index !== this.#index && !this.#write(index)) this.setState({ index });
  };

  /** Returns false where it takes React. */
  #write(index: number): boolean {
    const element = this.#element.current;
    // A checkbox takes React.
    if (!element || !this.#stands || this.#source.look.selects) return false;
    const places = placesFrom(index, this.#source.rows.length);
    const rows = places.map((place) => tableRow(rowProps(this.#source, place)));
    const next = this.#groupOf(this.#source, index, rows);
    if (!rewrite(element, this.#stands, next)) return false;
    this.#stands = next;
    this.#index = index;
    return true;
  }

  #groupOf({ height, busy }: RowGroupProps<Row>, index: number, rows: readonly ReactElement[]): ReactElement {
    return createElement(
      'tbody',
      {
        ref: this.#element,
        role: 'rowgroup',
        className: `block contain-strict ${bodyClass(busy)}`,
        style: {
          ...{ position: 'absolute', insetInline: 0, top: HEADER_HEIGHT, height: rows.length * height },
          translate: `0 ${index * height}px`,
        },
      },
      ...rows,
    );
  }
}

/** The places of the rows of a group, of which the first is known, in a list of so many. */
function placesFrom(index: number, length: number): number[] {
  const count = Math.max(0, Math.min(GROUP, length - index));
  return Array.from({ length: count }, (_, of) => index + of);
}
