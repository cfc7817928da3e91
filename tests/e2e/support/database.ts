import { Pool } from 'pg';
import { stack } from './stack-address.ts';

/** The stack's database, for what no screen offers yet: members of other roles, days that have passed. */
export const database = new Pool({ connectionString: stack.databaseUrl, max: 2, allowExitOnIdle: true });
