import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { areSame } from '#dashboard/lib/are-same.ts';
import { isPlain } from '#dashboard/ui/plain.ts';

/** The attributes that may be written, by the names of their properties. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  'aria-rowindex': 'aria-rowindex',
  className: 'class',
  'data-index': 'data-index',
  dateTime: 'datetime',
  href: 'href',
  title: 'title',
};

/** A text or an attribute that becomes another. */
interface Change {
  node: Node;
  /** The attribute's name; undefined for a text. */
  name?: string;
  value: string;
}

type Props = Readonly<Record<string, unknown>>;
type Host = ReactElement<Props, string>;

/**
 * Makes the element in which React has put `before` show `next`. Of the time that a row takes which scrolls into view,
 * React's own is the greater part; where the two differ by texts and plain attributes alone, it isn't needed. Returns
 * whether they do; where they don't, nothing is changed.
 */
export function rewrite(element: Element, before: ReactElement, next: ReactElement): boolean {
  const changes: Change[] = [];
  if (!compare(element, before, next, changes)) return false;
  for (const { node, name, value } of changes) {
    if (name === undefined) node.nodeValue = value;
    else if (name === 'translate') (node as HTMLElement).style.translate = value;
    else (node as Element).setAttribute(name, value);
  }
  return true;
}

/** Adds what is to be changed; returns whether that is all in which they differ. */
function compare(node: Node | null | undefined, before: unknown, next: unknown, changes: Change[]): boolean {
  const had = seenOf(before);
  const has = seenOf(next);
  if (had === has) return true;
  if (!node) return false;
  if (isText(had) && isText(has)) {
    const value = `${has}`;
    // Of an empty text there may be no node.
    if (node.nodeType !== Node.TEXT_NODE || value === '') return false;
    changes.push({ node, value });
    return true;
  }
  if (!isValidElement<Props>(had) || !isValidElement<Props>(has)) return false;
  if (had.type !== has.type || had.key !== has.key) return false;
  if (!isHost(had)) return areSame(had.props, has.props);
  return (
    compareProps(node, had.props, has.props, changes) &&
    compareChildren(node, had.props.children, has.props.children, changes)
  );
}

function compareProps(node: Node, before: Props, next: Props, changes: Change[]): boolean {
  for (const name in before) if (!(name in next)) return false;
  for (const name in next) {
    const [had, has] = [before[name], next[name]];
    if (had === has || name === 'children') continue;
    const change = name === 'style' ? move(node, had, has) : attribute(node, name, had, has);
    if (!change) return false;
    changes.push(change);
  }
  return true;
}

/** Of an element's style, only its place may differ. */
function move(node: Node, before: unknown, next: unknown): Change | null {
  const { translate: from, ...had } = before as Props;
  const { translate: to, ...has } = next as Props;
  return isText(from) && isText(to) && areSame(had, has) ? { node, name: 'translate', value: `${to}` } : null;
}

function attribute(node: Node, property: string, before: unknown, next: unknown): Change | null {
  const name = ATTRIBUTES[property];
  if (name === undefined || !isText(before) || !isText(next)) return null;
  const value = `${next}`;
  // React looks at where a link leads before it sets it. An address within the desk needs no look.
  return name === 'href' && !value.startsWith('/') ? null : { node, name, value };
}

function compareChildren(node: Node, before: unknown, next: unknown, changes: Change[]): boolean {
  if (!Array.isArray(before) && !Array.isArray(next)) return compare(node.firstChild, before, next, changes);
  const had = childrenOf(before);
  const has = childrenOf(next);
  return (
    had.length === has.length &&
    had.every((child, place) => {
      // How many nodes a component has made isn't known, and so neither is the place of those after it.
      const isOne = isText(child) || isHost(child);
      return isOne && compare(node.childNodes[place], child, has[place], changes);
    })
  );
}

/** The children of which there are nodes, in their order. */
function childrenOf(children: unknown): ReactNode[] {
  const all: ReactNode[] = [children].flat(Number.POSITIVE_INFINITY) as ReactNode[];
  // Of an empty text there is no node, either.
  return all.map(seenOf).filter((child) => (isText(child) ? child !== '' : isValidElement(child)));
}

/** What was seen in a row is compared once more, with the row that comes after it. */
const seen = new WeakMap<ReactElement, ReactNode>();

/** What a plain component shows, and of anything else itself. */
function seenOf(node: unknown): ReactNode {
  if (!isValidElement(node) || !isPlain(node.type)) return node as ReactNode;
  let shown = seen.get(node);
  if (shown === undefined) {
    shown = seenOf(node.type(node.props));
    seen.set(node, shown);
  }
  return shown;
}

function isText(node: unknown): node is string | number {
  return typeof node === 'string' || typeof node === 'number';
}

function isHost(node: unknown): node is Host {
  return isValidElement(node) && typeof node.type === 'string';
}
