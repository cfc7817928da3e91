import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument, tokenEndpoints } from './openapi.ts';

describe('the reference', () => {
  const document = openApiDocument('https://albumen.test') as {
    paths: Record<
      string,
      Record<string, { summary?: string; operationId: string; responses: Record<string, { content?: object }> }>
    >;
    webhooks: object;
    components: { schemas: Record<string, unknown> };
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

  it('is a valid OpenAPI 3.1 document', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('has every endpoint of tokens, with a summary and a name of its own', () => {
    expect(operations).toHaveLength(tokenEndpoints.length);
    for (const { summary } of operations) expect(summary).toMatch(/\S/);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('has no endpoint of teams, tokens, webhooks and sign-ins', () => {
    for (const path of Object.keys(document.paths)) expect(path).not.toMatch(/members|accounts|tokens|webhooks|\/me\b/);
  });

  it('has the answer of a repeated request, and errors of client and server', () => {
    const { responses } = document.paths['/api/v1/customers']!['post']!;
    expect(responses['200']?.content).toEqual(responses['201']?.content);
    expect(Object.keys(responses)).toEqual(['200', '201', '4XX', '5XX']);
  });

  it('refers only to schemas that it has', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain('#/$defs/');
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(document.components.schemas, name).toHaveProperty([name!]);
  });
});
