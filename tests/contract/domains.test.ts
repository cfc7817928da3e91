import { AwsClient } from 'aws4fetch';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofName } from '#core/domain/site/domains.ts';
import { DAY_MS, HOUR_MS } from '#core/domain/values/durations.ts';
import { eraseAccount } from '#functions/accounts/erase-account.ts';
import { checkDomain } from '#functions/domains/check-domain.ts';
import { emptyTrash } from '#functions/jobs/empty-trash.ts';
import { runOutbox } from '#functions/jobs/outbox-runner.ts';
import { cloudFrontTenants } from '#functions/platform/aws/cdn-tenants.ts';
import { dnsLookUp } from '#functions/platform/dns.ts';
import type { JobServices } from '#functions/platform/job-services.ts';
import type { DnsRecord } from '#local/dns/wire.ts';
import { type Edge, startEdge } from '#local/edge/server.ts';
import { ORIGIN, testApi } from '../support/api.ts';
import { insertUser } from '../support/auth-sessions.ts';
import { backOffice } from '../support/back-office.ts';
import { expectLogged } from '../support/expected-log.ts';
import { insertRow, newId } from '../support/rows.ts';
import { makeStudio } from '../support/studio.ts';

expectLogged('dns_unavailable');

const KEYS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret-of-tests', region: 'eu-west-1' };
const TARGET = 'sites.albumen.test';
const IDS = { distributionId: 'ETENANTS', connectionGroupId: 'cg_test' };

const api = await testApi();
const office = backOffice(api.db);
let origin: Server;
let edge: Edge;
/** The edge's clock runs ahead of the signatures' by less than AWS allows. */
let ahead = 0;
let jobs: JobServices;

beforeAll(async () => {
  // A page of the functions: names the host that it was asked for.
  origin = createServer((request, response) => {
    response.writeHead(200, { 'cache-control': 'public, s-maxage=60' }).end(String(request.headers['x-viewer-host']));
  });
  await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
  edge = await startEdge({
    port: 0,
    hosts: ['localhost', '127.0.0.1'],
    siteDir: tmpdir(),
    functionsUrl: url,
    zeroUrls: { '/zero': url },
    storage: { ...KEYS, endpoint: url, renditionsBucket: 'renditions' },
    distributionId: 'EPLATFORM',
    originSecret: 'secret-of-tests',
    imageTokenKeys: ['ab'.repeat(32)],
    connectOrigins: ['https://auth.test'],
    tenants: { ...IDS, target: TARGET, connectOrigins: ['https://storage.test'] },
    now: () => Date.now() + ahead,
  });
  const tenants = cloudFrontTenants({ keys: KEYS, endpoint: edge.origin, ...IDS });
  jobs = { ...api.jobs, domains: { target: TARGET, lookUp: dnsLookUp([edge.dns!]), tenants } };
});
afterAll(async () => {
  await edge?.close();
  origin?.closeAllConnections();
  await new Promise((done) => origin?.close(done) ?? done(null));
});

/** Changes a record at the registrar. */
async function dns(action: 'add' | 'delete', record: DnsRecord): Promise<void> {
  const body = new URLSearchParams({ action, ...record });
  const answer = await fetch(`${edge.origin}/__dns`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}
const add = (name: string, type: DnsRecord['type'], value: string) => dns('add', { name, type, value });
const drop = (name: string, type: DnsRecord['type'], value: string) => dns('delete', { name, type, value });

interface Domain {
  id: string;
  hostname: string;
  proof: string;
}

type Studio = Awaited<ReturnType<typeof makeStudio>>;

let names = 0;
async function addDomain(studio: Studio, hostname = `www.llum${names++}.cat`): Promise<Domain> {
  const id = newId();
  const ctx = { userId: studio.owner.userId, accountId: studio.id, role: 'owner' as const, now: () => api.clock.now() };
  expect(await office.mutate('domains.add', { id, hostname, now: 1 }, ctx)).toBe('done');
  const { rows } = await api.db.pool.query<Domain>('select id, hostname, proof from domains where id = $1', [id]);
  return rows[0]!;
}

it('a studio that tries the product adds no domain, and one that pays does', async () => {
  const trying = await makeStudio(api);
  const state = (value: string) =>
    api.db.pool.query('update accounts set plan_state = $2 where id = $1', [trying.id, value]);
  await state('trialing');
  const ctx = { userId: trying.owner.userId, accountId: trying.id, role: 'owner' as const, now: () => api.clock.now() };
  const args = { id: newId(), hostname: `www.llum${names++}.cat`, now: 1 };
  expect(await office.refusal('domains.add', args, ctx)).toMatchObject({ code: 'plan_needed' });
  await state('active');
  expect(await office.mutate('domains.add', args, ctx)).toBe('done');
});

async function read({ id }: Domain) {
  const { rows } = await api.db.pool.query<{ status: string; reason: string | null; found: string[]; tenant: string }>(
    'select status, failure_reason as reason, found, tenant_id as tenant from domains where id = $1',
    [id],
  );
  return rows[0]!;
}

/** Runs one check; returns the status, or the reason of a failure. */
async function check(domain: Domain): Promise<string> {
  await checkDomain({ id: newId(), idempotencyKey: newId(), payload: { domainId: domain.id }, jobs });
  const { status, reason } = await read(domain);
  return reason ?? status;
}

/** Enters the right records. */
async function point({ hostname, proof }: Domain): Promise<void> {
  await add(proofName(hostname), 'TXT', proof);
  await add(hostname, 'CNAME', TARGET);
}

async function goLive(studio: Studio, hostname?: string): Promise<Domain> {
  const domain = await addDomain(studio, hostname);
  await point(domain);
  expect(await check(domain)).toBe('issuing');
  ahead += 3_000;
  expect(await check(domain)).toBe('live');
  return domain;
}

const ask = (host: string, path: string, init: { method?: string } = {}) =>
  new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const { port } = new URL(edge.origin);
    import('node:http').then(({ request }) => {
      const outgoing = request(
        { host: '127.0.0.1', port, path, headers: { host }, agent: false, ...init },
        (answer) => {
          let text = '';
          answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
          answer.on('end', () => resolve({ status: answer.statusCode!, text, headers: answer.headers }));
        },
      );
      outgoing.once('error', reject).end();
    }, reject);
  });

describe('a domain', () => {
  it('goes from nothing to live by its records, and is served only with its certificate', async () => {
    const domain = await addDomain(await makeStudio(api));
    expect(await check(domain)).toBe('awaiting_dns');
    expect((await ask(domain.hostname, '/')).status).toBe(421);
    await add(proofName(domain.hostname), 'TXT', domain.proof);
    expect(await check(domain)).toBe('verified');
    await add(domain.hostname, 'CNAME', TARGET);
    expect(await check(domain)).toBe('issuing');
    expect((await ask(domain.hostname, '/')).status).toBe(421);
    ahead += 3_000;
    expect(await check(domain)).toBe('live');
    expect(await ask(`${domain.hostname}:4300`, '/')).toMatchObject({ status: 200, text: domain.hostname });
  });

  it('names what is wrong, and goes on once it is repaired', async () => {
    const domain = await addDomain(await makeStudio(api));
    const { hostname, proof } = domain;
    await add(hostname, 'CNAME', TARGET);
    expect(await check(domain)).toBe('txt_missing');
    await add(proofName(hostname), 'TXT', proof);
    await drop(hostname, 'CNAME', TARGET);
    await add(hostname, 'A', '203.0.113.9');
    expect([await check(domain), (await read(domain)).found]).toEqual(['wrong_target', ['203.0.113.9']]);
    await drop(hostname, 'A', '203.0.113.9');
    await add(hostname, 'A', '104.21.3.4');
    expect(await check(domain)).toBe('proxied');
    await drop(hostname, 'A', '104.21.3.4');
    // As an ALIAS answers: with our target's address.
    await add(hostname, 'A', '127.0.0.1');
    await add(hostname, 'AAAA', '2001:db8::bad');
    expect([await check(domain), (await read(domain)).found]).toEqual(['stale_aaaa', ['2001:db8::bad']]);
    await drop(hostname, 'AAAA', '2001:db8::bad');
    const zone = hostname.slice(4);
    await add(zone, 'CAA', 'letsencrypt.org');
    expect([await check(domain), (await read(domain)).found]).toEqual(['caa', ['letsencrypt.org']]);
    await add(zone, 'CAA', 'amazon.com');
    expect(await check(domain)).toBe('issuing');
  });

  it('belongs to the studio that proves it first, and to the next one once that stops', async () => {
    const [first, second] = [
      await addDomain(await makeStudio(api), 'www.two.cat'),
      await addDomain(await makeStudio(api), 'www.two.cat'),
    ];
    await add(proofName('www.two.cat'), 'TXT', second.proof);
    expect([await check(first), await check(second)]).toEqual(['txt_missing', 'verified']);
    await add(proofName('www.two.cat'), 'TXT', first.proof);
    expect(await check(first)).toBe('taken');
    await drop(proofName('www.two.cat'), 'TXT', second.proof);
    expect([await check(second), await check(first)]).toEqual(['txt_missing', 'verified']);
  });

  it('gets no tenant without proof, even if it still points to us', async () => {
    const before = await goLive(await makeStudio(api), 'www.dangling.cat');
    await api.db.pool.query(`update domains set status = 'removed', removed_at = now() where id = $1`, [before.id]);
    await check(before);
    const thief = await addDomain(await makeStudio(api), 'www.dangling.cat');
    expect(await check(thief)).toBe('txt_missing');
    expect((await read(thief)).tenant).toBeNull();
    expect((await ask('www.dangling.cat', '/')).status).toBe(421);
  });

  it('below the product’s own host is refused', async () => {
    const domain = await addDomain(await makeStudio(api), `www.${new URL(ORIGIN).hostname.replace('.test', '.app')}`);
    const own = { ...jobs, appOrigin: 'https://albumen.app' };
    await checkDomain({ id: newId(), idempotencyKey: newId(), payload: { domainId: domain.id }, jobs: own });
    expect((await read(domain)).reason).toBe('taken');
  });

  it('that leads elsewhere is lost with a mail, comes back, and is removed after two weeks', async () => {
    const studio = await makeStudio(api);
    await insertUser(api.db.pool, studio.owner);
    const domain = await goLive(studio);
    await drop(domain.hostname, 'CNAME', TARGET);
    expect(await check(domain)).toBe('lost');
    const notices = `select payload from outbox where account_id = $1 and kind = 'security.notice'`;
    expect((await api.db.pool.query(notices, [studio.id])).rows).toMatchObject([
      { payload: { what: 'domain_lost', studios: [domain.hostname] } },
    ]);
    await add(domain.hostname, 'CNAME', TARGET);
    expect(await check(domain)).toBe('live');
    await drop(domain.hostname, 'CNAME', TARGET);
    expect(await check(domain)).toBe('lost');
    api.clock.advance(14 * DAY_MS);
    expect(await check(domain)).toBe('removed');
    await check(domain);
    expect((await read(domain)).tenant).toBeNull();
  });

  it('keeps its state while DNS does not answer', async () => {
    const domain = await goLive(await makeStudio(api));
    const silent = { ...jobs, domains: { ...jobs.domains!, lookUp: dnsLookUp(['127.0.0.1:1']) } };
    const run = checkDomain({ id: newId(), idempotencyKey: newId(), payload: { domainId: domain.id }, jobs: silent });
    await expect(run).rejects.toMatchObject({ code: 'unavailable' });
    expect((await read(domain)).status).toBe('live');
  });

  it('is checked again by the hourly job after its checks ended', async () => {
    const domain = await goLive(await makeStudio(api));
    await api.db.pool.query(`update outbox set done_at = now() where dedupe_key = $1`, [`domain:${domain.id}`]);
    api.clock.advance(7 * HOUR_MS);
    await emptyTrash(jobs);
    const due = `select from outbox where dedupe_key = $1 and done_at is null`;
    expect((await api.db.pool.query(due, [`domain:${domain.id}`])).rowCount).toBe(1);
  });
});

describe('a tenant', () => {
  it('is created once, whatever answer was lost', async () => {
    const { tenants } = jobs.domains!;
    const [one, again] = [
      await tenants.create('studio-once', 'www.once.cat'),
      await tenants.create('studio-once', 'www.once.cat'),
    ];
    expect(again).toEqual(one);
    expect(await tenants.create('studio-other', 'www.once.cat')).toBe('taken');
    const { id } = one as { id: string };
    await tenants.remove(id);
    await tenants.remove(id);
    expect(await tenants.create('studio-other', 'www.once.cat')).not.toBe('taken');
  });

  it('is deleted before its studio is erased', async () => {
    const studio = await makeStudio(api);
    const domain = await goLive(studio);
    await api.db.pool.query(`update accounts set deleted_at = $2 where id = $1`, [
      studio.id,
      new Date(api.clock.now() - 31 * DAY_MS),
    ]);
    await eraseAccount({ id: newId(), idempotencyKey: newId(), payload: { accountId: studio.id }, jobs });
    expect((await api.db.pool.query('select from accounts where id = $1', [studio.id])).rowCount).toBe(0);
    expect((await ask(domain.hostname, '/')).status).toBe(421);
  });

  it('has a cache of its own, which a purge of its studio empties', async () => {
    const [studio, other] = [await makeStudio(api), await makeStudio(api)];
    const [domain, neighbour] = [await goLive(studio), await goLive(other)];
    await runOutbox(jobs);
    const cached = async ({ hostname }: Domain) => (await ask(hostname, '/book')).headers['x-cache'];
    for (const one of [domain, neighbour]) expect([await cached(one), await cached(one)]).toEqual(['miss', 'hit']);
    await insertRow(api.db.pool, 'outbox', {
      id: newId(),
      account_id: studio.id,
      kind: 'cdn.purge',
      payload: { slugs: [studio.slug] },
      run_after: new Date(api.clock.now() - 1),
      created_at: new Date(api.clock.now()),
    });
    await runOutbox(jobs);
    expect([await cached(domain), await cached(neighbour)]).toEqual(['miss', 'hit']);
  });

  it('is changed only with the distribution’s keys', async () => {
    const signer = new AwsClient({ ...KEYS, secretAccessKey: 'guess', region: 'us-east-1', service: 'cloudfront' });
    const url = `${edge.origin}/2020-05-31/distribution-tenant/studio-x`;
    expect((await signer.fetch(url)).status).toBe(403);
    expect((await ask('localhost', '/2020-05-31/distribution-tenant/studio-x')).status).toBe(403);
  });
});

describe('on a studio’s own domain', () => {
  it('nothing of the back office exists', async () => {
    const { hostname } = await goLive(await makeStudio(api));
    for (const path of ['/api/accounts', '/api/me', '/api/zero/query', '/zero/keepalive', '/sw.js', '/app', '/__dns'])
      expect([path, (await ask(hostname, path, { method: 'POST' })).status]).toEqual([path, 403]);
    // Reads are pages, whose function knows none of them (tests/contract/page-domains.test.ts).
    expect((await ask(hostname, '/zero/keepalive')).text).toBe(hostname);
    for (const path of ['/api/accounts', '/api/images/token', '/api/auth/invite'])
      expect([path, (await ask(hostname, path)).status]).toEqual([path, 404]);
    expect((await ask(hostname, '/api/images/token', { method: 'POST' })).status).toBe(403);
    for (const path of ['/api/auth/verify-invite', '/api/auth/renew-invite', '/api/p/x/galleries/verify'])
      expect([path, (await ask(hostname, path, { method: 'POST' })).status]).toEqual([path, 200]);
  });

  it('pages connect to storage, and neither to auth nor to a socket', async () => {
    const { hostname } = await goLive(await makeStudio(api));
    const policy = String((await ask(hostname, '/')).headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' https://storage.test;");
    expect(policy).not.toContain('auth.test');
  });
});
