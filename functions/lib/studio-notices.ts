import { readNotifications, type StudioNoticeKind } from '#core/domain/notifications.ts';
import type { Queryable } from './db.ts';
import { enqueue } from './outbox.ts';

export interface StudioNotice {
  accountId: string;
  what: Exclude<StudioNoticeKind, 'day'>;
  sessionId: string;
}

/**
 * Tells a studio by mail of what its clients did, if it wants to know: call it in the transaction that it tells of.
 * A client who moves a session twice within a moment is told of once, with what is true then.
 */
export async function tellStudio(tx: Queryable, notice: StudioNotice, now: number): Promise<void> {
  const { accountId, what, sessionId } = notice;
  const [row] = await tx.query<{ value: unknown }>(
    "select value from settings where account_id = $1 and key = 'notifications'",
    [accountId],
  );
  if (!readNotifications(row?.value)[what]) return;
  const dedupeKey = `notice:${what}:${sessionId}`;
  await enqueue(tx, accountId, 'studio.notice', { accountId, what, sessionId }, now, { dedupeKey });
}
