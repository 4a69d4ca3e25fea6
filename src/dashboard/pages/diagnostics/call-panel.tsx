import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Call, Header, Piece } from '#dashboard/api/http/call-log.ts';
import { useDesk } from '#dashboard/api/session/session.ts';
import { formatCount } from '#dashboard/lib/figures.ts';
import { redactHeader } from '#dashboard/lib/redact.ts';
import { formatInstantFully } from '#dashboard/lib/times.ts';
import { buttonClass } from '#dashboard/ui/button.tsx';
import { CopyButton, CopyId } from '#dashboard/ui/copy-id.tsx';
import { DefinitionList } from '#dashboard/ui/definition-list.tsx';
import { Panel } from '#dashboard/ui/panel.tsx';
import { Unknown } from '#dashboard/ui/unknown.tsx';
import { bodyText, curlOf, requestIdOf, sizeText, tookText } from './call-words.ts';
import { CallName, Outcome } from './calls-columns.tsx';

/** Takes the focus: the list that had it is gone. */
function focus(link: HTMLAnchorElement | null): void {
  link?.focus({ preventScroll: true });
}

/** Everything that is known about one call, without personal data. */
export function CallPanel({ call }: { call: Call }) {
  const { environment } = useDesk();
  const [search] = useSearchParams();
  const all = new URLSearchParams(search);
  all.delete('call');
  const requestId = requestIdOf(call);
  return (
    <>
      <div>
        <Link ref={focus} to={{ search: all.toString() }} className={buttonClass()}>
          <ArrowLeft size={16} aria-hidden />
          All calls
        </Link>
      </div>
      <Panel title="Call" aside={<Outcome call={call} />}>
        <div className="px-4 py-1">
          <DefinitionList
            items={[
              {
                label: 'Address',
                value: (
                  <span className="font-mono text-label">
                    <CallName call={call} />
                  </span>
                ),
              },
              { label: 'Sent', value: formatInstantFully(call.at) },
              { label: 'Duration', value: tookText(call) ?? <Unknown reason="Still in progress" /> },
              {
                label: 'Size',
                value: sizeText(call) ?? <Unknown reason="No response" />,
                note: 'Characters of the uncompressed response.',
              },
              {
                label: 'Retries',
                value: formatCount(call.retries),
                note: call.method === 'GET' ? undefined : 'Writes are never retried automatically.',
              },
              {
                label: 'Request ID',
                value:
                  requestId === null ? (
                    <Unknown reason="The response had none" />
                  ) : (
                    <CopyId id={requestId} name="request ID" />
                  ),
              },
            ]}
          />
        </div>
      </Panel>
      <Panel title="Request">
        <Headers headers={call.requestHeaders} also={[['cookie', 'hidden from scripts']]} />
        <Body
          piece={call.requestBody}
          none="No body, or one with an access token, which is never recorded."
        />
      </Panel>
      <Panel title="Response">
        <Headers headers={call.headers} also={[]} />
        <Body piece={call.body} none="No body, or one that is never recorded." />
      </Panel>
      <Text
        title="curl command"
        text={curlOf(call, environment, location.origin)}
        copy="Copy as curl"
        note="The access token, the session and personal data are left out. Replace the placeholders."
      />
    </>
  );
}

function Headers({ headers, also }: { headers: readonly Header[]; also: readonly Header[] }) {
  const shown = [...headers.map((header) => [header[0], redactHeader(header)] as const), ...also];
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
      <Lines>{bodyText(piece)}</Lines>
    </div>
  );
}

function Text({ title, text, copy, note }: { title: string; text: string; copy: string; note: string }) {
  return (
    <Panel title={title} aside={<CopyButton text={text} label={copy} />}>
      <Lines>{text}</Lines>
      <p className="border-hairline border-t px-4 py-2 text-label text-muted">{note}</p>
    </Panel>
  );
}

function Lines({ children }: { children: ReactNode }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto px-4 py-3 font-mono text-label"
    >
      {children}
    </pre>
  );
}
