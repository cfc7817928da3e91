import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectLogged } from '../../../tests/support/expected-log.ts';

const CALL = { requestId: 'req-7f3a', routeKey: 'GET /api/accounts' };
const SECRETS = [
  'ana@example.test',
  'Bearer eyJhbGciOi',
  'row-value-4711',
  'visitor_session=',
  'postgres://u:hunter2@',
];

/** Returns an error like a database driver's: its message and properties quote the row. */
function plantedError(): Error {
  const [email, token, row, cookie, url] = SECRETS;
  const message = `duplicate ${email} ${token}\n    at ${row} (${process.cwd()}/${cookie}.ts:1:1)\nat ${url}`;
  const cause = new Error(row);
  return Object.assign(new TypeError(message, { cause }), { code: 'XX000', detail: email, row: { token }, where: url });
}

/** Starts a host that receives reports and keeps their envelopes. */
async function startHost(answers: boolean) {
  const envelopes: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      envelopes.push(request.headers['content-encoding'] === 'gzip' ? String(gunzipSync(body)) : body);
      if (answers) response.end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    dsn: `http://publickey@127.0.0.1:${port}/1`,
    envelopes,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

/** Imports the module again, as in a fresh sandbox. */
async function importFresh() {
  vi.resetModules();
  return import('../http/error-response.ts');
}

expectLogged('request_failed', 'refused_by_database', 'report_not_delivered');

afterEach(() => {
  vi.unstubAllEnvs();
  vi.doUnmock('./sentry.ts');
  vi.restoreAllMocks();
});

describe('an unexpected error', () => {
  it('is reported once, with class, code, location, function, request and release, and nothing else', async () => {
    const host = await startHost(true);
    vi.stubEnv('SENTRY_DSN', host.dsn);
    vi.stubEnv('RELEASE', 'c0ffee');
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'albumen-test-accounts');
    const { errorResponse } = await importFresh();
    expect((await errorResponse(plantedError(), CALL)).statusCode).toBe(500);
    await host.close();
    expect(host.envelopes).toHaveLength(1);
    const [envelope] = host.envelopes;
    for (const secret of SECRETS) expect(envelope).not.toContain(secret);
    const event = JSON.parse(envelope!.split('\n')[2]!);
    expect(event).toMatchObject({
      release: 'c0ffee',
      transaction: 'albumen-test-accounts',
      tags: { function: 'albumen-test-accounts', request_id: 'req-7f3a', code: 'XX000' },
      exception: { values: [{ type: 'TypeError', value: 'XX000' }] },
    });
    const { frames } = event.exception.values[0].stacktrace;
    expect(frames.at(-1)).toMatchObject({
      filename: 'app:///functions/platform/observability/report-error.test.ts',
      function: 'plantedError',
    });
    const known = ['contexts', 'environment', 'event_id', 'exception', 'level', 'platform', 'release', 'sdk', 'tags'];
    expect(Object.keys(event).toSorted()).toEqual([...known, 'timestamp', 'transaction']);
    expect(Object.keys(event.contexts).toSorted()).toEqual(['runtime', 'trace']);
  });

  it('is not reported if it was expected, or rejected by the database', async () => {
    const host = await startHost(true);
    vi.stubEnv('SENTRY_DSN', host.dsn);
    const { errorResponse } = await importFresh();
    const { AppError } = await import('#core/domain/values/errors.ts');
    expect((await errorResponse(new AppError('unavailable'), CALL)).statusCode).toBe(503);
    expect((await errorResponse(Object.assign(new Error(), { code: '22001' }), CALL)).statusCode).toBe(400);
    await host.close();
    expect(host.envelopes).toEqual([]);
  });

  it('loads nothing without a DSN', async () => {
    const loaded = vi.fn();
    vi.doMock('./sentry.ts', () => {
      loaded();
      return { createSender: () => ({ error: () => Promise.resolve(true) }) };
    });
    const { errorResponse } = await importFresh();
    for (const dsn of [undefined, '']) {
      vi.stubEnv('SENTRY_DSN', dsn);
      expect((await errorResponse(plantedError(), CALL)).statusCode).toBe(500);
    }
    expect(loaded).not.toHaveBeenCalled();
    vi.stubEnv('SENTRY_DSN', 'https://key@sentry.example/1');
    await errorResponse(plantedError(), CALL);
    expect(loaded).toHaveBeenCalledOnce();
  });
});

describe('an error of a visitor’s page', () => {
  it('is reported with class and positions, and nothing else', async () => {
    const host = await startHost(true);
    vi.stubEnv('SENTRY_DSN', host.dsn);
    vi.resetModules();
    const { reportPageError } = await import('./report-error.ts');
    await reportPageError({ type: 'TypeError', frames: ['/assets/page-1a2b.js:1:20', '/assets/page-1a2b.js:3:40'] });
    await host.close();
    const event = JSON.parse(host.envelopes[0]!.split('\n')[2]!);
    expect(event).toMatchObject({ transaction: 'public page', platform: 'javascript' });
    const frames = [
      [3, 40],
      [1, 20],
    ].map(([lineno, colno]) => ({
      filename: 'app:///assets/page-1a2b.js',
      lineno,
      colno,
      in_app: true,
    }));
    expect(event.exception.values).toEqual([{ type: 'TypeError', stacktrace: { frames } }]);
    expect(event.request ?? event.user ?? event.tags).toBeUndefined();
  });
});

describe('an unavailable Sentry', () => {
  it.each(['gone', 'silent'])('%s: changes no response', async (state) => {
    const host = await startHost(false);
    if (state === 'gone') await host.close();
    vi.stubEnv('SENTRY_DSN', '');
    const { errorResponse } = await importFresh();
    const expected = await errorResponse(plantedError(), CALL);
    vi.stubEnv('SENTRY_DSN', host.dsn);
    expect(await errorResponse(plantedError(), CALL)).toEqual(expected);
    if (state === 'silent') await host.close();
  });
});
