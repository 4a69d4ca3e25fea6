import { renderToStaticMarkup } from 'react-dom/server';
import { type ApiDocument, type ApiOperation, apiDocuments } from './document.ts';
import { SchemaFields } from './fields.tsx';
import { Operation } from './operation.tsx';
import { Inline, Paragraphs } from './text.tsx';

/** A document with the prefix of its anchors and the address where it is served. */
interface Part {
  prefix: string;
  document: ApiDocument;
  address: string;
}

interface Call {
  call: string;
  operation: ApiOperation;
}

/** The documentation of both APIs, as markup without scripts. */
export function renderApiDocs(): string {
  const { service, gateway } = apiDocuments();
  const parts = [
    { prefix: 'service', document: service, address: '/openapi.json' },
    { prefix: 'gateway', document: gateway, address: '/openapi-gateway.json' },
  ];
  return renderToStaticMarkup(
    <>
      <header>
        <p>
          <a href="/">Pledge</a>
        </p>
        <h1>API documentation</h1>
      </header>
      <div className="columns">
        <nav aria-label="Contents">
          {parts.map((part) => (
            <Contents key={part.prefix} {...part} />
          ))}
        </nav>
        <main>
          {parts.map((part) => (
            <DocumentPart key={part.prefix} {...part} />
          ))}
        </main>
      </div>
    </>,
  );
}

function callsOf({ paths, webhooks = {} }: ApiDocument): Call[] {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const events = Object.entries(webhooks).map(([name, { post }]) => ({
    call: `Webhook ${name}`,
    operation: post,
  }));
  return [...requests, ...events];
}

function Contents({ prefix, document }: Part) {
  const calls = callsOf(document);
  return (
    <>
      <p>
        <a href={`#${prefix}`}>{document.info.title}</a>
      </p>
      <ul>
        {calls.map(({ operation: { operationId, summary } }) => (
          <li key={operationId}>
            <a href={`#${prefix}-${operationId}`}>{summary}</a>
          </li>
        ))}
        <li>
          <a href={`#${prefix}-schemas`}>Schemas</a>
        </li>
      </ul>
    </>
  );
}

function DocumentPart({ prefix, document, address }: Part) {
  const { info, tags, components } = document;
  const calls = callsOf(document);
  return (
    <section aria-labelledby={prefix}>
      <h2 id={prefix}>{info.title}</h2>
      <Paragraphs text={info.description} />
      {Object.entries(components.securitySchemes).map(([name, { description }]) => (
        <p key={name}>
          Authentication: <Inline text={description} />
        </p>
      ))}
      <p>
        OpenAPI 3.1: <a href={address}>{address}</a>
      </p>
      {tags.map(({ name, description }) => (
        <section key={name}>
          <h3>{name}</h3>
          <Paragraphs text={description} />
          {calls
            .filter(({ operation }) => operation.tags.includes(name))
            .map(({ operation, call }) => (
              <Operation key={operation.operationId} {...{ operation, call, document, prefix }} />
            ))}
        </section>
      ))}
      <h3>Response headers</h3>
      <dl>
        {Object.entries(components.headers).map(([name, { description }]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <Inline text={description} />
            </dd>
          </div>
        ))}
      </dl>
      <h3 id={`${prefix}-schemas`}>Schemas</h3>
      {Object.entries(components.schemas).map(([name, schema]) => (
        <section key={name}>
          <h4 id={`${prefix}-${name}`}>{name}</h4>
          <Paragraphs text={schema.description ?? ''} />
          <SchemaFields schema={schema} prefix={prefix} />
        </section>
      ))}
    </section>
  );
}
