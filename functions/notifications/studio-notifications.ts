import { readNotifications, type StudioNotificationKind } from '#core/domain/studio/notifications.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';

type StudioNotification = { accountId: string } & (
  | {
      what: Exclude<
        StudioNotificationKind,
        'day' | 'contact' | 'proofing' | 'documents' | 'payment' | 'webhook' | 'failedMail'
      >;
      sessionId: string;
    }
  | { what: 'booking'; proposalId: string }
  | { what: 'change'; orderId: string }
  | { what: 'failedMail'; sessionId?: string | undefined; messageId: string }
  | { what: 'payment'; sessionId?: string | undefined; paymentId: string }
  | { what: 'payment'; checkoutId: string }
  | { what: 'contact'; leadId: string; network: string }
  | { what: 'proofing'; listId: string }
  | { what: 'documents'; sessionId: string; documentId: string; document: 'contract' | 'questionnaire' }
  | { what: 'webhook'; webhookId: string }
  | { what: 'failedMail'; grantId: string }
  | { what: 'failedMail'; linkId: string }
  | { what: 'failedMail'; inviteId: string }
);

/**
 * Mails the studio about an event, if it has enabled that notification. Call it in the transaction of the event.
 * Repeated changes of a session before the mail is sent give one mail with the latest state.
 */
export async function notifyStudio(tx: Queryable, notice: StudioNotification, now: number): Promise<void> {
  const { accountId, what } = notice;
  const [row] = await tx.query<{ value: unknown }>(
    "select value from settings where account_id = $1 and key = 'notifications'",
    [accountId],
  );
  if (!readNotifications(row?.value)[what]) return;
  const dedupeKey = `notice:${what}:${dedupeSubject(notice)}`;
  await enqueue(tx, accountId, 'studio.notification', notice, now, { dedupeKey });
}

function dedupeSubject(notice: StudioNotification): string {
  if ('documentId' in notice) return notice.documentId;
  if ('paymentId' in notice) return notice.paymentId;
  if ('checkoutId' in notice) return notice.checkoutId;
  if ('proposalId' in notice) return notice.proposalId;
  if ('messageId' in notice) return notice.sessionId ?? notice.messageId;
  if ('orderId' in notice) return `withdrawal:${notice.orderId}`;
  if ('sessionId' in notice) return notice.sessionId;
  if ('leadId' in notice) return notice.leadId;
  if ('listId' in notice) return notice.listId;
  if ('linkId' in notice) return notice.linkId;
  if ('webhookId' in notice) return notice.webhookId;
  return 'grantId' in notice ? notice.grantId : notice.inviteId;
}
