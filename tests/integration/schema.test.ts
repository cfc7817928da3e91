import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { schemaFingerprint } from '../support/schema-fingerprint.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it('the migrations make the schema of supabase/schema.txt (supabase/README.md says how to write it)', async () => {
  await expect(await schemaFingerprint(database.pool)).toMatchFileSnapshot('../../supabase/schema.txt');
});
