import { readFileSync } from 'node:fs';

/** How long a connection may take, in milliseconds, and how many may be open. */
export interface SocketLimits {
  /** Time from the first byte of a request, or from the connection itself, to the end of the headers. */
  headersMs: number;
  /** From the first byte of a request to the last of its body. */
  requestMs: number;
  /** Between two requests. */
  idleMs: number;
  /** Time without a complete request, in any case. It catches what the three limits above miss, such as single empty lines. */
  uselessMs: number;
  /** While a client reads nothing of its answer. It is long because the system's buffers show progress in large steps. */
  unreadMs: number;
  /** How often the limits are checked. */
  checkMs: number;
  /** The most connections open at once. One more closes the connection that has been without a request for longest. */
  maxConnections: number;
}

/** The limits in production: a connection that sends nothing useful is gone within 30 seconds. */
export const SOCKET_LIMITS: Omit<SocketLimits, 'maxConnections'> = {
  headersMs: 15_000,
  requestMs: 25_000,
  idleMs: 20_000,
  uselessMs: 28_000,
  unreadMs: 120_000,
  checkMs: 1_000,
};

/** The bounds of the setting MAX_CONNECTIONS, and its default. */
export const MAX_CONNECTIONS = { fallback: 4_000, minimum: 16, maximum: 100_000 };

/** The limits with so many connections, or fewer: half of the file descriptors stay free for everything else. */
export function socketLimits(
  maxConnections = MAX_CONNECTIONS.fallback,
  descriptors = fileDescriptors(),
): SocketLimits {
  return { ...SOCKET_LIMITS, maxConnections: Math.min(maxConnections, Math.floor(descriptors / 2)) };
}

/** How many files and connections this process may have open; infinite if the system doesn't say. */
function fileDescriptors(): number {
  try {
    const line = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'));
    return line ? Number(line[1]) : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
