import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { CommandError } from './command.ts';

/** Supabase's certificate authorities (2021 and 2025) of hosted databases and poolers. */
const SUPABASE_CA = fileURLToPath(new URL('../../supabase/database-ca.pem', import.meta.url));
const SUPABASE_HOST = /\.supabase\.(co|com)$/;
/** Supavisor, the shared pooler: it hands no options of a session on. */
const SHARED_POOLER = /\.pooler\.supabase\.com$/;
/** Startup options of a session whose statements may take any time: a hosted project ends those of `postgres` after 2 minutes. */
const NO_TIMEOUT = '-c statement_timeout=0';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
/** Port of Supabase's transaction pooler; the session pooler uses PostgreSQL's own port. */
const TRANSACTION_POOLER_PORT = 6543;
const SESSION_POOLER_PORT = 5432;
/** Connection timeout in milliseconds. */
const CONNECT_MS = 10_000;

/** Connection settings of a database: for the driver, and as libpq's environment for other programs. */
export interface DatabaseTarget {
  host: string;
  /** Address without its password, which therefore appears in no process list. */
  address: string;
  /** Environment for programs that use libpq: password and TLS. */
  env: Record<string, string | undefined>;
  /** Options of `pg.Client`. */
  client: pg.ClientConfig;
  /** Values to remove from all output. */
  secrets: readonly string[];
}

export interface TargetOptions {
  /** File with the database's certificate authority, if it is neither Supabase's nor a public one. */
  caFile?: string | undefined;
  /** Hosts that may be reached without TLS: this machine only, except in tests. */
  isLoopback?: (host: string) => boolean;
}

/**
 * Parses a database's address. Other machines are reached by TLS only, with checks of certificate and host that no
 * `sslmode` in the address can weaken.
 * @throws CommandError if it is not a PostgreSQL address, or asks for a connection without TLS; never quotes it
 */
export function databaseTarget(url: string, options: TargetOptions = {}): DatabaseTarget {
  const parsed = parse(url);
  const host = parsed.hostname;
  const plain = (options.isLoopback ?? ((name) => LOOPBACK.test(name)))(host);
  const asked = parsed.searchParams.get('sslmode');
  if (!plain && /^(disable|allow|prefer)$/.test(asked ?? '')) {
    throw new CommandError(
      `The database at ${host} is reached by TLS alone; take sslmode=${asked} out of its address.`,
    );
  }
  const password = decodeURIComponent(parsed.password);
  const caFile = options.caFile ?? (SUPABASE_HOST.test(host) ? SUPABASE_CA : undefined);
  parsed.password = '';
  parsed.search = '';
  return {
    host,
    address: parsed.href,
    env: { PGPASSWORD: password, ...tlsEnvironment(plain, caFile) },
    client: {
      // Passed in parts: the driver would prefer the address, which has no password.
      host: host.replace(/^\[|\]$/g, ''),
      port: Number(parsed.port || 5432),
      user: decodeURIComponent(parsed.username),
      database: decodeURIComponent(parsed.pathname.slice(1)) || 'postgres',
      password,
      ssl: plain ? false : { rejectUnauthorized: true, ...(caFile ? { ca: readCa(caFile) } : {}) },
      connectionTimeoutMillis: CONNECT_MS,
    },
    secrets: password === '' ? [url] : [url, parsed.href, password, encodeURIComponent(password)],
  };
}

/**
 * As `databaseTarget`, for programs that need a session: migrations, backup, restore. Their statements have no timeout,
 * except through the shared pooler, where that of the role remains.
 * @throws CommandError also for Supabase's transaction pooler, which supports neither DDL in several statements, nor
 * session settings, nor replication
 */
export function directTarget(url: string, options: TargetOptions = {}): DatabaseTarget {
  const target = databaseTarget(url, options);
  if (target.client.port === TRANSACTION_POOLER_PORT) {
    throw new CommandError(
      `The address at ${target.host} is the transaction pooler’s (port ${TRANSACTION_POOLER_PORT}); give the direct one, ` +
        'or the session pooler’s (port 5432).',
    );
  }
  if (SHARED_POOLER.test(target.host)) return target;
  return {
    ...target,
    env: { ...target.env, PGOPTIONS: NO_TIMEOUT },
    client: { ...target.client, options: NO_TIMEOUT },
  };
}

/**
 * Returns the session pooler's address for Supabase's transaction pooler; other addresses unchanged.
 * @throws CommandError if it is not a PostgreSQL address; never quotes it
 */
export function sessionAddress(url: string): string {
  const parsed = parse(url);
  if (Number(parsed.port) !== TRANSACTION_POOLER_PORT) return url;
  parsed.port = String(SESSION_POOLER_PORT);
  return parsed.href;
}

/** Returns `text` without the target's secrets. */
export function withoutSecrets(text: string, { secrets, address }: DatabaseTarget): string {
  const longestFirst = secrets.filter((secret) => secret !== address).sort((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

function parse(url: string): URL {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol) || new URL(url).hostname === '') {
    throw new CommandError('The database address must have the form postgres://user:password@host:port/database');
  }
  return new URL(url);
}

function tlsEnvironment(plain: boolean, caFile: string | undefined): Record<string, string | undefined> {
  if (plain) return { PGSSLMODE: 'disable', PGSSLROOTCERT: undefined };
  // Without a file the CLI uses the public authorities; it does not support libpq's value "system".
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT: caFile };
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`DATABASE_CA_FILE cannot be read: ${file}`);
  }
}
