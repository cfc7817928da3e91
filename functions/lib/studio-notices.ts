import { readNotifications, type StudioNotificationKind } from '#core/domain/notifications.ts';
import type { Queryable } from './db.ts';
import { enqueue } from './outbox.ts';

export type StudioNotification = { accountId: string } & (
  | { what: Exclude<StudioNotificationKind, 'day'>; sessionId: string }
  | { what: 'failedMail'; grantId: string }
  | { what: 'failedMail'; inviteId: string }
);

/**
 * Tells a studio by mail of what happened, if it wants to know: call it in the transaction that it tells of.
 * A client who moves a session twice within a moment is told of once, with what is true then.
 */
export async function notifyStudio(tx: Queryable, notice: StudioNotification, now: number): Promise<void> {
  const { accountId, what } = notice;
  const [row] = await tx.query<{ value: unknown }>(
    "select value from settings where account_id = $1 and key = 'notifications'",
    [accountId],
  );
  if (!readNotifications(row?.value)[what]) return;
  const dedupeKey = `notice:${what}:${dedupeSubject(notice)}`;
  await enqueue(tx, accountId, 'studio.notice', notice, now, { dedupeKey });
}

function dedupeSubject(notice: StudioNotification): string {
  if ('sessionId' in notice) return notice.sessionId;
  return 'grantId' in notice ? notice.grantId : notice.inviteId;
}
