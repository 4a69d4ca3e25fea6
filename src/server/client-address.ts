import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/**
 * The address that a request came from: the connection's or, behind a trusted proxy, the last one in
 * `X-Forwarded-For`, since a client can write anything before it.
 */
export function clientAddress(
  request: Request,
  remote: string | undefined,
  trustProxy: boolean,
): string | undefined {
  const forwarded = trustProxy ? request.headers.get('x-forwarded-for') : null;
  return withoutPort(forwarded?.split(',').at(-1)?.trim() ?? '') || remote;
}

/** Some proxies write the port of the connection as well. */
function withoutPort(address: string): string {
  return address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
}

/**
 * The key under which an address is counted, as a hash. All addresses of an IPv6 network have the same key, because a
 * single host can use as many of them as it likes.
 */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  return createHash('sha256')
    .update(isIPv6(plain) ? networkOf(plain) : plain)
    .digest('base64url');
}

function networkOf(address: string): string {
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16))
    .join(':');
}
