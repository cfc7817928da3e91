import { createHash } from 'node:crypto';
import { CLIENT_LINK_MS } from '#core/domain/clients/client-links.ts';
import { makeId } from '#core/domain/values/ids.ts';
import { hashToken, makeToken } from '#functions/platform/auth/secrets.ts';
import { DEMO_CUSTOMERS, DEMO_STUDIO } from './content.ts';
import type { DemoIds } from './demo-ids.ts';
import { insert } from './insert.ts';
import { withDatabase } from './proofing.ts';

interface Studio {
  accountId: string;
  userId: string;
  ids: DemoIds;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * Makes a client link of a client with sessions, a gallery and payments. Writes to the database directly: the product
 * shows a link once, to the member who copies it. Safe to repeat.
 * @returns path of the client's page
 */
export function makeClientLink(databaseUrl: string, { accountId, userId, ids, now }: Studio): Promise<string> {
  const client = DEMO_CUSTOMERS.find(({ key }) => key === 'soler')!;
  const id = makeId((bytes) => {
    bytes.set(createHash('sha512').update(`${accountId} client link`).digest().subarray(0, bytes.length));
    return bytes;
  });
  return withDatabase(databaseUrl, async (db) => {
    await insert(db, 'client_links', {
      id,
      account_id: accountId,
      author_id: userId,
      customer_id: ids.customer(client.key),
      email: client.email,
      created_at: new Date(now),
      sent_at: new Date(now),
      expires_at: new Date(now + CLIENT_LINK_MS),
    });
    const token = makeToken();
    await insert(db, 'client_link_tokens', { token_hash: hashToken(token), account_id: accountId, link_id: id });
    return `/p/${DEMO_STUDIO.slug}/client/${token}`;
  });
}
