import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';

const guide = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const calls = guide.slice(
  guide.indexOf('\n## When a studio or client calls'),
  guide.indexOf('\n## When an alarm fires'),
);

let database: TestDatabase;
beforeAll(async () => (database = await createDatabase()));
afterAll(() => database.drop());

it('the statements for calls run as they are written', async () => {
  const blocks = [...calls.matchAll(/```sql\n([^]*?)```/g)].map(([, sql]) => sql!);
  expect(blocks.length).toBeGreaterThan(6);
  // An id of our tables, of `auth`, and an address together.
  const statements = blocks.map((sql) => sql.replaceAll("'…'", "'00000000-0000-0000-0000-000000000000'"));
  for (const sql of statements) await database.pool.query(`begin; ${sql}; rollback`);
});
