import { encodeSegment } from './encode.ts';
/** The addresses of members and of what is done for them. Every id is encoded. */

/** The member's page, by the member's own id. */
export function memberAddress(id: string): string {
  return `/members/${encodeSegment(id)}`;
}

/** Where orders are cancelled: for one member where it is known. */
export function cancelOrdersAddress(member?: string): string {
  return `/orders/cancel${member === undefined ? '' : `?by=member&member=${encodeSegment(member)}`}`;
}
