import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { publicationOf, type SyncGroup, zeroAppOf } from '#core/domain/studio/sync-groups.ts';
import type { ZeroSettings } from '../settings.ts';

/** A removed member's socket must lose its rows within a minute, so revalidate twice in that time. */
const REVALIDATE_S = 30;
/**
 * Wait of a connection before it is tried again. By default it triples with each attempt up to 20 s, and pages that
 * reconnect make an attempt each, so zero-cache would find a database that failed over up to 20 s late.
 */
const RECONNECT_S = 0.5;
/** Client headers forwarded to the API: studio and window. */
const CLIENT_HEADERS = 'x-account-id,x-channel';
/** Database connections for clients' views, per sync worker. */
const VIEW_CONNECTIONS_PER_WORKER = 6;

/** Modules of this folder that mend zero-cache. */
const PRELOADS = ['handoff.mjs', 'drain.mjs', 'foreign-rows.mjs', 'view-copy.mjs'];

/** `single` replicates and serves; `replicator` and `syncer` split these tasks. */
export type Role = 'single' | 'replicator' | 'syncer';

/** CPU units of a vCPU. */
const VCPU = 1024;

/** Returns the number of processes that serve clients on a node: one uses a vCPU at the most. */
export const syncWorkers = ({ cpu }: Pick<ZeroSettings, 'cpu'>): number => Math.max(1, Math.floor(cpu / VCPU));

/**
 * Returns the part of a node's processors that its processes can use, 0 to 1. The replication manager reads the
 * database's log in one process, on nodes of every size.
 */
export function usableShare(role: Role, settings: Pick<ZeroSettings, 'cpu'>): number {
  const processes = role === 'replicator' ? 1 : syncWorkers(settings);
  return Math.min(1, processes / (settings.cpu / VCPU));
}

export interface EnvironmentOptions {
  group: SyncGroup;
  appOrigin: string;
  ports: { sync: number; changeStreamer: number };
  replicaFile: string;
  role: Role;
  settings: Pick<ZeroSettings, 'cpu' | 'readsForeignRows'>;
}

/**
 * Returns zero-cache's environment without its secrets. Equals `local/zero-cache/environment.ts` except for addresses
 * and sizes, as a test checks.
 */
export function zeroEnvironment(options: EnvironmentOptions): Record<string, string> {
  const workers = options.role === 'replicator' ? 0 : syncWorkers(options.settings);
  const connections = String(VIEW_CONNECTIONS_PER_WORKER * Math.max(1, workers));
  return {
    NODE_ENV: 'production',
    NODE_OPTIONS: PRELOADS.map((file) => `--import=${preload(file)}`).join(' '),
    ...(options.settings.readsForeignRows && { ALBUMEN_READ_FOREIGN_ROWS: '1' }),
    ZERO_REPLICA_FILE: options.replicaFile,
    ZERO_PORT: String(options.ports.sync),
    ZERO_CHANGE_STREAMER_PORT: String(options.ports.changeStreamer),
    ZERO_APP_ID: zeroAppOf(options.group.number),
    ZERO_APP_PUBLICATIONS: publicationOf(options.group),
    ZERO_QUERY_URL: `${options.appOrigin}/api/zero/query`,
    ZERO_QUERY_ALLOWED_CLIENT_HEADERS: CLIENT_HEADERS,
    ZERO_MUTATE_URL: `${options.appOrigin}/api/zero/mutate`,
    ZERO_MUTATE_ALLOWED_CLIENT_HEADERS: CLIENT_HEADERS,
    ZERO_AUTH_REVALIDATE_INTERVAL_SECONDS: String(REVALIDATE_S),
    ZERO_AUTH_RETRANSFORM_INTERVAL_SECONDS: String(REVALIDATE_S),
    ZERO_ENABLE_CRUD_MUTATIONS: 'false',
    ZERO_ENABLE_TELEMETRY: 'false',
    // At level info it logs values of rows.
    ZERO_LOG_LEVEL: 'warn',
    ZERO_LOG_FORMAT: 'json',
    ZERO_NUM_SYNC_WORKERS: String(workers),
    PGBACKOFF: String(RECONNECT_S),
    // A small Supabase project allows 60 direct connections, and migrations and backups need some of them.
    ZERO_UPSTREAM_MAX_CONNS: connections,
    ZERO_CVR_MAX_CONNS: connections,
    ZERO_CHANGE_MAX_CONNS: '3',
    ZERO_INITIAL_SYNC_TABLE_COPY_WORKERS: '2',
    DO_NOT_TRACK: '1',
  };
}

/**
 * Returns the settings of zero-cache's OpenTelemetry: metrics only, since logs go to CloudWatch, and spans name queries.
 * The resource is described by these variables alone: that of the process would contain its arguments, in which
 * zero-cache passes secrets to its workers.
 * @param url of an OTLP receiver; null sends nothing
 */
export function metricsEnvironment(url: string | null, serviceName: string): Record<string, string> {
  if (!url) return {};
  return {
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url,
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_TRACES_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_NODE_RESOURCE_DETECTORS: 'env',
    OTEL_SERVICE_NAME: serviceName,
  };
}

/**
 * Returns a module of this folder as a data: URL: the image is the vendor's and contains no file of ours. Minified, because
 * CloudFormation takes a template of 51,200 bytes, in which each role has all of them.
 */
function preload(file: string): string {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  const { code } = transformSync(source, { minify: true, format: 'esm', target: 'node22', legalComments: 'none' });
  // A query and a fragment are not part of a data: URL's text.
  return `data:text/javascript,${encodeURI(code.trim()).replaceAll(/[?#]/g, encodeURIComponent)}`;
}
