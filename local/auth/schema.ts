import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';

/**
 * Creates the `auth` schema of a hosted project, before the product's first migration (which may reference
 * `auth.users`). Safe to run at every start. The client needs the right to create schemas.
 */
export async function applyAuthSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
}
