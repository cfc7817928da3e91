import { recordSecurityEvent, type SecurityEvent } from '../security/security-events.ts';
import type { Queryable } from '../platform/db/database.ts';

/**
 * Switches off the webhooks that a member answers for, who leaves or may not manage integrations any more: they may lead
 * to a server of theirs. Owners are told, and another admin may switch them on again. Call it before the membership ends.
 */
export async function endWebhooks(
  tx: Queryable,
  accountId: string,
  userId: string,
  actor: SecurityEvent['actor'],
  now: number,
): Promise<void> {
  const ended = await tx.query<{ url: string }>(
    `update webhook_endpoints set is_active = false where account_id = $1 and author_id = $2 and is_active returning url`,
    [accountId, userId],
  );
  for (const { url } of ended) {
    const details = { integration: new URL(url).host };
    await recordSecurityEvent(tx, { accountId, kind: 'webhook_changed', actor, details }, now);
  }
}
