import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { withTrace } from '#functions/platform/observability/trace.ts';
import { type ApiStack, startApi, ZERO_API_KEY } from '../support/api.ts';
import { insertGallery } from '../support/rows.ts';
import { makeStudio, type Studio } from '../support/studio.ts';

/** One act, from the request of the browser to the lines of its effects. */
let api: ApiStack;
let studio: Studio;
beforeAll(async () => {
  api = await startApi();
  studio = await makeStudio(api, 'Llum de Mar');
  // Objects that zero-cache creates in the upstream database when it starts.
  await api.db.pool.query(`
    create table zero_0.clients ("clientGroupID" text, "clientID" text, "lastMutationID" bigint not null,
      "userID" text, primary key ("clientGroupID", "clientID"));
    create table zero_0.mutations ("clientGroupID" text, "clientID" text, "mutationID" bigint, result json not null,
      primary key ("clientGroupID", "clientID", "mutationID"));`);
  return () => api.close();
});
beforeEach(() => api.db.pool.query('delete from outbox'));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const template = { kind: 'gallery_invite', language: 'en', subject: 'Hi {{client}}', body: '{{gallery}} {{link}}' };
const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` };

/** Captures the lines of functions and jobs until the end of the test. */
function capturedLines(): () => Record<string, unknown>[] {
  vi.stubEnv('AWS_LAMBDA_LOG_LEVEL', 'INFO');
  const written: string[] = [];
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0),
  );
  onTestFinished(() => {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  });
  return () =>
    written
      .filter((line) => line.startsWith('{"timestamp"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const sendTestMail = () =>
  api.call('POST', '/api/accounts/test-mail', { as: studio.owner, account: studio.id, headers, body: template });

const outbox = async () =>
  (await api.db.pool.query<{ kind: string; trace: string | null }>('select kind, trace from outbox')).rows;

function push(clientID: string, name: string, args: object) {
  const timestamp = api.clock.now();
  const mutation = { type: 'custom', id: 1, clientID, name, args: [{ now: 0, ...args }], timestamp };
  const body = { clientGroupID: `g-${clientID}`, mutations: [mutation], pushVersion: 1, timestamp, requestID: 'r' };
  return api.call('POST', '/api/zero/mutate?schema=zero_0&appID=zero', {
    as: studio.owner,
    account: studio.id,
    channel: null,
    headers: { 'x-api-key': ZERO_API_KEY },
    body,
  });
}

describe('an act', () => {
  it('has one trace in the line of its request, in its outbox rows, and in the lines of their effects', async () => {
    const lines = capturedLines();
    const answer = await sendTestMail();
    expect(answer.status).toBeLessThan(300);
    expect(await outbox()).toEqual([{ kind: 'mail.test', trace: TRACE }]);
    await runOutbox(api.jobs);
    const ofAct = lines().filter(({ trace }) => trace === TRACE);
    expect(ofAct.map(({ event }) => event)).toEqual(['request', 'effect_done']);
    expect(ofAct[0]).toMatchObject({ status: answer.status });
    expect(ofAct[1]).toMatchObject({ kind: 'mail.test' });
    // Ids, codes and names of ours: nothing of the person who acted.
    expect(JSON.stringify(ofAct)).not.toContain('@');
  });

  it('by a mutation is named by its client and number', async () => {
    const lines = capturedLines();
    const id = await insertGallery(api.db.pool, studio.id);
    const pushed = await push('client-of-a-tab', 'galleries.setStatus', { id, to: 'published' });
    expect(pushed.text).not.toContain('error');
    const rows = await outbox();
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ trace }) => trace))).toEqual(new Set(['client-of-a-tab.1']));
    expect(lines()).toContainEqual(
      expect.objectContaining({ event: 'mutation', mutator: 'galleries.setStatus', trace: 'client-of-a-tab.1' }),
    );
  });

  it('gives its trace to effects that triggers write', async () => {
    const request = () =>
      api.services.db.transaction((tx) =>
        tx.query(`select public.request_effect($1, 'live.changed', 'live:x', '{}', interval '0')`, [studio.id]),
      );
    await withTrace('first-act', request);
    await withTrace('latest-act', request);
    expect(await outbox()).toEqual([{ kind: 'live.changed', trace: 'latest-act' }]);
    await api.db.pool.query('delete from outbox');
    await request();
    expect(await outbox()).toEqual([{ kind: 'live.changed', trace: null }]);
  });

  it('that fails unexpectedly tells its trace, for support', async () => {
    const lines = capturedLines();
    await api.db.pool.query('alter table outbox rename to outbox_away');
    onTestFinished(async () => void (await api.db.pool.query('alter table outbox_away rename to outbox')));
    const answer = await sendTestMail();
    expect(answer.error).toMatchObject({ code: 'internal', params: { trace: TRACE } });
    const id = await insertGallery(api.db.pool, studio.id);
    const pushed = JSON.parse((await push('another-tab', 'galleries.setStatus', { id, to: 'published' })).text) as {
      mutations: { result: unknown }[];
    };
    expect(pushed.mutations[0]?.result).toMatchObject({ message: 'internal', details: { trace: 'another-tab.1' } });
    expect(lines()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: 'request_failed', trace: TRACE }),
        expect.objectContaining({ event: 'sync_failed', trace: 'another-tab.1' }),
      ]),
    );
  });
});
