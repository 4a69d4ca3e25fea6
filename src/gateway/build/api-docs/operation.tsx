import type { ApiDocument, ApiOperation } from './document.ts';
import { ParameterFields, SchemaFields, TypeOf } from './fields.tsx';
import { Example, Inline, Paragraphs } from './text.tsx';

interface OperationProps {
  operation: ApiOperation;
  /** How it is called: method and address, or the name of an event. */
  call: string;
  document: ApiDocument;
  prefix: string;
}

export function Operation({ operation, call, document, prefix }: OperationProps) {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const body = Object.values(requestBody?.content ?? {})[0];
  const [success = ''] = Object.keys(responses);
  const done = Object.values(responses[success]?.content ?? {})[0];
  const schemes = security?.flatMap((one) => Object.keys(one));
  return (
    <section className="operation">
      <h4 id={`${prefix}-${operationId}`}>{summary}</h4>
      <p className="call">
        <code>{call}</code>
      </p>
      <Paragraphs text={description} />
      {schemes?.length === 0 && <p className="hint">Needs no sign-in.</p>}
      {schemes?.map((name) => (
        <p className="hint" key={name}>
          Needs: <Inline text={document.components.securitySchemes[name]?.description ?? name} />
        </p>
      ))}
      {parameters && (
        <>
          <h5>Parameters</h5>
          <ParameterFields {...{ parameters, prefix }} />
        </>
      )}
      {body && (
        <>
          <h5>Body</h5>
          <SchemaFields schema={body.schema} prefix={prefix} />
          <Example label="Example body" value={body.example} />
        </>
      )}
      <h5>Responses</h5>
      <Responses {...{ responses, prefix }} />
      {done && <Example label={`Example response, ${success}`} value={done.example} />}
    </section>
  );
}

function Responses({ responses, prefix }: Pick<ApiOperation, 'responses'> & { prefix: string }) {
  return (
    <dl>
      {Object.entries(responses).map(([status, { description, headers = {}, content = {} }]) => {
        const { schema, example } = Object.values(content)[0] ?? {};
        const data = schema?.properties?.data;
        const failure = status.startsWith('2') ? null : messageOf(example);
        const names = Object.keys(headers).filter((name) => name !== 'X-Request-Id');
        return (
          <div key={status}>
            <dt>
              <code>{status}</code>
            </dt>
            <dd>
              <Inline text={description} />
              {names.length > 0 && (
                <>
                  {' '}
                  With <Inline text={names.map((name) => `\`${name}\``).join(', ')} />.
                </>
              )}
              {data && (
                <>
                  {' '}
                  <code>data</code>: <TypeOf schema={data} prefix={prefix} />
                </>
              )}
              {failure && <span className="hint message">{failure}</span>}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** The message of an example of a failure, with its code if there is one. */
function messageOf(example: unknown): string | null {
  if (typeof example !== 'object' || example === null) return null;
  const { message, code } = example as { message?: string; code?: string };
  return message ? [code, message].filter(Boolean).join(': ') : null;
}
