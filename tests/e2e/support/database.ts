import { Pool } from 'pg';
import { stack } from './stack-address.ts';

/** The stack's database, for what no screen offers yet: members of other roles, days that have passed. */
export function database(): Pool {
  pool ??= new Pool({ connectionString: stack().databaseUrl, max: 2, allowExitOnIdle: true });
  return pool;
}

/** One a worker. */
let pool: Pool | undefined;
