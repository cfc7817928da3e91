import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';

/**
 * Creates the `auth` schema as a hosted project has it, before the product's first migration (which may
 * reference `auth.users`). May run again on every start. The client must be allowed to create schemas.
 */
export async function applyAuthSchema(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
}
