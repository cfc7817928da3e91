import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type SyncGroup, zeroSchemaOf } from '#core/domain/studio/sync-groups.ts';
import { API_ROLE, apiDatabaseUrl, apiRole } from '../../stacks/database-role.ts';
import { CommandError } from '../lib/command.ts';
import { databaseTarget, type DatabaseTarget, type TargetOptions } from '../lib/database-target.ts';
import { reasonOf } from '../lib/reason.ts';

export { apiDatabaseUrl };

/**
 * Returns statements that let functions write the progress of mutations, in tables of each group's zero-cache that the
 * current role has made or will make. zero-cache makes its schema unless it is there; it drops it if its publications
 * change, after which this has to run again.
 */
export const grantSyncTables = (groups: readonly SyncGroup[]): string =>
  groups
    .map(({ number }) => zeroSchemaOf(number))
    .map(
      (schema) => `
  create schema if not exists ${schema};
  grant usage on schema ${schema} to ${API_ROLE};
  grant select, insert, update, delete on all tables in schema ${schema} to ${API_ROLE};
  alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${API_ROLE}`,
    )
    .join(';');

/** Iterations of PostgreSQL's own verifiers (`scram_iterations`). */
const ITERATIONS = 4096;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/**
 * Attempts to sign in, and the pause between them: a pooler may remember for seconds that it knows no such role. Few,
 * since Supabase's shared pooler refuses an address after too many failures.
 */
const TRIES = 3;
const PAUSE_MS = 5_000;

/**
 * Creates the roles that functions sign in as, one for each password, and drops those of former passwords. Roles that
 * exist stay as they are: another verifier of the same password would make poolers refuse it for a while.
 * @param passwords the current one, and the former one during a rotation
 * @param groups of studios, with a zero-cache each
 * @throws CommandError with the server's reason
 */
export async function ensureApiRoles(
  { client: options }: DatabaseTarget,
  passwords: readonly string[],
  groups: readonly SyncGroup[],
): Promise<void> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles where rolname ~ $1', [
      `^${API_ROLE}_[0-9a-f]{8}$`,
    ]);
    const present = new Set(rows.map(({ name }) => name));
    const wanted = new Map(passwords.map((password) => [apiRole(password), password]));
    for (const [name, password] of wanted) {
      // BYPASSRLS: row level security closes the tables to the REST service's roles; these roles have grants instead.
      if (!present.has(name))
        await client.query(`create role ${name} login bypassrls in role ${API_ROLE} password '${verifier(password)}'`);
    }
    for (const name of present) if (!wanted.has(name)) await client.query(`drop role ${name}`);
    await client.query(grantSyncTables(groups));
  } catch (error) {
    throw new CommandError(`The functions’ role cannot be made: ${reasonOf(error)}`);
  } finally {
    await client.end();
  }
}

/**
 * Returns the SCRAM-SHA-256 verifier that PostgreSQL stores for a password (RFC 5803), so that the password itself
 * appears in no statement and no log.
 */
function verifier(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, HASH_BYTES, 'sha256');
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${keyOf('Server Key').toString('base64')}`;
}

interface SignInOptions extends TargetOptions {
  sleep?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

/**
 * Signs in where and as the functions do.
 * @throws CommandError with the server's reason, after several attempts
 */
export async function requireApiSignIn(url: string, password: string, options: SignInOptions = {}): Promise<void> {
  const target = databaseTarget(apiDatabaseUrl(url, password), options);
  const { sleep = delay } = options;
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client(target.client);
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt === TRIES)
        throw new CommandError(
          `The functions’ role cannot sign in at ${target.host} (DatabaseUrl): ${reasonOf(error)}\n` +
            'docs/operations.md, "The functions’ role", says what to do.',
        );
      await sleep(PAUSE_MS);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
