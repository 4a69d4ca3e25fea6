import { Link, useSearchParams } from 'react-router-dom';
import type { DeskState } from '#contract/session.ts';
import type { Call, Header, Piece } from '#dashboard/api/http/call-log.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { REDACTED, redactBody, redactHeader, redactPath } from '#dashboard/lib/redact.ts';
import { withParams } from '#dashboard/lib/search-params.ts';
import { formatInstantFully } from '#dashboard/lib/times.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { CopyButton } from '#dashboard/ui/copy-id.tsx';
import { DefinitionPanel } from '#dashboard/ui/definition-list.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Code } from '#dashboard/ui/raw-json.tsx';
import { durationOf, nameOf, outcomeOf, requestOf, sizeOf } from './calls-columns.tsx';

/** Takes the focus: the list that had it is gone. */
function focus(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true });
}

/** Everything that is known about one call, without personal data. */
export function CallPanel({ call }: { call: Call }) {
  const { environment } = useDesk();
  const [search] = useSearchParams();
  const curl = curlOf(call, environment, location.origin);
  return (
    <>
      <div>
        <Link
          ref={focus}
          to={{ search: String(withParams(search, { call: null })) }}
          className={buttonClass()}
        >
          All calls
        </Link>
      </div>
      <DefinitionPanel
        title="Call"
        aside={outcomeOf(call)}
        items={[
          { label: 'Address', value: nameOf(call) },
          { label: 'Sent', value: formatInstantFully(call.at) },
          { label: 'Duration', value: durationOf(call) },
          { label: 'Size', value: sizeOf(call), note: 'Bytes of the uncompressed response.' },
          {
            label: 'Retries',
            value: formatCount(call.retries),
            note: call.method !== 'GET' && 'Writes are never retried automatically.',
          },
          { label: 'Request ID', value: requestOf(call) },
        ]}
      />
      <Panel title="Request">
        <Headers headers={call.requestHeaders} also={[['cookie', 'hidden from scripts']]} />
        <Body
          piece={call.requestBody}
          none="No body, or one with an access token, which is never recorded."
        />
      </Panel>
      <Panel title="Response">
        <Headers headers={call.headers} />
        <Body piece={call.body} none="No body, or one that is never recorded." />
      </Panel>
      <Panel title="curl command" aside={<CopyButton text={curl} label="Copy as curl" />}>
        <Code>{curl}</Code>
        <p className="border-hairline border-t px-4 py-2 text-label text-muted">
          The access token, the session and personal data are left out. Replace the placeholders.
        </p>
      </Panel>
    </>
  );
}

function Headers({ headers, also = [] }: { headers: readonly Header[]; also?: readonly Header[] }) {
  const shown = [...headers.map((header): Header => [header[0], redactHeader(header)]), ...also];
  if (shown.length === 0) return <p className="px-4 py-3 text-muted text-table">No headers.</p>;
  return (
    <dl className="grid grid-cols-[auto_1fr] max-md:grid-cols-1 gap-x-4 gap-y-0.5 px-4 py-3 font-mono text-label">
      {shown.map(([name, value]) => (
        <div key={name} className="col-span-full grid grid-cols-subgrid">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Body({ piece, none }: { piece: Piece | null; none: string }) {
  if (piece === null || piece.bytes.length === 0)
    return <p className="border-hairline border-t px-4 py-3 text-muted text-table">{none}</p>;
  return (
    <div className="border-hairline border-t">
      <Code>{bodyText(piece)}</Code>
    </div>
  );
}

function bodyText(piece: Piece): string {
  const text = redactBody(textOf(piece));
  return piece.cut ? `${text}\n… cut here` : text;
}

function textOf({ bytes }: Piece): string {
  // As a stream, so that half a character at the end is left out.
  return new TextDecoder().decode(bytes, { stream: true });
}

/**
 * The call as a curl command: to the service if it has an address, otherwise to Pledge. Access token, session and
 * personal data are placeholders for the reader to fill in.
 */
function curlOf(call: Call, { address }: DeskState['environment'], origin: string): string {
  const { method, path, requestHeaders, requestBody } = call;
  const toService = address !== undefined && path.startsWith('/v1/');
  const lines = [`curl ${quoted((toService ? address : origin) + redactPath(path))}`];
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
