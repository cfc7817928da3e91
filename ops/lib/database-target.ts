import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { CommandError } from './command.ts';

/** Supabase's own authorities (2021 and 2025), which sign the certificates of hosted databases and poolers. */
const SUPABASE_CA = fileURLToPath(new URL('../../supabase/database-ca.pem', import.meta.url));
const SUPABASE_HOST = /\.supabase\.(co|com)$/;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;
/** Of Supabase's pooler; in session mode it listens on PostgreSQL's own. */
const TRANSACTION_POOLER_PORT = 6543;
const SESSION_POOLER_PORT = 5432;
/** Milliseconds until an unreachable database is given up. */
const CONNECT_MS = 10_000;

/** How a database is reached by the two that reach it: the driver, and libpq's environment for other programs. */
export interface DatabaseTarget {
  host: string;
  /** The address without its password, which therefore appears in no list of processes. */
  address: string;
  /** What a program that reads libpq's environment needs beside the address: password and TLS. */
  env: Record<string, string | undefined>;
  /** For `pg.Client`. */
  client: pg.ClientConfig;
  /** To be kept out of whatever is shown. */
  secrets: readonly string[];
}

export interface TargetOptions {
  /** File with the authority of the database's certificate, where that is neither Supabase's nor a public one. */
  caFile?: string | undefined;
  /** Who may be spoken to in plain text; only this machine itself, unless a test says otherwise. */
  isLoopback?: (host: string) => boolean;
}

/**
 * Reads a database's address. Beyond this machine it is reached by TLS alone, with the certificate and its host
 * checked: whatever `sslmode` the address carries cannot weaken that.
 * @throws CommandError when it is no PostgreSQL address, or asks for a connection without TLS; never with its content
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
      // In parts: the driver would let the address, which has none, overrule the password beside it.
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
 * As `databaseTarget`, for whoever needs a session of its own: migrations, backup, restore.
 * @throws CommandError too for Supabase's pooler in transaction mode: neither DDL in several statements, nor what is set
 *   for a session, nor replication goes through it
 */
export function directTarget(url: string, options: TargetOptions = {}): DatabaseTarget {
  const target = databaseTarget(url, options);
  if (target.client.port === TRANSACTION_POOLER_PORT) {
    throw new CommandError(
      `The address at ${target.host} is the transaction pooler’s (port ${TRANSACTION_POOLER_PORT}); give the direct one, ` +
        'or the session pooler’s (port 5432).',
    );
  }
  return target;
}

/**
 * The address of Supabase's pooler in session mode, from the one in transaction mode; any other stays as it is.
 * @throws CommandError when it is no PostgreSQL address; never with its content
 */
export function sessionAddress(url: string): string {
  const parsed = parse(url);
  if (Number(parsed.port) !== TRANSACTION_POOLER_PORT) return url;
  parsed.port = String(SESSION_POOLER_PORT);
  return parsed.href;
}

/** A copy of `text` in which no secret of the target can be read. */
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
  // Without a file the CLI takes the public authorities; it does not know libpq's word for them, "system".
  return { PGSSLMODE: 'verify-full', PGSSLROOTCERT: caFile };
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandError(`DATABASE_CA_FILE cannot be read: ${file}`);
  }
}
