/** The parts of an OpenAPI 3.1 document that the page shows (core/api/openapi.ts). */
export interface Reference {
  info: { description: string };
  servers: readonly { url: string }[];
  tags: readonly { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks: Readonly<Record<string, { post: Operation }>>;
  'x-webhooks': string;
  components: { schemas: Readonly<Record<string, Schema>> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly Parameter[];
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

type Content = Readonly<Record<string, { schema: Schema }>>;

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  default?: unknown;
}

/** An operation with its method and path. */
export interface Endpoint extends Operation {
  method: string;
  path: string;
}

/** Returns the endpoints of a tag in the document's order. */
export function endpointsOf({ paths }: Reference, tag: string): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path }))
      .filter(({ tags }) => tags?.includes(tag)),
  );
}

const ID = '0123456789abcdefghjk';
/** Deeper objects are shown as an empty one. */
const MAX_DEPTH = 6;

/** Returns a value of a schema, for a reader to see its shape. */
export function exampleOf(
  schema: Schema,
  { components }: Pick<Reference, 'components'>,
  name = '',
  depth = 0,
): unknown {
  if (depth > MAX_DEPTH) return {};
  if (schema.$ref) {
    const target = components.schemas[schema.$ref.split('/').at(-1)!];
    return target ? exampleOf(target, { components }, name, depth + 1) : {};
  }
  const of = (one: Schema, field: string) => exampleOf(one, { components }, field, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.anyOf) {
    return of(schema.anyOf.find(({ type, const: only }) => type !== 'null' && only !== '') ?? schema.anyOf[0]!, name);
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return schema.items ? [of(schema.items, name)] : [];
  if (type === 'integer' || type === 'number') return name === 'amount' ? 15_000 : 1;
  if (type === 'boolean') return false;
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([field, one]) => [field, of(one, field)]));
  }
  if (schema.format === 'date-time') return '2026-05-01T10:00:00.000Z';
  if (schema.format === 'uri' || name === 'url') return 'https://…';
  if (/id$/i.test(name)) return ID;
  return EXAMPLES[name] ?? '';
}

const EXAMPLES: Readonly<Record<string, string>> = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  filename: 'IMG_0001.jpg',
  sourceFilename: 'IMG_0001.jpg',
  currency: 'EUR',
  timeZone: 'Europe/Madrid',
  mimeType: 'image/jpeg',
};

/** Returns the JSON schema of a body or answer; null without one. */
export const jsonSchema = (content: Content | undefined): Schema | null =>
  content?.['application/json']?.schema ?? null;

/** Returns a command that calls an endpoint; `$ALBUMEN_TOKEN` is the reader's token. */
export function curlOf({ method, path, requestBody }: Endpoint, reference: Reference): string {
  const schema = jsonSchema(requestBody?.content);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${reference.servers[0]?.url ?? ''}${path}`,
    `-H "Authorization: Bearer $ALBUMEN_TOKEN"`,
  ];
  if (schema) {
    const body = JSON.stringify(exampleOf(schema, reference)).replaceAll("'", `'\\''`);
    lines.push(`-H "Content-Type: application/json"`, `-d '${body}'`);
  }
  return lines.join(' \\\n  ');
}

/** Returns the commands of a whole upload. */
export const uploadCommands = (origin: string): string => `# 1. Ask for an address. You make the photo's id.
PHOTO=$(LC_ALL=C tr -dc '0-9a-hjkmnp-tv-z' < /dev/urandom | head -c 20)
SIZE=$(wc -c < IMG_0001.jpg | tr -d ' ')
curl -s -X POST ${origin}/api/upload/presign \\
  -H "Authorization: Bearer $ALBUMEN_TOKEN" -H "Content-Type: application/json" \\
  -d "{\\"galleryId\\":\\"$GALLERY\\",\\"files\\":[{\\"photoId\\":\\"$PHOTO\\",\\"filename\\":\\"IMG_0001.jpg\\",\\"size\\":$SIZE,\\"type\\":\\"image/jpeg\\"}]}" > upload.json

# 2. Send the file there, with the headers of the answer.
jq -r '.uploads[0].headers | to_entries[] | "header = \\"\\(.key): \\(.value)\\""' upload.json > headers.txt
curl -X PUT -K headers.txt --data-binary @IMG_0001.jpg "$(jq -r '.uploads[0].url' upload.json)"

# 3. Complete it. The event photos.ready tells when clients can see it.
curl -X POST ${origin}/api/upload/complete \\
  -H "Authorization: Bearer $ALBUMEN_TOKEN" -H "Content-Type: application/json" \\
  -d "{\\"galleryId\\":\\"$GALLERY\\",\\"photoIds\\":[\\"$PHOTO\\"]}"`;
