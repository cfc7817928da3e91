import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { me } from '#core/api/me.ts';
import { CONSENT_VERSION } from '#core/domain/studio/consents.ts';
import { testApi } from '../support/api.ts';
import { expectLogged } from '../support/expected-log.ts';
import { makeStudio } from '../support/studio.ts';

expectLogged('page_error');

const api = await testApi();
const studio = await makeStudio(api);
const { owner, people } = studio;

describe('a user’s consent', () => {
  const save = (body: unknown, as = owner, purpose = 'analytics') =>
    api.call('PUT', `/api/me/consents/${purpose}`, { as, body });
  const read = async (as = owner) => (await api.call('GET', '/api/me/consents', { as })).read(me.consents);

  it('is the latest decision with its version and time, and nobody else’s', async () => {
    expect(await read()).toEqual([]);
    await save({ version: CONSENT_VERSION, granted: true });
    const withdrawn = (await save({ version: CONSENT_VERSION, granted: false })).read(me.saveConsent);
    expect(withdrawn).toMatchObject({ purpose: 'analytics', version: CONSENT_VERSION, granted: false });
    expect(await read()).toEqual([withdrawn]);
    expect(await read(people.admin)).toEqual([]);
  });

  it('is refused for unknown purposes, versions and strangers', async () => {
    expect((await save({ version: CONSENT_VERSION, granted: true }, owner, 'sale')).status).toBe(404);
    expect((await save({ version: CONSENT_VERSION + 1, granted: true })).status).toBe(400);
    expect((await save({ version: CONSENT_VERSION })).status).toBe(400);
    expect((await api.call('GET', '/api/me/consents')).status).toBe(401);
  });
});

describe('POST /api/p/page-errors', () => {
  const report = (body: unknown, viewer = '10.9.0.1') =>
    api.call('POST', '/api/p/page-errors', { channel: 'public', body, headers: { 'x-viewer-address': viewer } });
  const error = { page: 'public', type: 'TypeError', frames: ['/assets/app-1a2b.js:12:345'] };

  it('logs class and positions', async () => {
    const written: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0);
    expect((await report(error)).status).toBe(200);
    spy.mockRestore();
    const [line] = written.map((one) => JSON.parse(one) as object);
    expect(line).toMatchObject({ level: 'warn', event: 'page_error', error: 'TypeError', stack: error.frames[0] });
    expect(Object.keys(line!).toSorted()).toEqual(['error', 'event', 'level', 'page', 'stack', 'timestamp', 'trace']);
  });

  it('passes on to Sentry those of public pages, three an hour of one network and 60 of all', async () => {
    const reported: string[] = [];
    const sentry = createServer((request, response) => {
      void buffer(request).then((body) => {
        reported.push(String(request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body));
        response.end('{}');
      });
    });
    await new Promise<void>((listening) => sentry.listen(0, '127.0.0.1', listening));
    vi.stubEnv('SENTRY_DSN', `http://key@127.0.0.1:${(sentry.address() as AddressInfo).port}/1`);
    const setCount = (bucket: string) =>
      api.db.pool.query('update rate_limits set count = 60 where bucket = $1', [bucket]);
    await report({ ...error, page: 'back-office' }, '10.9.4.1');
    for (let times = 0; times < 5; times++) await report(error, '10.9.4.1');
    await setCount('page-errors-all');
    await report({ ...error, type: 'SyntaxError' }, '10.9.5.1');
    await setCount('page-errors-forwarded-all');
    await report({ ...error, type: 'RangeError' }, '10.9.6.1');
    vi.unstubAllEnvs();
    sentry.closeAllConnections();
    await new Promise((closed) => sentry.close(closed));
    const typeOf = (text: string) => /(?:Range|Syntax|Type)Error/.exec(text)?.[0];
    expect(reported.map(typeOf)).toEqual(['TypeError', 'TypeError', 'TypeError', 'SyntaxError']);
    expect(reported[0]).toContain('app:///assets/app-1a2b.js');
    expect(reported.join()).not.toContain('10.9.4.1');
  });

  it('refuses messages, addresses and foreign scripts', async () => {
    for (const wrong of [
      { ...error, message: 'clara@example.org' },
      { ...error, type: 'clara@example.org' },
      { ...error, frames: ['https://evil.example/a.js:1:1'] },
      { ...error, frames: ['/p/studio/gallery/token?x.js:1:1'] },
      { ...error, frames: Array.from({ length: 21 }, () => error.frames[0]) },
    ])
      expect((await report(wrong)).status).toBe(400);
  });

  it('is limited for a network; many from all leave each network one', async () => {
    for (let times = 0; times < 20; times++) await report(error, '10.9.1.1');
    expect((await report(error, '10.9.1.2')).status).toBe(429);
    expect((await report(error, '10.9.2.1')).status).toBe(200);
    await api.db.pool.query(`update rate_limits set count = 600 where bucket = 'page-errors-all'`);
    expect((await report(error, '10.9.3.1')).status).toBe(200);
    expect((await report(error, '10.9.3.1')).status).toBe(429);
  });
});
