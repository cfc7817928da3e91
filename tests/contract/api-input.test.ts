import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/api/endpoint.ts';
import { endpoints } from '#core/api/endpoints.ts';
import { DAY_MS } from '#core/domain/values/durations.ts';
import { SCOPES } from '#core/domain/studio/integrations.ts';
import { testApi, ZERO_API_KEY } from '../support/api.ts';
import { seededRandom } from '../support/fuzz.ts';
import { rounds } from '../support/long.ts';
import { insertGallery } from '../support/rows.ts';
import { makeStudio, readyPhoto } from '../support/studio.ts';

const MARKER = 'FOREIGN-CANARY';

const api = await testApi();
const [studio, other] = [await makeStudio(api), await makeStudio(api, MARKER)];
const galleryId = await insertGallery(api.db.pool, studio.id);
const foreignId = await insertGallery(api.db.pool, other.id, { name: MARKER, description: MARKER });
const foreignPhoto = (await readyPhoto(api, other, foreignId, { filename: `${MARKER}.jpg` })).id;

const patch = (body: string, headers: Record<string, string> = {}) =>
  api.call('PATCH', `/api/accounts/${studio.id}`, {
    as: studio.owner,
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('bodies', () => {
  it('must be JSON with its content type, of limited size and depth', async () => {
    for (const [body, headers, status, code] of [
      ['{"name":', {}, 400, 'invalid_json'],
      ['\ufeff{"name":"X"}', {}, 400, 'invalid_json'],
      ['', {}, 400, 'body_required'],
      ['null', {}, 400, 'validation_failed'],
      ['[]', {}, 400, 'validation_failed'],
      ['{"name":"X"}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
      ['{"name":"X"}', { 'content-type': 'application/jsonp' }, 415, 'unsupported_media_type'],
      [`{"name":"${'x'.repeat(300_000)}"}`, {}, 413, 'payload_too_large'],
      [`{"settings":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, {}, 400, 'invalid_json'],
      [`{"settings":{"a":${'['.repeat(40)}${']'.repeat(40)}}}`, {}, 400, 'invalid_json'],
    ] as const) {
      const answer = await patch(body, headers);
      expect([body.slice(0, 40), answer.status, answer.error.code]).toEqual([body.slice(0, 40), status, code]);
    }
    expect((await patch('{"name":"[[[[ { \\" ]"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
      200,
    );
  });

  it('must contain only storable text', async () => {
    for (const [body, field] of [
      ['{"name":"a\\u0000b"}', 'name'],
      ['{"name":"\\ud800"}', 'name'],
      ['{"settings":{"a":["\\udc00"]}}', '0'],
      ['{"settings":{"\\u0000":1}}', undefined],
      ['{"settings":{"__proto__":1}}', '__proto__'],
    ] as const) {
      const answer = await patch(body);
      expect([body, answer.status, answer.error.code, answer.error.field]).toEqual([
        body,
        400,
        'validation_failed',
        field,
      ]);
      expect(answer.error.issues).toBeUndefined();
    }
  });

  it('name every invalid field', async () => {
    const answer = await patch(JSON.stringify({ name: '', timeZone: 'Nowhere', language: 'xx' }));
    expect(answer.error.message).toBe('Some fields need attention. Check the ones marked.');
    expect(answer.error.issues?.map(({ field }) => field).sort()).toEqual(['language', 'name', 'timeZone']);
  });
});

describe('fuzzing', () => {
  const ALL = Object.values(endpoints).flatMap((entries) => Object.values(entries as Record<string, Endpoint>));
  const CALLS = rounds(1000, 10_000);

  it('causes no 5xx and exposes no foreign row', async () => {
    const random = seededRandom(20261121);
    const wanted = { name: 'Fuzz', scopes: SCOPES, expiresAt: api.clock.now() + DAY_MS };
    const made = await api.call('POST', '/api/tokens', { as: studio.owner, account: studio.id, body: wanted });
    const { token } = made.read(endpoints.integrations.createToken);
    const ids = () => [
      galleryId,
      foreignId,
      foreignPhoto,
      studio.id,
      other.id,
      studio.slug,
      '0'.repeat(20),
      random.text(),
    ];
    const fill = (path: string) => path.replace(/:\w+/g, () => encodeURIComponent(random.pick(ids()).toWellFormed()));
    for (let round = 0; round < CALLS; round += 10) {
      const calls = Array.from({ length: 10 }, async () => {
        const endpoint = random.pick(ALL);
        const query = random.chance(0.2) ? `?${new URLSearchParams([[random.text(), random.text()]])}` : '';
        const method = random.chance(0.05) ? 'OPTIONS' : endpoint.method;
        const body = random.chance(0.8) ? JSON.stringify(random.json([...ids(), ...FIELDS])) : random.text();
        const answer = await api.call(method, fill(endpoint.path) + query, {
          channel: random.chance(0.95) ? (endpoint.channel ?? null) : 'x',
          ...(endpoint.access === 'token' ? { token } : random.chance(0.9) ? { as: studio.owner } : {}),
          account: random.chance(0.9) ? studio.id : other.id,
          ...(method === 'GET' ? {} : { body }),
          headers: { 'content-type': 'application/json', 'x-api-key': ZERO_API_KEY },
        });
        return [answer.status, `${method} ${endpoint.path} ${body}`, answer.text] as const;
      });
      for (const [status, what, text] of await Promise.all(calls)) {
        expect(status, what).toBeLessThan(500);
        // Slugs and public pages are public; nothing else of the other studio may appear.
        if (!what.includes('/api/p/')) expect(text, what).not.toContain(MARKER);
      }
    }
  }, 120_000);
});

/** Property names of the schemas, so that much of the input passes the first check. */
const FIELDS = [
  'name',
  'slug',
  'galleryId',
  'photoIds',
  'photoId',
  'files',
  'filename',
  'size',
  'type',
  'email',
  'data',
  'accountSlug',
  'rights',
  'token',
  'password',
  'settings',
  'language',
  'timeZone',
  'currency',
  'mutations',
  'clientGroupID',
  '__proto__',
  'constructor',
];
