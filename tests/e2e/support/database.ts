import { Pool } from 'pg';
import { stack } from './stack-address.ts';

/** Connects to the stack's database, for states that no screen offers yet: members of other roles, past dates. */
export function database(): Pool {
  pool ??= new Pool({ connectionString: stack().databaseUrl, max: 2, allowExitOnIdle: true });
  return pool;
}

/** One pool for each worker. */
let pool: Pool | undefined;
