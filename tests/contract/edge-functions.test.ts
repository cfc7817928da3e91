import { beforeAll, describe, expect, it } from 'vitest';
import { bundleEdgeFunction, EDGE_FUNCTIONS } from '#ops/bundle/edge.ts';
import type { EdgeCase } from '../support/edge-case.ts';
import { EDGE_CASES } from '../support/edge-cases.ts';
import { FILE, GALLERY, imageToken, KEY, NOW, OLD_KEY } from '../support/edge-image-cases.ts';
import {
  type Fields,
  type RawRequest,
  type RawResponse,
  viewerRequest,
  viewerResponse,
} from '../support/edge-events.ts';
import { type EdgeScript, edgeScript } from '../support/edge-runtime.ts';
import { localEdge } from '../support/edge-source.ts';
import type { EdgeOutcome } from '../support/edge-validation.ts';
import { seededRandom } from '../support/fuzz.ts';
import { rounds } from '../support/long.ts';

type Run = (name: string, request: RawRequest, response?: RawResponse) => Promise<EdgeOutcome>;

const scripts = new Map<string, EdgeScript>();
const SURROUNDINGS = { now: NOW, store: { image_token_keys: `${KEY} ${OLD_KEY}` } };

const deployed: Run = (name, request, response) => {
  const event = response ? viewerResponse(request, response) : viewerRequest(request);
  return scripts.get(name)!(event, SURROUNDINGS);
};
const local: Run = localEdge([KEY, OLD_KEY], NOW);

beforeAll(async () => {
  for (const name of EDGE_FUNCTIONS) scripts.set(name, edgeScript(await bundleEdgeFunction(name)));
});

/** Names and values, repeated ones joined: an object for HTTP's list. */
const plain = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { value, multiValue }]) => [
      name,
      multiValue?.map((one) => one.value).join(',') ?? value,
    ]),
  );

/** Visible result of an outcome. */
function seen(outcome: EdgeOutcome) {
  if (outcome.kind === 'response') return { ...outcome, headers: plain(outcome.headers) };
  const { method, uri, querystring, headers, cookies } = outcome.request;
  return { method, uri, query: plain(querystring), headers: plain(headers), cookies: plain(cookies) };
}

function check(outcome: EdgeOutcome, expected: EdgeCase['expect']): void {
  const got = seen(outcome);
  if ('status' in expected) {
    expect(got).toMatchObject({ status: expected.status });
    checkHeaders(got.headers, expected.headers);
    if (expected.setCookies) expect(got.cookies).toEqual(expected.setCookies);
    const error = expected.code ? (JSON.parse(String('body' in got && got.body)) as object) : {};
    const { code, field } = expected;
    expect(error).toMatchObject(code ? { error: { code, ...(field ? { field } : {}) } } : {});
    return;
  }
  const { headers, ...rest } = expected;
  // Exact: forwarded values are part of a cache key or reach an origin.
  for (const [part, value] of Object.entries(rest)) expect(got).toHaveProperty(part, value);
  checkHeaders(got.headers, headers);
  expect(outcome.kind).toBe('request');
}

function checkHeaders(got: Record<string, string>, expected: Record<string, string | null> = {}): void {
  for (const [name, value] of Object.entries(expected)) {
    if (value === null) expect(got).not.toHaveProperty(name);
    else expect(got).toHaveProperty(name, value);
  }
}

describe.each([
  ['the local edge', local],
  ['CloudFront’s runtime', deployed],
])('in %s', (_name, run) => {
  it.each(EDGE_CASES.map((one) => [one.fn, one.title, one] as const))('%s: %s', async (_fn, _title, one) => {
    check(await run(one.fn, one.request, one.response), one.expect);
  });
});

it('every deployed function has cases', () => {
  expect(new Set(EDGE_CASES.map(({ fn }) => fn))).toEqual(new Set(EDGE_FUNCTIONS));
});

describe('random viewer requests', () => {
  const random = seededRandom(20_261_121);
  const token = imageToken({ kind: 'galleries', ids: [GALLERY] });
  const names = ['width', 'width', 'quality', 'lng', 'size', '__proto__', 'constructor', 'toString', 'multiValue', 'x'];
  const values = ['200', '70', 'ca', '%2e%2e%2f', '%00', '1%3A1', '__proto__', '', 'a=b', token, '%F0%9F%93%B7'];
  const paths = [
    `/api/images/${GALLERY}/${FILE}.jpg`,
    '/p/studio/',
    '/api/p/studio',
    '/api/p/g/photos/p/download',
    '/api/p/s/booking/slots',
    '/zero/sync/v51/connect',
    '/zero/keepalive',
    '/og/',
    '/site/',
    '/%2e%2e/%2F/',
    `/${'a'.repeat(3000)}`,
    '/__proto__',
  ];
  /** Whether a request line or header can carry it; other input is refused before any function runs. */
  const sendable = (text: string) => encodeURI(text.toWellFormed()).replace(/#/g, '%23');
  const one = () => sendable(random.chance(0.2) ? random.text() : random.pick(values));
  const list = (max: number) => Array.from({ length: random.pick([0, 1, 2, max]) });
  const request = (): RawRequest => {
    const query = list(40).map(() => `${random.pick(names)}${random.chance(0.9) ? '=' : ''}${one()}`);
    const cookies = list(8).map(() => `${random.pick([...names, 'image_token', 'i18next'])}=${one()}`);
    return {
      method: random.pick(['GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']),
      path: `${random.pick(paths)}${random.chance(0.2) ? one() : ''}${query.length > 0 ? `?${query.join('&')}` : ''}`.slice(
        0,
        8000,
      ),
      headers: {
        host: 'studio.example',
        ...(cookies.length > 0 ? { cookie: cookies.join('; ') } : {}),
        'accept-language': random.chance(0.5) ? list(3).map(one).join(',') : [one(), one()],
        [random.pick(['x-language', 'x-viewer-host', 'x-forwarded-for', 'x-origin-secret', 'constructor'])]: one(),
      },
    };
  };

  it.each(EDGE_FUNCTIONS.filter((name) => !name.endsWith('-response')))(
    '%s returns a result valid for CloudFront, and the same as here',
    async (name) => {
      for (let i = 0; i < rounds(100, 1000); i++) {
        const raw = request();
        const [there, here] = await Promise.all([deployed(name, raw), local(name, raw)]);
        expect(seen(there), raw.path).toEqual(seen(here));
      }
    },
  );
});
