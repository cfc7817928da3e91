import { Ajv2020 } from 'ajv/dist/2020.js';
import { type AxiosResponse, isAxiosError } from 'axios';
import { type Document, OpenAPIClientAxios, type Operation } from 'openapi-client-axios';
import { describe, expect, it } from 'vitest';
import { tokenEndpoints } from '#core/api/openapi.ts';
import { SCOPES } from '#core/domain/studio/integrations.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { integrations } from '#core/api/integrations.ts';
import { ORIGIN_SECRET, testApi } from '../support/api.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';
import { isLong, variants } from '../support/long.ts';
import { newId } from '../support/rows.ts';
import { makeStudio, readyPhoto } from '../support/studio.ts';

/* The API as an external program sees it: through a client generated from its OpenAPI document alone. */

const api = await testApi();
const studio = await makeStudio(api, 'Llum');
const expiresAt = api.clock.now() + DAY_MS;
const { token } = (
  await api.call('POST', '/api/tokens', {
    as: studio.owner,
    account: studio.id,
    body: { name: 'Client', scopes: SCOPES, expiresAt },
  })
).read(integrations.createToken);

const edge = { 'x-origin-secret': ORIGIN_SECRET, 'x-viewer-address': '192.0.2.1' };
const definition = JSON.parse((await api.call('GET', '/api/openapi.json', { channel: null })).text) as Document;
const generated = new OpenAPIClientAxios({
  definition,
  withServer: { url: api.url },
  axiosConfigDefaults: { headers: { ...edge, authorization: `Bearer ${token}` }, responseType: 'text' },
});
await generated.init();

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'document', ...(definition as object) });
const called = new Set<string>();

/** Calls an operation; returns its answer, which the document describes: by status and by schema. */
async function call(name: string, parameters: Record<string, unknown> = {}, body?: unknown): Promise<AxiosResponse> {
  const operation = generated.getOperation(name)!;
  const answer = await (generated.client[name]!(parameters as never, body) as Promise<AxiosResponse>).catch(
    (error: unknown) => {
      if (isAxiosError(error) && error.response) return error.response;
      throw error;
    },
  );
  called.add(name);
  const pointer = describedBy(operation, answer.status);
  expect(pointer, `${name} answered ${answer.status}`).toBeDefined();
  const type = String(answer.headers['content-type']).split(';')[0]!;
  if (type !== 'application/json') return answer;
  const data = JSON.parse(answer.data as string) as unknown;
  const validate = ajv.compile({ $ref: `document#${pointer}/content/application~1json/schema` });
  expect(validate(data), `${name}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  return { ...answer, data };
}

/** Returns where the document describes a status of an operation, as a JSON pointer. */
function describedBy({ path, method }: Operation, status: number): string | undefined {
  type Responses = Record<string, { $ref?: string }>;
  const paths = definition.paths as Record<string, Record<string, { responses: Responses }>>;
  const { responses } = paths[path]![method]!;
  const key = [String(status), `${String(status)[0]}XX`].find((one) => one in responses);
  if (!key) return undefined;
  const at = path.replaceAll('~', '~0').replaceAll('/', '~1');
  return responses[key]!.$ref?.slice(1) ?? `/paths/${at}/${method}/responses/${key}`;
}

describe('a generated client', () => {
  it.each(variants(HOSTILE_TEXTS, 2))('creates and reads back %j', async (text) => {
    const id = newId();
    const name = `${text} & Co`;
    const made = await call('createCustomer', {}, { id, name, notes: text });
    expect(made.status).toBe(201);
    expect((await call('createCustomer', {}, { id, name, notes: text })).status).toBe(200);
    const read = await call('getCustomer', { customerId: id });
    expect(read.data).toEqual(made.data);
    const gallery = await call('createGallery', {}, { name, customerId: id });
    expect(gallery.status).toBe(201);
    const galleryId = (gallery.data as { id: string }).id;
    await call('createSection', { galleryId }, { name });
    const photo = await readyPhoto(api, studio, galleryId, { filename: `${text}.jpg` });
    const photos = (await call('listPhotos', { galleryId })).data as { data: { id: string }[] };
    expect(photos.data.map((one) => one.id)).toEqual([photo.id]);
    const { data: published } = await call('publishGallery', { galleryId });
    expect(published).toMatchObject({ status: 'published' });
  });

  it('reaches every operation, and finds each answer in the document', async () => {
    const nothing = {
      customerId: newId(),
      sessionId: newId(),
      galleryId: newId(),
      selectionId: newId(),
      paymentId: newId(),
    };
    for (const operation of generated.getOperations()) {
      const parameters = Object.fromEntries(
        (operation.parameters ?? []).flatMap((one) => {
          const { name, in: part } = one as { name: string; in: string };
          return part === 'path' ? [[name, nothing[name as keyof typeof nothing] ?? newId()]] : [];
        }),
      );
      const hasBody = operation.requestBody !== undefined;
      await call(operation.operationId!, parameters, hasBody ? {} : undefined);
    }
    expect(called).toEqual(new Set(tokenEndpoints.map(([name]) => name.split('.')[1])));
  });

  it('pages through a list to its end', async () => {
    for (let made = 0; made < (isLong ? 60 : 5); made++) await call('createCustomer', {}, { name: `Page ${made}` });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = (await call('listCustomers', { limit: 2, ...(cursor ? { cursor } : {}) })).data as {
        data: { id: string }[];
        nextCursor: string | null;
      };
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const { rows } = await api.db.pool.query('select id from customers where account_id = $1', [studio.id]);
    expect(seen.toSorted()).toEqual(rows.map(({ id }) => id as string).toSorted());
  });
});
