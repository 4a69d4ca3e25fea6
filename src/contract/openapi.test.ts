import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';
import { openApiDocument } from './openapi.ts';

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 by an independent validator', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(openApiDocument()));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('refers only to schemas that it holds', () => {
    const document = openApiDocument();
    const text = JSON.stringify(document);
    const held = Object.keys((document.components as { schemas: object }).schemas);
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1],
    );
    expect(referred.length).toBeGreaterThan(20);
    expect(referred.filter((name) => !held.includes(name as string))).toEqual([]);
  });

  it('describes the ten endpoints with their documented fields', () => {
    const { paths, components } = openApiDocument() as {
      paths: Record<string, Record<string, { operationId: string }>>;
      components: { schemas: Record<string, { properties: object; required: string[] }> };
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));
    expect(operations.map((operation) => operation.operationId).sort()).toEqual(Object.keys(contract).sort());
    expect(components.schemas.Loan?.properties).not.toHaveProperty('collaterals');
    expect(components.schemas.Loan?.properties).toHaveProperty('id');
    expect(components.schemas.CreatedLoan?.required).toContain('collaterals');
    expect(components.schemas.Token?.properties).not.toHaveProperty('investment_category');
    expect(components.schemas.SingleToken?.required).toContain('percentage');
  });
});
