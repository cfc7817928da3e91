import type { Language } from '#core/domain/values/languages.ts';
import type { MailCause } from '../mails/cause.ts';
import { deliverMail } from '../mails/deliver.ts';
import type { EffectRun, StudioNotificationInput } from '../outbox/effects.ts';
import { enqueueAll } from '../outbox/enqueue.ts';
import type { Queryable } from '../platform/db/database.ts';
import { renderStudioNotification } from './render-studio-notification.ts';
import { readStudioNotification } from './studio-notification-mail.ts';

/**
 * Returns what a visitor did of which the studio is told: something about a session, or that they wrote or chose. An
 * address that was typed into the contact form proves no identity.
 */
function causeOf({ what, sessionId, network }: StudioNotificationInput, replyTo: string): MailCause | undefined {
  if (sessionId) return { sessionId };
  if (what === 'contact') return { network };
  return what === 'proofing' ? { email: replyTo } : undefined;
}

interface Studio {
  studio: string;
  language: Language;
  timeZone: string;
  /** The studio's own email; empty to mail its owners. */
  address: string;
  owners: readonly { userId: string; email: string }[];
}

/** Mails the studio at its own email; renders the current state. */
export async function sendStudioNotification(run: EffectRun<'studio.notification'>): Promise<void> {
  const { idempotencyKey, payload, jobs } = run;
  const studio = await readStudio(jobs.db, payload.accountId);
  const notice = studio && (await readStudioNotification(jobs.db, payload, studio));
  if (!notice) return;
  const { studio: fromName, language, address: contactEmail, owners } = studio;
  const { to } = payload;
  // Enqueue one effect per owner, so that a failing mailbox neither blocks nor repeats the mails of others.
  const notifyOwners = () => {
    const effects = owners.map(({ userId: ownerId }) => {
      const mailId = `${idempotencyKey}-${ownerId}`;
      return { payload: { ...payload, to: { ownerId, mailId } }, dedupeKey: `notice:${mailId}` };
    });
    return enqueueAll(jobs.db, payload.accountId, 'studio.notification', effects, jobs.clock());
  };
  if (!to && !contactEmail && owners.length > 1) return notifyOwners();
  // Skip a user who is no longer an owner.
  const recipient = to ? owners.find(({ userId }) => userId === to.ownerId)?.email : contactEmail || owners[0]?.email;
  if (!recipient) return;
  const { replyTo, ...content } = notice;
  const mail = renderStudioNotification({
    ...content,
    language,
    studio: fromName,
    link: `${jobs.appOrigin}${notice.link}`,
  });
  const isSent = await deliverMail({
    run,
    mail: { ...mail, to: recipient, fromName, ...replyTo, language, id: to?.mailId ?? idempotencyKey },
    accountId: payload.accountId,
    cause: causeOf(payload, replyTo.replyTo),
  });
  // The studio's email may be mistyped, so mail its owners; an owner's refused mailbox has no fallback.
  if (!isSent && !to && contactEmail) await notifyOwners();
}

async function readStudio(db: Queryable, accountId: string): Promise<Studio | undefined> {
  const [studio] = await db.query<Studio>(
    `select a.name as studio, a.language, a.time_zone as "timeZone",
       coalesce(g.value ->> 'email', '') as address,
       coalesce((select json_agg(json_build_object('userId', user_id, 'email', email)) from account_members
         where account_id = a.id and role = 'owner' and email <> ''), '[]') as owners
     from accounts a left join settings g on g.account_id = a.id and g.key = 'photographer'
     where a.id = $1 and a.deleted_at is null`,
    [accountId],
  );
  return studio;
}
