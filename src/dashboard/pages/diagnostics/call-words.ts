import type { DeskState } from '#contract/session.ts';
import type { Call, Piece } from '#dashboard/api/http/call-log.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import type { Label } from '#dashboard/lib/label.ts';
import { REDACTED, redactBody, redactHeader, redactPath } from '#dashboard/lib/redact.ts';

/** How a call ended, in a word or two. */
export function outcomeWords({ state, status }: Call): Label {
  switch (state) {
    case 'under-way':
      return { label: 'In progress', tone: 'info' };
    case 'cancelled':
      return { label: 'Cancelled', tone: 'neutral' };
    case 'timeout':
      return { label: 'Timed out', tone: 'danger' };
    case 'network':
      return { label: status === null ? 'No connection' : `${status}, interrupted`, tone: 'danger' };
    case 'answered':
      return { label: String(status), tone: toneOf(status ?? 0) };
  }
}

function toneOf(status: number): Label['tone'] {
  if (status >= 500) return 'danger';
  return status >= 400 ? 'warning' : 'success';
}

/** Whether a call failed. */
export function hasFailed({ state, status }: Call): boolean {
  return state === 'network' || state === 'timeout' || (state === 'answered' && (status ?? 0) >= 400);
}

export function tookText({ ms }: Call): string | null {
  return ms === null ? null : `${formatCount(Math.round(ms))} ms`;
}

/** A size in characters: `512`, `1.5 k`, `14.7 M`. */
export function sizeText({ size }: Call): string | null {
  if (size === null) return null;
  if (size < 1_000) return formatCount(size);
  const [unit, name] = size < 1_000_000 ? [1_000, 'k'] : [1_000_000, 'M'];
  return `${formatCount(Math.round((size / unit) * 10) / 10)} ${name}`;
}

export function requestIdOf({ headers }: Call): string | null {
  return headers.find(([name]) => name === 'x-request-id')?.[1] ?? null;
}

/** A body as text, without personal data; says where it was cut. */
export function bodyText(piece: Piece): string {
  const text = redactBody(textOf(piece));
  return piece.cut ? `${text}\n… cut here` : text;
}

function textOf({ bytes }: Piece): string {
  return new TextDecoder().decode(bytes);
}

/**
 * The call as a curl command: to the service if there is a live one, otherwise to Pledge. Access token, session and
 * personal data are placeholders for the reader to fill in.
 */
export function curlOf(call: Call, { kind, host }: DeskState['environment'], origin: string): string {
  const { method, path, requestHeaders, requestBody } = call;
  const toService = kind === 'live' && path.startsWith('/v1/');
  const lines = [`curl ${quoted((toService ? `https://${host}` : origin) + redactPath(path))}`];
  if (method !== 'GET') lines.push(`--request ${method}`);
  for (const header of requestHeaders) {
    const value = redactHeader(header);
    if (value !== REDACTED) lines.push(`--header ${quoted(`${header[0]}: ${value}`)}`);
  }
  lines.push(
    toService ? '--header "Authorization: Bearer $ACCESS_TOKEN"' : '--header "Cookie: $PLEDGE_SESSION"',
  );
  if (requestBody)
    lines.push(`--data ${requestBody.cut ? '@body.json' : quoted(redactBody(textOf(requestBody)))}`);
  return lines.join(' \\\n  ');
}

/** Quoted for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
