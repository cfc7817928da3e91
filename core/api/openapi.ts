import { z } from 'zod';
import { ERROR_CODES } from '../domain/values/errors.ts';
import { type DeliveryType, SCOPES, TEST_EVENT, WEBHOOK_EVENTS } from '../domain/studio/integrations.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { ERROR_STATUS } from './error-status.ts';
import { errorBody } from './errors.ts';
import { uploadFile } from './uploads.ts';
import { WEBHOOK_SUMMARIES, webhookPayload } from './webhook-payloads.ts';

const DELIVERY_TYPES: readonly DeliveryType[] = [...WEBHOOK_EVENTS, TEST_EVENT];

type Json = Record<string, unknown>;

/** Bodies that the handler reads more strictly than their endpoint, which reports invalid items one by one. */
const BODIES: Readonly<Record<string, z.ZodType>> = {
  'uploads.presign': z.strictObject({ galleryId: z.string(), files: z.array(uploadFile).min(1).max(50) }),
};

const INTRO = `Create a token in Albumen under Settings → API & webhooks and send it with each request:
\`Authorization: Bearer alb_…\`. It acts for the person who created it, within its permissions, until it expires or is
revoked. A token can be bound to one gallery: then it reaches that gallery alone, which \`GET /api/v1/account\` names.
Call from a server: browsers of other sites are refused, and so is a token in an address.

**Lists** have pages: pass \`nextCursor\` as \`cursor\` until it is null. **Times** are ISO 8601 in UTC. **Amounts** are
integer minor units with their currency. **Limits**: 600 requests in five minutes for a token; then 429 with
\`Retry-After\`. Fields may be added at any time: ignore those that you do not know.`;

const WEBHOOK_INTRO = `Events are POST requests, signed as in Standard Webhooks: \`webhook-signature\` is
\`v1,\` and the Base64 of HMAC-SHA256 over \`{webhook-id}.{webhook-timestamp}.{body}\`, by the secret after \`whsec_\`
(Base64). Libraries of standardwebhooks.com verify it. Answer with 2xx within ten seconds. Otherwise the event is sent
again, ten times within three days, with the same \`webhook-id\`: ignore one that you have seen. The order is not
promised.`;

/** Endpoints that take a token, with the name of each. */
export const tokenEndpoints: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints).flatMap(
  ([group, table]) =>
    Object.entries<Endpoint>(table).flatMap(([name, one]) => (one.scope ? [[`${group}.${name}`, one] as const] : [])),
);

/** Returns the reference of everything that a token can call, as OpenAPI 3.1. @param origin of the product */
export function openApiDocument(origin: string): Json {
  const schemas: Json = {};
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
    hoist(z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => simplify(jsonSchema, io) }), schemas);
  const paths: Record<string, Json> = {};
  for (const [name, one] of tokenEndpoints) {
    const path = one.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation(name, one, schemaOf) };
  }
  const webhooks = Object.fromEntries(
    DELIVERY_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: type,
          summary: WEBHOOK_SUMMARIES[type],
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((header) => ({
            name: header,
            in: 'header',
            required: true,
            schema: { type: 'string' },
          })),
          requestBody: { required: true, content: json(schemaOf(webhookPayload(type), 'output')) },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    ]),
  );
  return {
    openapi: '3.1.1',
    info: { title: 'Albumen', version: '1', summary: 'For integrators', description: INTRO },
    servers: [{ url: origin }],
    security: [{ token: [] }],
    tags: TAGS.map((name) => ({ name })),
    paths,
    webhooks,
    'x-webhooks': WEBHOOK_INTRO,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: `Permissions: ${SCOPES.join(', ')}.` } },
      responses: {
        Error: {
          description: `Failed. Codes with their status: ${ERROR_CODES.map((code) => `${code} ${ERROR_STATUS[code]}`).join(', ')}.`,
          content: json(schemaOf(errorBody.meta({ id: 'Error' }), 'output')),
        },
      },
      schemas,
    },
  };
}

const TAGS = ['Account', 'Clients', 'Sessions', 'Galleries', 'Uploads', 'Selections', 'Payments'] as const;

function tagOf(path: string): (typeof TAGS)[number] {
  if (path.includes('/upload/')) return 'Uploads';
  if (path.includes('selections')) return 'Selections';
  if (path.includes('payments')) return 'Payments';
  if (path.includes('/galleries')) return 'Galleries';
  if (path.includes('/sessions')) return 'Sessions';
  return path.includes('/customers') ? 'Clients' : 'Account';
}

const json = (schema: Json) => ({ 'application/json': { schema } });

function operation(
  name: string,
  {
    path,
    scope,
    bodyScope,
    summary,
    description,
    params,
    query,
    body,
    response,
    status = 200,
    repeatedStatus,
  }: Endpoint,
  schemaOf: (schema: z.ZodType, io: 'input' | 'output') => Json,
): Json {
  const parameters = [
    ...fieldsOf(params, schemaOf).map((field) => ({ ...field, in: 'path', required: true })),
    ...fieldsOf(query, schemaOf).map((field) => ({ ...field, in: 'query' })),
  ];
  const input = BODIES[name] ?? (body instanceof z.ZodType ? body : null);
  const file = /\.(pdf|csv)$/.exec(path)?.[1];
  const type = file === 'pdf' ? 'application/pdf' : 'text/csv';
  const content = response ? json(schemaOf(response, 'output')) : { [type]: { schema: { type: 'string' } } };
  return {
    operationId: name.split('.')[1],
    tags: [tagOf(path)],
    summary,
    description: [...(description ? [description] : []), scopeText(scope, bodyScope)].join('\n\n'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(input ? { requestBody: { required: true, content: json(schemaOf(input, 'input')) } } : {}),
    responses: {
      [status]: { description: 'Succeeded', content },
      ...(repeatedStatus === undefined ? {} : { [repeatedStatus]: { description: 'Existed before', content } }),
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
    },
    'x-scope': scope,
  };
}

function scopeText(scope: Endpoint['scope'], more: Endpoint['bodyScope']): string {
  if (scope === 'any') return 'Permission: none.';
  return `Permission: \`${String(scope)}\`${more ? `, and \`${more.scope}\` ${more.when}` : ''}.`;
}

/** Returns the fields of an object's schema as parameters. */
function fieldsOf(
  schema: z.ZodType | undefined,
  schemaOf: (schema: z.ZodType, io: 'input') => Json,
): { name: string; schema: Json; required?: boolean; description?: string }[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    schema: rest,
    ...(required.includes(name) ? { required: true } : {}),
    ...(typeof description === 'string' ? { description } : {}),
  }));
}

/** Drops what readers do not need: the pattern beside a format; and answers may have further fields. */
function simplify(schema: Json, io: 'input' | 'output'): void {
  if (schema['format'] === 'date-time') delete schema['pattern'];
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties'];
}

/** Moves the named schemas of a JSON schema to `schemas`, and refers to them there. */
function hoist(schema: Json, schemas: Json): Json {
  const { $schema: _dialect, ...rest } = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as Json;
  const { $defs = {}, ...own } = rest as { $defs?: Json } & Json;
  for (const [name, definition] of Object.entries($defs)) {
    const { id: _id, ...content } = definition as Json;
    schemas[name] = content;
  }
  if (typeof own['id'] !== 'string') return own;
  const { id, ...content } = own as { id: string } & Json;
  schemas[id] = content;
  return { $ref: `#/components/schemas/${id}` };
}
