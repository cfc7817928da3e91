import { describe, expect, it } from 'vitest';
import { openApiDocument } from '#core/api/openapi.ts';
import { WEBHOOK_DATA } from '#core/api/webhook-payloads.ts';
import { curlOf, endpointsOf, exampleOf, jsonSchema, type Reference } from './reference.ts';

const reference = openApiDocument('https://albumen.test') as unknown as Reference;
const all = reference.tags.flatMap(({ name }) => endpointsOf(reference, name));

describe('the reference', () => {
  it('has every endpoint in one of its parts', () => {
    const count = Object.values(reference.paths).flatMap((methods) => Object.keys(methods)).length;
    expect([all.length, new Set(all.map(({ operationId }) => operationId)).size]).toEqual([count, count]);
  });

  it('shows each event by an example that has its fields', () => {
    for (const [type, { post }] of Object.entries(reference.webhooks)) {
      const example = exampleOf(jsonSchema(post.requestBody?.content)!, reference) as { data: object };
      const { shape } = WEBHOOK_DATA[type as keyof typeof WEBHOOK_DATA];
      expect(Object.keys(example.data), type).toEqual(Object.keys(shape));
    }
  });

  it('writes a command for each endpoint', () => {
    const create = all.find(({ operationId }) => operationId === 'createSection')!;
    expect(curlOf(create, reference)).toBe(
      [
        'curl -X POST https://albumen.test/api/v1/galleries/{galleryId}/sections \\',
        '  -H "Authorization: Bearer $ALBUMEN_TOKEN" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '{"name":"Ada Lovelace","isVisible":false}'`,
      ].join('\n'),
    );
  });
});
