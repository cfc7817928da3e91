import { readNotifications, type StudioNoticeKind } from '#core/domain/notifications.ts';
import type { Queryable } from './db.ts';
import { enqueue } from './outbox.ts';

export type StudioNotice = { accountId: string } & (
  | { what: Exclude<StudioNoticeKind, 'day'>; sessionId: string }
  | { what: 'failedMail'; grantId: string }
  | { what: 'failedMail'; inviteId: string }
);

/**
 * Tells a studio by mail of what happened, if it wants to know: call it in the transaction that it tells of.
 * A client who moves a session twice within a moment is told of once, with what is true then.
 */
export async function tellStudio(tx: Queryable, notice: StudioNotice, now: number): Promise<void> {
  const { accountId, what } = notice;
  const [row] = await tx.query<{ value: unknown }>(
    "select value from settings where account_id = $1 and key = 'notifications'",
    [accountId],
  );
  if (!readNotifications(row?.value)[what]) return;
  const dedupeKey = `notice:${what}:${aboutOf(notice)}`;
  await enqueue(tx, accountId, 'studio.notice', notice, now, { dedupeKey });
}

function aboutOf(notice: StudioNotice): string {
  if ('sessionId' in notice) return notice.sessionId;
  return 'grantId' in notice ? notice.grantId : notice.inviteId;
}
