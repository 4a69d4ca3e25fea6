import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { contract, type Endpoint, type EndpointName, endpointNames } from '#contract/contract.ts';
import { orderCancelledEvent } from '#contract/orders.ts';
import { gatewayDocument } from './gateway.ts';
import { GATEWAY_OPERATIONS } from './gateway-operations.ts';
import type { Json } from './schemas.ts';
import { serviceDocument } from './service.ts';
import { loanRequestExample, orderCancelledExample, REPLY_EXAMPLES } from './service-examples.ts';

describe.each([
  ['service', serviceDocument],
  ['gateway', gatewayDocument],
] as const)('the OpenAPI document of the %s', (_, documentOf) => {
  const document = documentOf() as unknown as {
    components: { schemas: Record<string, Json> };
    paths: Record<string, Record<string, Json>>;
  };
  const text = JSON.stringify(document);

  it('is valid OpenAPI 3.1 by an independent validator', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as unknown as Json);
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('refers only to schemas that it lists, and lists none in vain', () => {
    const listed = Object.keys(document.components.schemas);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1]));
    expect([...used].sort()).toEqual(listed.sort());
  });

  it('describes every schema, field, parameter, header and response', () => {
    const bare: string[] = [];
    const visit = (value: unknown, path: string) => {
      if (typeof value !== 'object' || value === null) return;
      const [, kind] = /\/(properties|schemas|parameters|headers|responses|tags)\/[^/]+$/.exec(path) ?? [];
      const part = value as Json;
      const isEnvelope = path.endsWith('/schema/properties/data');
      if (kind && !part.description && !isEnvelope && !(kind === 'headers' && part.$ref)) bare.push(path);
      if (path.endsWith('/example')) return;
      for (const [name, child] of Object.entries(part)) visit(child, `${path}/${name}`);
    };
    visit(document, '');
    expect(bare).toEqual([]);
  });

  it('gives each operation a heading, a text, a tag and an example', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        expect(operation, `${method} ${path}`).toMatchObject({
          operationId: expect.any(String),
          summary: expect.stringMatching(/^[A-Z].*[^.]$/),
          description: expect.stringMatching(/\.$/),
          tags: [expect.any(String)],
        });
        const [status = ''] = Object.keys(operation.responses as Json);
        const success = (operation.responses as Record<string, Json>)[status];
        expect(JSON.stringify(success?.content ?? {}), `${method} ${path}`).toContain('"example":');
      }
    }
  });
});

describe('the OpenAPI document of the service', () => {
  it('describes the ten endpoints with their documented fields', () => {
    const { paths, components } = serviceDocument() as {
      paths: Record<string, Record<string, { operationId: string; parameters?: { in: string }[] }>>;
      components: { schemas: Record<string, { properties: object; required: string[] }> };
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(contract).sort());
    const keyed = operations.filter(({ parameters = [] }) =>
      parameters.some(({ in: place }) => place === 'header'),
    );
    expect(keyed.map((operation) => operation.operationId)).toEqual(['createLoan', 'cancelOrder']);
    expect(components.schemas.Loan?.properties).not.toHaveProperty('collaterals');
    expect(components.schemas.Loan?.properties).toHaveProperty('id');
    expect(components.schemas.CreatedLoan?.required).toContain('collaterals');
    expect(components.schemas.Token?.properties).not.toHaveProperty('investment_category');
    expect(components.schemas.SingleToken?.required).toContain('percentage');
  });

  it.each(endpointNames)('has an example of %s that the contract accepts', (name: EndpointName) => {
    const endpoint: Endpoint = contract[name];
    const { data, error } = z.safeParse(endpoint.reply, REPLY_EXAMPLES[name]);
    expect(error?.issues ?? []).toEqual([]);
    expect(data).toEqual(REPLY_EXAMPLES[name]);
    if (endpoint.body) expect(z.parse(endpoint.body, loanRequestExample)).toEqual(loanRequestExample);
  });

  it('has an example of the event that the contract accepts', () => {
    expect(z.parse(orderCancelledEvent, orderCancelledExample)).toEqual(orderCancelledExample);
  });
});

describe('the OpenAPI document of the gateway', () => {
  it.each(GATEWAY_OPERATIONS)('has examples of $id that the contract accepts', ({ body, done }) => {
    const examples = [body, 'data' in done ? done.data : undefined];
    for (const { schema, example } of examples.filter((one) => one !== undefined)) {
      if ('_zod' in schema) expect(z.parse(schema as z.ZodMiniType, example)).toEqual(example);
    }
  });

  it.each(GATEWAY_OPERATIONS)('says of $id in what ways it fails', ({ method, path, body, failures }) => {
    const { paths } = gatewayDocument() as {
      paths: Record<string, Record<string, { responses: Record<string, Json> }>>;
    };
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    for (const [status, { text }] of Object.entries(failures)) {
      expect(responses[status]?.description, status).toBe(text);
    }
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(body ? ['400', '413', '415'] : []));
  });

  it('lists the data of failures that its texts name', () => {
    const { components } = gatewayDocument() as {
      components: { schemas: Record<string, { properties: Record<string, Json> }> };
    };
    const named = [...JSON.stringify(gatewayDocument()).matchAll(/`data\.(\w+)`/g)].map((match) => match[1]);
    expect(new Set(named).size).toBeGreaterThan(2);
    const listed = Object.keys(components.schemas.Error?.properties.data?.properties ?? {});
    expect(listed).toEqual(expect.arrayContaining(named));
  });
});
