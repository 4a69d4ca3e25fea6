import { Component, createRef, Fragment, type ReactElement, type ReactNode } from 'react';
import type { RowWindow } from './row-window.ts';
import { areSame, rewrite } from './row-writer.ts';
import { type RowSource, rowProps } from './table-body.tsx';
import { type TableRowProps, tableRow } from './table-row.tsx';

interface VirtualRowProps<Row> extends RowSource<Row> {
  id: number;
  shown: RowWindow;
  height: number;
}

interface VirtualRowState {
  index: number;
  /** How often its element was made anew. */
  made: number;
}

/**
 * The row of one element: another one as the list scrolls. It is written over what React has put there, if that can be
 * done; before React changes anything, it finds again what it has put there.
 */
export class VirtualRow<Row> extends Component<VirtualRowProps<Row>, VirtualRowState> {
  static getDerivedStateFromProps({ id, shown }: VirtualRowProps<unknown>): Partial<VirtualRowState> {
    return { index: shown.placeOf(id) };
  }

  override state: VirtualRowState = { index: 0, made: 0 };
  readonly #element = createRef<HTMLTableRowElement>();
  /** What was rendered last, whether or not React has put it there yet. */
  #rendered: { given: TableRowProps<Row>; row: ReactElement } | null = null;
  /** What React has put there, and what stands there now. */
  #made: ReactElement | null = null;
  #stands: ReactElement | null = null;
  /** What the row that stands there is from, and its place. */
  #source = this.props;
  #index = 0;
  #unsubscribe = () => {};

  /** React isn't needed for a row that stands there already. */
  override shouldComponentUpdate(props: VirtualRowProps<Row>, { index, made }: VirtualRowState): boolean {
    return index !== this.#index || made !== this.state.made || !areSame(props, this.props);
  }

  override render(): ReactNode {
    const { index, made } = this.state;
    if (index >= this.props.rows.length) return null;
    const given = { ...givenTo(this.props, index), ref: this.#element };
    if (!this.#rendered || !areSame(this.#rendered.given, given))
      this.#rendered = { given, row: tableRow(given) };
    return <Fragment key={made}>{this.#rendered.row}</Fragment>;
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
    this.#made = this.#element.current && this.#rendered ? this.#rendered.row : null;
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
    if (index >= this.#source.rows.length) return false;
    const next = tableRow({ ...givenTo(this.#source, index), ref: this.#element });
    if (!rewrite(element, this.#stands, next)) return false;
    this.#stands = next;
    this.#index = index;
    return true;
  }
}

function givenTo<Row>(props: VirtualRowProps<Row>, index: number): TableRowProps<Row> {
  return { ...rowProps(props, index), top: index * props.height };
}
