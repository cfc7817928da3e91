import { publicationOf, type SyncGroup, zeroAppOf } from '#core/domain/studio/sync-groups.ts';

/**
 * A removed member's socket must lose its rows within a minute, so revalidate twice in that time.
 */
const REVALIDATE_S = 30;
/**
 * Wait of a connection before it is tried again. By default it triples with each attempt up to 20 s, and pages that
 * reconnect make an attempt each: after a loss of two seconds zero-cache stayed without a database for nearly 20 s.
 */
const RECONNECT_S = 0.5;

interface ZeroCacheOptions {
  group: SyncGroup;
  port: number;
  changeStreamerPort: number;
  databaseUrl: string;
  replicaFile: string;
  /** Origin of `/api/zero/query` and `/api/zero/mutate`: the distribution, as in production. */
  apiOrigin: string;
  apiKey: string;
  adminPassword: string;
}

/** Returns zero-cache's environment (https://zero.rocicorp.dev/docs/zero-cache-config). */
export function zeroCacheEnvironment(options: ZeroCacheOptions): Record<string, string> {
  const clientHeaders = 'x-account-id,x-channel';
  return {
    NODE_ENV: 'production',
    ZERO_UPSTREAM_DB: options.databaseUrl,
    ZERO_REPLICA_FILE: options.replicaFile,
    ZERO_PORT: String(options.port),
    ZERO_CHANGE_STREAMER_PORT: String(options.changeStreamerPort),
    ZERO_CHANGE_STREAMER_ADDRESS: `127.0.0.1:${options.changeStreamerPort}`,
    ZERO_APP_ID: zeroAppOf(options.group.number),
    ZERO_APP_PUBLICATIONS: publicationOf(options.group),
    ZERO_QUERY_URL: `${options.apiOrigin}/api/zero/query`,
    ZERO_QUERY_API_KEY: options.apiKey,
    ZERO_QUERY_ALLOWED_CLIENT_HEADERS: clientHeaders,
    ZERO_MUTATE_URL: `${options.apiOrigin}/api/zero/mutate`,
    ZERO_MUTATE_API_KEY: options.apiKey,
    ZERO_MUTATE_ALLOWED_CLIENT_HEADERS: clientHeaders,
    ZERO_AUTH_REVALIDATE_INTERVAL_SECONDS: String(REVALIDATE_S),
    ZERO_AUTH_RETRANSFORM_INTERVAL_SECONDS: String(REVALIDATE_S),
    ZERO_ADMIN_PASSWORD: options.adminPassword,
    ZERO_ENABLE_CRUD_MUTATIONS: 'false',
    ZERO_ENABLE_TELEMETRY: 'false',
    // At level info it logs values of rows.
    ZERO_LOG_LEVEL: 'warn',
    ZERO_LOG_FORMAT: 'text',
    ZERO_NUM_SYNC_WORKERS: '1',
    PGBACKOFF: String(RECONNECT_S),
    ZERO_UPSTREAM_MAX_CONNS: '6',
    ZERO_CVR_MAX_CONNS: '6',
    ZERO_CHANGE_MAX_CONNS: '3',
    ZERO_INITIAL_SYNC_TABLE_COPY_WORKERS: '2',
    DO_NOT_TRACK: '1',
  };
}
