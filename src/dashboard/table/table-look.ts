export type Density = 'comfortable' | 'compact';

/** What decides how a table's cells look; the same object until something in it changes. */
export interface TableLook {
  density: Density;
  selects: boolean;
  /** Whether columns keep their width when other rows come into view. */
  fixed: boolean;
}

/** The heights of a row, of the header and of the footer, in pixels. */
export const ROW_HEIGHT = { comfortable: 44, compact: 32 } as const;
export const HEADER_HEIGHT = 36;

const rowHeights = { comfortable: 'h-11', compact: 'h-8' } as const;

const ground = 'border-hairline border-b bg-panel whitespace-nowrap';

/** Where columns keep their width, every row is a grid of its own, so that one which comes or goes is laid out alone. */
export const tableGrid = 'relative block w-full text-table';
export const headGrid = 'sticky top-0 z-20 block';
export const footGrid = 'tall:sticky bottom-0 z-10 block';
// A table's cells inherit their vertical alignment explicitly, which keeps the browser from sharing styles among rows.
export const rowGrid = 'grid grid-cols-(--columns) align-top';

/** A row is lit, and framed when it has the focus, by its cells: they would lie over a frame of its own. */
const rowFrame =
  'outline-transparent hover:*:bg-hover data-selected:*:bg-accent-soft focus-visible:*:shadow-[inset_0_2px_0_var(--focus),inset_0_-2px_0_var(--focus)] [&:focus-visible>:first-child]:shadow-[inset_2px_2px_0_var(--focus),inset_0_-2px_0_var(--focus)] [&:focus-visible>:last-child]:shadow-[inset_0_2px_0_var(--focus),inset_-2px_-2px_0_var(--focus)]';

export function rowClass({ density, fixed }: TableLook): string {
  return `${rowFrame} ${fixed ? `${rowGrid} ${rowHeights[density]}` : ''}`;
}

export function bodyCell(look: TableLook, align: 'end' | undefined, first: boolean): string {
  return `${rowHeights[look.density]} ${ground} ${padding} ${side(align)} ${first ? stickyFirst(look) : ''} ${look.fixed ? 'content-center align-top in-data-sideways:overflow-clip' : ''}`;
}

export function headCell(look: TableLook, align: 'end' | undefined, first: boolean): string {
  const stays = look.fixed ? 'content-center' : 'sticky top-0';
  return `${stays} h-9 border-hairline border-b bg-panel font-medium text-label text-muted whitespace-nowrap ${padding} ${side(align)} ${first ? `${stickyFirst(look)} z-20` : 'z-10'}`;
}

/** What stays in place costs a good part of a row's layout: it does where there is something to scroll sideways to. */
const stickyWhenWide = 'in-data-sideways:sticky';

const check = 'left-0 w-11 min-w-11 select-none';

export function checkCell(look: TableLook): string {
  return `${rowHeights[look.density]} ${check} ${ground} ${look.fixed ? `${stickyWhenWide} align-top` : 'sticky'}`;
}

export function headCheckCell(covered: boolean): string {
  return `${check} sticky top-0 z-20 h-9 border-hairline border-b transition-colors ${covered ? 'bg-accent-soft' : 'bg-panel'}`;
}

const padding = 'px-2.5 first:pl-4 last:pr-4';

function side(align: 'end' | undefined): string {
  return align === 'end' ? 'text-right' : 'text-left';
}

function stickyFirst({ selects, fixed }: TableLook): string {
  return `${fixed ? stickyWhenWide : 'sticky'} ${selects ? 'left-11 pl-1' : 'left-0'}`;
}
