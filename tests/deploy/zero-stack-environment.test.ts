import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { zeroCacheEnvironment } from '../../local/zero-cache/environment.ts';
import { settingsFor } from '../../stacks/settings.ts';
import { syncWorkers } from '../../stacks/zero-stack/environment.ts';
import { ZERO_IMAGE } from './graph/stage-env.ts';
import { containers, grouped, many, synthesized, variablesOf } from './zero-stack-variants.ts';

const ZERO = resolve(import.meta.dirname, '../../node_modules/@rocicorp/zero');

const local = zeroCacheEnvironment({
  group: { number: 0, first: 0, last: 31 },
  port: 1,
  changeStreamerPort: 2,
  databaseUrl: 'postgres://local',
  replicaFile: 'local.db',
  apiOrigin: 'http://local',
  apiKey: 'local',
  adminPassword: 'local',
});
/** Variables with locations. */
const ADDRESSES = [
  'ZERO_REPLICA_FILE',
  'ZERO_PORT',
  'ZERO_CHANGE_STREAMER_PORT',
  'ZERO_QUERY_URL',
  'ZERO_MUTATE_URL',
  'ZERO_CHANGE_STREAMER_URI',
  'ZERO_LITESTREAM_BACKUP_URL',
];
/** Variables with sizes. */
const SIZES = [
  'ZERO_NUM_SYNC_WORKERS',
  'ZERO_UPSTREAM_MAX_CONNS',
  'ZERO_CVR_MAX_CONNS',
  'ZERO_CHANGE_MAX_CONNS',
  'ZERO_INITIAL_SYNC_TABLE_COPY_WORKERS',
];
/** The local log is for people, the other one for CloudWatch. */
const FORMAT = 'ZERO_LOG_FORMAT';
/** Locally two stacks may run side by side; on AWS a node finds its own address. */
const CERTIFICATES = ['DATABASE_CA', 'NODE_EXTRA_CA_CERTS'];
const LOCAL_ONLY = ['ZERO_CHANGE_STREAMER_ADDRESS'];
/** Preloaded modules: locally an argument names them. */
const PRELOADS = 'NODE_OPTIONS';
const SECRETS = ['ZERO_UPSTREAM_DB', 'ZERO_ADMIN_PASSWORD', 'ZERO_QUERY_API_KEY', 'ZERO_MUTATE_API_KEY'];
/** Metrics of a stage whose operator collects them. */
const METRICS = /^OTEL_/;

const single = containers(synthesized('production', settingsFor('production')))['single']!;
const nodes = containers(synthesized('production', many(settingsFor('production'))));
const everyNode = { single, ...nodes };

const without = (environment: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));

test('all nodes of this test exist', () => {
  expect(Object.keys(everyNode).sort()).toEqual(['replicator', 'single', 'syncer']);
});

test.each(Object.entries(everyNode))('%s runs with the values of the local zero-cache', (_, container) => {
  const metrics = Object.keys(variablesOf(container)).filter((name) => METRICS.test(name));
  const different = [...ADDRESSES, ...SIZES, FORMAT, PRELOADS, ...CERTIFICATES, ...LOCAL_ONLY, ...SECRETS, ...metrics];
  expect(without(variablesOf(container), different)).toEqual(without(local, different));
});

test.each(Object.entries(everyNode))('%s has every variable of the local zero-cache', (_, container) => {
  const names = [...container.Environment, ...container.Secrets].map(({ Name }) => Name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(without(local, LOCAL_ONLY))));
});

test('sizes equal those of the local zero-cache for equal workers', () => {
  const sizes = Object.entries(variablesOf(single)).filter(([name]) => SIZES.includes(name));
  expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries(SIZES.map((name) => [name, local[name]])));
});

test.each(Object.entries(everyNode))('%s logs no rows, in a machine-readable format', (_, container) => {
  expect(variablesOf(container)).toMatchObject({ ZERO_LOG_LEVEL: 'warn', ZERO_LOG_FORMAT: 'json' });
});

test.each([
  [512, 1],
  [1024, 1],
  [2048, 2],
  [4096, 4],
])('a node of %d CPU units has %d sync workers', (cpu, workers) => {
  expect(syncWorkers({ cpu })).toBe(workers);
});

test('connections grow with the workers', () => {
  const sized = (name: string) => variablesOf(nodes[name]!);
  const syncer = { ZERO_NUM_SYNC_WORKERS: '2', ZERO_CVR_MAX_CONNS: '12', ZERO_UPSTREAM_MAX_CONNS: '12' };
  expect(sized('syncer')).toMatchObject(syncer);
  expect(sized('replicator')).toMatchObject({ ZERO_NUM_SYNC_WORKERS: '0', ZERO_CVR_MAX_CONNS: '6' });
});

test('secrets are references, the pair of API keys to one field', () => {
  for (const container of Object.values(everyNode)) {
    const reference = (field: string) => ({
      'Fn::Join': ['', [{ Ref: 'SecretArn' }, `:${field}::`, { Ref: 'SecretVersionId' }]],
    });
    expect(Object.fromEntries(container.Secrets.map(({ Name, ValueFrom }) => [Name, ValueFrom]))).toEqual({
      ZERO_UPSTREAM_DB: reference('upstreamDb'),
      ZERO_ADMIN_PASSWORD: reference('adminPassword'),
      ZERO_QUERY_API_KEY: reference('apiKey'),
      ZERO_MUTATE_API_KEY: reference('apiKey'),
      OTEL_EXPORTER_OTLP_METRICS_HEADERS: reference('otlpHeaders'),
    });
  }
});

test.each(Object.entries(everyNode))('%s has no secret in plain text', (_, container) => {
  const plain = container.Environment.map(({ Name }) => Name);
  expect(plain.filter((name) => /_DB$|PASSWORD|API_KEY|SECRET|TOKEN/.test(name))).toEqual([]);
});

test('view-syncers depend on the replication manager, which alone keeps a backup', () => {
  const [replicator, syncer] = [variablesOf(nodes['replicator']!), variablesOf(nodes['syncer']!)];
  expect(replicator['ZERO_CHANGE_STREAMER_URI']).toBeUndefined();
  expect(JSON.stringify(replicator['ZERO_LITESTREAM_BACKUP_URL'])).toMatch(/"s3:\/\/".*"Ref".*"\/replica"/);
  expect(syncer['ZERO_CHANGE_STREAMER_URI']).toBe('ws://replication.zero.internal:4849');
  expect(syncer['ZERO_LITESTREAM_BACKUP_URL']).toBeUndefined();
});

test('the vendor’s image has the installed version', () => {
  const { version } = JSON.parse(readFileSync(resolve(ZERO, 'package.json'), 'utf8')) as { version: string };
  const { single: small } = containers(synthesized('dev', settingsFor('dev')));
  expect(small!.Image).toBe(`rocicorp/zero:${version}`);
});

test('production runs the mirrored image by its digest', () => {
  const [host, path] = ZERO_IMAGE.split('.amazonaws.com/');
  for (const { Image } of Object.values(everyNode)) {
    expect(JSON.stringify(Image)).toContain(`"${host}."`);
    expect(JSON.stringify(Image)).toContain(`/${path}`);
  }
});

test('metrics are sent only where an operator collects them, without traces, logs and the arguments of processes', () => {
  for (const container of Object.values(everyNode)) {
    expect(variablesOf(container)).toMatchObject({
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://otlp.example/v1/metrics',
      OTEL_TRACES_EXPORTER: 'none',
      OTEL_LOGS_EXPORTER: 'none',
      OTEL_NODE_RESOURCE_DETECTORS: 'env',
    });
  }
  const { single: small } = containers(synthesized('dev', settingsFor('dev')));
  const names = [...small!.Environment, ...small!.Secrets].map(({ Name }) => Name);
  expect(names.filter((name) => METRICS.test(name))).toEqual([]);
});

test.each(Object.entries(everyNode))('%s has no variable unknown to this version', async (_, container) => {
  const config = resolve(ZERO, 'out/zero-cache/src/config/zero-config.js');
  const { zeroOptions } = (await import(pathToFileURL(config).href)) as { zeroOptions: Options };
  const variables = container.Environment.map(({ Name }) => Name).filter((name) => name.startsWith('ZERO_'));
  expect(namesOf(zeroOptions, 'ZERO')).toEqual(expect.arrayContaining(variables));
});

/** zero-cache's options: each is or has a type, and related ones form a group. */
interface Options {
  [name: string]: Options;
}

function namesOf(options: Options, prefix: string): string[] {
  return Object.entries(options).flatMap(([key, option]) => {
    const name = `${prefix}_${key.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`;
    // A group may have an option of the name `type`.
    return isPlain(option) && (!option['type'] || isPlain(option['type'])) ? namesOf(option, name) : [name];
  });
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}

test.each(Object.entries(everyNode))('%s trusts the database’s certificate authorities', (_, container) => {
  const { DATABASE_CA: ca, NODE_EXTRA_CA_CERTS: file } = variablesOf(container);
  expect(ca).toBe(readFileSync(resolve(import.meta.dirname, '../../supabase/database-ca.pem'), 'utf8'));
  // `printf %s` writes the value unchanged.
  const written = execFileSync('/bin/sh', ['-c', `printf %s "$DATABASE_CA"`], { env: { DATABASE_CA: String(ca) } });
  expect(written.toString()).toBe(ca);
  expect(JSON.stringify(container['Command'])).toContain(`> ${String(file)} && exec zero-cache`);
});

test('a group of studios has an app of its own, and the publication of its buckets only', () => {
  const { single: second } = containers(synthesized('production', grouped(settingsFor('production'))));
  expect(variablesOf(single)).toMatchObject({ ZERO_APP_ID: 'zero', ZERO_APP_PUBLICATIONS: 'zero_studio' });
  expect(variablesOf(second!)).toEqual({
    ...variablesOf(single),
    OTEL_SERVICE_NAME: 'albumen-production-zero-12-single',
    ZERO_APP_ID: 'zero_12',
    ZERO_APP_PUBLICATIONS: 'zero_buckets_29_31',
  });
});
